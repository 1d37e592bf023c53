"""The table in which a command sums up what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


def new_table(title: str) -> Table:
    """Return an empty table of words and numbers under a title."""
    # Rich takes long to import, and --help need not wait for it.
    from rich.table import Table  # noqa: PLC0415

    table = Table(show_header=False, title=title, title_justify="left")
    table.add_column()
    table.add_column(justify="right")
    return table
