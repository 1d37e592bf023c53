"""Whatever a text holds, every span of its normalised copy maps to a span of the original."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.any_text import TEXTS

from onceper.text.normal import Text


@given(TEXTS)
def test_places_lie_in_the_original_in_order(original: str) -> None:
    text = Text(original)
    places = [text.original_span(at, at + 1) for at in range(len(text.normal))]
    assert all(0 <= start < end <= len(original) for start, end in places)
    assert places == sorted(places)
    assert [end for _, end in places] == sorted(end for _, end in places)


@given(TEXTS, st.data())
def test_a_span_is_the_hull_of_its_characters(original: str, data: st.DataObject) -> None:
    text = Text(original)
    if not text.normal:
        return
    start = data.draw(st.integers(0, len(text.normal) - 1))
    end = data.draw(st.integers(start + 1, len(text.normal)))
    places = [text.original_span(at, at + 1) for at in range(start, end)]
    assert text.original_span(start, end) == (places[0][0], places[-1][1])


@given(TEXTS)
def test_an_even_text_keeps_every_place(original: str) -> None:
    text = Text(original)
    if text.is_even:
        assert len(text.normal) == len(original)
        assert all(text.original_span(at, at + 1) == (at, at + 1) for at in range(len(original)))


@given(TEXTS)
def test_letters_and_digits_of_ascii_stand_for_themselves(original: str) -> None:
    text = Text(original)
    for at, character in enumerate(text.normal):
        start, end = text.original_span(at, at + 1)
        if end - start == 1 and original[start].isascii() and original[start].isalnum():
            assert character == original[start]
