"""Where phrases of a structure are found in a sentence."""

from __future__ import annotations

from tests.cases import cases

from onceper.lang.phrases import Phrases

LETTERS = {"A": "ae", "I": "iu", "D": "dt", "#": "0123456789", "{acts}": ("draw", "destroy")}
STEMS, WORDS, ANYWHERE = "stems", "words", "anywhere"


@cases
def test_a_phrase_is_said(mode: str, phrase: str, text: str, is_said: bool) -> None:
    phrases = Phrases({1: [phrase]}, int(mode != ANYWHERE), LETTERS, has_stems=mode == STEMS)
    assert phrases.said(text) == is_said
