"""What is told of a sentence is kept, unless the sentence is too long to be printed twice."""

from __future__ import annotations

from onceper.text.memory import LONGEST_KEPT, FlagCache


def test_a_sentence_is_kept() -> None:
    kept = FlagCache(len)
    assert (kept["the crow."], list(kept)) == (9, ["the crow."])


def test_a_long_sentence_is_read_and_not_kept() -> None:
    kept = FlagCache(len)
    assert kept["a" * (LONGEST_KEPT + 1)] == LONGEST_KEPT + 1
    assert not kept
