"""What is read in a column of texts, as a column: for the expressions and functions of other libraries."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Literal, get_args

import pyarrow as pa
import pyarrow.compute as pc
from msgspec.structs import replace

from onceper.contract.arrow import arrow_schema, whole_numbers
from onceper.contract.reading import ALL_PARTS, Part
from onceper.lang.base import LanguageError
from onceper.lang.languages import check_language
from onceper.tagging.batch import Tagger
from onceper.tagging.rows import RowOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.reader.options import Options

Kind = Part | Literal["reading"]
KINDS: tuple[Kind, ...] = (*get_args(Part), "reading")
"""What a column can hold: the limits of each text, its non-effects, its effects, or all that a row tells of it."""

# What the caller's other columns hold already, and what tells rows of a file apart, is not there.
_READING = ("lang", "game", "limits", "non_effects", "effects", "unread", "error")


class LanguageWarning(UserWarning):
    """No text of a batch can be read, as all are said to be in a language that onceper does not read."""


def type_of(kind: Kind) -> pa.DataType:
    """Return the Arrow type of a column of this kind."""
    schema = arrow_schema()
    return pa.struct([schema.field(name) for name in _READING]) if kind == "reading" else schema.field(kind).type


class ColumnReader:
    """Return what is read in each text of a table.

    It has ``text`` and any of ``name``, ``lang``, ``game`` and ``card_type``. The parts are those that a column
    of this kind holds, whatever the options say. A text that cannot be read gives null, or a reading with ``error``.
    Where all texts are said to be in one language that is not known, which a constant of SQL looks like, nulls alone
    come of it: a LanguageWarning says why.

    Raises:
        ColumnsError: a column holds no strings.
    """

    def __init__(self, kind: Kind, options: Options) -> None:
        parts = ALL_PARTS if kind == "reading" else frozenset([kind])
        self._kind = kind
        self._tagger = Tagger(RowOptions(reading=replace(options, parts=parts)))

    def __call__(self, texts: pa.Table) -> pa.Array[Any]:
        """Return the column of these texts."""
        if self._kind != "reading":
            _warn_of_one_wrong_language(texts)
        column: Any = pa.chunked_array(list(self._columns(texts)), type_of(self._kind))  # type: ignore[call-overload]
        return column.combine_chunks()  # type: ignore[no-any-return]

    def _columns(self, texts: pa.Table) -> Iterator[pa.Array[Any]]:
        for rows, places, _ in self._tagger.found(texts.to_batches()):
            numbers = whole_numbers(places)
            if self._kind == "reading":
                yield rows.select(_READING).to_struct_array().take(numbers)
            else:
                is_read, nothing = rows["error"].is_null().take(numbers), pa.nulls(len(numbers), numbers.type)
                yield rows[self._kind].take(pc.if_else(is_read, numbers, nothing))


def _warn_of_one_wrong_language(texts: pa.Table) -> None:
    stated = texts["lang"].unique().to_pylist() if "lang" in texts.column_names else []
    if len(stated) == 1 and isinstance(stated[0], str):
        try:
            check_language(stated[0] or None)
        except LanguageError as error:
            what = f"nothing is read of all {len(texts):,} texts of a batch: {error}"
            warnings.warn(what, LanguageWarning, stacklevel=2)
