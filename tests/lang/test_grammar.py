"""What the words of a sentence tell of it; each phrase that tells something has an example in its structure.toml."""

from __future__ import annotations

from tests.cases import cases

from onceper.lang.languages import language
from onceper.text import position as flags
from onceper.text.normal import Text


def tell(lang: str, sentence: str) -> int:
    spoken = language(lang)
    return spoken.grammar(spoken.fold(Text(sentence).normal))


@cases
def test_no_story_uses_terms_of_the_game(lang: str, sentence: str, is_of_the_game: bool) -> None:
    assert bool(tell(lang, sentence) & flags.OF_THE_GAME) is is_of_the_game
