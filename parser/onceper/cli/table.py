"""Rows as a table on a terminal, and elsewhere as lines with tabs between the cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.text import Text

from onceper.display.control import show_controls
from onceper.display.terminal import folding_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.table import Table


def print_rows(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows; in a line, lines of a cell are joined by " | "."""
    console = Console()
    if console.is_terminal:
        console.print(table_of(headings, rows))
        return
    for row in rows:
        typer.echo("\t".join(cell.replace("\t", " ").replace("\n", " | ") for cell in row))


def table_of(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return the table of rows."""
    table = folding_table(*headings)
    for row in rows:
        table.add_row(*(Text(show_controls(cell)) for cell in row))
    return table
