"""Careless copies are the same for the same seed, and say for each character where it comes from."""

from __future__ import annotations

import random

import pytest
from tests.bundled import CLASSIFIED

from onceper.lang.languages import language
from onceper.patterns.language_files import Noise
from onceper.training.spoil import corrupt, spoil

TEXT = {
    "en": "you can only use this effect once per turn.",
    "ja": "この効果は1ターンに1度しか使用できない。",
    "tr": "bu efekti turda yalnızca bir kez kullanabilirsiniz.",
}


@pytest.mark.parametrize("lang", CLASSIFIED)
def test_a_seed_gives_one_copy(lang: str) -> None:
    copies = {spoil(TEXT[lang], language(lang).noise, ["heron"], random.Random(seed % 20)) for seed in range(40)}  # noqa: S311
    assert 5 < len(copies) <= 20


@pytest.mark.parametrize("lang", CLASSIFIED)
def test_characters_know_their_places(lang: str) -> None:
    noise, text = language(lang).noise, TEXT[lang] * 20
    copy, places = corrupt(text, noise, 0.05, random.Random(3))  # noqa: S311
    assert len(copy) == len(places)
    assert places == sorted(places)
    kept = sum(text[place] == sign for sign, place in zip(copy, places, strict=True))
    assert 0.9 < kept / len(copy) < 1
    assert corrupt(text, noise, 0, random.Random(3)) == (text, list(range(len(text))))  # noqa: S311


def test_a_language_that_names_no_letters_is_mistaken_for_its_own() -> None:
    copy, _ = corrupt("trek een kaart " * 20, Noise(), 0.2, random.Random(3))  # noqa: S311
    assert copy != "trek een kaart " * 20
    assert set(copy) <= set("trek een kaart ")
