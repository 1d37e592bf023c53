"""The functions that DuckDB's SQL gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pytest

import onceper
from onceper.tagging.column import LanguageWarning

if TYPE_CHECKING:
    import pyarrow as pa

SOFT = "Once per turn: You can draw 1 card."


@pytest.fixture
def connection(card_table: pa.Table) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    onceper.register(connection)
    connection.from_arrow(card_table).create("cards")
    return connection


@pytest.mark.parametrize("kind", ["limits", "non_effects", "effects"])
def test_a_function_gives_what_tag_gives(
    connection: duckdb.DuckDBPyConnection, card_table: pa.Table, kind: str
) -> None:
    rows = onceper.tag(card_table, game="yugioh").to_pylist()
    query = f"SELECT onceper_{kind}(text, lang, 'yugioh', name) FROM cards"  # noqa: S608
    assert connection.sql(query).fetchall() == [(None if row["error"] else row[kind],) for row in rows]


def test_a_reading_tells_why_a_text_cannot_be_read(connection: duckdb.DuckDBPyConnection, card_table: pa.Table) -> None:
    rows = onceper.tag(card_table).to_pylist()
    query = "SELECT unnest(onceper_reading(text, lang := lang, name := name)) FROM cards"
    read = connection.sql(query)
    assert read.columns == ["lang", "game", "limits", "non_effects", "effects", "unread", "error"]
    assert read.fetchall() == [tuple(row[column] for column in read.columns) for row in rows]


@pytest.mark.parametrize(
    ("arguments", "limits"),
    [("?", 1), ("?, 'en'", 1), ("?, lang := 'en', game := 'yugioh', name := 'Ash'", 1), ("?, 'EN', 'ygo'", 1)],
)
def test_arguments_may_be_left_out(connection: duckdb.DuckDBPyConnection, arguments: str, limits: int | None) -> None:
    query = f"SELECT len(onceper_limits({arguments}))"
    assert connection.execute(query, [SOFT]).fetchall() == [(limits,)]


@pytest.mark.filterwarnings("default::onceper.tagging.column.LanguageWarning")
def test_a_column_of_nulls_by_a_wrong_constant_is_told(connection: duckdb.DuckDBPyConnection) -> None:
    query = "SELECT onceper_limits(text, lang := 'english') FROM cards WHERE text IS NOT NULL"
    with pytest.warns(LanguageWarning, match=r"of all .* texts of a batch: unknown language 'english', perhaps 'en'"):
        assert set(connection.execute(query).fetchall()) == {(None,)}


def test_the_type_of_a_card(connection: duckdb.DuckDBPyConnection) -> None:
    query = "SELECT onceper_effects('Both players wager 1 card.', 'en', card_type := 'Normal Trap')[1].kind"
    assert connection.execute(query).fetchall() == [("activated",)]


def test_many_rows_over_several_threads(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute("SET threads = 4")
    query = """
        SELECT sum(len(onceper_limits(text, 'en'))), count(*)
        FROM (SELECT CASE WHEN range % 2 = 0 THEN ? ELSE 'Draw ' || range || '.' END AS text FROM range(20000))
    """
    assert connection.execute(query, [SOFT]).fetchall() == [(10_000, 20_000)]


def test_registering_twice_changes_nothing(connection: duckdb.DuckDBPyConnection) -> None:
    onceper.register(connection)
    cursor = connection.cursor()
    onceper.register(cursor)
    for each in (connection, cursor):
        assert each.execute("SELECT len(onceper_limits(?, 'en'))", [SOFT]).fetchall() == [(1,)]
