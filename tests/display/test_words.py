"""A limit in plain words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from onceper.contract.limit import AppliesTo, CountedEvent, Limit
from onceper.display.words import as_stated, in_words


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "hard · once per turn · use · effects 1, 3"),
        (
            {"name": "Ember Warden", "names": "card"},
            'hard · once per turn · use · effects 1, 3 · of "Ember Warden"',
        ),
        (
            {"name": "Ember", "names": "archetype", "count": 2},
            'hard · twice per turn · use · effects 1, 3 · of "Ember" (archetype)',
        ),
        (
            {"shared": True, "count": 3},
            "hard · 3 times per turn · use · effects 1, 3 · one use shared by them",
        ),
        (
            {
                "kind": "soft",
                "period": "duel",
                "applies_to": AppliesTo("this", (2,), (1,)),
                "on_control_change": "stays_spent",
            },
            "soft · once per Duel · use · choice 1 of effect 2",
        ),
        (
            {"period": "phase", "phase": "standby", "whose_turn": "own"},
            "hard · once per phase · own turn only · in the Standby Phase · use · effects 1, 3",
        ),
        (
            {
                "verb": "activate",
                "spent_on": "activation",
                "refunded_if_negated": True,
                "applies_to": AppliesTo("card", (1,), activation=True),
            },
            "hard · once per turn · activate · effect 1 and the card's activation · given back if negated",
        ),
        (
            {
                "kind": "summon",
                "verb": "special_summon",
                "spent_on": "occurrence",
                "applies_to": AppliesTo("card", summon=True),
            },
            "summon · once per turn · special summon · the Summon",
        ),
        (
            {"kind": "control", "period": None, "verb": "control", "applies_to": AppliesTo("card")},
            "control · at most 1 on the field · spent on use",
        ),
        (
            {
                "kind": "ordinal",
                "verb": "apply",
                "count": 2,
                "at_least": True,
                "whose_turn": "opponent",
                "spent_on": "occurrence",
                "event": CountedEvent("attack", "own", "a creature"),
            },
            (
                "ordinal · the 2nd and every later time each turn · opponent's turn only · apply · "
                "effects 1, 3 · counts: attack by own a creature · spent on occurrence"
            ),
        ),
        (
            {"kind": "cap", "period": "attack", "verb": "do", "player": "opponent"},
            "cap · at most 1 per attack · do · effects 1, 3 · limits the opponent · spent on use",
        ),
        (
            {
                "period": "while_there",
                "resets_on": ("leaves_location", "flipped_face_down"),
                "optional": False,
            },
            (
                "hard · once while it stays there · use · effects 1, 3 · may not be declined · "
                "anew after leaving or being flipped face-down"
            ),
        ),
        (
            {"count": None, "count_text": "up to the number of monsters"},
            'hard · a number of times per turn · use · effects 1, 3 · how often: "up to the number of monsters"',
        ),
        (
            {"count": 2, "condition": "If you control an Ember"},
            'hard · twice per turn · use · effects 1, 3 · only where it holds: "If you control an Ember"',
        ),
        (
            {"each_option": True, "each_target": True},
            "hard · once per turn · use · effects 1, 3 · each choice counts by itself · each card counts by itself",
        ),
        (
            {"kind": "summon", "verb": "special_summon", "summon_kind": "link", "spent_on": "occurrence"},
            "summon · once per turn · Link Summon · effects 1, 3",
        ),
        (
            {"kind": "summon", "verb": "summon", "summon_kind": "xyz", "spent_on": "occurrence"},
            "summon · once per turn · Xyz Summon · effects 1, 3",
        ),
        (
            {
                "kind": "cap",
                "verb": "do",
                "spent_on": "occurrence",
                "counts_from": "presence",
                "summon_kind": "special",
            },
            "cap · at most 1 per turn · do · effects 1, 3 · spent on occurrence · counts only while it is there",
        ),
        (
            {"kind": "cap", "verb": "do", "spent_on": "occurrence", "counts_from": "period"},
            "cap · at most 1 per turn · do · effects 1, 3 · spent on occurrence · counts what came before it too",
        ),
        (
            {"owner": "any", "on_control_change": "stays_spent"},
            "hard · once per turn · use · effects 1, 3 · whoever's card it is · stays spent for a new controller",
        ),
        (
            {"kind": "soft", "on_control_change": "own_count", "pattern": "2", "edition": "plays"},
            (
                "soft · once per turn · use · effects 1, 3 · a new controller has a count of their own · "
                "Duel Masters pattern 2 · in the words of the digital game"
            ),
        ),
    ],
)
def test_in_words(limit: Limit, fields: dict[str, Any], words: str) -> None:
    assert in_words(msgspec.structs.replace(limit, **fields)) == words


def test_what_is_not_about_the_card_governs_nothing(limit: Limit) -> None:
    control = msgspec.structs.replace(limit, kind="control", verb="control", applies_to=AppliesTo("card"))
    assert in_words(control) == "control · at most 1 on the field · spent on use"


def test_a_sentence_by_itself_says_how_it_refers_to_effects(limit: Limit) -> None:
    assert as_stated(limit) == in_words(limit)
    alone = msgspec.structs.replace(limit, applies_to=AppliesTo("one_of"))
    assert as_stated(alone) == "hard · once per turn · use · reference one of"
    card = msgspec.structs.replace(limit, applies_to=AppliesTo("card", activation=True))
    assert as_stated(card) == "hard · once per turn · use · the card's activation"
    control = msgspec.structs.replace(limit, kind="control", verb="control", applies_to=AppliesTo("card"))
    assert "reference" not in as_stated(control)
