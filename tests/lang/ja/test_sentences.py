"""Where Japanese print is cut into sentences, and where each of them stands."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from onceper.lang.ja import LANGUAGE
from onceper.lang.ja.sentences import sentences
from onceper.text import position as flags
from onceper.text.names import mask_names
from onceper.text.normal import MASK, MASK_REST, Text

ALL = (1 << 30) - 1
NOTE = flags.IN_PARENTHESIS | flags.OPENS_NOTE | flags.CLOSES_NOTE
NUMBERED = flags.NUMBERED | flags.INSIDE_NUMBER
INSIDE, OUTSIDE, BULLET = flags.INSIDE_NUMBER, flags.OUTSIDE_NUMBER, flags.BULLET
BY_NUMBER = flags.NUMBERED | INSIDE | OUTSIDE


def cut(text: str) -> list[str]:
    normal = Text(text).normal
    return [normal[start:end] for start, end, _ in sentences(normal)]


def positions(text: str, asked: int) -> list[int]:
    return [position & asked for _, _, position in sentences(Text(text).normal)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("灰を焼く。竜を呼ぶ。", ["灰を焼く。", "竜を呼ぶ。"], id="full stops"),
        pytest.param("灰を焼け！竜を呼ぶ", ["灰を焼け!", "竜を呼ぶ"], id="exclamation mark, none at the end"),
        pytest.param("灰を焼く。\n竜を呼ぶ。", ["灰を焼く。", "竜を呼ぶ。"], id="lines"),
        pytest.param("灰を焼く。\r\n竜を呼ぶ。", ["灰を焼く。", "竜を呼ぶ。"], id="lines of CRLF"),
        pytest.param("灰の竜×２\n灰を焼く。", ["灰の竜×2", "灰を焼く。"], id="a line without a full stop"),
        pytest.param("\n　灰を焼く。　\n\n竜。\n", ["灰を焼く。", "竜。"], id="empty lines and spaces"),
        pytest.param("①：灰を焼く。②：竜を呼ぶ。", ["灰を焼く。", "竜を呼ぶ。"], id="numbers"),
        pytest.param("①:灰を焼く。② :竜を呼ぶ。", ["灰を焼く。", "竜を呼ぶ。"], id="half-width colons"),
        pytest.param("①の効果を使う。", ["①の効果を使う。"], id="a number that is spoken of"),
        pytest.param("①：灰を焼く", ["灰を焼く"], id="a number, no full stop"),
        pytest.param("灰を焼く①：竜を呼ぶ", ["灰を焼く", "竜を呼ぶ"], id="a number ends a sentence"),
        pytest.param("●灰を焼く。●竜を呼ぶ。", ["灰を焼く。", "竜を呼ぶ。"], id="bullets"),
        pytest.param("•灰▪竜", ["灰", "竜"], id="other bullets"),
        pytest.param("灰・竜を呼ぶ。", ["灰・竜を呼ぶ。"], id="a dot between nouns"),
        pytest.param("（灰を焼く。）竜を呼ぶ。", ["灰を焼く。", "竜を呼ぶ。"], id="note"),
        pytest.param("灰を焼く。（竜は眠る）", ["灰を焼く。", "竜は眠る"], id="note at the end"),
        pytest.param("灰（竜は眠る）を焼く。", ["灰(竜は眠る)を焼く。"], id="note inside"),
        pytest.param("灰を焼く（竜は眠る）。王。", ["灰を焼く(竜は眠る)。", "王。"], id="note before the full stop"),
        pytest.param(
            "灰（竜は眠る。）、王を呼ぶ。", ["灰(竜は眠る。", ")、王を呼ぶ。"], id="stop in a note that goes on"
        ),
        pytest.param(
            "【Ｐ効果】\n灰。\n【モンスター効果】\n竜。",
            ["【P効果】", "灰。", "【モンスター効果】", "竜。"],
            id="sections",
        ),
        pytest.param("攻撃力は0.5倍。", ["攻撃力は0.5倍。"], id="a point is no full stop"),
        pytest.param("。！", [], id="only marks"),
        pytest.param("、・", [], id="stray signs"),
        pytest.param("（）", [], id="empty note"),
        pytest.param("①：②：", [], id="only numbers"),
        pytest.param("", [], id="empty"),
    ],
)
def test_sentences(text: str, found: list[str]) -> None:
    assert cut(text) == found


def test_marks_in_names_end_no_sentence() -> None:
    text = "「灰。①：竜！」を手札に加える。●「王●」。"
    masked, _ = mask_names(Text(text).normal, LANGUAGE.quotes, None)
    assert [text[start:end] for start, end, _ in sentences(masked)] == ["「灰。①：竜！」を手札に加える。", "「王●」。"]


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


@pytest.mark.parametrize(
    ("text", "continues"),
    [
        pytest.param("灰を焼く。その後、竜を呼ぶ。", [False, True], id="and then"),
        pytest.param("灰を焼く。この効果は無効化されない。", [False, True], id="this effect"),
        pytest.param("その後、灰を焼く。", [False], id="nothing to continue"),
        pytest.param("灰を捨てて発動できる。竜を呼ぶ。", [False, True], id="behind an activation"),
        pytest.param("灰を捨てて発動する。竜を呼ぶ。王を焼く。", [False, True, False], id="only the next sentence"),
        pytest.param("灰を捨てて発動できる。また、灰は焼かれない。", [False, False], id="and also"),
        pytest.param("灰を捨てて発動できる。このカードは焼かれない。", [False, False], id="of this card"),
        pytest.param(f"灰を捨てて発動できる。{MASK}は焼かれない。", [False, False], id="of a name"),
        pytest.param("灰を捨てて発動できる。●竜を呼ぶ。", [False, False], id="a bullet"),
        pytest.param("①：灰を捨てて発動できる。②：竜を呼ぶ。", [False, False], id="the next number"),
        pytest.param("①：灰を捨てて発動できる。竜を呼ぶ。", [False, False], id="inside a number nothing needs to"),
        pytest.param("灰を焼く。竜を呼ぶ。", [False, False], id="two effects"),
        pytest.param("灰を捨てて発動できる（竜は眠る）。竜を呼ぶ。", [False, False], id="a note before the full stop"),
    ],
)
def test_what_continues_an_effect(text: str, continues: list[bool]) -> None:
    folded = MASK.join(Text(piece).normal for piece in text.split(MASK))
    assert [bool(position & flags.CONTINUES) for _, _, position in sentences(folded)] == continues


PIECES = (
    *(
        "①：",
        "②:",
        "③ ：",
        "①の効果",
        "「灰の見張り番」",
        "灰を焼く",
        "発動できる",
        "その後、",
        "また、",
        "【Ｐ効果】",
        "【灰】",
    ),
    *(
        "。",
        "！",
        "!",
        "、",
        "：",
        "●",
        "•",
        "・",
        "（",
        "）",
        "(",
        ")",
        "\n",
        "\r\n",
        " ",
        "　",
        "  ",
        "0",
        "×",
        "é",
        "<b>",
    ),
)


@settings(deadline=None, max_examples=500)
@example("①：！灰")
@given(st.one_of(st.text(st.characters()), st.lists(st.sampled_from(PIECES), max_size=30).map("".join)))
def test_sentences_stand_in_order_and_lose_no_letter(original: str) -> None:
    text, _ = mask_names(Text(original).normal, LANGUAGE.quotes, None)
    done = 0
    for start, end, position in sentences(text):
        assert done <= start < end <= len(text)
        # Only the signs of numbered effects stand between sentences.
        assert not any(character.isalpha() or character in {MASK, MASK_REST} for character in text[done:start])
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
    text, _ = mask_names(Text(original).normal, LANGUAGE.quotes, None)
    is_numbered = False
    for _, _, position in sentences(text):
        if position & flags.SECTION:
            is_numbered = False
            continue
        assert bool(position & flags.NUMBERED) <= bool(position & flags.INSIDE_NUMBER)
        is_numbered = is_numbered or bool(position & flags.NUMBERED)
        assert is_numbered or not position & flags.INSIDE_NUMBER
