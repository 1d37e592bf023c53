"""Readings and limits for a terminal."""

from __future__ import annotations

import shutil
from io import StringIO
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Column, Table
from rich.text import Text

from onceper.display.blocks import blocks_of, rows_of
from onceper.display.control import show_controls
from onceper.display.other_words import not_effect_in_words, unread_in_words
from onceper.display.provenance import found_by
from onceper.display.words import in_words, kind_in_words, what_it_governs, without_what_it_governs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import ConsoleOptions, RenderableType, RenderResult

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading
    from onceper.contract.span import Span
    from onceper.display.blocks import Block

_LIMIT = "bold green"
_UNREAD = "bold red"
_NAME = "cyan"
_NOT_EFFECT = "dim"
_KIND = "dim italic"
_HEADING = "bold underline"
_RULE = "magenta"

# Narrower columns break most lines of a text behind three or four words.
_NARROWEST_COLUMN = 34

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def reading_view(reading: CardReading, masked: Sequence[Span] = ()) -> RenderableType:
    """Return the text in blocks, its effects framed and the rest dimmed, and below it what limits them and why.

    ``masked`` are the spans of the names that were masked. The superscript after a limit is its number in the
    list; the frame of an effect shows the numbers of the limits that govern it, and below its words what it lets one
    choose.
    """
    blocks = _group(blocks_of(reading), reading, masked)
    return Group(_title(reading), Padding(blocks, (1, 0)), *_sections(reading, masked))


class Columns:
    """Show readings in columns, effects with the same number at the same height, or one below the other if narrow."""

    def __init__(self, readings: Sequence[CardReading]) -> None:
        self._readings = readings

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width < _NARROWEST_COLUMN * len(self._readings):
            yield from (reading_view(reading) for reading in self._readings)
            return
        grid = Table.grid(padding=(0, 1), expand=True)
        for _ in self._readings:
            grid.add_column(ratio=1, overflow="fold")
        found = [rows_of(reading) for reading in self._readings]
        grid.add_row(*(Padding(_title(reading), (0, 0, 1, 0)) for reading in self._readings))
        for row in sorted(set().union(*found)):
            grid.add_row(
                *(_group(rows.get(row, ()), reading, ()) for rows, reading in zip(found, self._readings, strict=True))
            )
        grid.add_row(*(Padding(Group(*_sections(reading, ())), (1, 0, 0, 0)) for reading in self._readings))
        yield grid


def limits_table(
    rows: Iterable[tuple[CardReading, Limit]], headings: Sequence[str], caption: str, more: str
) -> RenderableType:
    """Return the table of limits, each with its reading, and below it how many are not shown."""
    table = folding_table(*headings, title=caption, title_justify="left", show_lines=True)
    for reading, limit in rows:
        name = Text(show_controls(reading.name or ""), style="bold").append(
            f" {reading.lang or ''}", style="not bold dim"
        )
        cells = (without_what_it_governs(limit), what_it_governs(limit), limit.text)
        table.add_row(name, *(Text(show_controls(cell)) for cell in cells))
    return Group(table if table.row_count else Text(caption), *([Text(more)] if more else []))


def plain(view: RenderableType) -> str:
    """Return what a terminal of this width would show, without colours."""
    width = shutil.get_terminal_size().columns
    console = Console(file=StringIO(), width=width, color_system=None, force_terminal=False, force_jupyter=False)
    with console.capture() as captured:
        console.print(view)
    return "\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n"))


def folding_table(*headings: str, **look: Any) -> Table:
    """Return a table that cuts nothing off: Japanese has no spaces, and Rich takes its lines for words too long."""
    return Table(*(Column(heading, overflow="fold") for heading in headings), **look)


def _title(reading: CardReading) -> Text:
    language = reading.lang or "no language, as there is no letter in it"
    title = Text(show_controls(reading.name) if reading.name else "A card text", style="bold")
    return title.append(
        f"  {language}" + (f" · {show_controls(reading.game)}" if reading.game else ""), style="not bold"
    )


def _group(blocks: Iterable[Block], reading: CardReading, masked: Sequence[Span]) -> RenderableType:
    return Group(*(_block(block, reading, masked) for block in blocks))


