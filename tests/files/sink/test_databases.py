"""Rows in SQLite and DuckDB."""
# ruff: noqa: S608  the names of tables are our own

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from onceper.contract.arrow import to_arrow
from onceper.contract.effect import Effect, Option
from onceper.contract.limit import CountedEvent, Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import Row
from onceper.contract.span import Guess, Unread
from onceper.files.databases import script
from onceper.files.finished import OutputError
from onceper.files.formats import write_records
from onceper.files.sink.flattening import Flattening, _columns
from onceper.files.tags import tagged_rows

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeLimit
    from tests.files.sink.conftest import MakeDatabase


def _row(card_id: str, **fields: Any) -> Row:
    return Row(**{"id": card_id, "name": None, "lang": "en", "game": "yugioh", "field": "text"} | fields)


def _effect(index: int) -> Effect:
    return Effect(index, None, "activated", (index, index + 1), ((index, index + 1),), "x")


@pytest.fixture
def rows(make_limit: MakeLimit) -> list[Row]:
    """Rows in which every field of the contract holds something, and rows without anything."""
    full: Limit = make_limit(
        "ordinal",
        2,
        options=(2,),
        count=None,
        count_text="灯台の数まで",
        condition="灯台がある場合",
        summon_kind="link",
        each_option=True,
        each_target=True,
        counts_from="presence",
        owner="any",
        on_control_change="own_count",
        pattern="S2",
        edition="plays",
        phase="main1",
        name="深海の灯台",
        names="card",
        optional=True,
        resets_on=("leaves_location", "flipped_by_other"),
        event=CountedEvent("attack", "own", "灯台 'x'"),
        confidence=0.1 + 0.2,
    )
    non_effect = NonEffect(
        "maintenance_cost", (0, 2), "ab", "on_field", (1,), False, "others", "match", "by hand", "classifier", 0.5
    )
    options = (Option(1, "●", (4, 6), "x;"), Option(2, None, (7, 9), "\x00y"))
    several = Effect(2, "②", "triggered", (4, 9), ((4, 6), (7, 9)), "x; \x00y", options, "any", "card_type")
    effects = (_effect(1), several)
    both = make_limit("hard", 1, 2, shared=True, activation=True)
    return [
        _row(
            "1",
            name='Ember "E"',
            limits=(full, both),
            effects=effects,
            unread=(Unread((3, 4), "d", "too_long", Guess("hard", 0.25)), Unread((3, 4), "d", "no_rule")),
        ),
        _row("1", lang="ja", field="pendulum", non_effects=(non_effect, non_effect)),
        _row("2", error="text is null; expected a string"),
        _row(
            "3", game=None, limits=(make_limit("soft", 1),), effects=(_effect(1), _effect(2)), non_effects=(non_effect,)
        ),
    ]


@pytest.mark.parametrize("suffix", [".db", ".duckdb"])
def test_rows_come_back(tmp_path: Path, rows: list[Row], suffix: str) -> None:
    write_records(rows, Row, tmp_path / f"tags{suffix}")
    back = list(tagged_rows(tmp_path / f"tags{suffix}"))
    # Their order means nothing.
    resets = [sorted(limit.resets_on) for row in back for limit in row.limits]
    assert resets == [sorted(limit.resets_on) for row in rows for limit in row.limits]
    assert back == rows


def test_the_columns_of_each_table_are_the_fields_of_its_records(rows: list[Row]) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script("tables"))
        for table, columns in Flattening(Row).lines(to_arrow(rows)):
            declared = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
            leaves = [name for name, _ in _columns(_records(table, to_arrow(rows)))]
            assert len(declared) == len(columns), table
            assert [name.removeprefix("effect_") for name in declared[-len(leaves) :]] == leaves or not leaves, table
    tables = re.findall(r"CREATE TABLE (\w+)", script("tables"))
    assert tables == [table for table, _ in Flattening(Row).lines(to_arrow(rows))]


