"""How sentences are grouped into effects, and which are none."""

from typing import SupportsIndex

import pytest

from onceper.reader.read import read
from onceper.reader.template import label_before

STORY = "A crow that once burned down a whole village. None may gain its trust.\nIt waits in the ash!"
NOTE = '(This card is always treated as an "Ash" card.)'


@pytest.mark.parametrize("text", [STORY, f"{STORY}\n\n{NOTE}", "Black is its wing"])
def test_a_story_is_flavor_and_no_effect(text: str) -> None:
    reading = read(text, lang="en", game="yugioh")
    assert not reading.effects
    flavor = reading.non_effects[0]
    assert (flavor.kind, flavor.text, flavor.rule) == ("flavor", text.removesuffix(f"\n\n{NOTE}"), "flavor")
    assert flavor.applies == "everywhere"
    assert [n.kind for n in reading.non_effects[1:]] == ["name_treatment"] * (NOTE in text)


@pytest.mark.parametrize(
    "text",
    [
        '"Ember Warden" + "Ash Vicar"',
        "2+ Crow monsters",
        "Destroy all monsters on the field.",
        "",
        "○ ●",
        "Once: Crow.",
    ],
)
def test_what_is_no_story(text: str) -> None:
    assert "flavor" not in [n.kind for n in read(text, lang="en", game="yugioh").non_effects]


def test_readings_of_some_parts_agree_on_stories() -> None:
    assert [n.kind for n in read(STORY, lang="en", parts={"non_effects"}).non_effects] == ["flavor"]
    assert read(STORY, lang="en", parts={"effects"}).effects == ()
    assert read(STORY, lang="en", parts={"limits"}).non_effects == ()


def test_not_all_of_a_text_is_looked_at_before_each_choice() -> None:
    copied = []

    class Measured(str):
        __slots__ = ()

        def __getitem__(self, place: SupportsIndex | slice) -> str:
            copied.append(super().__getitem__(place))
            return copied[-1]

    before = Measured("Draw 1. " * 1_000 + "(1) ")
    assert label_before(len(before), before) == "(1)"
    assert sum(map(len, copied)) < 1_000
