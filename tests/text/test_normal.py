"""The normalised copy of a text, and where each of its characters stands in the original."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from tests.cases import cases

from onceper.text.normal import MASK, Text


def place(text: Text, words: str) -> str:
    """Return what the original prints where the copy has these words."""
    start = text.normal.index(words)
    begin, end = text.original_span(start, start + len(words))
    return text.original[begin:end]


@cases
def test_what_keeps_its_length_keeps_its_places(original: str, normal: str) -> None:
    text = Text(original)
    assert text.normal == normal
    assert text.is_even
    assert [text.original_span(at, at + 1) for at in range(len(normal))] == [(at, at + 1) for at in range(len(normal))]


@pytest.mark.parametrize("letter", "azçğıöşüßäéàñóšžłøœþðαωёжєա")
@pytest.mark.parametrize("end", ["\n", "\r\n", " \n "])
def test_a_line_that_goes_on_in_small_letters_of_any_alphabet_was_wrapped(letter: str, end: str) -> None:
    assert Text(f"Ziehe 1{end}{letter}.").normal == f"Ziehe 1 {letter}."


@pytest.mark.parametrize("end", ["\n", "\r\n", " \n "])
@pytest.mark.parametrize("behind", ["", "ı", ", the Wise"])
def test_a_line_that_ends_a_name_which_it_does_not_begin_was_wrapped(behind: str, end: str) -> None:
    assert Text(f'Draw "Ash{end}Warden"{behind}.').normal == f'Draw "Ash Warden"{behind}.'


@cases
@pytest.mark.parametrize("end", ["\n", "\r\n", " \n "])
def test_a_line_that_begins_otherwise_is_one_of_its_own(sign: str, end: str) -> None:
    assert Text(f"Ziehe 1{end}{sign}.").normal == f"Ziehe 1\n{sign}."


@cases
def test_what_changes_its_length_is_normalised_all_the_same(original: str, normal: str) -> None:
    text = Text(original)
    assert text.normal == normal
    assert not text.is_even


@cases
def test_a_place_is_found_again_in_the_original(original: str, words: str, printed: str) -> None:
    assert place(Text(original), words) == printed


@pytest.mark.parametrize("original", ["1 < 2 > 0", "R&D; a &b", "a & b", "<Ash>", "&verylongentityname;", "x <b", "<b"])
def test_what_only_looks_like_markup_stays(original: str) -> None:
    text = Text(original)
    assert text.normal == original
    assert [text.original_span(at, at + 1) for at in range(len(original))] == [
        (at, at + 1) for at in range(len(original))
    ]


@pytest.mark.parametrize("original", ["\x01", "\x02", "&#1;\x01", "<b>\x02</b>", "\ud800\x01", "”\x02“"])
def test_no_text_can_forge_a_mask(original: str) -> None:
    assert MASK not in Text(original).normal


def test_marks_without_end_are_not_put_in_order_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    normalize, lengths = unicodedata.normalize, []

    def measured(form: Any, letters: str) -> str:
        lengths.append(len(letters))
        return normalize(form, letters)

    monkeypatch.setattr(unicodedata, "normalize", measured)
    # The time of it grows with the square of the number.
    assert Text("Draw" + "\u0301\u0316" * 4_000).normal
    assert 20 < max(lengths) < 40
