"""A line behind a heading, a ruled line or a headline is one of its own, whatever word begins it."""

import pytest

from onceper.reader.read import read


@pytest.mark.parametrize("word", ["In", "On", "By", "From", "To"])
def test_an_effect_behind_a_ruled_line_or_a_headline_is_an_effect(word: str) -> None:
    effect = f"{word} the Battle Phase: Draw 1 card."
    assert [e.text for e in read(f"-----\n{effect}", lang="en").effects] == [effect]
    reading = read(f'2 "Ash" monsters\n{effect}', lang="en", game="yugioh")
    assert [e.text for e in reading.effects] == [effect]
    assert [n.kind for n in reading.non_effects] == ["material_requirement"]
