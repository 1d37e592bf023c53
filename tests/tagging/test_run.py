"""Tag one file from end to end."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import count, repeat
from typing import TYPE_CHECKING

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import onceper
from onceper.cli.main import which_build
from onceper.files.finished import OutputError
from onceper.files.opening import InputError
from onceper.files.protocol import CardText, PlacedText, in_chunks
from onceper.files.tags import tagged_rows
from onceper.lang.base import LanguageError
from onceper.tagging.rows import BadRowError
from onceper.tagging.run import tag_file
from onceper.text import memory

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


SOFT = "Once per turn: You can draw 1 card."


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    """Return a file of four texts, the second without text and the last in no language that is read."""
    path = tmp_path / "cards.jsonl"
    rows = [
        {"id": 1, "name": "Ember Warden", "lang": "en", "game": "yugioh", "text": SOFT},
        {"id": 2, "lang": "en", "text": None},
        {"id": 3, "text": SOFT},
        {"id": 4, "lang": "xx", "text": SOFT},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def _cdb(path: Path, *texts: str) -> Path:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript("CREATE TABLE texts (id, name, desc); CREATE TABLE datas (id);")
        connection.executemany("INSERT INTO texts VALUES (?, 'Ember Warden', ?)", enumerate(texts, start=1))
    return path


def _others(folder: Path, *known: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path not in known]


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".jsonl", ".csv"])
@pytest.mark.parametrize("with_text", [False, True])
def test_rows_have_their_texts_in_every_format(lines: Path, tmp_path: Path, suffix: str, with_text: bool) -> None:
    target = tmp_path / f"tags{suffix}"
    tag_file(lines, target, with_text=with_text)
    texts = [SOFT, None, SOFT, SOFT] if with_text else [None] * 4
    assert [row.text for row in tagged_rows(target)] == texts


def test_a_tagging_with_texts_can_be_tagged_again(lines: Path, tmp_path: Path) -> None:
    tag_file(lines, tmp_path / "once.parquet", with_text=True)
    tag_file(tmp_path / "once.parquet", tmp_path / "again.parquet", with_text=True)
    first, again = (list(tagged_rows(tmp_path / name)) for name in ("once.parquet", "again.parquet"))
    # Of the second the language is said, which was told from the text before.
    read = [
        [msgspec.structs.replace(row, made_of=None) for row in rows if row.error is None] for rows in (first, again)
    ]
    assert read[0] == read[1]


def test_rows_go_to_standard_output(lines: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    tag_file(lines, None, only_lang="en")
    assert [json.loads(line)["id"] for line in capsysbinary.readouterr().out.splitlines()] == ["1", "2", "3"]


def test_language_of_a_database_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The last text alone would not tell its language.
    database = _cdb(tmp_path / "cards.cdb", SOFT, SOFT, "Grrr!")
    monkeypatch.setattr("onceper.tagging.file_language.FIRST_TEXTS", 2)
    tag_file(database, tmp_path / "tags.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "tags.jsonl").read_text().splitlines()]
    assert [(row["id"], row["lang"], row["game"], row["error"]) for row in rows] == [
        (str(number), "en", "yugioh", None) for number in (1, 2, 3)
    ]


def test_databases_are_merged_in_the_order_in_which_they_are_named(tmp_path: Path) -> None:
    first, later = _cdb(tmp_path / "b.cdb", SOFT, "Draw 1 card."), _cdb(tmp_path / "a.cdb", "Draw 2 cards.")
    summary = tag_file([first, later], tmp_path / "tags.jsonl", with_text=True)
    assert [row.text for row in tagged_rows(tmp_path / "tags.jsonl")] == ["Draw 2 cards.", "Draw 1 card."]
    assert summary.merged == {str(first): (2, 0), str(later): (1, 1)}
    assert f"the later over the earlier: 2 {first}, 1 {later}\n1 cards that a later" in str(summary)


def test_database_in_an_unknown_language(tmp_path: Path) -> None:
    database = _cdb(tmp_path / "cards.cdb", "Xyzzy plugh.", "Quux frob.")
    with pytest.raises(LanguageError, match=r"cards.cdb: the language of the file cannot be told"):
        tag_file(database, tmp_path / "tags.parquet")
    assert not _others(tmp_path, database)
    assert tag_file(database, tmp_path / "tags.parquet", lang="en").errors.total() == 0


def test_strict_leaves_no_output(lines: Path, tmp_path: Path) -> None:
    with pytest.raises(BadRowError, match=r"cards.jsonl, line 2: text is null"):
        tag_file(lines, tmp_path / "tags.parquet", strict=True)
    assert not _others(tmp_path, lines)


def test_input_is_checked_before_the_output(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        tag_file(tmp_path / "none.jsonl", tmp_path / "none" / "tags.jsonl")


@pytest.mark.skipif(which_build() != "pure Python", reason="functions of compiled modules cannot be replaced")
@pytest.mark.parametrize("error", [KeyError, RecursionError, MemoryError])
def test_no_defect_passes_for_a_text_without_limits(
    lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr("onceper.reader.reader.print_reading", broken)
    memory.forget()
    summary = tag_file(lines, tmp_path / "tags.jsonl")
    assert summary.errors == {f"reading failed with {error.__name__}": 2, "text is null": 1, "unknown language 'xx'": 1}
    with pytest.raises(error):
        onceper.read(SOFT, lang="en")


@pytest.fixture
def many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file of 23 texts, the sixth without text and the last as the first, for chunks of four."""
    monkeypatch.setattr("onceper.tagging.run.chunk_sizes", lambda: repeat(4))
    path = tmp_path / "cards.jsonl"
    rows = [{"id": n, "lang": "en", "text": f"Once per turn: You can draw {n} cards. Only once."} for n in range(23)]
    rows[5]["text"] = None
    rows[-1]["text"] = rows[-2]["text"]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_several_processes_give_the_same(many: Path, tmp_path: Path, suffix: str) -> None:
    one, two = tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"
    unread = tmp_path / "unread.one", tmp_path / "unread.two"
    assert tag_file(many, one, unread=unread[0]) == tag_file(many, two, jobs=2, unread=unread[1])
    assert one.read_bytes() == two.read_bytes()
    assert unread[0].read_bytes() == unread[1].read_bytes()
    assert [json.loads(line)["id"] for line in unread[0].read_text().splitlines()][-2:] == ["21", "22"]
    assert not list(tmp_path.glob(".*"))


