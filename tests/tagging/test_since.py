"""Rows that are taken over from a tagging from before."""

from __future__ import annotations

import json
from contextlib import nullcontext
from itertools import repeat
from typing import TYPE_CHECKING, Any

import pytest

from onceper.files.finished import OutputError
from onceper.files.opening import InputError
from onceper.files.tags import TagsError
from onceper.reader.read import read_text
from onceper.tagging import since as module
from onceper.tagging.run import tag_file

if TYPE_CHECKING:
    from pathlib import Path

ENDINGS = ("jsonl", "csv", "parquet", "arrow", "db", "duckdb")
TEXT = 'Once per turn: You can draw {} cards. You can only use this effect of "Ember" once per turn.'


def _cards(count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": number,
            "name": f"Ember {number}",
            "lang": "en",
            "type": "Effect Monster",
            "text": TEXT.format(number % 7),
        }
        for number in range(count)
    ]


def _written(path: Path, cards: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(card) + "\n" for card in cards))
    return path


def _asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    asked = list[str]()

    def counted(text: str, *given: Any, **told: Any) -> Any:
        asked.append(text)
        return read_text(text, *given, **told)

    monkeypatch.setattr("onceper.tagging.rows.read_text", counted)
    return asked


@pytest.mark.parametrize("old", ENDINGS)
@pytest.mark.parametrize("new", ["jsonl", "parquet"])
@pytest.mark.parametrize("with_text", [False, True])
def test_what_comes_out_is_what_a_full_run_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, with_text: bool
) -> None:
    # Of a row with an error nothing was read, and it is none to take over.
    cards = [*_cards(30), {"id": 98, "lang": "nl", "text": "Trek."}]
    tag_file(_written(tmp_path / "old.jsonl", cards), before := tmp_path / f"before.{old}", game="yugioh")
    del cards[3]
    cards[5]["text"] = "Once per Duel: Draw 1 card."
    cards[6]["name"] = "Tide Caller"
    cards[7]["type"] = "Trap Card"
    cards[8]["lang"] = "de"
    cards[9]["id"] = 900
    cards[10]["text"] = None
    cards.insert(20, {"id": 99, "lang": "en", "text": "Draw."})
    changed = _written(tmp_path / "new.jsonl", cards)
    asked: dict[str, Any] = {"game": "yugioh", "with_text": with_text}
    full = tag_file(changed, tmp_path / f"full.{new}", **asked)
    texts = _asked(monkeypatch)
    taken = tag_file(changed, tmp_path / f"taken.{new}", **asked, since=before)
    assert (tmp_path / f"taken.{new}").read_bytes() == (tmp_path / f"full.{new}").read_bytes()
    assert (len(texts), taken.taken_over, full.taken_over) == (6, 24, 0)
    assert str(taken).splitlines()[1:4] == str(full).splitlines()[1:4]


@pytest.mark.parametrize("ending", ENDINGS)
def test_texts_that_were_kept_are_not_taken_over(tmp_path: Path, ending: str) -> None:
    cards = _written(tmp_path / "cards.jsonl", _cards(3))
    tag_file(cards, tmp_path / "full.jsonl")
    tag_file(cards, tmp_path / f"before.{ending}", with_text=True)
    taken = tag_file(cards, tmp_path / "taken.jsonl", since=tmp_path / f"before.{ending}")
    assert taken.taken_over == 3
    assert (tmp_path / "taken.jsonl").read_bytes() == (tmp_path / "full.jsonl").read_bytes()


def test_a_tagging_that_another_program_wrote_again(tmp_path: Path) -> None:
    cards = _written(tmp_path / "cards.jsonl", _cards(3))
    tag_file(cards, tmp_path / "full.jsonl")
    rows = map(json.loads, (tmp_path / "full.jsonl").read_text().splitlines())
    (tmp_path / "before.jsonl").write_text("".join(f"{json.dumps(row, sort_keys=True)}\n\n" for row in rows))
    taken = tag_file(cards, tmp_path / "taken.jsonl", since=tmp_path / "before.jsonl")
    assert taken.taken_over == 3
    assert (tmp_path / "taken.jsonl").read_bytes() == (tmp_path / "full.jsonl").read_bytes()


def test_a_tagging_that_contradicts_itself_is_refused(tmp_path: Path) -> None:
    cards = _written(tmp_path / "cards.jsonl", _cards(2))
    tag_file(cards, before := tmp_path / "before.jsonl")
    before.write_text(before.read_text().replace('"effects":[1]', '"effects":[9]'))
    with pytest.raises(TagsError):
        tag_file(cards, tmp_path / "taken.jsonl", since=before)


