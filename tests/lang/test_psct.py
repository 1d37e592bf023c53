"""Where print in the style of Problem-Solving Card Text is cut into sentences, and these into clauses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import cases

from onceper.lang.languages import language
from onceper.text import position as flags
from onceper.text.names import mask_names
from onceper.text.normal import MASK, Text

ENGLISH, TURKISH = language("en"), language("tr")
ALL = (1 << 30) - 1
BEGINS = flags.SENTENCE_START
COLON = flags.AFTER_COLON
UNDIVIDED = flags.UNDIVIDED


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
    masked, _ = mask_names('Add "Dr. Ash. Vicar!" to your hand. Stop.', ENGLISH.quotes, None)
    folded = ENGLISH.fold(masked)
    assert [folded[start:end] for start, end, _ in ENGLISH.sentences(folded)] == [f"add {MASK} to your hand.", "stop."]


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
    text = ENGLISH.fold(Text(original).normal)
    done = 0
    for start, end, position in ENGLISH.sentences(text):
        assert done <= start < end <= len(text)
        assert not any(character.isalnum() for character in text[done:start])
        assert text[start:end] == text[start:end].strip(" ")
        assert position | ALL == ALL
        done = end
    assert not any(character.isalnum() for character in text[done:])


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("draw 1 card.", [("draw 1 card.", BEGINS | UNDIVIDED)]),
        ("once per turn: draw 1.", [("once per turn:", BEGINS), ("draw 1.", COLON)]),
        ("target 1; draw 1;  stop.", [("target 1;", BEGINS), ("draw 1;", 0), ("stop.", 0)]),
        (
            "if so: target 1; draw 1: stop",
            [("if so:", BEGINS), ("target 1;", COLON), ("draw 1:", COLON), ("stop", COLON)],
        ),
        ("pick 1:", [("pick 1:", BEGINS)]),
        (":;", [(":", BEGINS), (";", COLON)]),
    ],
)
def test_clauses(sentence: str, found: list[tuple[str, int]]) -> None:
    pieces = ENGLISH.clauses(sentence, (0, len(sentence), 0))
    assert [(sentence[start:end], position) for start, end, position in pieces] == found


def test_clauses_keep_to_their_sentence_and_stand_where_it_stands() -> None:
    text = "if so: draw. (go: stop) end: no."
    where = flags.IN_PARENTHESIS | flags.BULLET
    pieces = ENGLISH.clauses(text, (14, 22, where))
    assert [(text[start:end], position) for start, end, position in pieces] == [
        ("go:", where | BEGINS),
        ("stop", where | COLON),
    ]


@settings(deadline=None, max_examples=300)
@given(st.text("ab :;.\n", min_size=1))
def test_clauses_leave_out_only_spaces(sentence: str) -> None:
    done = 0
    pieces = ENGLISH.clauses(sentence, (0, len(sentence), 0))
    for start, end, _ in pieces:
        assert done <= start < end
        assert not sentence[done:start].strip(" ")
        done = end
    assert not sentence[done:].strip(" ")
    assert [bool(position & BEGINS) for _, _, position in pieces] == [True] + [False] * (len(pieces) - 1)


@cases
def test_turkish_sentences(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end, _ in TURKISH.sentences(TURKISH.fold(text))] == found


CHOICES = [0, flags.BULLET, flags.BULLET]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("Seçin: 1) 1 kart çekin. 2) 9 LP kazanın.", CHOICES, id="behind a colon"),
        pytest.param("Seçin: (1) 1 kart çekin. VEYA (2) 9 LP kazanın.", CHOICES, id="behind a word between"),
        pytest.param("Şu efektlerden birini seçin.\n1) Kart çekin.\n2) LP kazanın.", CHOICES, id="behind an offer"),
        pytest.param("Zar atın. (1) 1 kart çekin. (2) 9 LP kazanın.", [0, 0, 0], id="effects behind another sentence"),
        pytest.param("(1) 1 kart çekin. (2) 9 LP kazanın.", [0, 0], id="effects"),
        pytest.param("Seçin: (2) 1 kart çekin. (1) 9 LP kazanın.", [0, 0], id="not from one on"),
        pytest.param("Seçin: (1) 2 kart çekin.", [0], id="one alone"),
    ],
)
def test_numbers_are_bullets_where_choices_are_offered(text: str, found: list[int]) -> None:
    sentences = TURKISH.sentences(TURKISH.fold(text))
    assert [position & flags.BULLET for _, _, position in sentences] == found


def test_turkish_clauses_end_behind_colons_and_semicolons() -> None:
    text = "turda bir kez: 1 kart at; 1 kart cek."
    assert [text[a:b] for a, b, _ in TURKISH.clauses(text, TURKISH.sentences(text)[0])] == [
        "turda bir kez:",
        "1 kart at;",
        "1 kart cek.",
    ]


def test_a_note_may_hold_notes() -> None:
    (_, note) = positions("Draw 1 card. (Flip (face-up) monsters stay.)", ALL)
    assert note & flags.OPENS_NOTE
    assert note & flags.CLOSES_NOTE


def test_two_notes_of_one_sentence_are_no_note_around_it() -> None:
    (only,) = positions("(First) draw 1 card (even in the GY)", ALL)
    assert not only & flags.IN_PARENTHESIS


def test_names_that_are_added_up_are_a_headline_though_a_full_stop_ends_them() -> None:
    text, _ = mask_names('"Ember Warden" + 2 "Ember Keeper". Draw 1 card.', ENGLISH.quotes, None)
    first, second = positions(text, flags.HEADLINE)
    assert first
    assert not second
