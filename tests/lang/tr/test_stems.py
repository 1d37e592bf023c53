"""The closed list of stems, and what may be attached to them."""

from __future__ import annotations

import pytest

from onceper.lang.languages import language
from onceper.lang.stems import Stemmer, attached, plain
from onceper.patterns.load import load_structure

TURKISH = language("tr")
_, STEMS = load_structure(TURKISH.folders)
assert STEMS
fold, split = TURKISH.fold, Stemmer(STEMS).split


@pytest.mark.parametrize(
    ("ending", "stem", "spelled"),
    [
        ("DA", "tur", "da"),
        ("DA", "savaş", "ta"),
        ("DA", "düello", "da"),
        ("(y)A", "kez", "e"),
        ("(y)A", "kere", "ye"),
        ("(s)InI", "etki", "sini"),
        ("(s)InI", "efekt", "ini"),
        ("(I)nIzdA", "tur", "unuzda"),
        ("lArInIn", "efekt", "lerinin"),
        ("(y)AmAzsInIz", "kullan", "amazsınız"),
        ("(I)nAbilir", "oyna", "nabilir"),
        ("DIğInIz", "etkinleştir", "diğiniz"),
        ("DIğInIz", "çalış", "tığınız"),
    ],
)
def test_an_ending_follows_the_letters_before_it(ending: str, stem: str, spelled: str) -> None:
    assert attached(ending, stem) == spelled


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("turda", ("tur", "loc")),
        ("turunda turunuzda", ("tur", "your.loc")),
        ("efekti efektini efektinizi", ("efekt", "acc")),
        ("etkiyi etkisi etkisini", ("etki", "acc")),
        ("efektin efektinin efektinizin", ("efekt", "gen")),
        ("efektlerin efektlerinin", ("efekt", "pl.gen")),
        ("effect'i effect'ini", ("effect", "acc")),
        ("kullanabilirsiniz kullanabilirsin kullanabilir kullanılabilir", ("kullan", "can")),
        ("etkinleştiremezsiniz etkinleştirilemez", ("etkinlestir", "cannot")),
        ("çağrılamaz", ("cagr", "cannot")),
        ("çağırılamaz çağıramazsın", ("cagir", "cannot")),
        ("çağrılmalı çağrılmalıdır", ("cagr", "must")),
        ("kezden", ("kez", "abl")),
        ("kereliğine", ("kere", "lasting")),
        ("aşamanızda aşamanda", ("asama", "your.loc")),
        ("aşamasında", ("asama", "poss.loc")),
        ("oynadığın oynadığınız", ("oyna", "that")),
        ("kullan", ("kullan", "")),
    ],
)
def test_every_form_of_a_word_is_one_stem_and_one_class(words: str, parts: tuple[str, str]) -> None:
    assert {word: split(fold(word)) for word in words.split()} == dict.fromkeys(words.split(), parts)


@pytest.mark.parametrize("word", ["tür", "türde", "türden", "turde", "turden", "turist", "turuncu", "infinity"])
def test_what_is_no_form_of_a_listed_word_stays_whole(word: str) -> None:
    assert split(fold(word)) is None


def test_no_stem_stands_twice() -> None:
    assert STEMS
    listed = [plain(stem) for stem in (*STEMS.nouns, *STEMS.foreign, *STEMS.verbs)]
    assert sorted(set(listed)) == sorted(listed)
