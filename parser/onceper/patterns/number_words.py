"""What a table of templates says of a number: once, twice, the first, the 4th."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def say_number(table: Mapping[str, str], count: int, gender: str = "") -> str:
    """Return what a table says of a number, in the form of a gender where it has one."""
    said = table.get(f"{count}_{gender}") or table.get(str(count)) or say_form(table, "more", gender)
    return said.format(count=count)


def say_form(table: Mapping[str, str], key: str, gender: str) -> str:
    """Return the template of a key, in the form of a gender where the table has one."""
    return table.get(f"{key}_{gender}", table[key])
