"""The table in which a command sums up what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.display.control import show_controls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.table import Table


class Counted(NamedTuple):
    """Hold what was counted, how often, and how this divides; what is ``wrong`` stands out."""

    what: str
    number: int
    of: Mapping[str, int] = {}
    wrong: bool = False


def sum_up(title: str, *counts: Counted) -> Table:
    """Return a table of words and numbers under a title."""
    # Rich takes long to import, and --help need not wait for it.
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(show_header=False, title=title, title_justify="left")
    table.add_column()
    table.add_column(justify="right")
    for what, number, of, wrong in counts:
        table.add_row(Text(show_controls(what)), f"{number:,}", style="bold red" if wrong and number else None)
        for part, times in of.items():
            table.add_row(Text(show_controls(f"  {part}")), f"{times:,}" if times else "")
    return table
