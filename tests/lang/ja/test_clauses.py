"""Where a Japanese sentence is cut into clauses, and which commas cut nothing off."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onceper.lang.ja.sentences import clauses
from onceper.text import position as flags

WHOLE = flags.SENTENCE_START
FIRST = flags.SENTENCE_START | flags.PART
LATER = flags.AFTER_COMMA | flags.PART
NOTE = LATER | flags.IN_PARENTHESIS


def cut(sentence: str) -> list[tuple[str, int]]:
    return [(sentence[start:end], position) for start, end, position in clauses(sentence, (0, len(sentence), 0))]


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
            "灰を焼く(竜は眠る)。", [("灰を焼く", FIRST), ("竜は眠る", NOTE), ("。", LATER)], id="a note behind"
        ),
        pytest.param(
            "灰(竜は眠り、起きる)を焼き、呼ぶ。",
            [("灰", FIRST), ("竜は眠り、", NOTE), ("起きる", NOTE), ("を焼き、", LATER), ("呼ぶ。", LATER)],
            id="a note inside",
        ),
        pytest.param("灰を焼き、 竜。", [("灰を焼き、", FIRST), ("竜。", LATER)], id="a space behind the comma"),
        pytest.param("灰を焼き、", [("灰を焼き、", FIRST)], id="nothing behind the comma"),
        pytest.param("(", [], id="only a parenthesis"),
    ],
)
def test_clauses(sentence: str, found: list[tuple[str, int]]) -> None:
    assert cut(sentence) == found


@pytest.mark.parametrize(
    "sentence",
    [
        "1ターンに1度、手札を捨てる。",
        "1ターンに1度だけ、手札を捨てる。",
        "1ターンに2度まで、手札を捨てる。",
        "1ターンに2回まで、手札を捨てる。",
        "このカード名の、①の効果を使う。",
        "①の効果は、使えない。",
        "表側表示で存在する限り、焼かれない。",
        "このターン、竜は焼かれない。",
        "ターン終了時まで、竜は焼かれない。",
        "竜にだけ、効果を使う。",
        "このカード名の、①の効果は、1ターンに1度、いずれか1つしか使えない。",
    ],
)
def test_a_comma_behind_words_that_await_others_cuts_nothing_off(sentence: str) -> None:
    assert cut(sentence) == [(sentence, WHOLE)]


def test_clauses_keep_to_their_sentence_and_stand_where_it_stands() -> None:
    text = "灰を焼く。竜を呼び、王を見る。"
    where = flags.NUMBERED | flags.INSIDE_NUMBER
    assert [(text[start:end], position) for start, end, position in clauses(text, (5, len(text), where))] == [
        ("竜を呼び、", where | int(FIRST)),
        ("王を見る。", where | int(LATER)),
    ]


def test_behind_a_note_the_sentence_goes_on_outside_of_it() -> None:
    assert [bool(position & flags.IN_PARENTHESIS) for _, position in cut("灰(竜)を(王)焼く。")] == [
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
    found = clauses(sentence, (0, len(sentence), 0))
    for start, end, _ in found:
        assert done <= start < end <= len(sentence)
        assert not sentence[done:start].strip(" ()、")
        assert not {"(", ")"} & set(sentence[start:end])
        done = end
    assert not sentence[done:].strip(" ()、")
    assert [bool(position & flags.AFTER_COMMA) for _, _, position in found][1:] == [True] * (len(found) - 1)
