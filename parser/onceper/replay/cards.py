"""The rows of a tagged database that a log speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.files.tags import TagsError, tagged_rows

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from onceper.contract.reading import Row


def find_rows(path: Path, names: Iterable[str]) -> list[Row]:
    """Return the rows of the cards with these names, from a file that ``onceper tag`` wrote.

    Raises:
        InputError: the file cannot be read.
        TagsError: it holds something else, or only errors for one of the names.
    """
    found = list(tagged_rows(path, set(names)))
    good = [row for row in found if not row.error]
    for row in found:
        if row.error and row.name not in {other.name for other in good}:
            raise TagsError(
                f"{row.name!r} could not be read: {row.error}",
                where=str(path),
                expected="a reading of every card that the log names",
            )
    return good
