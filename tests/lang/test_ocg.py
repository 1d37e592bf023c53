"""Where print in the style of the OCG is cut into sentences and clauses, and where each of them stands."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.cases import cases

from onceper.lang.languages import language
from onceper.text import position as flags
from onceper.text.names import mask_names
from onceper.text.normal import MASK, Text

JAPANESE = language("ja")
ALL = (1 << 30) - 1
NOTE = flags.IN_PARENTHESIS | flags.OPENS_NOTE | flags.CLOSES_NOTE
NUMBERED = flags.NUMBERED | flags.INSIDE_NUMBER
INSIDE, OUTSIDE, BULLET = flags.INSIDE_NUMBER, flags.OUTSIDE_NUMBER, flags.BULLET
WHOLE = flags.SENTENCE_START | flags.UNDIVIDED
FIRST = flags.SENTENCE_START | flags.PART
LATER = flags.AFTER_COMMA | flags.PART
NOTE_INSIDE = LATER | flags.IN_PARENTHESIS
BY_NUMBER = flags.NUMBERED | INSIDE | OUTSIDE


def cut(text: str) -> list[str]:
    normal = Text(text).normal
    return [normal[start:end] for start, end, _ in JAPANESE.sentences(normal)]


def positions(text: str, asked: int) -> list[int]:
    return [position & asked for _, _, position in JAPANESE.sentences(Text(text).normal)]


@cases
def test_sentences(text: str, found: list[str]) -> None:
    assert cut(text) == found


def test_marks_in_names_end_no_sentence() -> None:
    text = "「灰。①：竜！」を手札に加える。●「王●」。"
    masked, _ = mask_names(Text(text).normal, JAPANESE.quotes, None)
    assert [masked[start:end] for start, end, _ in JAPANESE.sentences(masked)] == [
        f"{MASK}を手札に加える。",
        f"{MASK}。",
    ]


@pytest.mark.parametrize(
    ("text", "asked", "found"),
    [
        pytest.param("灰。①：竜。王。②：空。", BY_NUMBER, [OUTSIDE, NUMBERED, INSIDE, NUMBERED], id="numbers"),
        pytest.param("①：灰。\n竜。", BY_NUMBER, [NUMBERED, INSIDE], id="a line inside a number"),
        pytest.param("①：（灰。）竜。", BY_NUMBER, [NUMBERED, INSIDE], id="a note is what is numbered"),
        pytest.param("灰。竜。", BY_NUMBER, [OUTSIDE, OUTSIDE], id="no numbers"),
        pytest.param(
            "【Ｐ効果】\n①：灰。\n【モンスター効果】\n竜。①：王。",
            NUMBERED | flags.SECTION,
            [flags.SECTION, NUMBERED, flags.SECTION, 0, NUMBERED],
            id="a section ends a number",
        ),
        pytest.param(
            "①：次から選ぶ。\n●灰。竜。\n●王。",
            BULLET | INSIDE,
            [INSIDE, BULLET | INSIDE, INSIDE, BULLET | INSIDE],
            id="bullets",
        ),
        pytest.param("①：●灰。", BULLET | NUMBERED, [BULLET | NUMBERED], id="a bullet behind a number"),
        pytest.param("灰。（竜。）王。", NOTE, [0, NOTE, 0], id="note"),
        pytest.param("灰（竜）を焼く。", NOTE, [0], id="note inside"),
        pytest.param(
            "灰。（竜。王。空。）月。", NOTE, [0, *[flags.IN_PARENTHESIS] * 3, 0], id="note of several sentences"
        ),
        pytest.param(
            "（竜。\n王。", NOTE, [flags.IN_PARENTHESIS, 0], id="a note that is not closed ends with its line"
        ),
        pytest.param("灰の竜×２\n王。", flags.HEADLINE, [flags.HEADLINE, 0], id="headline"),
        pytest.param("\n\n灰の竜×２\n王。", flags.HEADLINE, [flags.HEADLINE, 0], id="headline below empty lines"),
        pytest.param("灰を焼く。\n王。", flags.HEADLINE, [0, 0], id="a full stop"),
        pytest.param("灰を焼く。竜\n王。", flags.HEADLINE, [0] * 3, id="a full stop before"),
        pytest.param(
            "灰。竜。\n王。",
            flags.FIRST_LINE,
            [flags.FIRST_LINE, flags.FIRST_LINE, 0],
            id="first line",
        ),
        pytest.param("【Ｐ効果】\n灰。", flags.SECTION, [flags.SECTION, 0], id="section"),
        pytest.param("【灰】\n灰。", flags.SECTION, [0, 0], id="other brackets"),
    ],
)
def test_where_a_sentence_stands(text: str, asked: int, found: list[int]) -> None:
    assert positions(text, asked) == found


PIECES = (
    "①：", "②:", "③ ：", "①の効果", "「灰の見張り番」", "灰を焼く", "発動できる", "その後、", "また、",
    "【Ｐ効果】", "【灰】",
    "。", "！", "!", "、", "：", "●", "•", "・", "（", "）", "(", ")", "\n", "\r\n", " ", "　", "  ",
    "0", "×", "é", "<b>",
)  # fmt: skip


@settings(deadline=None, max_examples=500)
@example("①：！灰")
@given(st.one_of(st.text(st.characters()), st.lists(st.sampled_from(PIECES), max_size=30).map("".join)))
def test_sentences_stand_in_order_and_lose_no_letter(original: str) -> None:
    text, _ = mask_names(Text(original).normal, JAPANESE.quotes, None)
    done = 0
    for start, end, position in JAPANESE.sentences(text):
        assert done <= start < end <= len(text)
        # Only the signs of numbered effects stand between sentences.
        assert not any(character.isalpha() or character == MASK for character in text[done:start])
        assert text[start:end] == text[start:end].strip(" ")
        assert not {"\n", "●"} & set(text[start:end])
        assert position | ALL == ALL
        done = end
    assert not any(character.isalpha() for character in text[done:])


@settings(deadline=None, max_examples=300)
@example("①：！灰")
@example("①：。灰。")
@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_a_sentence_inside_a_number_stands_behind_one_that_is_numbered(original: str) -> None:
    text, _ = mask_names(Text(original).normal, JAPANESE.quotes, None)
    is_numbered = False
    for _, _, position in JAPANESE.sentences(text):
        if position & flags.SECTION:
            is_numbered = False
            continue
        assert bool(position & flags.NUMBERED) <= bool(position & flags.INSIDE_NUMBER)
        is_numbered = is_numbered or bool(position & flags.NUMBERED)
        assert is_numbered or not position & flags.INSIDE_NUMBER


def clauses_of(sentence: str) -> list[tuple[str, int]]:
    return [
        (sentence[start:end], position) for start, end, position in JAPANESE.clauses(sentence, (0, len(sentence), 0))
    ]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        pytest.param("灰を焼く。", [("灰を焼く。", WHOLE)], id="one"),
        pytest.param("灰を焼き、竜を呼ぶ。", [("灰を焼き、", FIRST), ("竜を呼ぶ。", LATER)], id="two"),
        pytest.param(
            "1度しかできず、2度は使えず、竜を呼ぶ。",
            [("1度しかできず、", FIRST), ("2度は使えず、", LATER), ("竜を呼ぶ。", LATER)],
            id="negations",
        ),
        pytest.param(
            "灰を焼く(竜は眠る)。", [("灰を焼く", FIRST), ("竜は眠る", NOTE_INSIDE), ("。", LATER)], id="a note behind"
        ),
        pytest.param(
            "灰(竜は眠り、起きる)を焼き、呼ぶ。",
            [
                ("灰", FIRST),
                ("竜は眠り、", NOTE_INSIDE),
                ("起きる", NOTE_INSIDE),
                ("を焼き、", LATER),
                ("呼ぶ。", LATER),
            ],
            id="a note inside",
        ),
        pytest.param("灰を焼き、 竜。", [("灰を焼き、", FIRST), ("竜。", LATER)], id="a space behind the comma"),
        pytest.param("灰を焼き、", [("灰を焼き、", FIRST)], id="nothing behind the comma"),
        pytest.param("(", [], id="only a parenthesis"),
    ],
)
def test_clauses(sentence: str, found: list[tuple[str, int]]) -> None:
    assert clauses_of(sentence) == found


def test_clauses_keep_to_their_sentence_and_stand_where_it_stands() -> None:
    text = "灰を焼く。竜を呼び、王を見る。"
    where = flags.NUMBERED | flags.INSIDE_NUMBER
    assert [(text[start:end], position) for start, end, position in JAPANESE.clauses(text, (5, len(text), where))] == [
        ("竜を呼び、", where | FIRST),
        ("王を見る。", where | LATER),
    ]


def test_behind_a_note_the_sentence_goes_on_outside_of_it() -> None:
    assert [bool(position & flags.IN_PARENTHESIS) for _, position in clauses_of("灰(竜)を(王)焼く。")] == [
        False,
        True,
        False,
        True,
        False,
    ]


@settings(deadline=None, max_examples=300)
@given(st.text("灰度は、()。 \x01", min_size=1))
def test_clauses_leave_out_only_spaces_and_parentheses(sentence: str) -> None:
    done = 0
    found = JAPANESE.clauses(sentence, (0, len(sentence), 0))
    for start, end, _ in found:
        assert done <= start < end <= len(sentence)
        assert not sentence[done:start].strip(" ()、")
        assert not {"(", ")"} & set(sentence[start:end])
        done = end
    assert not sentence[done:].strip(" ()、")
    assert [bool(position & flags.AFTER_COMMA) for _, _, position in found][1:] == [True] * (len(found) - 1)
