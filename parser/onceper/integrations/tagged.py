"""Tables that ``onceper.tag`` gave: their rows, what two of them differ in, and one flat line a card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import msgspec
import pyarrow as pa

from onceper.comparing.compare import check_languages, compare_rows
from onceper.contract.arrow import from_arrow, to_arrow
from onceper.contract.difference import Difference
from onceper.contract.flat_card import FlatCard
from onceper.contract.reading import Row
from onceper.errors import WrongKindError, translate
from onceper.files.opening import input_path
from onceper.files.sink.sqlite import flattened
from onceper.files.tags import TagsError, check_schema, checked, tagged_rows
from onceper.integrations.tables import can, like, stream_of

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import polars as pl

    from onceper.comparing.pairing import By

    Other = Path | str | Sequence[Row] | pa.Table | pa.RecordBatch | pa.RecordBatchReader | duckdb.DuckDBPyRelation
    Tags = Other | pl.DataFrame | pl.LazyFrame | pd.DataFrame


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
    ``["en", "ja"]``, or the two have none in common; ``by`` takes the ``name`` for the id. Without ``b``
    it is two languages of ``a``. Readings are compared by what they mean in play, not by words or places. A
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
    rows_b = None if b is None else rows_of(b, "b")
    comparison = compare_rows(rows_of(a, "a"), rows_b, wanted, by=by)
    return like(a, pa.Table.from_batches([to_arrow(comparison.differences(), Difference)]))


@overload
def flat(tags: pl.DataFrame | pl.LazyFrame) -> pl.DataFrame: ...
@overload
def flat(tags: pd.DataFrame) -> pd.DataFrame: ...
@overload
def flat(tags: Other) -> pa.Table: ...
def flat(tags: Any) -> Any:
    """Return one line for each card and language, with how many limits of each sort it has: the view ``cards_flat``.

    ``tags`` is a table that ``onceper.tag`` gave, a file that ``onceper tag`` wrote, or rows. A Polars or pandas frame
    gives its like, anything else a pyarrow Table; the columns are the fields of a ``FlatCard``.

    Raises:
        TagsError: this is no tagging.
        InputError: a file cannot be read.

    >>> import onceper, polars
    >>> tags = onceper.tag(polars.DataFrame({"id": [7], "text": ["Once per turn: You can draw 1 card."]}), lang="en")
    >>> onceper.flat(tags).select("id", "once_per_turn", "limits", "effects").rows()
    [('7', 'soft', 1, 1)]
    """
    with flattened() as (take, cards):
        take(to_arrow(rows_of(tags, "tags")))
        return like(tags, pa.Table.from_batches([to_arrow(list(cards()), FlatCard)]))


def rows_of(tags: Any, called: str) -> list[Row]:
    """Return the rows of a table that ``onceper.tag`` gave, of a file that ``onceper tag`` wrote, or rows.

    Raises:
        TagsError: this is no tagging.
        InputError: a file cannot be read.
    """
    if isinstance(tags, str | Path):
        return list(tagged_rows(input_path(tags)))
    if isinstance(tags, Sequence) and all(isinstance(row, Row) for row in tags):
        return list(tags)
    with translate((WrongKindError, msgspec.ValidationError), lambda error: _no_tags(error, called)):
        reader = stream_of(tags.collect() if can(tags, "collect") else tags, called)
        check_schema(reader.schema, called)
        return [checked(row, called) for batch in reader for row in from_arrow(batch)]


def _no_tags(error: Exception, called: str) -> TagsError:
    return TagsError(
        error.what if isinstance(error, WrongKindError) else f"{called}: {error}",
        expected="a tagged table, the path of a file that `onceper tag` wrote, or rows",
        remedy="tag the cards first: onceper.tag(table)",
    )
