"""Text that is no effect, in plain words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from onceper.contract.non_effect import NonEffect
from onceper.display.other_words import not_effect_in_words

COST = NonEffect("maintenance_cost", (0, 4), "Pay.", "on_field", (), None, None, None, "by hand", "rule", 1.0)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, ""),
        ({"effects": (1,), "mandatory": True}, " · about effect 1 · must be paid where possible"),
        ({"effects": (1, 2), "mandatory": False}, " · about effects 1, 2 · may be left unpaid"),
        ({"material": "itself"}, " · this card as material"),
        ({"material": "others"}, " · the other materials"),
        ({"material": "summoned"}, " · the monster Summoned with it"),
        ({"material": "in_hand"}, " · materials in the hand"),
        ({"wins": "duel"}, " · wins the Duel"),
        ({"wins": "match"}, " · wins the Match"),
    ],
)
def test_text_that_is_no_effect(fields: dict[str, Any], words: str) -> None:
    found = msgspec.structs.replace(COST, **fields)
    assert not_effect_in_words(found) == f"maintenance cost{words}"
