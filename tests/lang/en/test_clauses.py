"""Where an English sentence is cut into clauses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onceper.lang.en.sentences import clauses
from onceper.text import position as flags

BEGINS = flags.SENTENCE_START
COLON = flags.AFTER_COLON
UNDIVIDED = flags.UNDIVIDED


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
    cut = clauses(sentence, (0, len(sentence), 0))
    assert [(sentence[start:end], position) for start, end, position in cut] == [(t, int(p)) for t, p in found]


def test_clauses_keep_to_their_sentence_and_stand_where_it_stands() -> None:
    text = "if so: draw. (go: stop) end: no."
    where = flags.IN_PARENTHESIS | flags.BULLET
    cut = clauses(text, (14, 22, where))
    assert [(text[start:end], position) for start, end, position in cut] == [
        ("go:", where | int(BEGINS)),
        ("stop", where | int(COLON)),
    ]


@settings(deadline=None, max_examples=300)
@given(st.text("ab :;.\n", min_size=1))
def test_clauses_leave_out_only_spaces(sentence: str) -> None:
    done = 0
    cut = clauses(sentence, (0, len(sentence), 0))
    for start, end, _ in cut:
        assert done <= start < end
        assert not sentence[done:start].strip(" ")
        done = end
    assert not sentence[done:].strip(" ")
    assert [bool(position & BEGINS) for _, _, position in cut] == [True] + [False] * (len(cut) - 1)
