"""Texts of games that onceper knows nothing of: every limit is read or told, and no other game's rulings are in it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from tests.own_script import load_script

from onceper import read
from onceper.lang.games import find_game, known_games
from onceper.resources import resource

wordings = load_script(resource("corpora") / "wordings.py")


class Wording(msgspec.Struct, forbid_unknown_fields=True):
    """Hold a text, its language, the name of its game as ``group``, and the fields of its limits."""

    text: str
    lang: str
    group: str
    limits: list[dict[str, Any]]
    non_effects: list[str] = []


TEXTS = [
    msgspec.json.decode(line, type=Wording)
    for line in (resource("corpora") / "other_games.jsonl").read_bytes().splitlines()
]


def test_there_are_ten_texts_of_each_of_fourteen_games() -> None:
    counts = Counter(one.group for one in TEXTS if one.lang == "en")
    assert sum(count >= 10 for count in counts.values()) == 14
    assert not {find_game(game) for game in counts} & known_games().keys()


@pytest.mark.parametrize("wording", TEXTS, ids=lambda one: f"{one.group}: {one.text[:40]}")
def test_a_limit_is_read_or_told_and_has_no_ruling(wording: Wording) -> None:
    reading = read(wording.text, lang=wording.lang, game=wording.group)
    assert wordings.answer(wording, reading) in {"read", "told", "quiet"}
    for limit in reading.limits:
        found = (limit.spent_on, limit.refunded_if_negated, limit.resets_on, limit.on_control_change)
        assert found == (None, None, (), None)
    assert not any(text.kind == "flavor" for text in reading.non_effects)


def test_most_limits_are_read() -> None:
    answers = Counter(wordings.answer(one, read(one.text, lang=one.lang, game=one.group)) for one in TEXTS)
    assert answers["read"] >= 0.6 * (answers["read"] + answers["told"])
