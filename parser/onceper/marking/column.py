"""A column of texts in a style."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from onceper.contract.arrow import from_arrow
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
    tag = Tagger(RowOptions(with_text=True, reading=options))

    def marked(texts: pa.Table) -> pa.Array[Any]:
        given = texts["text"].to_pylist()
        plain = pa.array([text and unmark(text) for text in given], pa.string())
        if style == "plain":
            return plain
        cards = texts.set_column(texts.column_names.index("text"), "text", plain)
        rows = chain.from_iterable(map(from_arrow, tag(cards.to_batches())))
        return pa.array([_marked(row, text, style) for row, text in zip(rows, given, strict=True)], pa.string())

    return marked


def _marked(row: Row, given: str | None, style: Style) -> str | None:
    try:
        return given if row.error or row.text is None else mark_text(row.text, row, style)
    except MarkError:
        return given
