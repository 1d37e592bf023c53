"""Words of print that sets spaces, and how upper and lower case become equal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.own_rules import WORDS, write_files

from onceper.lang.languages import Languages, language
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from pathlib import Path


fold, words = language("en").fold, language("en").words


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
        ("café", ["café"]),
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("eenmaal per beurt:", ["eenmaal", "per", "beurt", ":"]),
        ("2 gloedwachter-kaarten", ["2", "gloedwachter", "-", "kaarten"]),
        ("l'effet d'une carte", ["l'effet", "d'une", "carte"]),
        (f"van {MASK} slechts", ["van", MASK, "slechts"]),
        ("", []),
    ],
)
def test_words_of_ones_own_language_are_known_as_they_are_printed(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    write_files(tmp_path, {"nl/words.toml": WORDS})
    assert Languages(tmp_path).of("nl").words(text) == (expected, expected)
