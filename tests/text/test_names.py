"""One sign stands in place of each quoted name, the card's own name before all others."""

from __future__ import annotations

from itertools import chain, islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cases import cases

from onceper.text.names import Quotes, mask_names
from onceper.text.normal import MASK

STRAIGHT = Quotes(('"', '"'))
CORNERS = Quotes(("「", "」"))


def names(text: str, own_name: str | None = None, quotes: Quotes = STRAIGHT) -> list[str]:
    """Return the names that were masked, after checking that nothing else changed."""
    masked, spans = mask_names(text, quotes, own_name)
    between = pairwise([0, *chain.from_iterable(spans), len(text)])
    assert masked == MASK.join(text[start:end] for start, end in islice(between, 0, None, 2))
    return [text[start:end] for start, end in spans]


@cases
def test_names_between_quotes_are_masked(text: str, found: list[str]) -> None:
    assert names(text) == found


def test_the_own_name_is_known_whatever_quotes_it_holds() -> None:
    text = 'Add "Iron "Duke" of "the" Fens" or "Ash Vicar".'
    assert names(text, 'Iron "Duke" of "the" Fens') == ['"Iron "Duke" of "the" Fens"', '"Ash Vicar"']


def test_the_own_name_stands_beside_other_names() -> None:
    text = '"Iron "Duke" Havel" and "Ash "Crow" Vicar"'
    assert names(text, 'Iron "Duke" Havel') == ['"Iron "Duke" Havel"', '"Ash "Crow" Vicar"']


@pytest.mark.parametrize("own_name", ["", None, "Iron (Duke) [Havel", 'a"', '"', "\\", '"*+?"'])
def test_no_own_name_changes_how_other_names_are_read(own_name: str | None) -> None:
    assert names('Add "Ash Vicar" to it.', own_name) == ['"Ash Vicar"']


def test_an_own_name_full_of_signs_is_taken_as_it_is_printed() -> None:
    assert names('Add "A.*"(b" to it.', 'A.*"(b') == ['"A.*"(b"']


def test_marks_that_differ_do_not_nest() -> None:
    assert names("手札の「鉄の公爵」と「灰」を見せる。「」", quotes=CORNERS) == ["「鉄の公爵」", "「灰」"]


@given(
    st.text('" ab\n\x03', max_size=60), st.none() | st.text('" ab', max_size=8), st.sampled_from([STRAIGHT, CORNERS])
)
def test_spans_are_in_order_and_keep_to_a_line(text: str, own_name: str | None, quotes: Quotes) -> None:
    found = names(text, own_name, quotes)
    assert not any("\n" in name for name in found)
    assert all(name.startswith(quotes.opening) and name.endswith(quotes.closing) for name in found)
    _, spans = mask_names(text, quotes, own_name)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@cases
def test_a_print_may_have_several_marks(text: str, found: list[str]) -> None:
    assert names(text, "灰", Quotes(("《", "》"), ("「", "」"), ("≪", "≫"))) == found
