"""Compare two tagged tables, and give back the caller's kind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import msgspec
import pyarrow as pa

from onceper.comparing.compare import ComparisonError, compare_rows
from onceper.comparing.languages import check_languages, two_languages
from onceper.contract.arrow_rows import from_arrow, to_arrow
from onceper.contract.difference import Difference
from onceper.contract.reading import Row
from onceper.files.opening import input_path
from onceper.files.tags import TagsError, check_schema, checked, tagged_rows

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import polars as pl

    from onceper.comparing.matching import By

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
    rows_a = _rows(a, "a")
    rows_b = rows_a if b is None else _rows(b, "b")
    comparison = compare_rows(rows_a, rows_b, wanted or (two_languages(rows_a) if b is None else None), by=by)
    return _like(a, pa.Table.from_batches([to_arrow(comparison.differences(), Difference)]))


def _rows(tags: Any, called: str) -> list[Row]:
    if isinstance(tags, str | Path):
        return list(tagged_rows(input_path(tags)))
    kind = type(tags)
    if kind.__module__.startswith("polars") and kind.__name__ == "LazyFrame":
        tags = tags.collect()
    if hasattr(tags, "__arrow_c_stream__"):
        return _rows_of(pa.RecordBatchReader.from_stream(tags), called)
    if hasattr(tags, "__arrow_c_array__"):
        return _rows_of(pa.Table.from_batches([pa.record_batch(tags)]).to_reader(), called)
    if isinstance(tags, Sequence) and all(isinstance(row, Row) for row in tags):
        return list(tags)
    raise ComparisonError(
        f"{called} is a {kind.__module__}.{kind.__qualname__}",
        expected="a tagged table, the path of a file that `onceper tag` wrote, or rows",
        remedy="tag the cards first: onceper.tag(table)",
    )


def _rows_of(reader: pa.RecordBatchReader, called: str) -> list[Row]:
    check_schema(reader.schema, called)
    try:
        return [checked(row, called) for batch in reader for row in from_arrow(batch)]
    except msgspec.ValidationError as error:
        raise TagsError(
            str(error), where=called, expected="rows that onceper.tag gave", remedy="tag the cards again"
        ) from error


def _like(given: Any, differences: pa.Table) -> Any:
    # A library is imported only for one who has a table of it.
    home = type(given).__module__.partition(".")[0]
    if home == "polars":
        import polars as pl  # noqa: PLC0415

        return pl.DataFrame(differences)
    if home == "pandas":
        from onceper.integrations.pandas import type_of_records  # noqa: PLC0415

        return differences.to_pandas(types_mapper=type_of_records)
    return differences
