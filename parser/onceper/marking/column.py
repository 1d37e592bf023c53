"""A column of texts in a style."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from onceper.contract.arrow import from_arrow
from onceper.marking.styles import mark_row
from onceper.marking.unmark import unmark
from onceper.tagging.batch import Tagger
from onceper.tagging.rows import RowOptions

if TYPE_CHECKING:
    from collections.abc import Callable

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
        found = [mark_row(row, style)[0] for row in rows]
        return pa.array([old if new is None else new for new, old in zip(found, given, strict=True)], pa.string())

    return marked
