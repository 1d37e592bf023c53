"""What commands print beside their output: tables of rows, and of what was counted."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from onceper.display.control import show_controls

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.table import Table

    from onceper.tagging.summary import Counted

# Rich takes as long to import as a hundred texts take to tag, and --help need not wait for it.


def sum_up(title: str, counts: Iterable[Counted], *, wrong: str = "", quiet: bool) -> None:
    """Print what was counted on standard error, unless ``quiet``; what is ``wrong`` stands out."""
    if not quiet:
        from rich.console import Console  # noqa: PLC0415

        Console(stderr=True).print(table_of_counts(title, counts, wrong))


def table_of_counts(title: str, counts: Iterable[Counted], wrong: str = "") -> Table:
    """Return a table of words and numbers under a title."""
    from rich.table import Column, Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table("", Column(justify="right"), show_header=False, title=title, title_justify="left")
    for what, number, of in counts:
        table.add_row(Text(what), f"{number:,}", style="bold red" if what == wrong and number else None)
        for part, times in of.items():
            table.add_row(Text(show_controls(f"  {part}")), f"{times:,}" if times else "")
    return table


def print_rows(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows as a table on a terminal, elsewhere as lines with tabs; of a cell, lines are joined by " | " there."""
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from onceper.display.terminal import folding_table  # noqa: PLC0415

    console = Console()
    if console.is_terminal:
        table = folding_table(*headings)
        for row in rows:
            table.add_row(*(Text(show_controls(cell)) for cell in row))
        console.print(table)
        return
    for row in rows:
        line = "\t".join(cell.replace("\t", " ").replace("\n", " | ") for cell in row)
        sys.stdout.write(f"{line}\n")
