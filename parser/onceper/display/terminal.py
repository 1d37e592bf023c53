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
from onceper.display.named import SIGNS, Named
from onceper.display.provenance import found_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import ConsoleOptions, RenderableType, RenderResult

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit, LimitKind
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading
    from onceper.contract.span import Span
    from onceper.display.blocks import Block
    from onceper.display.named import NamedLimit

_OTHER_LIMIT = "bold cyan"
_LIMITS: dict[LimitKind, str] = {"soft": "bold green", "hard": "bold magenta underline", "summon": "bold blue"}
_UNREAD = "bold red"
_NAME = "italic"
_NOT_EFFECT = "dim"
_KIND = "dim italic"
_HEADING = "bold underline"
_RULE = "dim"

# Narrower columns break most lines of a text behind three or four words.
_NARROWEST_COLUMN = 34


def reading_view(reading: CardReading, masked: Sequence[Span] = ()) -> RenderableType:
    """Return the text in blocks, its effects framed and what is none dimmed, and below it what limits them and why.

    ``masked`` are the spans of the names that were masked. In brackets after a limit stands its letter in the list with
    the shape of its kind, after other text its mark; the frame of an effect shows the letters of the limits that govern
    it, and below its words what it lets one choose.
    """
    named = Named(reading)
    blocks = _group(blocks_of(reading), reading, named, masked)
    return Group(_title(reading, named), Padding(blocks, (1, 0)), *_sections(reading, named, masked))


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
        columns = [(reading, Named(reading)) for reading in self._readings]
        grid.add_row(*(Padding(_title(reading, named), (0, 0, 1, 0)) for reading, named in columns))
        for row in sorted(set().union(*found)):
            cells = zip(found, columns, strict=True)
            grid.add_row(*(_group(rows.get(row, ()), reading, named, ()) for rows, (reading, named) in cells))
        grid.add_row(*(Padding(Group(*_sections(reading, named, ())), (1, 0, 0, 0)) for reading, named in columns))
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
        table.add_row(name, _said(limit, Named(reading)), Text(show_controls(limit.text)))
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


def _title(reading: CardReading, named: Named) -> Text:
    label = named.speech.words.label
    language = reading.lang or label["no_language"]
    title = Text(show_controls(reading.name or label["card"]), style="bold")
    return title.append(
        f"  {language}" + (f" · {show_controls(reading.game)}" if reading.game else ""), style="not bold"
    )


def _group(blocks: Iterable[Block], reading: CardReading, named: Named, masked: Sequence[Span]) -> RenderableType:
    return Group(*(_block(block, reading, named, masked) for block in blocks))


def _block(block: Block, reading: CardReading, named: Named, masked: Sequence[Span]) -> RenderableType:
    """Return an effect in a frame that names it, its kind and its limits; any other text without one."""
    text = _marked(block.span, reading, named, masked)
    effect = block.effect
    if effect is None:
        return Padding(text, (0, 2))
    label = named.speech.words.label
    name = named.name_effect(effect)
    limiting = named.limiting(effect)
    is_last = block.span[1] >= effect.parts[-1][1]
    return Panel(
        Group(text, *_options(effect, named)) if is_last else text,
        title=Text(label["continued"].format(effect=name) if block.continues else name),
        title_align="left",
        subtitle=Text(label["limited"].format(limits=", ".join(map(_in_brackets, limiting)))) if limiting else None,
        subtitle_align="right",
    )


def _options(effect: Effect, named: Named) -> Iterator[RenderableType]:
    """Yield what an effect lets one choose, as a numbered list."""
    if effect.options:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(justify="right")
        grid.add_column(overflow="fold")
        for option in effect.options:
            grid.add_row(Text(f"{option.index}."), Text(show_controls(option.text)))
        yield Text(named.name_choices(effect), style=_KIND)
        yield Padding(grid, (0, 0, 0, 2))


def _marked(span: Span, reading: CardReading, named: Named, masked: Sequence[Span]) -> Text:
    """Return a stretch of the text with what stands in it marked, and behind that its name."""
    limits = [(found.limit.span, _look(found.limit), _in_brackets(found)) for found in named.limits]
    others = [(found.span, _NOT_EFFECT, note) for note, found in named.non_effects]
    unread = [(found.span, _UNREAD, note) for note, found in named.unread]
    marked = [*limits, *unread, *others]
    edges = {*span, *(at for at in chain.from_iterable((*(m[0] for m in marked), *masked)) if _within(at, span))}
    text = Text()
    for piece in pairwise(sorted(edges)):
        styles = [style for within, style, _ in marked if _inside(piece, within)]
        # A masked name stands out within whatever holds it.
        styles = [*styles[:1], *([_NAME] if any(_inside(piece, name) for name in masked) else [])]
        text.append(show_controls(reading.text[slice(*piece)]), style=" ".join(styles) or None)
        for within, style, name in marked:
            if within[1] == piece[1]:
                text.append(f"[{name}]", style=style)
    return text


def _look(limit: Limit) -> str:
    return _LIMITS.get(limit.kind, _OTHER_LIMIT)


def _in_brackets(found: NamedLimit) -> str:
    return f"{SIGNS[found.limit.kind]}{found.name}"


def _said(limit: Limit, named: Named) -> Text:
    """Return the kind of a limit with its shape, and the sentence that says it."""
    kind = Text(f"{SIGNS[limit.kind]} {named.speech.words.kind[limit.kind]}", style=_look(limit))
    return Text.assemble(kind, "  ", show_controls(named.speech.say(limit)))


def _within(at: int, span: Span) -> bool:
    return span[0] <= at <= span[1]


def _inside(piece: Span, span: Span) -> bool:
    return span[0] <= piece[0] and piece[1] <= span[1]


def _sections(reading: CardReading, named: Named, masked: Sequence[Span]) -> Iterator[RenderableType]:
    """Yield what was read as lists, and why."""
    speech = named.speech
    label = speech.words.label
    yield from _section(
        label["limits"], ((found.name, _said(found.limit, named), _why_limited(found, named)) for found in named.limits)
    )
    yield from _section(
        label["non_effects"],
        ((note, Text(speech.say_non_effect(found)), _why(found)) for note, found in named.non_effects),
    )
    yield from _section(
        label["unread"], ((note, Text(speech.say_unread(found)), _place(found.span)) for note, found in named.unread)
    )
    yield from _section(
        label["masked"],
        (("-", Text(show_controls(reading.text[start:end])), _place((start, end))) for start, end in masked),
    )
    if not (reading.limits or reading.non_effects or reading.effects or reading.unread):
        yield Text(label["nothing"])


def _section(heading: str, entries: Iterable[tuple[str, Text, str]]) -> Iterator[RenderableType]:
    """Yield a heading and a grid of (name, what it is, where and why), if there are entries."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right")
    grid.add_column(overflow="fold")
    for name, what, why in entries:
        grid.add_row(Text(name, style="bold"), what)
        grid.add_row("", Text(why, style=_RULE))
    if grid.row_count:
        yield Text(heading, style=_HEADING)
        yield Padding(grid, (0, 0, 1, 2))


def _why_limited(found: NamedLimit, named: Named) -> str:
    return _why(found.limit) + named.say_no_effect(found)


def _why(found: Limit | NonEffect) -> str:
    return f"{show_controls(found_by(found))}, {_place(found.span)}"


def _place(span: Span) -> str:
    return f"characters {span[0]} to {span[1]}"