def _records(table: str, batch: pa.RecordBatch) -> Any:
    rows = batch.to_struct_array()
    names = [name for name in batch.schema.names if name == table]
    return (
        pc.list_flatten(pc.struct_field(rows, table))
        if names
        else rows
        if table == "cards"
        else pa.array([], pa.struct([]))
    )


def test_foreign_keys_of_sqlite_hold_and_are_indexed(tmp_path: Path, rows: list[Row]) -> None:
    write_records(rows * 2, Row, tmp_path / "tags.db")
    with closing(sqlite3.connect(tmp_path / "tags.db")) as connection:

        def asked(pragma: str) -> list[tuple[Any, ...]]:
            return connection.execute(f"PRAGMA {pragma}").fetchall()

        assert (asked("foreign_key_check"), asked("integrity_check")) == ([], [("ok",)])
        for table in re.findall(r"CREATE TABLE (\w+)", script("tables")):
            first = {asked(f"index_info({index})")[0][2] for _, index, *_ in asked(f"index_list({table})")}
            assert {key[3] for key in asked(f"foreign_key_list({table})")} <= first, table


def test_numbers_go_on_through_all_batches(make_database: MakeDatabase, rows: list[Row]) -> None:
    many = rows * 2_500
    query = make_database(many)
    for table in ("cards", "limits", "effects", "non_effects", "unread"):
        number = f"{table.removesuffix('s')}_no"
        assert query(f"SELECT min({number}), max({number}) = count(*) FROM {table}") == [(1, True)]
    assert query("SELECT count(*) FROM cards") == [(len(many),)]
    # Each link goes to the effect of the same card that stands at this place.
    wrong = """SELECT count(*) FROM limit_effects JOIN limits USING (limit_no) JOIN effects USING (effect_no)
        WHERE limits.card_no <> effects.card_no OR limit_effects.effect_index <> effects.effect_index"""
    assert query(wrong) == [(0,)]
    assert query("SELECT count(*) FROM limit_effects WHERE effect_no IS NOT NULL") == [(4 * 2_500,)]
    owners = """SELECT count(*), count(DISTINCT effect_no) FROM effect_options JOIN effects USING (effect_no)
        WHERE effects.effect_index = 2"""
    assert query(owners) == [(2 * 2_500, 2_500)]


def test_a_text_with_limits_without_end(tmp_path: Path, make_limit: MakeLimit) -> None:
    # DuckDB keeps in its memory, which is small, what it has not committed.
    path = tmp_path / "tags.duckdb"
    limits = 140_000
    write_records([_row("1", limits=(make_limit("soft"),) * limits)], Row, path)
    with duckdb.connect(path, read_only=True) as connection:
        assert connection.execute("SELECT count(*), max(limit_no) FROM limits").fetchall() == [(limits, limits)]


def test_limits_of_effects_that_were_not_read_are_kept(make_database: MakeDatabase, make_limit: MakeLimit) -> None:
    query = make_database([_row("1", limits=(make_limit("hard", 1, 3),)), _row("2", effects=(_effect(1),))])
    assert query("SELECT * FROM limit_effects ORDER BY effect_index") == [(1, 1, None), (1, 3, None)]


