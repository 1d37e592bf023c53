"""Finding the rows that a log speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

import msgspec
import pytest

from onceper.contract import SCHEMA_VERSION
from onceper.contract.reading import Row
from onceper.evaluator.cards import SetupError
from onceper.replay.replay import LogHead, play_log

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.replay.replay import Outcome

ROWS = [
    *(Row(str(n), name, "en", "yugioh", "text") for n, name in enumerate(["Ash Wárden", "Ember Warden", None])),
    Row("9", "Frost Warden", "en", "yugioh", "text", error="no text"),
]


def _play(path: Path, name: str, *more: object) -> list[Outcome]:
    (path / "tags.jsonl").write_bytes(msgspec.json.Encoder().encode_lines(ROWS))
    event = {"type": "appeared", "copy": "w", "name": name, "controller": "A"}
    (path / "duel.jsonl").write_bytes(msgspec.json.Encoder().encode_lines([event, *more]))
    return [*play_log(path / "duel.jsonl", path / "tags.jsonl")]


@pytest.mark.parametrize("name", ["Ember Warden", "1", normalize("NFD", "Ash Wárden")])
def test_only_the_cards_that_are_named_are_asked_for(tmp_path: Path, name: str) -> None:
    assert [outcome.problem for outcome in _play(tmp_path, name)] == [None]


def test_a_head_is_the_first_line(tmp_path: Path) -> None:
    second = _play(tmp_path, "Ember Warden", LogHead(SCHEMA_VERSION, ("A", "B")))[1]
    assert second.error == "a head behind the first line; expected an event"


def test_a_card_that_could_not_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"'Frost Warden' could not be read: no text"):
        _play(tmp_path, "Frost Warden")
    assert _play(tmp_path, "Nobody")[0].error
