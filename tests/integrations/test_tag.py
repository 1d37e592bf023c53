"""Tables of every kind give the same rows, in a table of their own kind."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import onceper
from onceper.contract.arrow import arrow_schema
from onceper.errors import ExtraError, WrongKindError
from onceper.files.source.columns import ColumnsError
from onceper.lang.base import LanguageError

if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[[pa.Table], Any]

SOFT = "Once per turn: You can draw 1 card."
# What a checker of types would tell first.
ONCEPER: Any = onceper


class Stream:
    """What only gives a stream."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        stream: object = self._table.__arrow_c_stream__(requested_schema)  # type: ignore[no-untyped-call]
        return stream


class Batch:
    """What only gives a record batch."""

    def __init__(self, table: pa.Table) -> None:
        self._batch = _batch(table)

    def __arrow_c_array__(self, requested_schema: object = None) -> object:
        array: object = self._batch.__arrow_c_array__(requested_schema)  # type: ignore[no-untyped-call]
        return array


class Subclass(pd.DataFrame):
    """A data frame of somebody else's, such as GeoPandas has."""


def _batch(table: pa.Table) -> pa.RecordBatch:
    """Return a record batch also of a table without rows, which has none."""
    return pa.RecordBatch.from_pylist(table.to_pylist(), table.schema)


def _relation(table: pa.Table) -> duckdb.DuckDBPyRelation:
    return duckdb.connect().from_arrow(table)


# What makes a table of each kind, and the kind of the result.
KINDS: dict[str, tuple[Make, type]] = {
    "pyarrow Table": (lambda table: table, pa.Table),
    "pyarrow Table of chunks": (lambda table: pa.concat_tables([table.slice(0, 3), table.slice(3)]), pa.Table),
    "pyarrow RecordBatch": (_batch, pa.RecordBatch),
    "pyarrow RecordBatchReader": (lambda table: table.to_reader(max_chunksize=3), pa.RecordBatchReader),
    "Polars DataFrame": (pl.DataFrame, pl.DataFrame),
    "Polars DataFrame of chunks": (
        lambda table: pl.concat([pl.DataFrame(table[:3]), pl.DataFrame(table[3:])], rechunk=False),
        pl.DataFrame,
    ),
    "Polars LazyFrame": (lambda table: pl.DataFrame(table).lazy(), pl.LazyFrame),
    "pandas DataFrame": (lambda table: table.to_pandas(), pd.DataFrame),
    "pandas DataFrame of Arrow types": (lambda table: table.to_pandas(types_mapper=pd.ArrowDtype), pd.DataFrame),
    "subclass of a pandas DataFrame": (lambda table: Subclass(table.to_pandas()), pd.DataFrame),
    "DuckDB relation": (_relation, duckdb.DuckDBPyRelation),
    "a stream": (Stream, pa.Table),
    "a record batch": (Batch, pa.Table),
}
of_every_kind = pytest.mark.parametrize(("make", "kind"), KINDS.values(), ids=KINDS.keys())


def _rows(tagged: Any) -> pa.Table:
    """Return the rows of a table of any kind as Arrow."""
    if isinstance(tagged, pl.LazyFrame):
        tagged = tagged.collect()
    if isinstance(tagged, pd.DataFrame):
        return pa.Table.from_pandas(tagged, arrow_schema(), preserve_index=False)
    return pa.table(tagged).cast(arrow_schema())


@of_every_kind
def test_every_kind_gives_its_own_kind_with_the_same_rows(card_table: pa.Table, make: Make, kind: type) -> None:
    tagged = onceper.tag(make(card_table), game="yugioh")
    assert isinstance(tagged, kind)
    (batch,) = card_table.to_batches()
    assert _rows(tagged) == pa.Table.from_batches([onceper.tag_batch(batch, game="yugioh")])


@of_every_kind
def test_no_row_gives_no_row(card_table: pa.Table, make: Make, kind: type) -> None:
    tagged = onceper.tag(make(card_table.slice(0, 0)))
    assert isinstance(tagged, kind)
    assert _rows(tagged).num_rows == 0


@of_every_kind
def test_options_reach_every_kind(card_table: pa.Table, make: Make, kind: type) -> None:  # noqa: ARG001
    renamed = card_table.rename_columns({"text": "desc", "id": "passcode"})
    columns = {"text": "desc", "id": "passcode", "lang": None}
    options: dict[str, Any] = {"game": "duelmasters", "parts": ["limits"], "columns": columns, "with_text": True}
    tagged = onceper.tag(make(renamed), lang="en", **options)
    rows = _rows(tagged).to_pylist()
    assert {row["lang"] for row in rows} == {"en"}
    assert {row["game"] for row in rows} == {"duelmasters"}
    assert [row["id"] for row in rows] == list(map(str, card_table["id"].to_pylist()))
    assert [row["text"] for row in rows] == card_table["text"].to_pylist()
    assert any(row["limits"] for row in rows)
    assert not any(row["effects"] for row in rows)


WAGER = "Both players wager 1 card."


def _kinds(tagged: Any) -> list[str]:
    rows = _rows(tagged).to_pylist()
    assert {row["error"] for row in rows} == {None}
    return [row["effects"][0]["kind"] for row in rows]


@of_every_kind
def test_what_a_card_is_reaches_every_kind(make: Make, kind: type) -> None:  # noqa: ARG001
    table = pa.table({"text": [WAGER] * 3, "type": ["Trap", "Spell", None], "property": ["Normal", "Field", "Normal"]})
    assert _kinds(onceper.tag(make(table), lang="en", game="yugioh")) == ["activated", "continuous", "unknown"]
    columns = {"card_type": "property", "property": "type"}
    assert _kinds(onceper.tag(make(table), lang="en", columns=columns)) == ["activated", "continuous", "unknown"]
    assert _kinds(onceper.tag(make(table), lang="en", columns={"card_type": None})) == ["unknown"] * 3


