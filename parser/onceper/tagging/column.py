"""What is read in a column of texts, as a column: for the expressions and functions of other libraries."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from onceper.contract.arrow_schema import row_arrow_schema
from onceper.contract.reading import ALL_PARTS, Part
from onceper.lang.languages import language_codes, languages_in_use
from onceper.tagging.batch import Tagger
from onceper.tagging.rows import RowOptions

if TYPE_CHECKING:
    from onceper.reader.options import Options

Kind = Part | Literal["reading"]
KINDS: tuple[Kind, ...] = (*get_args(Part), "reading")
"""What a column can hold: the limits of each text, its non-effects, its effects, or all that a row tells of it."""

# What the caller's other columns hold already, and what tells rows of a file apart.
_OF_THE_ROW = ("id", "name", "field", "text", "made_of", "made_by")


class LanguageWarning(UserWarning):
    """No text of a batch can be read, as all are said to be in a language that onceper does not read."""


def type_of(kind: Kind) -> pa.DataType:
    """Return the Arrow type of a column of this kind."""
    schema = row_arrow_schema()
    return schema.field(kind).type if kind != "reading" else pa.struct([f for f in schema if f.name not in _OF_THE_ROW])


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
        self._tag = Tagger(RowOptions(reading=msgspec.structs.replace(options, parts=parts)))

    def __call__(self, texts: pa.Table) -> pa.ChunkedArray[Any]:
        """Return the column of these texts."""
        if self._kind != "reading":
            _warn_of_one_wrong_language(texts)
        rows = pa.Table.from_batches(self._tag(texts.to_batches()), row_arrow_schema())
        if self._kind == "reading":
            return rows.drop_columns(list(_OF_THE_ROW)).to_struct_array()
        readable: pa.ChunkedArray[Any] = pc.if_else(pc.is_null(rows["error"]), rows[self._kind], None)
        return readable


def _warn_of_one_wrong_language(texts: pa.Table) -> None:
    if "lang" not in texts.column_names or not pa.types.is_string(texts["lang"].type):
        return
    stated = texts["lang"].unique().to_pylist()
    if len(stated) == 1 and stated[0] and languages_in_use().code_of(stated[0]) is None:
        what = f"unknown language {stated[0]!r} of all {texts.num_rows:,} texts of a batch, of which nothing is read"
        warnings.warn(f"{what}; expected one of {', '.join(language_codes())}", LanguageWarning, stacklevel=2)
