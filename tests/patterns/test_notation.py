"""The notation of a pattern."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import cases

from onceper.patterns.notation import (
    MOST_VARIANTS,
    Gap,
    Mark,
    NotationError,
    Slot,
    Variant,
    Words,
    variants,
)

OPEN, CLOSE = Mark("<"), Mark(">")


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        pytest.param("once per turn", [(Words("once per turn"),)], id="words"),
        pytest.param("  once  per turn ", [(Words("once  per turn"),)], id="spaces"),
        pytest.param("{times}", [(Slot("times", optional=False),)], id="slot"),
        pytest.param("{object:times}", [(Slot("times", optional=False, tells="object"),)], id="slot counted"),
        pytest.param("{own_effect?} ends", [(Slot("own_effect", optional=True), Words("ends"))], id="optional slot"),
        pytest.param("if {gap:8} ends", [(Words("if"), Gap(8), Words("ends"))], id="gap"),
        pytest.param("up [to] it", [(Words("up to it"),), (Words("up it"),)], id="optional word"),
        pytest.param("[only] once", [(Words("only once"),), (Words("once"),)], id="optional beginning"),
        pytest.param("(a|b) once", [(Words("a once"),), (Words("b once"),)], id="choice"),
        pytest.param("(|b) once", [(Words("once"),), (Words("b once"),)], id="choice with nothing"),
        pytest.param("( a b | {c} ) d", [(Slot("c", optional=False), Words("d")), (Words("a b d"),)], id="slot chosen"),
        pytest.param("[per {period}] a", [(Words("per"), Slot("period", optional=False), Words("a")), (Words("a"),)]),
        pytest.param("[if {gap:2}] a", [(Words("if"), Gap(2), Words("a")), (Words("a"),)], id="optional gap"),
        pytest.param("<once> a", [(OPEN, Words("once"), CLOSE, Words("a"))], id="marks"),
        pytest.param(
            "<[up] to>", [(OPEN, Words("up to"), CLOSE), (OPEN, Words("to"), CLOSE)], id="marks around options"
        ),
        pytest.param("(a|a) b", [(Words("a b"),)], id="the same twice"),
        pytest.param("1, 2", [(Words("1, 2"),)], id="punctuation"),
    ],
)
def test_variants(pattern: str, found: list[Variant]) -> None:
    assert variants(pattern) == found


@cases
def test_what_is_no_pattern_is_refused(pattern: str, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        variants(pattern)
    assert message in str(refused.value)


@pytest.mark.parametrize("pattern", ["a}", "a]", "a) b", "a | b", "{a}}", "[a]] b", "(a|b)) c", "a|b"])
def test_an_unpaired_sign_is_refused(pattern: str) -> None:
    with pytest.raises(NotationError, match="unpaired"):
        variants(pattern)


@pytest.mark.parametrize(
    "pattern", ["<{gap:3} once> a", "a <once {gap:3}>", "{verb?} {gap:3} once", "once {gap:3} {verb?}"]
)
def test_a_gap_at_the_edge_is_refused_behind_a_mark_or_an_optional_slot_too(pattern: str) -> None:
    with pytest.raises(NotationError, match="a gap at the edge"):
        variants(pattern)


@pytest.mark.parametrize("pattern", ["<> once", "<[up to]> once", "< > once", "<(|a)> once", "<{verb?}> once"])
def test_marks_around_nothing_are_refused(pattern: str) -> None:
    with pytest.raises(NotationError, match="the marks < and > "):
        variants(pattern)


@settings(deadline=None, max_examples=500)
@given(
    st.lists(st.sampled_from(["{", "}", "[", "]", "(", ")", "|", "<", ">", "?", "gap:", "3", "a", " "])).map("".join)
)
def test_any_pattern_is_read_or_refused(pattern: str) -> None:
    try:
        found = variants(pattern)
    except NotationError:
        return
    assert 1 <= len(found) <= MOST_VARIANTS
    assert len(set(found)) == len(found)
