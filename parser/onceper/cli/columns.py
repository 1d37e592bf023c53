"""The options that say how an input file is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from onceper.files.source.columns import COLUMNS
from onceper.files.source.known_formats import INPUT_FORMATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.files.source.columns import Column


def known_format(name: str | None) -> str | None:
    """Return the name of an input format as it was given.

    Raises:
        BadParameter: onceper reads no such format.
    """
    if name is not None and name not in INPUT_FORMATS:
        raise typer.BadParameter(
            f"unknown format {name!r}; expected {', '.join(INPUT_FORMATS)}.\n"
            "  remedy: name one of these, or leave the option out"
        )
    return name


def named_columns(options: Sequence[str]) -> dict[Column, str]:
    """Return the name in the file of each column, from options such as ``text=rules_text``.

    Raises:
        BadParameter: an option is not of this shape, names no column that onceper knows, or one that was named before.
    """
    columns: dict[Column, str] = {}
    for option in options:
        column, sign, name = option.partition("=")
        if not sign or column not in COLUMNS or column in columns:
            what = "given twice" if column in columns else "not of a column that onceper knows"
            raise typer.BadParameter(
                f"{option!r} is {what if sign else 'no pair'}; expected COLUMN=NAME, where COLUMN is one of "
                f"{', '.join(COLUMNS)}.\n  remedy: write it as text=rules_text",
                param_hint="'--column'",
            )
        columns[column] = name
    return columns
