"""EDOPro card databases."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from onceper.files.formats import source_of
from onceper.files.protocol import CardText
from onceper.files.source.cdb import NotEdoproError

if TYPE_CHECKING:
    from pathlib import Path

    from tests.files.conftest import MakeCdb


def _cards(path: Path) -> list[CardText]:
    with source_of(path) as source:
        return list(source.cards)


def test_cards_come_in_the_order_of_their_ids(make_cdb: MakeCdb) -> None:
    path = make_cdb((30, "Tide Caller", "c"), (4, "Ember Warden", "a"), (10, None, "b\r\nb"))
    assert _cards(path) == [
        CardText(id="4", where=f"{path}, card 4", name="Ember Warden", game="yugioh", text="a", keys=(2, "desc")),
        CardText(id="10", where=f"{path}, card 10", name=None, game="yugioh", text="b\r\nb", keys=(3, "desc")),
        CardText(id="30", where=f"{path}, card 30", name="Tide Caller", game="yugioh", text="c", keys=(1, "desc")),
    ]


def test_database_is_not_changed(make_cdb: MakeCdb) -> None:
    path = make_cdb((1, "Ember Warden", "a"))
    before = path.read_bytes()
    _cards(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_what_stands_in_the_log_of_an_open_database_is_read(make_cdb: MakeCdb) -> None:
    path = make_cdb((1, "Ember Warden", "a"))
    with closing(sqlite3.connect(path)) as editor:
        editor.execute("PRAGMA journal_mode = WAL")
        editor.execute("UPDATE texts SET desc = 'b'")
        editor.commit()
        there = sorted(path.parent.iterdir())
        assert [card.text for card in _cards(path)] == ["b"]
        assert sorted(path.parent.iterdir()) == there
    # Closed, it has a log no more, and still says that it has.
    assert [card.text for card in _cards(path)] == ["b"]
    assert list(path.parent.iterdir()) == [path]


def test_a_log_that_finds_no_room_is_told_of(make_cdb: MakeCdb, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_cdb((1, "Ember Warden", "a"))
    with closing(sqlite3.connect(path)) as editor:
        editor.execute("PRAGMA journal_mode = WAL")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", full)
    with pytest.raises(NotEdoproError, match="its log asks for a copy in the folder for temporary files: No space"):
        _cards(path)


@pytest.mark.parametrize("name", ["a #?%20.cdb", "кар ты.cdb"])
def test_odd_file_names(make_cdb: MakeCdb, tmp_path: Path, name: str) -> None:
    path = make_cdb((1, "Ember Warden", "a")).rename(tmp_path / name)
    assert [card.id for card in _cards(path)] == ["1"]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            (1, "Ember Warden", None),
            {"id": "1", "name": "Ember Warden", "error": "desc is null; expected a string"},
        ),
        ((1, "Ember Warden", 7), {"id": "1", "error": "desc is an integer; expected a string"}),
        ((1, "Ember Warden", 7.5), {"id": "1", "error": "desc is a number; expected a string"}),
        ((1, "Ember Warden", b"ok"), {"id": "1", "error": None, "text": "ok"}),
        (
            (1, "Ember Warden", b"Draw \xff"),
            {"id": "1", "name": "Ember Warden", "error": "not UTF-8; byte 5 of the desc is 0xff"},
        ),
        ((1, b"\xc3", "Draw"), {"id": "1", "error": "not UTF-8; byte 0 of the name is 0xc3"}),
        (
            (1, "Ember Warden", b"x" * 8_388_609),
            {"text": "", "error": "desc has 8,388,609 characters; expected a card's text, of at most 8,388,608"},
        ),
        ((None, "Ember Warden", "Draw"), {"id": "row 1", "error": None}),
        (("k12", "Ember Warden", "Draw"), {"id": "k12", "error": None}),
        (
            (1.5, "Ember Warden", "Draw"),
            {"id": "row 1", "error": "id is a number; expected a string or an integer or null"},
        ),
    ],
)
def test_bad_row(make_cdb: MakeCdb, row: tuple[Any, Any, Any], expected: dict[str, Any]) -> None:
    cards = _cards(make_cdb(row, (99, "Tide Caller", "Draw")))
    (bad,) = (card for card in cards if card.id != "99")
    assert {key: getattr(bad, key) for key in expected} == expected


TYPED = "CREATE TABLE texts (id, name, desc); CREATE TABLE datas (id INTEGER PRIMARY KEY, type INTEGER);"


def _typed(path: Path, *rows: tuple[Any, Any], table: str = "datas") -> list[str | None]:
    connection = sqlite3.connect(path)
    with connection:
        connection.executemany(f"INSERT INTO {table} VALUES (?, ?)", rows)  # noqa: S608  a name of ours
    connection.close()
    cards = _cards(path)
    assert {card.error for card in cards} == {None}
    return [card.card_type for card in cards]


@pytest.mark.parametrize(
    ("bits", "words"),
    [
        (0x11, "Monster / Normal"),
        (0x21, "Monster / Effect"),
        (0xA1, "Monster / Ritual / Effect"),
        (0x1000021, "Monster / Effect"),
        (0x41, "Monster"),
        (0x4011, None),
        (0x2, "Spell / Normal"),
        (0x82, "Spell / Ritual"),
        (0x10002, "Spell / Quick-Play"),
        (0x20002, "Spell / Continuous"),
        (0x40002, "Spell / Equip"),
        (0x80002, "Spell / Field"),
        (0x4, "Trap / Normal"),
        (0x20004, "Trap / Continuous"),
        (0x100004, "Trap / Counter"),
        # A Skill is called a Spell as well, and is none that resolves.
        (0x8000002, "Spell"),
        (0x6, None),
        (0, None),
        (-1, None),
        (None, None),
        ("Trap", None),
        (b"4", None),
    ],
)
def test_types(make_cdb: MakeCdb, bits: object, words: str | None) -> None:
    tables = TYPED.replace("type INTEGER", "type")
    assert _typed(make_cdb((1, "Ember Warden", "a"), tables=tables), (1, bits)) == [words]


@pytest.mark.parametrize(
    ("bits", "others", "words"),
    [(0x2, 19, "Spell"), (0x4, 30, "Trap"), (0x2, 18, "Spell / Normal"), (0x21, 30, "Monster / Effect")],
)
def test_a_database_without_any_property_does_not_tell_that_a_spell_is_normal(
    make_cdb: MakeCdb, bits: int, others: int, words: str
) -> None:
    cards = range(1, others + 2)
    path = make_cdb(*((number, "Ember Warden", "a") for number in cards), tables=TYPED)
    told = _typed(path, *((number, 0x2 if number > 1 else bits) for number in cards))
    assert told[0] == words
    assert _typed(path, (999, 0x20002))[0] == (f"{words} / Normal" if words in {"Spell", "Trap"} else words)


def test_a_card_without_data_has_no_type(make_cdb: MakeCdb) -> None:
    path = make_cdb((1, "Ember Warden", "a"), (2, "Tide Caller", "b"), tables=TYPED)
    assert _typed(path, (2, 0x4), (3, 0x2)) == [None, "Trap / Normal"]


def test_data_without_a_key_gives_each_text_once(make_cdb: MakeCdb) -> None:
    path = make_cdb((2, "Tide Caller", "b"), (1, "Ember Warden", "a"), tables=TYPED.replace(" INTEGER PRIMARY KEY", ""))
    assert _typed(path, (1, 0x4), (1, 0x4), (2, 0x11)) == ["Trap / Normal", "Monster / Normal"]


def test_text_that_is_not_utf8_in_a_text_column(make_cdb: MakeCdb) -> None:
    path = make_cdb((1, "Ember Warden", ""), (2, "Tide Caller", "Draw"))
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE texts SET desc = CAST(x'41ff' AS TEXT) WHERE id = 1")
    connection.close()
    assert [card.error for card in _cards(path)] == ["not UTF-8; byte 1 of the desc is 0xff", None]


def test_database_in_utf16(make_cdb: MakeCdb) -> None:
    path = make_cdb(
        (1, "Ember Warden", "名前𠮷"),
        tables="PRAGMA encoding = 'UTF-16'; CREATE TABLE texts (id, name, desc); CREATE TABLE datas (id);",
    )
    assert _cards(path)[0].text == "名前𠮷"


@pytest.mark.parametrize(
    ("tables", "what"),
    [
        ("CREATE TABLE texts (id, name, desc);", "there is no table datas with id (tables: texts; its columns: none)"),
        (
            "CREATE TABLE texts (id, name, desc); CREATE TABLE cards (id);",
            "no table datas with id (tables: cards, texts; its columns: none)",
        ),
        (
            "CREATE TABLE texts (id, name); CREATE TABLE datas (id);",
            "no table texts with id, name, desc (tables: datas, texts; its columns: id, name)",
        ),
        (
            "CREATE TABLE texts (id, name, desc); CREATE TABLE datas (ot);",
            "no table datas with id (tables: datas, texts; its columns: ot)",
        ),
    ],
)
def test_lacking_table_or_column(make_cdb: MakeCdb, tables: str, what: str) -> None:
    path = make_cdb(tables=tables)
    with pytest.raises(NotEdoproError) as caught:
        _cards(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert what in message
    assert "expected the tables of a complete EDOPro card database, texts(id, name, desc) and datas(id)" in message


def test_no_card(make_cdb: MakeCdb) -> None:
    path = make_cdb()
    for given in (path, path.parent):
        with pytest.raises(NotEdoproError, match="the table texts is empty; expected a row for each card"):
            _cards(given)


def test_cut_off_database(make_cdb: MakeCdb) -> None:
    path = make_cdb(*((number, "Ember Warden", "Draw 1 card. " * 50) for number in range(500)))
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(NotEdoproError, match=r"SQLite cannot read it: .*malformed; expected ") as caught:
        _cards(path)
    assert caught.value.where == str(path)


def _database(path: Path, *rows: tuple[int, str, str, int]) -> Path:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(
            "CREATE TABLE texts (id INTEGER PRIMARY KEY, name, desc);"
            "CREATE TABLE datas (id INTEGER PRIMARY KEY, type, ot)"
        )
        connection.executemany("INSERT INTO texts VALUES (?, ?, ?)", [row[:3] for row in rows])
        connection.executemany("INSERT INTO datas VALUES (?, ?, 1)", [(row[0], row[3]) for row in rows])
    return path


def test_databases_of_a_folder_are_one_in_which_later_cards_win(tmp_path: Path) -> None:
    _database(tmp_path / "cards.cdb", (1, "Ember Warden", "Draw 1 card.", 0x11), (3, "Mire Heron", "Draw.", 0x21))
    _database(tmp_path / "release.cdb", (1, "Ember Warden", "Draw 2 cards.", 0x21), (2, "Tide Caller", "Draw.", 0x4))
    _database(tmp_path / "without.cdb")
    (tmp_path / "names.json").write_text("{}")
    with source_of(tmp_path, input_format="cdb") as source:
        cards = [(card.id, card.text, card.card_type, card.where) for card in source.cards]
        first = [[card.id for card in database.first] for database in source.merged]
    later = f"{tmp_path / 'release.cdb'}, card"
    assert cards == [
        ("1", "Draw 2 cards.", "Monster / Effect", f"{later} 1"),
        ("2", "Draw.", "Trap / Normal", f"{later} 2"),
        ("3", "Draw.", "Monster / Effect", f"{tmp_path / 'cards.cdb'}, card 3"),
    ]
    assert [database[:3] for database in source.merged] == [
        (str(tmp_path / "cards.cdb"), 2, 0),
        (str(tmp_path / "release.cdb"), 2, 1),
    ]
    assert first == [["1", "3"], ["1", "2"]]
    assert source.left_aside == [f"{tmp_path / 'names.json'} (json)", f"{tmp_path / 'without.cdb'} (no card)"]
    assert source.share_read() == 1


def test_a_database_without_types_leaves_those_that_are_there_in_place(tmp_path: Path) -> None:
    _database(tmp_path / "a.cdb", (1, "Ember Warden", "Draw 1 card.", 0x11))
    with closing(sqlite3.connect(tmp_path / "b.cdb")) as connection, connection:
        connection.executescript("CREATE TABLE texts (id, name, desc); CREATE TABLE datas (id)")
        connection.execute("INSERT INTO texts VALUES (1, 'Ember Warden', 'A lamp.')")
    with source_of(tmp_path) as source:
        assert [(card.text, card.card_type) for card in source.cards] == [("A lamp.", "Monster / Normal")]


@pytest.mark.parametrize("name", ["damaged.cdb", "other.cdb"])
def test_one_of_several_databases_that_is_none_is_named(tmp_path: Path, name: str) -> None:
    _database(tmp_path / "cards.cdb", (1, "Ember Warden", "Draw 1 card.", 0x11))
    (tmp_path / "damaged.cdb").write_bytes(b"SQLite format 3\0" + bytes(90))
    if name == "other.cdb":
        (tmp_path / "damaged.cdb").unlink()
        with closing(sqlite3.connect(tmp_path / name)) as connection, connection:
            connection.execute("CREATE TABLE cards (id)")
    with pytest.raises(NotEdoproError) as caught, source_of(tmp_path):
        pytest.fail("it could be read")
    assert caught.value.where == str(tmp_path / name)
