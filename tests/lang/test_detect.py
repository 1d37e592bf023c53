"""Telling the language of a text from the words or the letters in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bundled import LANGUAGES
from tests.cases import cases

from onceper.lang.base import LanguageError
from onceper.lang.languages import Languages

DETECTOR = Languages().detector


@cases
def test_a_language_is_told_from_its_words_or_letters(lang: str, text: str) -> None:
    assert DETECTOR.detect(text) == DETECTOR.detect_or_none(text) == lang


@cases
def test_what_is_not_read_is_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(LanguageError) as refused:
        DETECTOR.detect(text)
    message = str(refused.value)
    assert repr(text[:40]) in message
    assert "cannot be told" in message
    assert "lang=" in refused.value.remedy
    assert all(code in refused.value.expected for code in LANGUAGES)
    assert DETECTOR.detect_or_none(text) is None


@pytest.mark.parametrize(
    "text", ["", " \r\n", "1 + 1 = 2!", "●①②。「」", "2²", "½", "２０００／１０００", "\ud800\x01_", "—"]
)
def test_a_text_without_letters_is_of_no_language(text: str) -> None:
    assert DETECTOR.detect(text) is None
    assert DETECTOR.detect_or_none(text) is None


def test_a_long_text_is_told_from_its_beginning() -> None:
    assert (
        DETECTOR.detect("Once per turn, you can draw a card. " * 60 + "Einmal pro Spielzug kannst du ziehen. " * 5000)
        == "en"
    )


@given(st.text(st.characters()))
def test_any_text_is_told_or_refused(text: str) -> None:
    assert DETECTOR.detect_or_none(text) in {*LANGUAGES, None}
