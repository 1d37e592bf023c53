"""Turkish words: one letter for İ, I, ı and i, and a name with whatever is glued to it as one word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cases import cases

from onceper.lang.languages import language
from onceper.lang.stems import TYPED_WITHOUT
from onceper.text.names import mask_names
from onceper.text.normal import MASK, Text

TURKISH = language("tr")
fold, words, confidence = TURKISH.fold, TURKISH.splitter.split, TURKISH.confidence


@cases
def test_every_form_of_a_word_is_one_stem_and_one_class(forms: str, parts: tuple[str, str] | None) -> None:
    assert {TURKISH.splitter.stem(fold(word)) for word in forms.split()} == {parts}


@cases
def test_letters_are_folded(printed: str, folded: str) -> None:
    assert fold(printed) == folded


@given(st.text())
def test_folding_keeps_the_length_and_is_done_once(text: str) -> None:
    folded = fold(text)
    assert len(folded) == len(text)
    assert fold(folded) == folded


@given(st.text(alphabet="abcçıiğtürTÜRİI'0123()#+.~ \x01"))
def test_printed_words_stand_in_the_text_in_order(text: str) -> None:
    folded = fold(text)
    printed, forms = words(folded)
    assert len(printed) == len(forms)
    at = 0
    for word in printed:
        at = folded.index(word, at) + len(word)


def test_a_word_of_the_list_is_its_stem_and_its_ending() -> None:
    assert words("turda bir kez") == (["tur", "da", "bir", "kez"], ["tur", "~loc", "bir", "kez"])
    assert words("efekt +acc") == (["efekt", "+acc"], ["efekt", "~acc"])
    assert words("1'ini (2)") == (["1", "'ini", "(", "2", ")"], ["1", "~acc", "⟨", "2", "⟩"])
    assert words("#b3 kez") == (["#b3", "kez"], ["3", "kez"])


@pytest.mark.parametrize("ending", ["", "in", "'in", "ün", "'nın", "u", "yla"])
def test_the_ending_of_a_name_counts_for_nothing(ending: str) -> None:
    printed = f"{MASK}{fold(ending)}"
    assert words(f"{printed} bu") == ([printed, "bu"], [MASK, "bu"])


@cases
def test_names_are_told_from_apostrophes(printed: str, names: list[str]) -> None:
    masked, spans = mask_names(Text(printed).normal, TURKISH.quotes)
    assert [printed[start:end] for start, end in spans] == names
    assert masked.count(MASK) == len(names)
    assert len(masked) == len(printed) - sum(len(name) - 1 for name in names)


def test_its_own_name_is_known_whatever_quotes_it_holds() -> None:
    masked, spans = mask_names("'Ash's 'Duke' Fen'in bu efekti", TURKISH.quotes, "Ash's 'Duke' Fen")
    assert spans == [(0, 18)]
    assert masked == f"{MASK}in bu efekti"


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("Turda yalnizca bir kez: 1 kart cek.", TYPED_WITHOUT),
        ("TURDA BIR KEZ BU KARTI OZEL CAGIRABILIRSIN.", TYPED_WITHOUT),
        ("Turda yalnızca bir kez: 1 kart çek.", 1.0),
        ("Turda bir kez: 2 kart at.", 1.0),
        ("", 1.0),
    ],
)
def test_text_typed_without_turkish_letters_is_less_sure(text: str, sure: float) -> None:
    assert confidence(text) == sure
