"""The notation of a pattern."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cases import cases

from onceper.patterns.notation import MOST_VARIANTS, NotationError, variants


@cases
def test_variants(pattern: str, found: list[Any]) -> None:
    plain = msgspec.to_builtins(variants(pattern))
    assert [tuple(tuple(filter(None, element)) for element in variant) for variant in plain] == found


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
