"""Where print in the style of Problem-Solving Card Text is cut into sentences, and these into clauses."""

from __future__ import annotations

import pytest
from tests.cases import cases

from onceper.lang.languages import language
from onceper.text import position as flags
from onceper.text.names import mask_names
from onceper.text.normal import MASK

ENGLISH, TURKISH = language("en"), language("tr")


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in ENGLISH.sentences(ENGLISH.fold(text))]


def positions(text: str, asked: int) -> list[int]:
    return [position & asked for _, _, position in ENGLISH.sentences(ENGLISH.fold(text))]


@cases
def test_sentences(text: str, found: list[str]) -> None:
    assert cut(text) == found


@pytest.mark.parametrize("text", ["( 0", "( draw 1 card. )", "draw. ( stop ) go.", "( draw. stop. )"])
def test_no_spaces_stand_around_a_sentence_of_a_note(text: str) -> None:
    assert cut(text) == [sentence.strip() for sentence in cut(text)]


def test_full_stops_in_names_end_no_sentence() -> None:
    masked, _ = mask_names('Add "Dr. Ash. Vicar!" to your hand. Stop.', ENGLISH.quotes)
    folded = ENGLISH.fold(masked)
    assert [folded[start:end] for start, end, _ in ENGLISH.sentences(folded)] == [f"add {MASK} to your hand.", "stop."]


def test_pendulum_sections_are_told_apart() -> None:
    text = "[ Pendulum Effect ]\nDraw 1.\n----------------------\n[ Monster Effect ]\nStop.\n[ Sic ] Go."
    section = flags.SECTION
    assert positions(text, section) == [section, 0, section, section, 0, 0]
    assert cut(text)[1] == "Draw 1."


@cases
def test_clauses(sentence: str, found: list[str]) -> None:
    assert [sentence[start:end] for start, end, _ in ENGLISH.clauses(sentence, (0, len(sentence), 0))] == found


@cases
def test_turkish_sentences(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end, _ in TURKISH.sentences(TURKISH.fold(text))] == found


def test_turkish_clauses_end_behind_colons_and_semicolons() -> None:
    text = "turda bir kez: 1 kart at; 1 kart cek."
    assert [text[a:b] for a, b, _ in TURKISH.clauses(text, TURKISH.sentences(text)[0])] == [
        "turda bir kez:",
        "1 kart at;",
        "1 kart cek.",
    ]
