"""A sentence has no spaces around it, in a note either."""

import pytest

from onceper.lang.en.sentences import sentences
from onceper.lang.en.tokens import fold
from onceper.reader.reader import read


@pytest.mark.parametrize("text", ["( 0", "( draw 1 card. )", "draw. ( stop ) go.", "( draw. stop. )"])
def test_no_spaces_around_a_sentence(text: str) -> None:
    found = [fold(text)[start:end] for start, end, _ in sentences(fold(text))]
    assert found == [sentence.strip() for sentence in found]


def test_a_limit_in_a_spaced_note() -> None:
    text = 'Draw 1. ( You can only use this effect of "Ash" once per turn. )'
    assert [limit.text for limit in read(text, lang="en").limits] == [
        'You can only use this effect of "Ash" once per turn.'
    ]
