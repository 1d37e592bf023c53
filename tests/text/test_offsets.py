"""Whatever a text holds, every span of its normalised copy maps to a span of the original."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from onceper.text.normal import Text

PIECES = (
    *("Once per turn", "card", " ", "  ", "\t", "\n", "\r\n", "\r", "\xa0", "\u3000", "\x1f", "\x01", "\x02"),
    *("<br>", "<b>", "</b>", "<p>", "<rt>x</rt>", "&amp;", "&quot;", "&#1;", "&#0;", "&#13;", "&#xD800;", "&lt;"),
    *(
        "“",
        "”",
        '"',
        "’",
        "Ａ",
        "１",
        "e\u0301",
        "\u0301",
        "か\u3099",
        "\u200b",
        "\ufeff",
        "İ",
        "\ud800",
        "😀",
        "(",
        ")",
    ),
)
TEXTS = st.one_of(st.text(st.characters()), st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
UNCHANGED = settings(deadline=None, max_examples=300)


@UNCHANGED
@given(TEXTS)
def test_places_lie_in_the_original_in_order(original: str) -> None:
    text = Text(original)
    places = [text.original_span(at, at + 1) for at in range(len(text.normal))]
    assert all(0 <= start < end <= len(original) for start, end in places)
    assert places == sorted(places)
    assert [end for _, end in places] == sorted(end for _, end in places)


@UNCHANGED
@given(TEXTS, st.data())
def test_a_span_is_the_hull_of_its_characters(original: str, data: st.DataObject) -> None:
    text = Text(original)
    if not text.normal:
        return
    start = data.draw(st.integers(0, len(text.normal) - 1))
    end = data.draw(st.integers(start + 1, len(text.normal)))
    places = [text.original_span(at, at + 1) for at in range(start, end)]
    assert text.original_span(start, end) == (places[0][0], places[-1][1])


@UNCHANGED
@given(TEXTS)
def test_an_even_text_keeps_every_place(original: str) -> None:
    text = Text(original)
    if text.is_even:
        assert len(text.normal) == len(original)
        assert all(text.original_span(at, at + 1) == (at, at + 1) for at in range(len(original)))


@UNCHANGED
@given(TEXTS)
def test_letters_and_digits_of_ascii_stand_for_themselves(original: str) -> None:
    text = Text(original)
    for at, character in enumerate(text.normal):
        start, end = text.original_span(at, at + 1)
        if end - start == 1 and original[start].isascii() and original[start].isalnum():
            assert character == original[start]