def test_several_processes_tell_the_first_error_first(many: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in many.read_text().splitlines()]
    for number in range(6, 23):
        rows[number]["text"] = None
    many.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(BadRowError, match=r"cards\.jsonl, line 6: "):
        tag_file(many, tmp_path / "tags.jsonl", strict=True, jobs=2)


@pytest.mark.parametrize(
    ("unread", "what"),
    [
        ("cards.jsonl", "the output is the input file itself"),
        ("tags.jsonl", "would take each other's place"),
        ("none/unread.jsonl", "there is no folder"),
    ],
)
def test_unread_sentences_take_nobodys_place(many: Path, tmp_path: Path, unread: str, what: str) -> None:
    before = many.read_bytes()
    with pytest.raises(OutputError, match=what):
        tag_file(many, tmp_path / "tags.jsonl", unread=tmp_path / unread)
    assert list(tmp_path.iterdir()) == [many]
    assert many.read_bytes() == before


def test_chunks_end_by_texts_and_by_length() -> None:
    def sizes(lengths: Iterable[int]) -> list[tuple[int, int]]:
        texts = (CardText("", "", text="x" * length) for length in lengths)
        placed = (PlacedText(str(number), text, "", "", ()) for number, text in enumerate(texts))
        return [(len(chunk.texts), len(chunk.places)) for chunk in in_chunks(placed, count(2, 2))]

    assert sizes([1, 2, 3, 4, 5, 6, 7]) == [(2, 2), (4, 4), (1, 1)]
    assert sizes([1] * 20) == [(1, 20)]
    assert sizes([5_000_000] * 2) == [(1, 1), (1, 1)]
    assert sizes([4_000_000] * 6) == [(1, 5), (1, 1)]


@pytest.mark.parametrize("kind", [pa.string(), pa.dictionary(pa.int32(), pa.string())])
def test_rows_of_a_table_that_are_alike(tmp_path: Path, kind: pa.DataType) -> None:
    texts = [f"Once per turn: You can draw {number % 7} cards." for number in range(5_000)]
    texts[4_000] = "?"
    table = pa.table({"text": pa.array(texts).cast(kind), "konami_id": [*range(4_999), None], "lang": ["en"] * 5_000})
    pq.write_table(table, tmp_path / "cards.parquet")
    (tmp_path / "cards.jsonl").write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in table.to_pylist()))
    for name in ("cards.parquet", "cards.jsonl"):
        tag_file(tmp_path / name, tmp_path / f"{name}.arrow")
    of_table, of_lines = (list(tagged_rows(tmp_path / f"{name}.arrow")) for name in ("cards.parquet", "cards.jsonl"))
    assert of_table[-1].id == "row 5000"
    assert of_table[:-1] == of_lines[:-1]
