"""Text of the game and stories."""

from __future__ import annotations

import pytest

from onceper.lang.lore import speaks_of_the_game


@pytest.mark.parametrize(
    ("sentence", "speaks"),
    [
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
