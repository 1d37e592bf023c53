"""What a rule reads, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.display.rule_words import what_is_read, what_is_yielded
from onceper.lang.languages import language

if TYPE_CHECKING:
    from onceper.contract.limit import Limit
    from onceper.patterns.rule import ReadingKind


@pytest.mark.parametrize(
    ("kind", "means", "words"),
    [
        ("limit", {"kind": "hard", "names": "card"}, "limit: hard"),
        ("non_effect", {"kind": "summoning_condition"}, "non effect: summoning condition"),
        ("not_a_limit", "a story", "not a limit"),
        ("not_a_limit", {}, "not a limit"),
        ("amends", {"verb": "apply"}, "amends"),
    ],
)
def test_what_a_rule_or_the_catalogue_says(kind: ReadingKind, means: object, words: str) -> None:
    assert what_is_read(kind, means) == words


def test_what_is_yielded(limit: Limit) -> None:
    rules = {rule.id: rule for rule in language("en").every_rule}
    assert (
        what_is_yielded(rules["hard.effect"], [limit, limit]).count(
            "hard · By card name, effects 1 and 3, each once per turn"
        )
        == 2
    )
    assert what_is_yielded(rules["hard.effect"], []) == "nothing"
    assert what_is_yielded(rules["chance"], []) == "not a limit: number of tosses or rolls"
    assert what_is_yielded(rules["replaces"], [limit]).startswith("amends verb, spent_on: hard · By card name")
