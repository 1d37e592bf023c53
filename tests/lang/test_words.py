"""Words of print that sets spaces, and how upper and lower case become equal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from tests.cases import cases
from tests.own_rules import WORDS, write_files

from onceper.lang.languages import Languages, language

if TYPE_CHECKING:
    from pathlib import Path


fold, words = language("en").fold, language("en").splitter.split


@cases
def test_words(text: str, split: list[str]) -> None:
    assert words(text) == (split, split)


@cases
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text(st.characters()))
def test_words_leave_out_only_spaces(text: str) -> None:
    folded = fold(text)
    assert len(folded) == len(text)
    surfaces, forms = words(folded)
    assert "".join(surfaces) == "".join(folded.split())
    assert forms == surfaces


@cases
def test_words_of_ones_own_language_are_known_as_they_are_printed(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    write_files(tmp_path, {"nl/words.toml": WORDS})
    assert Languages(tmp_path).of("nl").splitter.split(text) == (expected, expected)
