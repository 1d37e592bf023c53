"""Phrases of words that change with their endings."""

from __future__ import annotations

import pytest

from onceper.lang.endings import LastWord, WordPhrases

LETTERS = {"A": "ae", "I": "iu", "D": "dt"}
TOLD, OTHER = 1, 2


@pytest.mark.parametrize(
    ("phrase", "sentence", "is_told"),
    [
        pytest.param("kart", "bu kart yok.", True, id="a word"),
        pytest.param("kart", "bu kartal yok.", False, id="a longer word"),
        pytest.param("kart", "zikart yok.", False, id="a word that ends so"),
        pytest.param("kart-", "bu kartlari al.", True, id="open behind"),
        pytest.param("-DIgIndA", "o cagrildiginda gelir.", True, id="open before, with an ending"),
        pytest.param("-DIgIndA", "o cagrildigindan beri durur.", False, id="another ending"),
        pytest.param("asama-dA", "son asamanizda gelir.", True, id="open inside a word"),
        pytest.param("asama-dA", "asama bitince ortada durur.", False, id="not across words"),
        pytest.param("bu ... -Ip ... #", "bu karti acip 3 puan ver.", True, id="any words, an ending, a digit"),
        pytest.param("bu ... -Ip ... #", "3 puan verip bu karti ac.", False, id="in another order"),
        pytest.param("her -", "her 3 kart.", True, id="a word and any other"),
    ],
)
def test_a_phrase_stands_between_words_or_leaves_letters_open(phrase: str, sentence: str, is_told: bool) -> None:
    assert bool(WordPhrases({TOLD: [phrase]}, LETTERS).find(sentence).flags) is is_told


@pytest.mark.parametrize(("word", "told"), [("karistirir", TOLD), ("karistirsin", OTHER), ("icin", 0), ("gel", 0)])
def test_the_longest_ending_of_a_word_tells(word: str, told: int) -> None:
    ending = LastWord({TOLD: ["-Ir", "-In"], OTHER: ["-sIn"], 0: ["icin"]}, lambda _: None, LETTERS)
    assert ending.of(word) == told


def test_a_word_that_rules_name_tells_by_the_class_of_its_ending() -> None:
    ending = LastWord(
        {TOLD: ["+can"], OTHER: ["-Ir", "at"]}, {"atabilir": ("at", "can"), "atar": ("at", "of")}.get, LETTERS
    )
    assert [ending.of(word) for word in ("atabilir", "atar", "at", "satabilir")] == [TOLD, 0, OTHER, OTHER]
