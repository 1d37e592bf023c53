"""A column of texts in a style."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from onceper.contract.arrow_rows import from_arrow
from onceper.marking.styles import MarkError, mark_text
from onceper.marking.unmark import unmark
from onceper.tagging.batch import Tagger
from onceper.tagging.rows import RowOptions

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.reading import Row
    from onceper.marking.styles import Style
    from onceper.reader.options import Options


def mark_column(style: Style, options: Options) -> Callable[[pa.Table], pa.Array[Any]]:
    """Return what gives each text of a table in a style, and as it is where it cannot be read.

    The table has ``text`` and any of ``name``, ``lang``, ``game`` and ``card_type``; it raises a ColumnsError where one
    of them holds no strings.
    """
    return partial(_mark_column, style, Tagger(RowOptions(with_text=True, reading=options)))


def _mark_column(style: Style, tag: Tagger, texts: pa.Table) -> pa.Array[Any]:
    given = texts["text"].to_pylist()
    place = texts.column_names.index("text")
    without = pa.array([text and unmark(text) for text in given], pa.string())
    if style == "plain":
        return without
    batches = tag(texts.set_column(place, "text", without).to_batches())
    rows = [row for batch in batches for row in from_arrow(batch)]
    return pa.array([_marked(row, text, style) for row, text in zip(rows, given, strict=True)], pa.string())


def _marked(row: Row, given: str | None, style: Style) -> str | None:
    if row.error is not None or row.text is None:
        return given
    try:
        return mark_text(row.text, row, style)
    except MarkError:
        return given
