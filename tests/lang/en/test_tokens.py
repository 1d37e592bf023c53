"""The words of English print."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onceper.lang.en.tokens import fold, words
from onceper.text.normal import MASK


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("once per turn:", ["once", "per", "turn", ":"]),
        ("your opponent's turn", ["your", "opponent's", "turn"]),
        ("players' hands", ["players", "'", "hands"]),
        ("monster(s) (max. 2)", ["monster(s)", "(", "max", ".", "2", ")"]),
        ("2times, 10 cards", ["2", "times", ",", "10", "cards"]),
        ("quick-play", ["quick", "-", "play"]),
        (f"use {MASK} once", ["use", MASK, "once"]),
        (f"summon {MASK}(s), {MASK}.", ["summon", f"{MASK}(s)", ",", MASK, "."]),
        (f"{MASK}{MASK}", [MASK, MASK]),
        ("café", ["caf", "é"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_words(text: str, split: list[str]) -> None:
    assert words(text) == (split, split)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Once PER Turn", "once per turn"),
        ("Once\nPer your\nTurn", "once per your turn"),
        ("A card.\nUse", "a card.\nuse"),
        ("İI", "İi"),
        ("ΑΣ", "ας"),
        ("ẞÄ", "ßä"),
        (f"X{MASK}", f"x{MASK}"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


@settings(deadline=None, max_examples=300)
@given(st.text(st.characters()))
def test_words_leave_out_only_spaces(text: str) -> None:
    folded = fold(text)
    assert len(folded) == len(text)
    surfaces, forms = words(folded)
    assert "".join(surfaces) == "".join(folded.split())
    assert forms == surfaces