def _block(block: Block, reading: CardReading, masked: Sequence[Span]) -> RenderableType:
    """Return an effect in a frame that names it, its kind and its limits; any other text dimmed, with what it is."""
    text = _marked(block.span, reading, masked)
    effect = block.effect
    if effect is None:
        kinds = ", ".join(dict.fromkeys(found.kind.replace("_", " ") for found in block.non_effects))
        return Padding(text.append(f"  {kinds}" if kinds else "", style=_KIND), (0, 2))
    name = f"effect {effect.label or effect.index} · {kind_in_words(effect)}"
    limits = [n for n, limit in enumerate(reading.limits, start=1) if effect.index in limit.applies_to.effects]
    is_last = block.span[1] >= effect.parts[-1][1]
    return Panel(
        Group(text, *_options(effect)) if is_last else text,
        title=Text(f"{name}, continued" if block.continues else name),
        title_align="left",
        subtitle=Text(f"limited by {', '.join(map(str, limits))}", style=_LIMIT) if limits else None,
        subtitle_align="right",
    )


def _options(effect: Effect) -> Iterator[RenderableType]:
    """Yield what an effect lets one choose, as a numbered list."""
    if effect.options:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(justify="right")
        grid.add_column(overflow="fold")
        for option in effect.options:
            grid.add_row(Text(f"{option.index}."), Text(show_controls(option.text)))
        yield Text("choices", style=_KIND)
        yield Padding(grid, (0, 0, 0, 2))


def _marked(span: Span, reading: CardReading, masked: Sequence[Span]) -> Text:
    """Return a stretch of the text with what stands in it marked."""
    limits = [limit.span for limit in reading.limits]
    not_effects = [found.span for found in reading.non_effects]
    unread = [found.span for found in reading.unread]
    edges = {*span, *(at for at in chain.from_iterable((*limits, *not_effects, *unread, *masked)) if _within(at, span))}
    text = Text()
    for piece in pairwise(sorted(edges)):
        styles = [
            style
            for style, spans in (
                (_NAME, masked),
                (_LIMIT, limits),
                (_UNREAD, unread),
                (_NOT_EFFECT, not_effects),
            )
            if any(_inside(piece, other) for other in spans)
        ]
        text.append(show_controls(reading.text[slice(*piece)]), style=styles[0] if styles else None)
        for number, (_, end) in enumerate(limits, start=1):
            if end == piece[1]:
                text.append(str(number).translate(_SUPERSCRIPTS), style=_LIMIT)
    return text


def _within(at: int, span: Span) -> bool:
    return span[0] <= at <= span[1]


def _inside(piece: Span, span: Span) -> bool:
    return span[0] <= piece[0] and piece[1] <= span[1]


def _sections(reading: CardReading, masked: Sequence[Span]) -> Iterator[RenderableType]:
    """Yield what was read as lists, and why."""
    yield from _section(
        "Limits",
        (
            (str(number), in_words(limit), limit.text, _why(limit))
            for number, limit in enumerate(reading.limits, start=1)
        ),
    )
    yield from _section(
        "Not effects",
        (("-", not_effect_in_words(found), found.text, _why(found)) for found in reading.non_effects),
    )
    yield from _section(
        "Not read, though it may hold a limit",
        (("-", unread_in_words(found), found.text, _place(found.span)) for found in reading.unread),
    )
    yield from _section(
        "Masked names",
        (("-", reading.text[start:end], "", _place((start, end))) for start, end in masked),
    )
    if not (reading.limits or reading.non_effects or reading.effects or reading.unread):
        yield Text("Nothing was read in this text.")


def _section(heading: str, entries: Iterable[tuple[str, str, str, str]]) -> Iterator[RenderableType]:
    """Yield a heading and a grid of (mark, what it is, its words, where and why), if there are entries."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right")
    grid.add_column(overflow="fold")
    for mark, what, words, why in entries:
        grid.add_row(Text(mark), Text(show_controls(what), style="bold"))
        if words:
            grid.add_row("", Text(show_controls(words)))
        grid.add_row("", Text(why, style=_RULE))
    if grid.row_count:
        yield Text(heading, style=_HEADING)
        yield Padding(grid, (0, 0, 1, 2))


def _why(found: Limit | NonEffect) -> str:
    return f"{found_by(found)}, {_place(found.span)}"


def _place(span: Span) -> str:
    return f"characters {span[0]} to {span[1]}"
