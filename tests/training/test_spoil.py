"""Careless copies are the same for the same seed."""

from __future__ import annotations

import random
from collections import Counter

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
def test_so_much_is_corrupted(lang: str) -> None:
    noise, text = language(lang).noise, TEXT[lang] * 20
    assert corrupt(text, noise, 0, random.Random(3)) == text  # noqa: S311
    copy = corrupt(text, noise, 0.05, random.Random(3))  # noqa: S311
    lost = Counter(text) - Counter(copy)
    assert 0 < lost.total() < 0.1 * len(text)


def test_a_language_that_names_no_letters_is_mistaken_for_its_own() -> None:
    copy = corrupt("trek een kaart " * 20, Noise(), 0.2, random.Random(3))  # noqa: S311
    assert copy != "trek een kaart " * 20
    assert set(copy) <= set("trek een kaart ")