def test_views(make_database: MakeDatabase, make_limit: MakeLimit) -> None:
    effects = tuple(map(_effect, (1, 2, 3)))
    unread = (Unread((0, 1), "a", "no_rule"),)
    options = (Option(1, "●", (0, 1), "x"), Option(2, "●", (1, 2), "y"))
    choice = msgspec.structs.replace(effects[0], options=options, choose="one")
    non_effect = NonEffect(
        "maintenance_cost", (0, 2), "ab", "everywhere", (1,), True, None, None, "by hand", "rule", 1.0
    )
    query = make_database(
        [
            _row("shared", limits=(make_limit("hard", 1, 3, shared=True),), effects=effects),
            _row("each", limits=(make_limit("hard", 1, 3),), effects=effects),
            _row("alone", limits=(make_limit("hard", 1, shared=True),), effects=effects[:1], unread=unread),
            _row("duel", limits=(make_limit("hard", 1, period="duel"),), effects=effects[:1]),
            _row("twice", limits=(make_limit("hard", 1, count=2), make_limit("soft", 1)), effects=effects[:1]),
            _row("summon", limits=(make_limit("summon", summon=True),), non_effects=(non_effect,)),
            _row("if", limits=(make_limit("hard", 1, condition="if you control an Ember"),), effects=effects[:1]),
            _row("words", limits=(make_limit("soft", 1, count=None, count_text="of them"),), effects=effects[:1]),
            _row("choice", limits=(make_limit("hard", 1, each_option=True),), effects=(choice,)),
            _row("inside", limits=(make_limit("soft", 1, options=(2,)),), effects=(choice,)),
        ]
    )

    def ids(view: str) -> list[Any]:
        return [line[0] for line in query(f"SELECT id FROM {view} ORDER BY card_no")]

    assert query("SELECT id, effects FROM one_use_for_several_effects") == [("shared", 2)]
    assert ids("once_per_duel") == ["duel"]
    assert ids("summon_limits") == ["summon"]
    assert ids("hard_once_per_turn") == ["shared", "each", "alone", "choice"]
    assert ids("limited_effects") == [
        "shared",
        "shared",
        "each",
        "each",
        "alone",
        "duel",
        "twice",
        "twice",
        "if",
        "words",
        "choice",
        "inside",
    ]
    assert ids("soft_limits") == ["twice", "words", "inside"]
    assert query("SELECT id, count, condition FROM conditional_limits") == [("if", 1, "if you control an Ember")]
    assert query("SELECT id, count_text FROM limits_without_a_number") == [("words", "of them")]
    per_option = "SELECT id, effect_index, choose, option_index, option_text FROM limits_per_option"
    assert query(f"{per_option} ORDER BY card_no, option_index") == [
        ("choice", 1, "one", 1, "x"),
        ("choice", 1, "one", 2, "y"),
        ("inside", 1, "one", 2, "y"),
    ]
    assert query("SELECT id, effect_index FROM unlimited_effects ORDER BY card_no") == [("shared", 2), ("each", 2)]
    assert ids("non_effect_texts WHERE kind = 'maintenance_cost'") == ["summon"]
    assert ids("unread_sentences") == ["alone"]


@pytest.mark.parametrize(
    ("name", "told"), [("sqlite", 'SQLite: near "no": syntax error; expected '), ("duckdb", "DuckDB: Parser Error")]
)
def test_failure_of_a_database_is_an_output_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    monkeypatch.setattr(f"onceper.files.sink.{name}.script", lambda _: "no SQL;")
    with pytest.raises(OutputError, match=rf"tags.{name}: cannot be written: {told}"):
        write_records([_row("1")], Row, tmp_path / f"tags.{name}")
    assert not list(tmp_path.iterdir())


def test_a_card_is_one_line_with_how_many_of_each_it_has(make_database: MakeDatabase, make_limit: MakeLimit) -> None:
    def row(field: Any, lang: str | None, *limits: Any, **rest: Any) -> Row:
        return Row("7", "Ember", lang, "yugioh", field, limits=limits, **rest)

    once = make_limit("hard", 1, text="Once per turn")
    duel = msgspec.structs.replace(make_limit("soft", 1, text="Once per turn"), period="duel", shared=True)
    unread = (Unread((0, 4), "Once", "no_rule"),)
    query = make_database(
        [row("text", "en", once, duel), row("pendulum", "en", once, unread=unread), row("text", None, error="damaged")]
    )
    columns = "lang, limits, hard_limits, hard_once_per_turn, soft_limits, soft_once_per_turn, shared_limits, per_duel"
    assert query(f"SELECT {columns}, effects, unread, errors FROM cards_flat ORDER BY card_no") == [
        ("en", 3, 2, 2, 1, 0, 1, 1, 0, 1, 0),
        (None, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
    ]