def test_objects_under_the_name_of_a_type_fail_nothing() -> None:
    objects = [object(), "Normal Trap", 3]
    frame = pd.DataFrame({"text": [WAGER] * 3, "type": pd.Series(objects, dtype="object")})
    with pytest.raises(ColumnsError, match="Conversion failed for column type with type object; expected strings"):
        onceper.tag(frame, lang="en")
    assert _kinds(onceper.tag(frame, lang="en", columns={"card_type": None})) == ["unknown"] * 3
    schema = {"text": pl.String, "type": pl.Object}
    assert _kinds(onceper.tag(pl.DataFrame({"text": [WAGER] * 3, "type": objects}, schema=schema), lang="en"))


def test_categories_tell_what_a_card_is() -> None:
    for kind in (pl.Categorical, pl.Enum(["Normal Trap", "Field Spell"]), pl.List(pl.Categorical)):
        values: list[Any] = ["Normal Trap", "Field Spell"]
        values = [[value] for value in values] if kind == pl.List else values
        frame = pl.DataFrame({"text": [WAGER] * 2, "type": values}, schema={"text": pl.String, "type": kind})
        for table in (frame, frame.lazy(), frame.to_pandas()):
            assert _kinds(onceper.tag(table, lang="en")) == ["activated", "continuous"]


@of_every_kind
def test_what_is_wrong_is_told_at_once(card_table: pa.Table, make: Make, kind: type) -> None:  # noqa: ARG001
    with pytest.raises(ColumnsError, match="no column that is known to hold the text; the columns are id"):
        onceper.tag(make(card_table.select(["id", "price"])))
    with pytest.raises(ColumnsError, match="the column 'price' is of type double; expected strings"):
        onceper.tag(make(card_table), columns={"text": "price"})
    with pytest.raises(LanguageError, match="unknown language 'nl'"):
        onceper.tag(make(card_table), lang="nl")


def test_a_reader_is_read_as_rows_are_taken() -> None:
    taken: list[int] = []

    def batches() -> Any:
        for number in range(3):
            taken.append(number)
            yield pa.RecordBatch.from_pydict({"text": [SOFT]})

    schema = pa.schema({"text": pa.string()})
    rows = onceper.tag(pa.RecordBatchReader.from_batches(schema, batches()), lang="en")
    assert taken == []
    assert rows.read_next_batch().num_rows == 1
    assert taken == [0]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_a_lazy_frame_is_tagged_when_it_is_collected(card_table: pa.Table, engine: Any) -> None:
    asked: list[int] = []

    def look(frame: pl.DataFrame) -> pl.DataFrame:
        asked.append(frame.height)
        return frame

    schema = pl.DataFrame(card_table).schema
    lazy = pl.DataFrame(card_table).lazy().map_batches(look, projection_pushdown=False, schema=schema)
    tagged = onceper.tag(lazy, lang="en").filter(pl.col("limits").list.len() > 0).select("id")
    assert asked == []
    assert tagged.collect_schema() == {"id": pl.String}
    assert tagged.collect(engine=engine).to_series().to_list() == ["7", "2", "4", "5"]
    # Ids are numbers before and strings after.
    assert onceper.tag(lazy, lang="en").filter(pl.col("id") == "7").select("id").collect(engine=engine).height == 1


def test_a_pandas_index_stays() -> None:
    frame = pd.DataFrame({"text": [SOFT, None], "price": [1, 2]}, index=pd.Index(["a", "b"], name="key"))
    joined = frame.join(onceper.tag(frame, lang="en")[["limits", "error"]])
    assert [limit["rule"] for limit in joined["limits"].iloc[0]] == ["soft"]
    assert joined["error"].iloc[1] == "text is null; expected a string"
    assert joined.index.name == "key"


def test_objects_of_pandas_that_are_no_strings_are_told() -> None:
    frame = pd.DataFrame({"text": pd.Series([SOFT, 7], dtype="object")})
    with pytest.raises(ColumnsError, match=r"Conversion failed for column text with type object; expected strings"):
        onceper.tag(frame)


def test_a_relation_stays_with_its_connection() -> None:
    connection = duckdb.connect()
    connection.execute("CREATE TABLE cards AS SELECT range AS id, ? AS text FROM range(3)", [SOFT])
    tagged = onceper.tag(connection.table("cards").order("id"), lang="en")
    gc.collect()
    for _ in range(2):
        assert tagged.project("id, len(limits)").fetchall() == [("0", 1), ("1", 1), ("2", 1)]
    tagged.create("tags")
    joined = "SELECT count(*) FROM tags JOIN cards ON tags.id = cards.id::VARCHAR WHERE limits[1].kind = 'soft'"
    assert connection.sql(joined).fetchall() == [(3,)]


def test_a_frame_of_spark_stays_where_it_is() -> None:
    frame = type("DataFrame", (), {"mapInArrow": None, "__arrow_c_stream__": None})
    with pytest.raises(WrongKindError, match=r"remedy: frame\.mapInArrow\(onceper\.spark\.tag"):
        onceper.tag(frame())


def test_functions_of_sql_without_duckdb_name_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb.func", None)
    with pytest.raises(ExtraError, match=r"pip install 'onceper\[duckdb\]'"):
        ONCEPER.register(None)
