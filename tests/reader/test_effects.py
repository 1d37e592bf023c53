"""How sentences are grouped into effects, and which are none."""

import pytest

from onceper.reader.reader import read

HEADER = 'You can only use 1 of the following effects of "Ash" per turn, and only once that turn.'


@pytest.mark.parametrize(
    ("bullets", "effects"),
    [
        ("● Draw 1. If you do, banish it.\n● Stop.", ["Draw 1. If you do, banish it.", "Stop."]),
        ("● Draw 1. (Even here.)\n● Stop.", ["Draw 1. (Even here.)", "Stop."]),
        ("● Draw 1.\nIf you do, banish it.\n● Stop.\n● Go.", ["Draw 1.\nIf you do, banish it.", "Stop.", "Go."]),
    ],
)
def test_bullets_of_several_sentences_behind_a_limit_are_effects_of_their_own(bullets: str, effects: list[str]) -> None:
    reading = read(f"{HEADER}\n{bullets}", lang="en")
    assert [effect.text for effect in reading.effects] == effects
    assert reading.limits[0].applies_to.effects == tuple(range(1, len(effects) + 1))


def test_a_soft_limit_inside_a_non_effect_is_a_limit_only() -> None:
    text = "Must be Special Summoned by banishing 1 monster, once per turn."
    reading = read(text, lang="en", game="yugioh")
    assert [(n.kind, n.text) for n in reading.non_effects] == [("summoning_condition", text)]


def test_a_sentence_with_two_limits_is_one_non_effect() -> None:
    limit = 'You can only use this effect of "Ash" once per Duel, and its previous effect only once per turn.'
    reading = read(f"Draw 1. Banish 1. {limit}", lang="en", game="yugioh")
    assert [(n.kind, n.text) for n in reading.non_effects] == [("activation_limit", limit)]


def test_a_note_of_two_sentences_keeps_both_parentheses_or_none() -> None:
    reading = read("(Draw 1. Stop.) Go.", lang="en")
    assert all(effect.text.count("(") == effect.text.count(")") for effect in reading.effects)


def test_what_continues_an_effect_behind_its_limit_is_a_part_of_it() -> None:
    text = 'Draw 1 card. You can only use this effect of "Ash" once per turn. If you do, banish it.'
    (effect,) = read(text, lang="en").effects
    assert [text[start:end] for start, end in effect.parts] == ["Draw 1 card.", "If you do, banish it."]


@pytest.mark.parametrize("text", [")", "Draw 1 card. )", "●)", "!  )", ")\n● Draw.", ")\n<b>Draw 1 card.</b>"])
def test_no_effect_is_empty(text: str) -> None:
    effects = read(text, lang="en").effects
    assert [effect.text.strip("<b>/.") for effect in effects] in ([], ["Draw"], ["Draw 1 card"])
