"""Card texts from the columns of an Arrow record batch."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import repeat
from math import isnan
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pyarrow as pa

from onceper.contract.reading import Field
from onceper.errors import OnceperError, listed
from onceper.files.protocol import CardText
from onceper.files.source.arrow_strings import is_string, is_words
from onceper.files.source.arrow_values import python_values
from onceper.files.source.columns import TYPE_COLUMNS, Columns, holds_pendulum
from onceper.files.source.records import Unreadable
from onceper.files.source.type_words import type_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

TEXT = "text"
COLUMNS = (TEXT, "id", "name", "lang", "game", "field", *TYPE_COLUMNS)
"""The columns that a table of card texts may have, by what they hold; only ``text`` must be there."""

_FIELDS: tuple[Field, ...] = get_args(Field)
_TEXT_FIELD = _FIELDS[0]
_usual = Columns()

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


def card_texts(batch: pa.RecordBatch, columns: Mapping[str, str]) -> list[CardText]:
    """Return the card text of each row; one that cannot be read says why in ``error``.

    A row without an id has an empty one, for its place in a batch says nothing of its place in the data.

    Raises:
        ColumnsError: a column holds no strings.
    """
    problems: dict[int, list[str]] = {}

    def values(what: str, missing: str | None) -> Sequence[str | None]:
        if what not in columns:
            return [missing] * batch.num_rows
        return [value or missing for value in _strings(batch.column(columns[what]), what, columns[what], problems)]

    texts = _strings(batch.column(columns[TEXT]), TEXT, columns[TEXT], problems)
    for row, text in enumerate(texts):
        if text is None and row not in problems:
            problems[row] = [f"{columns[TEXT]} is null; expected a string"]
    fields = values("field", _TEXT_FIELD)
    for row, field in enumerate(fields):
        if field not in _FIELDS:
            problems.setdefault(row, []).append(f"field is {field!r}; expected {' or '.join(_FIELDS)}")
    names, langs, games = (values(what, None) for what in ("name", "lang", "game"))
    types = _card_types(batch, columns)
    cards = list(map(CardText, values("id", ""), repeat(""), names, langs, games, fields, texts, repeat(None), types))
    for row, found in problems.items():
        field = fields[row] if fields[row] in _FIELDS else _TEXT_FIELD
        cards[row] = msgspec.structs.replace(cards[row], text="", field=field, error="; ".join(found))
    return cards


def _card_types(batch: pa.RecordBatch, columns: Mapping[str, str]) -> Iterable[str | None]:
    """Return what each card is; a column that holds other things than words tells nothing."""
    told = [
        column for what in TYPE_COLUMNS if (column := columns.get(what)) and is_words(batch.schema.field(column).type)
    ]
    if not told:
        return repeat(None)
    # Of a damaged column nothing is believed, for it only adds to the texts.
    values = [
        [None] * batch.num_rows if any(isinstance(value, Unreadable) for value in found) else found
        for found in (_values(batch.column(column), column) for column in told)
    ]
    return [type_words(zip(told, row, strict=True)) for row in zip(*values, strict=True)]


def _strings(values: pa.Array[Any], what: str, column: str, problems: dict[int, list[str]]) -> Sequence[str | None]:
    """Return the values of a column, null where one cannot be read, which is then told in ``problems``."""
    found = _values(values, column)
    kind: Any = values.type
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    if pa.types.is_floating(kind) and found:
        # In pandas a column without a value is one of numbers, and so is one of integers with a gap.
        found = [None if value is None or isnan(value) else value for value in found]
        if not any(value is not None for value in found):
            return found
    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind)
    if what == "id" and is_number and all(value is None or value == value // 1 for value in found):
        return [None if value is None else str(int(value)) for value in found]
    if not is_string(kind):
        raise ColumnsError(
            f"the column {column!r} is of type {values.type}",
            expected="strings or integers" if what == "id" else "strings",
            remedy=f'convert it, or name another: columns={{"{what}": "…"}}',
        )
    for row, value in enumerate(found):
        if isinstance(value, Unreadable):
            problems.setdefault(row, []).append(f"{column} is {value.kind}")
            found[row] = None
    return found


def _values(values: pa.Array[Any], column: str) -> list[Any]:
    try:
        return python_values(values)
    except pa.ArrowException as error:
        raise ColumnsError(
            f"the column {column!r} is damaged: {error}",
            expected="values that lie in the memory of their column",
            remedy="make the table anew, without taking its buffers from elsewhere",
        ) from error
