"""Where English print is cut into sentences."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onceper.lang.en.sentences import sentences
from onceper.lang.en.tokens import fold
from onceper.text import position as flags
from onceper.text.names import Quotes, mask_names
from onceper.text.normal import Text

ALL = (1 << 30) - 1


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in sentences(fold(text))]


def positions(text: str, asked: int) -> list[int]:
    return [position & asked for _, _, position in sentences(fold(text))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("Draw 1 card. Banish it.", ["Draw 1 card.", "Banish it."], id="full stops"),
        pytest.param("Draw 1! Banish it? Yes", ["Draw 1!", "Banish it?", "Yes"], id="other marks, none at the end"),
        pytest.param("Draw a card.Banish it.", ["Draw a card.", "Banish it."], id="a lost space"),
        pytest.param("Draw 1.\nBanish it.", ["Draw 1.", "Banish it."], id="lines"),
        pytest.param("2 Tuners\nDraw 1.", ["2 Tuners", "Draw 1."], id="a line without a full stop"),
        pytest.param("\n\n Draw 1. \n\n\n Stop. \n", ["Draw 1.", "Stop."], id="empty lines"),
        pytest.param("Draw 1. (Even in the GY.) Stop.", ["Draw 1.", "Even in the GY.", "Stop."], id="note"),
        pytest.param("Draw 1 (max. 3 cards). Stop.", ["Draw 1 (max. 3 cards).", "Stop."], id="note inside"),
        pytest.param(
            "Draw 1 (this is an effect.) Stop.", ["Draw 1 (this is an effect.)", "Stop."], id="stop in a note"
        ),
        pytest.param("(A) then (B).", ["(A) then (B)."], id="two notes inside"),
        pytest.param("() Draw 1.", ["() Draw 1."], id="empty note"),
        pytest.param("Choose 1: ● Draw 1. ● Stop.", ["Choose 1:", "Draw 1.", "Stop."], id="bullets"),
        pytest.param("●Draw 1.●Stop.", ["Draw 1.", "Stop."], id="bullets without spaces"),
        pytest.param("•Draw ・Banish ▪Stop", ["Draw", "Banish", "Stop"], id="other bullets"),
        pytest.param("Draw cards, e.g. 1 or 2. Stop.", ["Draw cards, e.g. 1 or 2.", "Stop."], id="abbreviation"),
        pytest.param("Gain ATK (max. 500). Stop.", ["Gain ATK (max. 500).", "Stop."], id="abbreviation in a note"),
        pytest.param("Attack vs. a Dragon. Stop.", ["Attack vs. a Dragon.", "Stop."], id="another abbreviation"),
        pytest.param("Gain 0.5 LP. Stop.", ["Gain 0.5 LP.", "Stop."], id="a point inside a number"),
        pytest.param("Draw... Stop.", ["Draw...", "Stop."], id="ellipsis"),
        pytest.param("... !", [], id="only marks"),
        pytest.param("", [], id="empty"),
        pytest.param(" \n● ", [], id="nothing between the marks"),
    ],
)
def test_sentences(text: str, found: list[str]) -> None:
    assert cut(text) == found


@pytest.mark.parametrize("text", ["( 0", "( draw 1 card. )", "draw. ( stop ) go.", "( draw. stop. )"])
def test_no_spaces_stand_around_a_sentence_of_a_note(text: str) -> None:
    assert cut(text) == [sentence.strip() for sentence in cut(text)]


def test_full_stops_in_names_end_no_sentence() -> None:
    masked, _ = mask_names('Add "Dr. Ash. Vicar!" to your hand. Stop.', Quotes('"', '"'), None)
    assert [end - start for start, end, _ in sentences(fold(masked))] == [35, 5]


@pytest.mark.parametrize(
    ("text", "asked", "found"),
    [
        pytest.param("Draw. (Even here.) Stop.", flags.IN_PARENTHESIS, [0, flags.IN_PARENTHESIS, 0], id="note"),
        pytest.param("Draw (even here).", flags.IN_PARENTHESIS, [0], id="note inside"),
        pytest.param("Pick: ● Draw. Then stop.\nStop.", flags.BULLET, [0, flags.BULLET, 0, 0], id="bullet"),
        pytest.param("Draw: stop. Stop. Go; stop.", flags.COLON, [flags.COLON, 0, flags.COLON], id="marks"),
        pytest.param("Draw. Then: stop.", flags.CONTINUES, [0, flags.CONTINUES], id="continues in spite of marks"),
        pytest.param("2 Tuners\nDraw. Stop.", flags.HEADLINE, [flags.HEADLINE, 0, 0], id="headline"),
        pytest.param("\n\n2 Tuners\nDraw.", flags.HEADLINE, [flags.HEADLINE, 0], id="headline behind empty lines"),
        pytest.param("2 Tuners", flags.HEADLINE, [flags.HEADLINE], id="a line with none below"),
        pytest.param("Draw 1.\nStop.", flags.HEADLINE, [0, 0], id="a full stop"),
        pytest.param("Draw. Stop\nGo.", flags.HEADLINE, [0, 0, 0], id="a full stop before"),
        pytest.param("Choose 1:\nDraw.", flags.HEADLINE, [0, 0], id="a line that goes on"),
        pytest.param("Draw. Go.\nStop.", flags.FIRST_LINE, [flags.FIRST_LINE, flags.FIRST_LINE, 0], id="first line"),
    ],
)
def test_where_a_sentence_stands(text: str, asked: int, found: list[int]) -> None:
    assert positions(text, asked) == found


def test_pendulum_sections_are_told_apart() -> None:
    text = "[ Pendulum Effect ]\nDraw 1.\n----------------------\n[ Monster Effect ]\nStop.\n[ Sic ] Go."
    section = flags.SECTION
    assert positions(text, section) == [section, 0, section, section, 0, 0]
    assert cut(text)[1] == "Draw 1."


PIECES = (
    "(", ")", ".", ". ", "! ", "?", "\n", "●", "・", "word", "Draw 1 card", ":", ";", " ", "  ", "[ Pendulum Effect ]",
    "-----", "(max. 2)", "e.g. ", "\x01\x02\x02", "If you do", "Then", "é", "İ",
)  # fmt: skip


@settings(deadline=None, max_examples=500)
@given(st.one_of(st.text(st.characters()), st.lists(st.sampled_from(PIECES), max_size=30).map("".join)))
def test_sentences_stand_in_order_and_lose_no_letter(original: str) -> None:
    text = fold(Text(original).normal)
    done = 0
    for start, end, position in sentences(text):
        assert done <= start < end <= len(text)
        assert not any(character.isalnum() for character in text[done:start])
        assert text[start:end] == text[start:end].strip(" ")
        assert position | ALL == ALL
        done = end
    assert not any(character.isalnum() for character in text[done:])
