"""One sign stands in place of each quoted name."""

from __future__ import annotations

from itertools import chain, islice, pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.cases import cases

from onceper.text.names import Quotes, mask_names
from onceper.text.normal import MASK

STRAIGHT = Quotes(('"', '"'))
CORNERS = Quotes(("「", "」"))


def names(text: str, quotes: Quotes = STRAIGHT) -> list[str]:
    """Return the names that were masked, after checking that nothing else changed."""
    masked, spans = mask_names(text, quotes)
    between = pairwise([0, *chain.from_iterable(spans), len(text)])
    assert masked == MASK.join(text[start:end] for start, end in islice(between, 0, None, 2))
    return [text[start:end] for start, end in spans]


@cases
def test_names_between_quotes_are_masked(text: str, found: list[str]) -> None:
    assert names(text) == found


def test_marks_that_differ_hold_a_name() -> None:
    found = names("手札の「鉄の公爵」と「灰の「王」の番」を見せる。", quotes=CORNERS)
    assert found == ["「鉄の公爵」", "「灰の「王」の番」"]


@given(st.text('"「」 ab\n\x03', max_size=60), st.sampled_from([STRAIGHT, CORNERS]))
def test_spans_are_in_order_and_keep_to_a_line(text: str, quotes: Quotes) -> None:
    found = names(text, quotes)
    assert not any("\n" in name for name in found)
    assert all(name.startswith(quotes.opening) and name.endswith(quotes.closing) for name in found)
    _, spans = mask_names(text, quotes)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@cases
def test_a_print_may_have_several_marks(text: str, found: list[str]) -> None:
    assert names(text, Quotes(("《", "》"), ("「", "」"), ("≪", "≫"))) == found


def test_of_the_own_name_it_is_known_which_marks_it_holds() -> None:
    text = 'Add "Fen" or "Ash"Duke"Fen".'
    _, spans = mask_names(text, STRAIGHT, "Ash“Duke”Fen")
    assert [text[start:end] for start, end in spans] == ['"Fen"', '"Ash"Duke"Fen"']
