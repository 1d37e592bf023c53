"""Runs that were stopped go on, and end as if they had not been."""

from __future__ import annotations

import json
import os
import shutil
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

from onceper.errors import notes_of
from onceper.files.output_error import OutputError
from onceper.files.protocol import CardText
from onceper.tagging.chunks import split_into_chunks, write_chunk
from onceper.tagging.rows import BadRowError
from onceper.tagging.run import tag_file
from onceper.tagging.work_folder import ResumeError

if TYPE_CHECKING:
    from onceper.contract.reading import CardReading

TEXTS = 23
NAMES = ["tags.jsonl", "tags.csv", "tags.parquet", "tags.arrow", "tags.db"]


class StoppedError(Exception):
    """Somebody pulled the plug."""


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file of 23 texts, the sixth without text, for chunks of four."""
    monkeypatch.setattr("onceper.tagging.chunks.CHUNK_TEXTS", 4)
    path = tmp_path / "cards.jsonl"
    rows = [{"id": n, "lang": "en", "text": f"Once per turn: You can draw {n} cards. Only once."} for n in range(TEXTS)]
    rows[5]["text"] = None
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def _stopped_at(texts: int, cards: Path, target: Path, monkeypatch: pytest.MonkeyPatch, **options: Any) -> list[str]:
    """Run until so many texts are read, as if the process was killed then, and return what is noted with that."""
    from onceper.reader.read import read_text  # noqa: PLC0415

    left = texts

    def reading(text: str, /, **named: Any) -> CardReading:
        nonlocal left
        left -= 1
        if left < 0:
            raise StoppedError
        return read_text(text, **named)

    with monkeypatch.context() as patch:
        patch.setattr("onceper.tagging.chunks.read_text", reading)
        with pytest.raises(StoppedError) as stopped:
            tag_file(cards, target, **options)
    return notes_of(stopped.value)


def _content(path: Path) -> bytes | list[Any]:
    if path.suffix != ".db":
        return path.read_bytes()
    import sqlite3  # noqa: PLC0415

    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("texts", [3, 4, 9, 21])
def test_a_run_that_was_stopped_ends_as_if_it_had_not_been(
    cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, texts: int
) -> None:
    whole = tmp_path / f"whole-{name}"
    unread = tmp_path / "unread.jsonl"
    expected = tag_file(cards, whole, unread=unread)
    wanted = unread.read_bytes()
    _stopped_at(texts, cards, tmp_path / name, monkeypatch)
    resumed = tag_file(cards, tmp_path / name, resume=True, unread=unread)
    assert _content(tmp_path / name) == _content(whole)
    assert unread.read_bytes() == wanted
    assert resumed == expected
    assert resumed.rows == TEXTS
    assert not (tmp_path / f".{name}.chunks").exists()


def test_only_what_is_missing_is_read(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stopped_at(10, cards, tmp_path / "tags.jsonl", monkeypatch)
    # Two chunks of four are finished, with one text that cannot be read: fifteen texts are left.
    _stopped_at(14, cards, tmp_path / "tags.jsonl", monkeypatch, resume=True)
    tag_file(cards, tmp_path / "tags.jsonl", resume=True)


def test_a_run_begins_anew_where_it_is_told_to(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stopped_at(9, cards, tmp_path / "tags.jsonl", monkeypatch)
    assert tag_file(cards, tmp_path / "tags.jsonl", lang="tr", resume=False).rows == TEXTS


def test_what_is_finished_is_not_removed_unasked(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "tags.jsonl"
    _stopped_at(9, cards, target, monkeypatch)
    with pytest.raises(
        ResumeError,
        match=r"8 finished rows of a run that was stopped lie beside it.*\n  remedy: --resume goes on .*--anew removes",
    ):
        tag_file(cards, target)
    with pytest.raises(ResumeError, match="8 finished rows beside it are of another run: the options changed"):
        tag_file(cards, target, game="yugioh")
    assert tag_file(cards, target, resume=True).rows == TEXTS


def test_a_run_that_is_stopped_notes_what_is_kept(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for texts, note in (
        (3, "nothing was finished yet, and nothing is kept"),
        (9, "8 finished rows are kept; the same"),
    ):
        (stopped,) = _stopped_at(texts, cards, tmp_path / "tags.jsonl", monkeypatch)
        assert stopped.startswith(note)


def test_a_full_disk_takes_nothing_away(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "tags.jsonl"
    real = write_chunk
    left = 3

    def writing(*arguments: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr("onceper.tagging.run.write_chunk", writing)
        with pytest.raises(OutputError, match="No space left") as failed:
            tag_file(cards, target)
    assert failed.value.__notes__ == [
        "16 finished rows are kept; the same with --resume (resume=True) goes on from there"
    ]
    assert tag_file(cards, target, resume=True).rows == TEXTS


def test_what_no_run_can_go_on_with_is_not_kept(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadRowError):
        tag_file(cards, tmp_path / "tags.jsonl", strict=True)
    with cards.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert _stopped_at(9, Path("-"), tmp_path / "tags.jsonl", monkeypatch) == ["nothing is kept"]
    assert list(tmp_path.iterdir()) == [cards]


def test_the_first_chunks_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onceper.tagging.chunks.FIRST_CHUNK_TEXTS", 2)
    monkeypatch.setattr("onceper.tagging.chunks.CHUNK_TEXTS", 8)
    texts = [CardText(str(number), "") for number in range(41)]
    assert [len(chunk) for chunk in split_into_chunks(texts)] == [2, 2, 2, 2, 4, 4, 4, 4, 8, 8, 1]


def test_resuming_what_never_began_is_a_run(cards: Path, tmp_path: Path) -> None:
    assert tag_file(cards, tmp_path / "tags.jsonl", resume=True).rows == TEXTS


def test_chunks_of_another_run_are_refused_and_kept(
    cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "tags.jsonl"
    _stopped_at(9, cards, target, monkeypatch)
    with pytest.raises(ResumeError, match="of another run: the options changed; expected the same input, options"):
        tag_file(cards, target, game="yugioh", resume=True)
    with cards.open("a") as file:
        file.write('{"text": "Draw 1 card.", "lang": "en"}\n')
    with pytest.raises(ResumeError, match=r"the source changed.*\n  remedy: --anew removes them"):
        tag_file(cards, target, resume=True)
    assert (tmp_path / ".tags.jsonl.chunks").exists()


@pytest.mark.parametrize("field", ["code", "version"])
def test_rows_of_other_code_are_refused(
    cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    target = tmp_path / "tags.jsonl"
    _stopped_at(9, cards, target, monkeypatch)
    note = tmp_path / ".tags.jsonl.chunks" / "run.json"
    run = json.loads(note.read_text())
    # In a checkout code changes while its version stays.
    assert f"unidic-lite {version('unidic-lite')}" in run["version"]
    note.write_text(json.dumps(run | {field: "another"}))
    with pytest.raises(ResumeError, match=f"of another run: the {field} changed"):
        tag_file(cards, target, resume=True)


def test_a_note_that_cannot_be_read_is_refused(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "tags.jsonl"
    _stopped_at(9, cards, target, monkeypatch)
    (tmp_path / ".tags.jsonl.chunks" / "run.json").write_text("{")
    with pytest.raises(ResumeError, match="what they are of cannot be read"):
        tag_file(cards, target, resume=True)


def test_standard_input_cannot_be_resumed(tmp_path: Path, cards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with cards.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        with pytest.raises(ResumeError, match="standard input cannot be read again"):
            tag_file("-", tmp_path / "tags.jsonl", resume=True)


@pytest.mark.parametrize("name", ["tags.jsonl", "tags.parquet"])
def test_a_folder_of_parts_holds_the_rows_in_order(
    cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    target = tmp_path / name
    _stopped_at(9, cards, target, monkeypatch, parts=True)
    tag_file(cards, target, resume=True, parts=True)
    parts = sorted(target.iterdir())
    assert [part.name for part in parts] == [f"part-{n:05}{target.suffix}" for n in range(6)]
    read = pl.read_ndjson if target.suffix == ".jsonl" else pl.read_parquet
    assert [card_id for part in parts for card_id in read(part)["id"]] == [str(n) for n in range(TEXTS)]
    tag_file(cards, target, parts=True)
    assert len(list(target.iterdir())) == 6


def test_another_folder_is_not_replaced(cards: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tags.parquet"
    folder.mkdir()
    (folder / "thesis.txt").touch()
    with pytest.raises(OutputError, match="this is no folder of parts; expected a new folder"):
        tag_file(cards, folder, parts=True)
    assert (folder / "thesis.txt").exists()


def test_several_processes_give_the_same(cards: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    assert tag_file(cards, one) == tag_file(cards, two, jobs=2)
    assert one.read_bytes() == two.read_bytes()
    shutil.rmtree(tmp_path / ".two.jsonl.chunks", ignore_errors=True)
    assert not list(tmp_path.glob(".*"))


def test_several_processes_tell_the_first_error_first(cards: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in cards.read_text().splitlines()]
    for number in range(6, TEXTS):
        rows[number]["text"] = None
    cards.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(BadRowError, match=r"cards\.jsonl, line 6: "):
        tag_file(cards, tmp_path / "tags.jsonl", strict=True, jobs=2)


def test_chunks_that_are_damaged_are_made_anew(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, whole = tmp_path / "tags.jsonl", tmp_path / "whole.jsonl"
    tag_file(cards, whole)
    for damage in (bytes.upper, lambda content: content[:-1], lambda _: b"", lambda content: b"{" + content):
        _stopped_at(14, cards, target, monkeypatch)
        chunk = tmp_path / ".tags.jsonl.chunks" / "0000001.rows"
        chunk.write_bytes(damage(chunk.read_bytes()))
        # Four of the rows are good, and those behind the damage are of no use.
        _stopped_at(17, cards, target, monkeypatch, resume=True)
        assert tag_file(cards, target, resume=True).rows == TEXTS
        assert target.read_bytes() == whole.read_bytes()


def test_an_input_that_was_changed_in_place(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "tags.jsonl"
    _stopped_at(9, cards, target, monkeypatch)
    times = cards.stat()
    cards.write_bytes(cards.read_bytes().replace(b"Only once", b"Only here"))
    os.utime(cards, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(ResumeError, match="of another run: the source changed"):
        tag_file(cards, target, resume=True)


def test_two_runs_do_not_keep_rows_in_one_place(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from onceper.reader.read import read_text  # noqa: PLC0415

    target = tmp_path / "tags.jsonl"
    refused = []

    def reading(text: str, /, **named: Any) -> CardReading:
        with pytest.raises(OutputError) as told:
            tag_file(cards, target)
        refused.append(str(told.value))
        return read_text(text, **named)

    monkeypatch.setattr("onceper.tagging.chunks.read_text", reading)
    assert tag_file(cards, target).rows == TEXTS
    assert "another run writes it now" in refused[0]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_pipe_cannot_be_resumed(tmp_path: Path) -> None:
    pipe = tmp_path / "cards.jsonl"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=('{"lang": "en", "text": "Only once."}\n',), daemon=True)
    writer.start()
    with pytest.raises(ResumeError, match=r"cards\.jsonl cannot be read again"):
        tag_file(pipe, tmp_path / "tags.jsonl", resume=True)


@pytest.mark.parametrize(
    ("unread", "what"),
    [
        ("cards.jsonl", "the output is the input file itself"),
        ("tags.jsonl", "would take each other's place"),
        ("none/unread.jsonl", "there is no folder"),
    ],
)
def test_unread_sentences_take_nobodys_place(cards: Path, tmp_path: Path, unread: str, what: str) -> None:
    before = cards.read_bytes()
    with pytest.raises(OutputError, match=what):
        tag_file(cards, tmp_path / "tags.jsonl", unread=tmp_path / unread)
    assert list(tmp_path.iterdir()) == [cards]
    assert cards.read_bytes() == before
