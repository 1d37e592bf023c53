"""The sample cards of Rush Duel: told by their headings, each one effect with its requirement, nothing unread."""

from __future__ import annotations

import json
from typing import Any

import pytest

from onceper import read
from onceper.lang.games import known_games
from onceper.resources import resource

CARDS = [
    json.loads(line) for line in (resource("corpora") / "sample" / "cards.rushduel.jsonl").read_bytes().splitlines()
]


def test_there_are_cards_in_each_language_that_prints_it() -> None:
    assert {card["lang"] for card in CARDS} == known_games()["rushduel"].headings.keys()


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["id"])
def test_a_card_has_one_effect_of_the_kind_that_its_heading_tells(card: dict[str, Any]) -> None:
    reading = read(card["text"], lang=card["lang"], name=card["name"])
    (effect,) = reading.effects
    headings = known_games()["rushduel"].headings[card["lang"]]
    assert reading.game == "rushduel"
    assert effect.kind == ("continuous" if headings.continuous in card["text"] else "activated")
    assert bool(effect.options) == (headings.multi_choice in card["text"])
    assert sorted({other.kind for other in reading.non_effects} - {"heading"}) == card["no_effect"]
    assert [limit.kind for limit in reading.limits] == card["limits"]
    assert reading.unread == ()
