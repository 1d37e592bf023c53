"""Have Jupyter show tables of Polars with whole texts, from the left: ``%load_ext whole_tables``."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    import polars as pl
    from IPython.core.interactiveshell import InteractiveShell

CELL = '<{tag} style="text-align: left; vertical-align: top; white-space: pre-line">{text}</{tag}>'


def load_ipython_extension(shell: InteractiveShell) -> None:
    if shell.display_formatter:
        html = shell.display_formatter.formatters["text/html"]
        html.for_type_by_name("polars.dataframe.frame", "DataFrame", to_html)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    if shell.display_formatter:
        shell.display_formatter.formatters["text/html"].pop("polars.dataframe.frame.DataFrame")


def to_html(frame: pl.DataFrame) -> str:
    rows = (_row("td", map(_say, row)) for row in frame.iter_rows())
    return f"<table>{_row('th', frame.columns)}{''.join(rows)}</table>"


def _row(tag: str, texts: Iterable[str]) -> str:
    return f"<tr>{''.join(CELL.format(tag=tag, text=escape(text)) for text in texts)}</tr>"


def _say(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(_say, value))
    return f"{value:.3g}" if isinstance(value, float) else str(value)
