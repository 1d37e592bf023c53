"""Reading back what ``onceper tag`` wrote."""

from __future__ import annotations

import gzip
import json
import sqlite3
import sys
import tomllib
import tracemalloc
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from onceper.contract.arrow import to_arrow
from onceper.contract.effect import Option
from onceper.contract.limit import CountedEvent
from onceper.contract.reading import Row
from onceper.contract.span import Guess, Unread
from onceper.errors import ExtraError
from onceper.files.formats import write_records
from onceper.files.tags import TagsError, TagsVersionError, tagged_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import MakeLimit, MakeRow


WRONG = tomllib.loads(Path(__file__).with_name("wrong_taggings.toml").read_text(encoding="utf-8"))


@pytest.fixture
def rows(make_limit: MakeLimit) -> list[Row]:
    """Return rows with everything that a cell of a table may hold: quotes, line ends, nothing at all."""
    return [
        Row(
            "1",
            'The "Ash", Warden',
            "en",
            "yugioh",
            "text",
            'Draw "1",\r\ncard.',
            limits=(make_limit("hard", 1, name='A, "B"\nC', text="Draw"),),
        ),
        Row("2", None, "ja", None, "pendulum", unread=(Unread((0, 3), "一度\n", "no_rule"),)),
        Row("3", "NA", None, None, "text", error="no text; expected a text"),
    ]


def _written(path: Path, rows: list[Row]) -> Path:
    write_records(rows, Row, path)
    return path


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet", ".arrow", ".feather", ".csv", ".db", ".duckdb"])
@pytest.mark.parametrize("gzipped", [False, True])
def test_every_format_gives_the_rows_that_were_written(
    tmp_path: Path, rows: list[Row], suffix: str, gzipped: bool
) -> None:
    tags = _written(tmp_path / f"tags{suffix}", rows)
    if gzipped:
        tags.write_bytes(gzip.compress(tags.read_bytes()))
    assert list(tagged_rows(tags)) == rows
    assert list(tagged_rows(tags, {"NA"})) == rows[2:]


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet", ".arrow", ".csv", ".db", ".duckdb"])
def test_a_tagging_of_no_texts_has_no_rows(tmp_path: Path, suffix: str) -> None:
    assert list(tagged_rows(_written(tmp_path / f"tags{suffix}", []))) == []


