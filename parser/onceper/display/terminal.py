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

from onceper.display.control import show_controls
from onceper.display.marks import LIMIT, MASKED, NOT_EFFECT, UNREAD, blocks_of, marks_of, pieces, rows_of
from onceper.display.named import Named, found_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import ConsoleOptions, RenderableType, RenderResult

    from onceper.contract.reading import CardReading
    from onceper.contract.span import Span
    from onceper.display.marks import Block, Mark
    from onceper.display.named import Entry

_OTHER_LIMIT = "bold cyan"
_LIMITS = {"soft": "bold green", "hard": "bold magenta underline", "summon": "bold blue"}
_LOOKS = {NOT_EFFECT: "dim", UNREAD: "bold red"}

# Narrower columns break most lines of a text behind three or four words.
_NARROWEST_COLUMN = 34


def reading_view(reading: CardReading, masked: Sequence[Span] = ()) -> RenderableType:
    """Return the text in blocks, its effects framed and what is none dimmed, and below it what limits them and why.

    ``masked`` are the spans of the names that were masked. In brackets after a limit stands its letter in the list with
    the shape of its kind, after other text its mark; the frame of an effect shows the letters of the limits that govern
    it, and below its words what it lets one choose.
    """
    return Columns([reading], masked)


class Columns:
    """Show readings in columns, effects with the same number at the same height, or one below the other if narrow."""

    def __init__(self, readings: Sequence[CardReading], masked: Sequence[Span] = ()) -> None:
        self._columns = [Named(reading, masked) for reading in readings]

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        is_narrow = options.max_width < _NARROWEST_COLUMN * len(self._columns)
        for columns in [[one] for one in self._columns] if is_narrow else [self._columns]:
            grid = Table.grid(*(Column(ratio=1, overflow="fold") for _ in columns), padding=(0, 1), expand=True)
            texts = [*map(_texts, columns)]
            grid.add_row(*(Padding(_title(named), (0, 0, 1, 0)) for named in columns))
            for row in sorted(set().union(*texts)):
                grid.add_row(*(text.get(row) for text in texts))
            grid.add_row(*(Padding(_lists(named), (1, 0, 0, 0)) for named in columns))
            yield grid


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


def said(entry: Entry) -> Text:
    """Return what is said of an entry, of a limit behind its kind with its shape."""
    words = show_controls(entry.said)
    look = _LIMITS.get(entry.look, _OTHER_LIMIT)
    return Text.assemble((f"{entry.sign} {entry.kind}", look), "  ", words) if entry.sign else Text(words)


def _title(named: Named) -> Text:
    return Text.assemble((show_controls(named.card), "bold"), f"  {show_controls(named.origin)}")


def _texts(named: Named) -> dict[int, RenderableType]:
    """Return the blocks of the text in the rows in which it is aligned."""
    marks, blocks = [*marks_of(named)], blocks_of(named)
    return {
        row: Group(*(_block(named, block, marks) for block in blocks if start <= block.span[0] < end))
        for row, (start, end) in rows_of(named).items()
    }


def _block(named: Named, block: Block, marks: Sequence[Mark]) -> RenderableType:
    """Return an effect in a frame that names it, its kind and its limits; any other text without one."""
    words, effect = _marked(named.reading.text or "", block.span, marks), block.effect
    if effect is None:
        return Padding(words, (0, 2))
    name = named.name_effect(effect)
    shown: list[RenderableType] = [words]
    if effect.options and block.span[1] >= effect.span[1]:
        choices = ((f"{option.index}.", Text(show_controls(option.text))) for option in effect.options)
        shown += [Text(named.name_choices(effect), style="dim italic"), Padding(_list(choices), (0, 0, 0, 2))]
    return Panel(
        Group(*shown),
        title=Text(name if block.span[0] == effect.span[0] else named.label["continued"].format(effect=name)),
        title_align="left",
        subtitle=Text(named.limited(effect)) or None,
        subtitle_align="right",
    )


def _marked(words: str, span: Span, marks: Sequence[Mark]) -> Text:
    """Return a stretch of the text with what stands in it marked, and behind that its name."""
    text = Text()
    for (start, end), around in pieces(marks, span):
        looks = {mark: _look(mark) for mark in reversed(around) if mark.name}
        # A masked name stands out within whatever holds it.
        names = ["italic"] if any(mark.depth == MASKED for mark in around) else []
        style = " ".join([*[*looks.values()][:1], *names])
        text.append(show_controls(words[start:end]), style or None)
        for mark, look in looks.items():
            if mark.span[1] == end:
                text.append(f"[{mark.name}]", look)
    return text


def _lists(named: Named) -> RenderableType:
    """Return what was read as lists, and why."""
    shown: list[RenderableType] = []
    for heading, entries in named.lists.items():
        lines = ((Text(one.name, "bold"), Text("\n").join([said(one), _why(named, one)])) for one in entries)
        shown += [Text.assemble((heading, "bold underline")), Padding(_list(lines), (0, 0, 1, 2))]
    return Group(*shown) if shown or named.reading.effects else Text(named.label["nothing"])


def _list(entries: Iterable[tuple[Text | str, Text]]) -> Table:
    """Return entries, each with its name before it."""
    grid = Table.grid(Column(justify="right"), Column(overflow="fold"), padding=(0, 1))
    for entry in entries:
        grid.add_row(*entry)
    return grid


def _look(mark: Mark) -> str:
    return _LIMITS.get(mark.look, _OTHER_LIMIT) if mark.depth == LIMIT else _LOOKS[mark.depth]


def _why(named: Named, entry: Entry) -> Text:
    """Return what found an entry, where it stands, and whether its sentence is no effect."""
    where = f"characters {entry.span[0]} to {entry.span[1]}"
    if entry.found:
        where = f"{show_controls(found_by(entry.found))}, {where}"
    return Text(" · ".join(filter(None, (where, named.say_no_effect(entry)))), "dim")
