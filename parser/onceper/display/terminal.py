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
from onceper.display.marks import pieces
from onceper.display.named import NOT_EFFECT, UNREAD, Named, found_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import RenderableType

    from onceper.contract.effect import Effect
    from onceper.contract.reading import CardReading
    from onceper.contract.span import Span
    from onceper.display.named import Entry, Mark

_OTHER_LIMIT = "bold cyan"
_LIMITS = {"soft": "bold green", "hard": "bold magenta underline", "summon": "bold blue"}
_LOOKS = {NOT_EFFECT: "dim", UNREAD: "bold red"}


def reading_view(reading: CardReading) -> RenderableType:
    """Return the text in blocks, its effects framed and what is none dimmed, and below it what limits them and why.

    In brackets after a limit stands its letter in the list with the shape of its kind, after other text its mark; the
    frame of an effect shows the letters of the limits that govern it, and below its words what it lets one choose.
    """
    named = Named(reading)
    title = Text.assemble((show_controls(named.card), "bold"), f"  {show_controls(named.origin)}\n")
    marks = [mark for mark in named.marks() if mark.behind]
    effects = {2 * effect.index - 1: effect for effect in named.effects}
    blocks = (
        _block(named, _marked(named.text, span, marks), effects.get(row)) for row, span in named.stretches().items()
    )
    return Group(title, *blocks, Text(), *_lists(named))


def plain(view: RenderableType) -> str:
    """Return what a terminal of this width would show, without colours."""
    shown, width = StringIO(), shutil.get_terminal_size().columns
    Console(file=shown, width=width, color_system=None, force_jupyter=False).print(view)
    return "\n".join(map(str.rstrip, shown.getvalue().rstrip("\n").split("\n")))


def folding_table(*headings: str, **look: Any) -> Table:
    """Return a table that cuts nothing off: Japanese has no spaces, and Rich takes its lines for words too long."""
    return Table(*(Column(heading, overflow="fold") for heading in headings), **look)


def said(entry: Entry) -> Text:
    """Return what is said of an entry, of a limit behind its kind with its shape."""
    words = show_controls(entry.said)
    look = _LIMITS.get(entry.look, _OTHER_LIMIT)
    return Text.assemble((f"{entry.sign} {entry.kind}", look), "  ", words) if entry.sign else Text(words)


def _block(named: Named, words: Text, effect: Effect | None) -> RenderableType:
    """Return an effect in a frame that names it, its kind and its limits; any other text without one."""
    if effect is None:
        return Padding(words, (0, 2))
    shown: list[RenderableType] = [words]
    if effect.options:
        choices = ((f"{option.index}.", Text(show_controls(option.text))) for option in effect.options)
        shown += [Text(named.name_choices(effect), style="dim italic"), Padding(_list(choices), (0, 0, 0, 2))]
    return Panel(
        Group(*shown),
        title=Text(named.name_effect(effect)),
        title_align="left",
        subtitle=Text(named.limited(effect)) or None,
        subtitle_align="right",
    )


def _marked(words: str, span: Span, marks: Sequence[Mark]) -> Text:
    """Return a stretch of the text with what stands in it marked, and behind that its name."""
    text = Text()
    for (start, end), around in pieces(marks, span):
        text.append(show_controls(words[start:end]), _look(around[-1]) if around else None)
        for mark in reversed(around):
            text.append(f"[{mark.behind}]" if mark.span[1] == end else "", _look(mark))
    return text


def _look(mark: Mark) -> str:
    return _LOOKS.get(mark.depth) or _LIMITS.get(mark.look, _OTHER_LIMIT)


def _lists(named: Named) -> Iterator[RenderableType]:
    """Yield what was read as lists, and why."""
    for heading, entries in named.lists.items():
        yield Text(heading, "bold underline")
        lines = ((Text(one.name, "bold"), Text("\n").join([said(one), _why(named, one)])) for one in entries)
        yield Padding(_list(lines), (0, 0, 1, 2))
    if not named.lists and not named.reading.effects:
        yield Text(named.label["nothing"])


def _list(entries: Iterable[tuple[Text | str, Text]]) -> Table:
    """Return entries, each with its name before it."""
    grid = Table.grid(Column(justify="right"), Column(overflow="fold"), padding=(0, 1))
    for entry in entries:
        grid.add_row(*entry)
    return grid


def _why(named: Named, entry: Entry) -> Text:
    """Return what found an entry, where it stands, and whether its sentence is no effect."""
    where = f"characters {entry.span[0]} to {entry.span[1]}"
    if entry.found:
        where = f"{show_controls(found_by(entry.found))}, {where}"
    return Text(" · ".join(filter(None, (where, named.say_no_effect(entry)))), "dim")
