"""The sample cards of Duel Masters are read, and hold every kind of limit that the game has."""

from __future__ import annotations

import json
from typing import Any

import pytest

from onceper.reader.read import read
from onceper.resources import resource

FILE = resource("corpora/sample") / "cards.duelmasters.ja.jsonl"
CARDS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["name"])
def test_every_sample_card_is_read(card: dict[str, Any]) -> None:
    reading = read(card["text"], name=card["name"])
    assert (reading.lang, reading.game, reading.unread) == (card["lang"], card["game"], ())


def test_the_sample_holds_every_kind_of_limit() -> None:
    readings = [read(card["text"], lang="ja", game="duelmasters") for card in CARDS]
    kinds = {limit.kind for reading in readings for limit in reading.limits}
    assert kinds == {"ordinal", "soft", "hard", "ability", "event", "cap"}
    assert sum(not reading.limits for reading in readings) == 2
    assert len({card["id"] for card in CARDS}) == len({card["name"] for card in CARDS}) == len(CARDS)
