"""The words by which a file tells what a card is."""

from __future__ import annotations

import pytest

from onceper.files.source.type_words import type_words


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"type": "Trap", "property": "Continuous"}, "Trap / Continuous"),
        (
            {"card_type": "Monster", "monster_type_line": "Dragon / Effect", "property": None},
            "Monster / Dragon / Effect",
        ),
        ({"type": "Spell Card", "frameType": "spell", "race": "Quick-Play"}, "Spell Card / spell / Quick-Play"),
        ({"type": "TRAP CARD", "race": "Normal"}, "TRAP CARD / Normal"),
        ({"type": "Effect Monster", "frameType": "effect", "race": "Spellcaster"}, "Effect Monster / effect"),
        ({"type": "Monster", "typeline": ["Dragon", " Effect ", ""]}, "Monster / Dragon / Effect"),
        ({"type": " ", "type_line": " Normal "}, "Normal"),
        ({"type": 3, "type_line": ["Dragon", 3], "property": {"en": "Counter"}}, None),
        ({"type": True, "type_line": [], "property": 1.5}, None),
        ({}, None),
    ],
)
def test_words_are_joined(told: dict[str, object], words: str | None) -> None:
    assert type_words(told.items()) == words
