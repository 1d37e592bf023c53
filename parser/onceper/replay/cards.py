"""The rows of a tagged database that a log speaks of."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING
from unicodedata import normalize

from onceper.files.opening import STANDARD_INPUT
from onceper.files.tags import TagsError, tagged_rows

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from onceper.contract.reading import Row


def find_rows(path: Path, called: Iterable[str]) -> list[Row]:
    """Return the rows of the cards with these names or ids, from a file that ``onceper tag`` wrote.

    Of a card that is not there the rows of those with a name near to it come too: an error can name them.

    Raises:
        InputError: the file cannot be read.
        TagsError: it holds something else, no row at all, or only errors for one of the cards.
    """
    wanted = set(called)
    # A database may keep the accents of a name apart from its letters.
    found = list(tagged_rows(path, {normalize(form, name) for name in wanted for form in ("NFC", "NFD")}))
    good = [row for row in found if not row.error]
    for row in found:
        if row.error and row.name not in {other.name for other in good}:
            raise TagsError(
                f"{row.name!r} could not be read: {row.error}",
                where=str(path),
                expected="a reading of every card that the log names",
            )
    missing = wanted - {row.id for row in found} - {normalize("NFC", row.name or "") for row in found}
    # Standard input is read once.
    is_there_more = missing and path != STANDARD_INPUT
    return good + _find_near(path, {normalize("NFC", name) for name in missing}, good) if is_there_more else good


def _find_near(path: Path, missing: Iterable[str], found: Iterable[Row]) -> list[Row]:
    known = {row.name for row in found}
    rows = {row.name: row for row in tagged_rows(path) if row.name and not row.error}
    near = {close for name in missing for close in get_close_matches(name, rows)}
    return [rows[name] for name in sorted(near - known)]