def test_rows_that_moved_further_than_is_looked_ahead_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AHEAD", 8)
    monkeypatch.setattr("onceper.tagging.run.chunk_sizes", lambda: repeat(4))
    cards = _cards(40)
    tag_file(_written(tmp_path / "old.jsonl", cards), tmp_path / "before.jsonl")
    moved = _written(tmp_path / "new.jsonl", [*cards[20:], *_cards(3), *cards[:20]])
    tag_file(moved, tmp_path / "full.jsonl")
    taken = tag_file(moved, tmp_path / "taken.jsonl", since=tmp_path / "before.jsonl")
    assert (tmp_path / "taken.jsonl").read_bytes() == (tmp_path / "full.jsonl").read_bytes()
    assert 0 < taken.taken_over < 40


def test_a_text_under_many_ids_is_found_wherever_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AHEAD", 8)
    monkeypatch.setattr("onceper.tagging.run.chunk_sizes", lambda: repeat(2))
    cards = [card | {"id": number} for number, card in enumerate(card for card in _cards(20) for _ in range(9))]
    tag_file(_written(tmp_path / "cards.jsonl", cards), before := tmp_path / "before.jsonl")
    texts = _asked(monkeypatch)
    tag_file(tmp_path / "cards.jsonl", tmp_path / "taken.jsonl", since=before)
    assert not texts
    assert (tmp_path / "taken.jsonl").read_bytes() == before.read_bytes()


def test_several_processes_take_over_the_same(tmp_path: Path) -> None:
    cards = _written(tmp_path / "cards.jsonl", _cards(1200))
    tag_file(cards, tmp_path / "before.jsonl")
    taken = tag_file(cards, tmp_path / "taken.jsonl", since=tmp_path / "before.jsonl", jobs=2)
    assert taken.taken_over == 1200
    assert (tmp_path / "taken.jsonl").read_bytes() == (tmp_path / "before.jsonl").read_bytes()


def test_rows_of_other_rules_or_another_language_are_not_taken_over(tmp_path: Path) -> None:
    cards = _written(tmp_path / "cards.jsonl", [*_cards(4), {"id": 5, "lang": "ja", "text": "１枚ドローする。"}])
    tag_file(cards, before := tmp_path / "before.jsonl")
    before.write_text(before.read_text().replace('"made_by":"0', '"made_by":"9', 2))
    tag_file(cards, tmp_path / "full.jsonl", only_lang="en")
    taken = tag_file(cards, tmp_path / "taken.jsonl", since=before, only_lang="en")
    assert (tmp_path / "taken.jsonl").read_bytes() == (tmp_path / "full.jsonl").read_bytes()
    # The one in Japanese is known, and left out all the same.
    assert (taken.rows, taken.taken_over) == (4, 3)


def test_a_tagging_that_cannot_be_taken_is_told(tmp_path: Path) -> None:
    cards = _written(tmp_path / "cards.jsonl", _cards(2))
    for since, error in (("none.jsonl", InputError), ("cards.jsonl", TagsError)):
        with pytest.raises(error):
            tag_file(cards, tmp_path / "tags.jsonl", since=tmp_path / since)
    tag_file(cards, tmp_path / "tags.jsonl")
    with pytest.raises(OutputError, match="the output is the input file itself"):
        tag_file(cards, tmp_path / "tags.jsonl", since=tmp_path / "tags.jsonl")


def test_lines_are_taken_as_they_stand_and_one_in_many_is_looked_at(tmp_path: Path) -> None:
    cards = _written(tmp_path / "cards.jsonl", _cards(66))
    tag_file(cards, before := tmp_path / "before.jsonl")
    lines = before.read_bytes().splitlines(keepends=True)
    for line, wrong in ((1, False), (64, True)):
        changed = [*lines]
        changed[line] = changed[line].replace(b'"effects":[1]', b'"effects":[9]')
        before.write_bytes(b"".join(changed))
        with pytest.raises(TagsError) if wrong else nullcontext():
            tag_file(cards, taken := tmp_path / "taken.jsonl", since=before)
            assert taken.read_bytes() == before.read_bytes()
    before.write_bytes(lines[0] + lines[1].replace(b"Once per turn", b"Once per \xff\xff\xff\xff"))
    with pytest.raises(TagsError, match=r"line 2: .*utf-8"):
        tag_file(cards, taken, since=before)
