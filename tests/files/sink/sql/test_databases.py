"""Rows in SQLite and DuckDB."""
# ruff: noqa: S608  the names of tables are our own

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import duckdb
import msgspec
import pytest

from onceper.contract import SCHEMA_VERSION
from onceper.contract.effect import Effect, Option
from onceper.contract.limit import CountedEvent, Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import Row
from onceper.contract.span import Guess, Unread
from onceper.files.formats import source_of, write_records
from onceper.files.output_error import OutputError
from onceper.files.sink.sql.tables import tables
from onceper.resources import resource
from onceper.tagging.rows import RowOptions, tag_cards

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.conftest import MakeLimit
    from tests.files.sink.sql.conftest import MakeDatabase, Query


def _row(card_id: str, **fields: Any) -> Row:
    return Row(**{"id": card_id, "name": None, "lang": "en", "game": "yugioh", "field": "text"} | fields)


def _effect(index: int) -> Effect:
    return Effect(index, None, "activated", (index, index + 1), ((index, index + 1),), "x")


def _rows_of(query: Query) -> list[Row]:
    """Build the rows again from all tables."""
    lines = {
        table.name: [
            dict(zip([column.name for column in table.columns], line, strict=True))
            for line in query(f"SELECT * FROM {table.name} ORDER BY {', '.join(table.key)}")
        ]
        for table in tables()
    }

    def listed(table: str, column: str, number: int, *wanted: str) -> list[Any]:
        found = [tuple(line[name] for name in wanted) for line in lines[table] if line[column] == number]
        return [values[0] for values in found] if len(wanted) == 1 else found

    def of(table: str, number: int, column: str = "card_no") -> Iterable[dict[str, Any]]:
        return (
            line | {"span": (line["span_start"], line["span_end"])} for line in lines[table] if line[column] == number
        )

    def limit(line: dict[str, Any]) -> dict[str, Any]:
        number = line["limit_no"]
        applies_to = {key: line[f"applies_to_{key}"] for key in ("reference", "activation", "summon")}
        event = {key: line[f"event_{key}"] for key in ("what", "whose", "object")}
        return line | {
            "applies_to": applies_to
            | {
                "effects": listed("limit_effects", "limit_no", number, "effect_index"),
                "options": listed("limit_options", "limit_no", number, "option_index"),
            },
            # Their order means nothing.
            "resets_on": sorted(listed("limit_resets_on", "limit_no", number, "resets_on"), reverse=True),
            "event": event if line["event_what"] is not None else None,
        }

    def effect(line: dict[str, Any]) -> dict[str, Any]:
        parts = listed("effect_parts", "effect_no", line["effect_no"], "part_start", "part_end")
        options = [
            option | {"index": option["option_index"]}
            for option in of("effect_options", line["effect_no"], "effect_no")
        ]
        return line | {"index": line["effect_index"], "parts": parts, "options": options}

    def non_effect(line: dict[str, Any]) -> dict[str, Any]:
        effects = listed("non_effect_effects", "non_effect_no", line["non_effect_no"], "effect_index")
        return line | {"effects": effects}

    def unread(line: dict[str, Any]) -> dict[str, Any]:
        guess = {"kind": line["guess_kind"], "confidence": line["guess_confidence"]}
        return line | {"guess": guess if line["guess_kind"] is not None else None}

    rows = [
        card
        | {
            "limits": list(map(limit, of("limits", card["card_no"]))),
            "non_effects": list(map(non_effect, of("non_effects", card["card_no"]))),
            "effects": list(map(effect, of("effects", card["card_no"]))),
            "unread": list(map(unread, of("unread", card["card_no"]))),
        }
        for card in lines["cards"]
    ]
    return msgspec.convert(rows, list[Row], strict=False)


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
    several = Effect(2, "②", "triggered", (4, 9), ((4, 6), (7, 9)), "x;\x00y", options, "any", "card_type")
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


def test_rows_come_back(make_database: MakeDatabase, rows: list[Row]) -> None:
    assert _rows_of(make_database(rows)) == rows


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


def test_no_row(make_database: MakeDatabase) -> None:
    query = make_database([])
    assert _rows_of(query) == []
    assert query("SELECT * FROM hard_once_per_turn") == []
    assert query("SELECT schema_version FROM schema_version") == [(SCHEMA_VERSION,)]


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


def test_sample_cards_in_both_kinds_are_the_rows_that_were_read(make_database: MakeDatabase) -> None:
    with source_of(resource("corpora/sample") / "cards.en.cdb") as source:
        rows = [row for row in tag_cards(source.cards, RowOptions(lang="en")) if row]
    query = make_database(rows)
    back = _rows_of(query)
    assert [(row.id, row.effects, row.non_effects) for row in back] == [
        (row.id, row.effects, row.non_effects) for row in rows
    ]
    assert [len(row.limits) for row in back] == [len(row.limits) for row in rows]
    (shared,) = {
        row.id for row in rows if any(limit.shared and len(limit.applies_to.effects) > 1 for limit in row.limits)
    }
    assert query("SELECT DISTINCT id FROM one_use_for_several_effects") == [(shared,)]


def test_foreign_keys_of_sqlite_hold(tmp_path: Path, rows: list[Row]) -> None:
    write_records(rows * 2, Row, tmp_path / "tags.db")
    connection = sqlite3.connect(tmp_path / "tags.db")
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def test_failure_of_sqlite_is_an_output_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onceper.files.sink.sql.sqlite.indexes_script", lambda _: "no SQL;")
    with pytest.raises(OutputError, match='cannot be written: SQLite: near "no": syntax error; expected ') as caught:
        write_records([_row("1")], Row, tmp_path / "tags.db")
    assert caught.value.where == str(tmp_path / "tags.db")
    assert not list(tmp_path.iterdir())


def test_failure_of_duckdb_is_an_output_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onceper.files.sink.sql.duckdb.views_script", lambda _: "no SQL;")
    with pytest.raises(OutputError, match="cannot be written: DuckDB: Parser Error"):
        write_records([_row("1")], Row, tmp_path / "tags.duckdb")
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
