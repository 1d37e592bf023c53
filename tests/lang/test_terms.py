"""Text of the game and stories."""

from __future__ import annotations

import pytest

from onceper.lang.grammar import GameTerms
from onceper.lang.languages import language


def speaks_of_the_game(sentence: str, lang: str) -> bool:
    return GameTerms(language(lang).structure.terms).stand_in(sentence)


@pytest.mark.parametrize(
    ("sentence", "lang"),
    [
        ("only one time in a turn may it be special summoned.", "en"),
        ("players cannot attack it.", "en"),
        ("(hopt)", "en"),
        ("名称ターン1。", "ja"),
        ("直接攻撃できる。", "ja"),
        ("kontrolünüzde iki tane bulunamaz.", "tr"),
        ("bu card'a chain yapamaz.", "tr"),
    ],
)
def test_loose_words_of_the_game_are_no_lore(sentence: str, lang: str) -> None:
    assert speaks_of_the_game(sentence, lang)


@pytest.mark.parametrize(
    "sentence",
    ["danger lurks at every turn.", "villagers who opt for peace.", "he levels cities.", "a knight summons a storm."],
)
def test_a_story_may_use_the_same_words(sentence: str) -> None:
    assert not speaks_of_the_game(sentence, "en")


@pytest.mark.parametrize(
    ("sentence", "speaks"),
    [
        ("a monster that is special summoned.", True),
        ("each player draws.", True),
        ("a rank 4 crow.", True),
        ("a crow of no rank.", False),
        ("a bedecked crow.", False),
        ("a crow in the deck.", True),
        ("its effectiveness is a legend.", False),
        ("", False),
    ],
)
def test_terms_are_whole_words(sentence: str, speaks: bool) -> None:
    assert speaks_of_the_game(sentence, "en") is speaks
