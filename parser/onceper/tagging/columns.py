"""Card texts from the columns of an Arrow record batch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from onceper.errors import OnceperError, listed
from onceper.files.source.columnar import is_string, placed_rows, value_type
from onceper.files.source.columns import TYPE_COLUMNS, Columns, holds_pendulum
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from onceper.files.protocol import PlacedRow
    from onceper.files.source.columns import Found

TEXT = "text"
COLUMNS = (TEXT, "id", "name", "lang", "game", "field", *TYPE_COLUMNS)
"""The columns that a table of card texts may have, by what they hold; only ``text`` must be there."""

_usual = Columns()
_NONE = _usual.found(())

Named = Mapping[str, str | None]
"""Which column holds what, where it is not of the usual name; null for what none is to be used for."""


def _check_named(named: object) -> None:
    if isinstance(named, str):
        raise ColumnsError(
            f"columns is the string {named!r}",
            expected="which column holds what, by name",
            remedy=f'say what it holds: columns={{"text": {named!r}}}',
        )


class ColumnsError(OnceperError):
    """A table does not hold card texts in the columns where they are looked for."""


def find_columns(
    present: Sequence[str], named: Named, *, holds_words: Callable[[str], bool] = lambda _: True
) -> dict[str, str]:
    """Return which of these columns hold what, by their usual names or as ``named`` says otherwise.

    A column that is named as null is not used, though one of the usual name be there. Nor is one that has a usual name
    for what a card is, but does not hold words by ``holds_words``: other tables keep other things under such names.
    None of these is used where the texts are Pendulum Effects.

    Raises:
        ColumnsError: no column holds the text, a named one is not there, or its name is there twice.
    """
    _check_named(named)
    if unknown := sorted(set(named) - set(COLUMNS)):
        raise ColumnsError(
            f"a card text has no {unknown[0]!r}",
            expected=f"names for some of {', '.join(COLUMNS)}",
            remedy='say what a column holds first, then its name, as in columns={"text": "desc"}',
        )
    found: dict[str, str] = {}
    usual = _usual.found(tuple(present))
    for what in COLUMNS:
        column = named[what] if what in named else getattr(usual, what)
        if what in TYPE_COLUMNS and what not in named and column is not None and not holds_words(column):
            continue
        if column is not None and column in present:
            found[what] = column
        elif what == TEXT or named.get(what) is not None:
            column = column or TEXT
            raise ColumnsError(
                f"there is no column {column!r}; the columns are {listed(list(map(repr, present)))}",
                expected=f"the column that holds the {what} of each card",
                remedy=f'name it: columns={{"{what}": "…"}}',
            )
    if holds_pendulum(found[TEXT]):
        found = {what: column for what, column in found.items() if what not in TYPE_COLUMNS}
    for column in found.values():
        if list(present).count(column) > 1:
            raise ColumnsError(
                f"{list(present).count(column)} columns are called {column!r}",
                expected="one column of this name",
                remedy="rename the others",
            )
    return found


def rows_of(batch: pa.RecordBatch, columns: Mapping[str, str]) -> Iterator[PlacedRow]:
    """Return the card texts of the rows of a batch; one that cannot be read says why in ``error``.

    A row without an id has an empty one, for its place in a batch says nothing of its place in the data.

    Raises:
        ColumnsError: a column holds no strings, or once texts are taken, is damaged.
    """
    given = {column: _words(batch.column(column), what, column) for what, column in columns.items()}
    named: dict[str, Any] = dict(columns)
    found = _NONE._replace(**named)
    words = pa.RecordBatch.from_arrays(list(given.values()), list(given))
    return _texts_in(words, found)


def _texts_in(words: pa.RecordBatch, found: Found) -> Iterator[PlacedRow]:
    try:
        yield from placed_rows(words, CardTexts("", _usual, found), found, first=None)
    except pa.ArrowException as error:
        raise ColumnsError(
            f"a column is damaged: {error}",
            expected="values that lie in the memory of their column",
            remedy="make the table anew, without taking its buffers from elsewhere",
        ) from error


def _words(values: Any, what: str, column: str) -> Any:
    """Return a column of strings, or of ids also numbers; one of numbers without any is one of nulls."""
    kind = value_type(values.type)
    if what in TYPE_COLUMNS or is_string(kind) or (what == "id" and pa.types.is_integer(kind)):
        return values
    if pa.types.is_floating(kind):
        # In pandas a column without a value is one of numbers, and so is one of integers with a gap.
        numbers = pc.if_else(pc.is_nan(values), None, values)
        if what == "id" or 0 < len(values) == numbers.null_count:
            return numbers
    raise ColumnsError(
        f"the column {column!r} is of type {values.type}",
        expected="strings or integers" if what == "id" else "strings",
        remedy=f'convert it, or name another: columns={{"{what}": "…"}}',
    )
