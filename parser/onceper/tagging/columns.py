"""Card texts from the columns of an Arrow record batch."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import repeat
from math import isnan
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from onceper.errors import OnceperError, listed
from onceper.files.protocol import CHUNK_TEXTS, Chunk
from onceper.files.source.arrow_values import Encoded, chunks_of, encoded, is_string, value_type
from onceper.files.source.columns import TYPE_COLUMNS, Columns, holds_pendulum
from onceper.files.source.record import Unreadable
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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


def card_texts(batch: pa.RecordBatch, columns: Mapping[str, str]) -> Iterator[Chunk]:
    """Yield the card texts of the rows of a batch; one that cannot be read says why in ``error``.

    A row without an id has an empty one, for its place in a batch says nothing of its place in the data.

    Raises:
        ColumnsError: a column holds no strings.
    """
    told = {what: _words(batch.column(column), what, column) for what, column in columns.items()}
    ids: Sequence[str] | None = None
    # What is no id is the error of its row, which texts that are read once for all their rows cannot say.
    if "id" not in told or Unreadable not in map(type, told["id"].values):
        ids = [value or "" for value in told.pop("id").listed()] if "id" in told else [""] * batch.num_rows
    named: dict[str, Any] = {what: columns[what] for what in told}
    found = _NONE._replace(**named)
    if not batch.num_rows:
        # A batch without a row is a slice without a row.
        yield Chunk([], [], [], [])
    by_name = {columns[what]: values for what, values in told.items()}
    yield from chunks_of(by_name, CardTexts("", _usual, found), ids, repeat(CHUNK_TEXTS), lambda _: "")


def _words(values: pa.Array[Any], what: str, column: str) -> Encoded:
    """Return the values of a column, which are strings, null or Unreadable, and of ids also integers as strings."""
    try:
        found = encoded(values)
    except pa.ArrowException as error:
        raise ColumnsError(
            f"the column {column!r} is damaged: {error}",
            expected="values that lie in the memory of their column",
            remedy="make the table anew, without taking its buffers from elsewhere",
        ) from error
    kind = value_type(values.type)
    if what in TYPE_COLUMNS or is_string(kind):
        return found
    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind)
    # In pandas a column without a value is one of numbers, and so is one of integers with a gap.
    numbers = [None if value is None or isnan(value) else value for value in found.values] if is_number else []
    present = [number for number in numbers if number is not None]
    is_without_value = pa.types.is_floating(kind) and len(values) and not present
    is_id = what == "id" and is_number and all(number == number // 1 for number in present)
    if not (is_id or is_without_value):
        raise ColumnsError(
            f"the column {column!r} is of type {values.type}",
            expected="strings or integers" if what == "id" else "strings",
            remedy=f'convert it, or name another: columns={{"{what}": "…"}}',
        )
    return found._replace(values=[None if number is None else str(int(number)) for number in numbers])
