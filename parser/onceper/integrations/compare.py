"""Compare two tagged tables, and give back the caller's kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import pyarrow as pa

from onceper.comparing.compare import check_languages, compare_rows, two_languages
from onceper.contract.arrow_rows import to_arrow
from onceper.contract.difference import Difference
from onceper.integrations.tables import like
from onceper.integrations.tagged import rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    import polars as pl

    from onceper.comparing.pairing import By
    from onceper.integrations.tagged import Other, Tags


@overload
def compare(
    a: pl.DataFrame | pl.LazyFrame, b: Tags | None = None, *, languages: Sequence[str] | None = None, by: By = "id"
) -> pl.DataFrame: ...
@overload
def compare(
    a: pd.DataFrame, b: Tags | None = None, *, languages: Sequence[str] | None = None, by: By = "id"
) -> pd.DataFrame: ...
@overload
def compare(a: Other, b: Tags | None = None, *, languages: Sequence[str] | None = None, by: By = "id") -> pa.Table: ...
def compare(a: Any, b: Any = None, *, languages: Sequence[str] | None = None, by: By = "id") -> Any:
    """Compare two taggings of the same cards, or two languages of one, and return the differences as a table.

    ``a`` and ``b`` are tables that ``onceper.tag`` gave, files that ``onceper tag`` wrote, or rows. Texts of the same
    id, field and language make a pair; those of the same id and field where ``languages`` names two, such as
    ``["en", "ja"]``, or the two have none in common; ``by`` takes the ``name`` or the ``konami_id`` for the id. Without
    ``b`` it is two languages of ``a``. Readings are compared by what they mean in play, not by words or places. A
    Polars or pandas frame gives its like, anything else a pyarrow Table; the columns are those of the published schema
    of a difference.

    Raises:
        TagsError: this is no tagging.
        InputError: a file cannot be read.
        ComparisonError: the two have no card in common, or a language is not there.
        LanguageError: onceper reads no such language.

    >>> import onceper, polars
    >>> texts = ["Once per turn: You can draw 1 card.", "手札を１枚捨てて発動できる。１枚ドローする。"]
    >>> tags = onceper.tag(polars.DataFrame({"id": ["7", "7"], "lang": ["en", "ja"], "text": texts}), game="yugioh")
    >>> found = onceper.compare(tags, languages=["en", "ja"])
    >>> found.select("of", "kind", "differs", "text_a").rows()
    [('limit', 'soft', 'only_a', 'Once per turn')]
    """
    wanted = check_languages(languages)
    rows_a = rows_of(a, "a")
    rows_b = rows_a if b is None else rows_of(b, "b")
    comparison = compare_rows(rows_a, rows_b, wanted or (two_languages(rows_a) if b is None else None), by=by)
    return like(a, pa.Table.from_batches([to_arrow(comparison.differences(), Difference)]))
