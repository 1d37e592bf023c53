"""Readings and limits for a terminal."""

from __future__ import annotations

import shutil
from io import StringIO
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Column, Table
from rich.text import Text

from onceper.display.blocks import blocks_of, rows_of
from onceper.display.control import show_controls
from onceper.display.marks import LIMIT, MASKED, NOT_EFFECT, UNREAD, Mark, marks_of, pieces
from onceper.display.named import Named, found_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import ConsoleOptions, RenderableType, RenderResult

    from onceper.contract.limit import Limit, LimitKind
    from onceper.contract.reading import CardReading
    from onceper.contract.span import Span
    from onceper.display.blocks import Block

_OTHER_LIMIT = "bold cyan"
_LIMITS: dict[LimitKind | str, str] = {"soft": "bold green", "hard": "bold magenta underline", "summon": "bold blue"}
_LOOKS = {NOT_EFFECT: "dim", UNREAD: "bold red"}

# Narrower columns break most lines of a text behind three or four words.
_NARROWEST_COLUMN = 34


def reading_view(reading: CardReading, masked: Sequence[Span] = ()) -> RenderableType:
    """Return the text in blocks, its effects framed and what is none dimmed, and below it what limits them and why.

    ``masked`` are the spans of the names that were masked. In brackets after a limit stands its letter in the list with
    the shape of its kind, after other text its mark; the frame of an effect shows the letters of the limits that govern
    it, and below its words what it lets one choose.
    """
    view = _View(reading, masked)
    return Group(view.title, Padding(view.show(blocks_of(reading)), (1, 0)), *view.sections())


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
        columns = [(_View(reading), rows_of(reading)) for reading in self._readings]
        grid.add_row(*(Padding(view.title, (0, 0, 1, 0)) for view, _ in columns))
        for row in sorted(set().union(*(rows for _, rows in columns))):
            grid.add_row(*(view.show(rows.get(row, ())) for view, rows in columns))
        grid.add_row(*(Padding(Group(*view.sections()), (1, 0, 0, 0)) for view, _ in columns))
        yield grid


def limits_table(
    rows: Iterable[tuple[CardReading, Limit]], headings: Sequence[str], caption: str, more: str
) -> RenderableType:
    """Return the table of limits, each with its reading, and below it how many are not shown."""
    table = folding_table(*headings, title=caption, title_justify="left", show_lines=True)
    for reading, limit in rows:
        name = Text(show_controls(reading.name or ""), style="bold")
        name.append(f" {reading.lang or ''}", style="not bold dim")
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


class _View:
    """Show the parts of a reading."""

    def __init__(self, reading: CardReading, masked: Sequence[Span] = ()) -> None:
        self._named = Named(reading)
        self._text = reading.text
        self._masked = masked
        self._marks = [*marks_of(self._named), *(Mark(MASKED, name) for name in masked)]

    @property
    def title(self) -> Text:
        named = self._named
        return Text(show_controls(named.card), style="bold").append(f"  {show_controls(named.origin)}", "not bold")

    def show(self, blocks: Iterable[Block]) -> RenderableType:
        return Group(*map(self._block, blocks))

    def sections(self) -> Iterator[RenderableType]:
        """Yield what was read as lists, and why."""
        named, speech = self._named, self._named.speech
        entries: dict[str, list[tuple[str, Text, str]]] = {
            "limits": [
                (found.name, _said(limit, named), _why(found_by(limit), limit.span) + named.say_no_effect(found))
                for found in named.limits
                for limit in [found.limit]
            ],
            "non_effects": [
                (note, Text(speech.say_non_effect(found)), _why(found_by(found), found.span))
                for note, found in named.non_effects
            ],
            "unread": [(note, Text(speech.say_unread(found)), _why("", found.span)) for note, found in named.unread],
            "masked": [("-", Text(show_controls(self._text[slice(*name)])), _why("", name)) for name in self._masked],
        }
        for key, found in entries.items():
            if found:
                lines = ((Text(name, "bold"), Text("\n").join([what, Text(why, "dim")])) for name, what, why in found)
                yield Text(speech.words.label[key], style="bold underline")
                yield Padding(_list(lines), (0, 0, 1, 2))
        if named.is_empty:
            yield Text(speech.words.label["nothing"])

    def _block(self, block: Block) -> RenderableType:
        """Return an effect in a frame that names it, its kind and its limits; any other text without one."""
        effect, named = block.effect, self._named
        shown: list[RenderableType] = [self._marked(block.span)]
        if effect is None:
            return Padding(shown[0], (0, 2))
        name = named.name_effect(effect)
        if effect.options and block.span[1] >= effect.parts[-1][1]:
            choices = ((f"{option.index}.", Text(show_controls(option.text))) for option in effect.options)
            shown += [Text(named.name_choices(effect), style="dim italic"), Padding(_list(choices), (0, 0, 0, 2))]
        return Panel(
            Group(*shown),
            title=Text(named.speech.words.label["continued"].format(effect=name) if block.continues else name),
            title_align="left",
            subtitle=Text(named.limited(effect, with_signs=True)) or None,
            subtitle_align="right",
        )

    def _marked(self, span: Span) -> Text:
        """Return a stretch of the text with what stands in it marked, and behind that its name."""
        text = Text()
        for (start, end), around in pieces(self._marks, span):
            looks = {mark: _look(mark) for mark in reversed(around) if mark.name}
            # A masked name stands out within whatever holds it.
            names = ["italic"] if any(mark.depth == MASKED for mark in around) else []
            style = " ".join([*[*looks.values()][:1], *names])
            text.append(show_controls(self._text[start:end]), style or None)
            for mark, look in looks.items():
                if mark.span[1] == end:
                    text.append(f"[{mark.name}]", look)
        return text


def _list(entries: Iterable[tuple[Text | str, Text]]) -> Table:
    """Return entries, each with its name before it."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right")
    grid.add_column(overflow="fold")
    for name, what in entries:
        grid.add_row(name, what)
    return grid


def _look(mark: Mark) -> str:
    return _LIMITS.get(mark.look, _OTHER_LIMIT) if mark.depth == LIMIT else _LOOKS[mark.depth]


def _said(limit: Limit, named: Named) -> Text:
    """Return the kind of a limit with its shape, and the sentence that says it."""
    kind = f"{named.sign(limit)} {named.speech.words.kind[limit.kind]}"
    look = _LIMITS.get(limit.kind, _OTHER_LIMIT)
    return Text.assemble((kind, look), "  ", show_controls(named.speech.say(limit)))


def _why(found: str, span: Span) -> str:
    return ", ".join(filter(None, (show_controls(found), f"characters {span[0]} to {span[1]}")))