def test_what_reads_duckdb_files_may_be_missing(
    tmp_path: Path, rows: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    tags = _written(tmp_path / "tags.duckdb", rows)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(ExtraError, match=r"pip install 'onceper\[duckdb\]'"):
        list(tagged_rows(tags))


@pytest.mark.parametrize("suffix", [".db", ".duckdb"])
def test_records_come_back_from_a_database_whole(
    tmp_path: Path, make_limit: MakeLimit, make_row: MakeRow, suffix: str
) -> None:
    limit = make_limit("soft", 1, 2, event=CountedEvent("draw", "own", "1 card"), text="Once per turn")
    row = make_row("Once per turn, draw 1 card. Odd.", limit, unread="Odd.")
    option = Option(1, "●", (0, 4), "Once")
    whole = row.effects[0]
    effect = msgspec.structs.replace(whole, parts=((0, 4), (5, whole.span[1])), options=(option,))
    guessed = replace(row.unread[0], guess=Guess("hard", 0.5))
    both = (effect, msgspec.structs.replace(whole, index=2))
    rows = [msgspec.structs.replace(row, effects=both, unread=(guessed,)), msgspec.structs.replace(row, effects=both)]
    assert list(tagged_rows(_written(tmp_path / f"tags{suffix}", rows))) == rows


def test_a_view_of_a_duckdb_tagging_opens_no_file(tmp_path: Path, rows: list[Row]) -> None:
    tags = _written(tmp_path / "tags.duckdb", rows)
    (tmp_path / "secret.csv").write_text("unread_no,card_no\n1,1\n", "utf-8")
    with duckdb.connect(tags) as connection:
        connection.execute("DROP TABLE unread")
        connection.execute(f"CREATE VIEW unread AS FROM read_csv('{tmp_path / 'secret.csv'}')")
    with pytest.raises(TagsError, match="no such table: unread"):
        list(tagged_rows(tags))


def test_a_view_of_a_sqlite_tagging_is_not_computed(tmp_path: Path, rows: list[Row]) -> None:
    tags = _written(tmp_path / "tags.db", rows)
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS card_no FROM n"
    with closing(sqlite3.connect(tags)) as connection:
        connection.executescript(f"DROP TABLE unread; CREATE VIEW unread AS {endless};")
    with pytest.raises(TagsError, match="no such table: unread"):
        list(tagged_rows(tags))


def test_a_row_of_nothing_in_a_database_is_refused(tmp_path: Path, rows: list[Row]) -> None:
    tags = _written(tmp_path / "tags.db", rows)
    with closing(sqlite3.connect(tags)) as connection, connection:
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(cards)")]
        connection.execute("DROP TABLE cards")
        connection.execute(f"CREATE TABLE cards ({', '.join(columns)})")
        connection.execute(f"INSERT INTO cards ({columns[0]}) VALUES (1)")  # noqa: S608  names of ours
    with pytest.raises(TagsError, match="Expected `str`, got `null`"):
        list(tagged_rows(tags))


def test_a_database_of_other_tables_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cards (id TEXT)")
    with pytest.raises(TagsError, match=r"(?s)no such .*expected a row that `onceper tag` wrote"):
        list(tagged_rows(path))


@pytest.mark.parametrize("case", WRONG["no_tagging"], ids=lambda case: case["error"])
def test_what_is_no_tagging_is_refused_with_its_place(tmp_path: Path, case: dict[str, str]) -> None:
    tags = tmp_path / "tags"
    tags.write_text(case["content"])
    with pytest.raises(TagsError, match=f"(?s){case['error']}.*expected a row that `onceper tag` wrote"):
        list(tagged_rows(tags))


def test_nothing_is_made_of_what_no_row_has(tmp_path: Path, rows: list[Row]) -> None:
    tags = tmp_path / "tags.jsonl"
    line = msgspec.json.encode(rows[0])[:-1] + b',"more":[' + b"[]," * 300_000 + b"[]]}"
    tags.write_bytes(line)
    tracemalloc.start()
    try:
        assert list(tagged_rows(tags)) == [rows[0]]
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 6 * len(line)


def test_a_value_outside_the_contract_is_refused(tmp_path: Path, rows: list[Row]) -> None:
    tags = tmp_path / "tags.jsonl"
    tags.write_bytes(msgspec.json.encode(rows[0]).replace(b'"hard"', b'"rare"'))
    with pytest.raises(TagsError, match="line 1: Invalid enum value 'rare'"):
        list(tagged_rows(tags))


@pytest.mark.parametrize("lie", WRONG["lie"], ids=lambda lie: lie["error"])
def test_a_row_that_contradicts_itself_is_refused(
    tmp_path: Path, make_row: MakeRow, make_limit: MakeLimit, lie: dict[str, str]
) -> None:
    text = "Once per turn: You can draw 1 card."
    right = json.loads(make_row(text, make_limit("soft", 1, text="Once per turn")).to_json()) | {"text": text}
    tags = tmp_path / "tags.jsonl"
    tags.write_text(json.dumps(right))
    assert len(list(tagged_rows(tags))) == 1
    tags.write_text(json.dumps(_changed(right, json.loads(lie["change"]))))
    told = rf"(?s)tags.jsonl, row of '1' \(en, text\): .*{lie['error']}.*tag the cards again"
    with pytest.raises(TagsError, match=told):
        list(tagged_rows(tags))


def _changed(value: Any, change: Any) -> Any:
    """Return a value with some of its fields, or of the items of its lists, changed."""
    if isinstance(change, dict) and isinstance(value, dict):
        return {**value, **{name: _changed(value.get(name), new) for name, new in change.items()}}
    if isinstance(change, list) and change and isinstance(change[0], dict) and value:
        return [_changed(*pair) for pair in zip(value, change, strict=True)]
    return change


def _parquet_of_1(path: Path, rows: list[Row]) -> None:
    table = pa.Table.from_batches([to_arrow(rows)]).drop_columns(["text"])
    pq.write_table(table.replace_schema_metadata({"onceper.schema_version": "1"}), path)


def _sqlite_of_1(path: Path, rows: list[Row]) -> None:
    written = _written(path.with_suffix(".db"), rows).rename(path)
    with closing(sqlite3.connect(written)) as connection:
        connection.execute("UPDATE schema_version SET schema_version = 1")
        connection.commit()


def _duckdb_of_1(path: Path, rows: list[Row]) -> None:
    written = _written(path.with_suffix(".duckdb"), rows).rename(path)
    with duckdb.connect(written) as connection:
        connection.execute("UPDATE schema_version SET schema_version = 1")


@pytest.mark.parametrize(
    "write",
    [
        _parquet_of_1,
        _sqlite_of_1,
        _duckdb_of_1,
    ],
)
def test_a_tagging_of_version_1_is_refused_with_what_to_do(
    tmp_path: Path, rows: list[Row], write: Callable[[Path, list[Row]], None]
) -> None:
    tags = tmp_path / "tags"
    write(tags, rows)
    expected = (
        r"tags(, line 1)?: this tagging follows version 1 of the schema; expected version 3\n"
        r"  remedy: tag the cards again: onceper tag CARDS -o tags.parquet"
    )
    with pytest.raises(TagsVersionError, match=expected):
        list(tagged_rows(tags))


def test_a_tagging_of_a_later_version_is_refused(tmp_path: Path, rows: list[Row]) -> None:
    batch = to_arrow(rows).replace_schema_metadata({"onceper.schema_version": "4"})
    pq.write_table(pa.Table.from_batches([batch]), tmp_path / "tags.parquet")
    with pytest.raises(TagsVersionError, match="version 4 of the schema; expected version 3"):
        list(tagged_rows(tmp_path / "tags.parquet"))
