"""What the words of a sentence of Problem-Solving Card Text tell of its place among the effects."""

from __future__ import annotations

import pytest

from onceper.lang.languages import language
from onceper.text import position as flags

STANDING = flags.CONTINUES | flags.ALONE | flags.ORDERS
KIND = flags.ACTIVATES | flags.SUMMONS_ITSELF | flags.APPLIES | flags.ACTIVATES_IN_OLD_PRINT
NONE = 0

grammar, grammar_of_marked = language("en").grammar, language("en").grammar_of_marked


@pytest.mark.parametrize(
    ("sentence", "stands"),
    [
        pytest.param("if you do, banish it.", flags.CONTINUES, id="if you do"),
        pytest.param("otherwise, shuffle it.", flags.CONTINUES, id="otherwise"),
        pytest.param("its effects are negated.", flags.CONTINUES, id="its"),
        pytest.param("its own wings burn.", flags.CONTINUES, id="its own"),
        pytest.param("itself it never burns.", NONE, id="no word of the list"),
        pytest.param("when this card leaves the field, destroy that monster.", flags.CONTINUES, id="old style"),
        pytest.param("when this card leaves the field, draw 1 card.", NONE, id="a trigger of its own"),
        pytest.param("you cannot summon for the rest of this turn.", flags.CONTINUES, id="this turn"),
        pytest.param("you cannot summon ember monsters.", NONE, id="always"),
        pytest.param("neither player can respond to this effect's activation.", flags.CONTINUES, id="this effect's"),
        pytest.param("all crows gain the atk lost by this effect.", flags.CONTINUES, id="by this effect"),
        pytest.param("this gains the atk of what was equipped to it by this effect.", flags.ALONE, id="equipped"),
        pytest.param("if a crow would burn, you can banish this card from your gy instead.", flags.ALONE, id="instead"),
        pytest.param("if this card is tributed this turn, draw 1 card.", flags.ALONE, id="its own trigger"),
        pytest.param("if the equipped monster would be destroyed, destroy this card.", flags.CONTINUES, id="union"),
        pytest.param("if the equipped monster would be destroyed, you may destroy this card.", NONE, id="equip"),
        pytest.param("draw 1 card.", flags.ORDERS, id="order"),
        pytest.param("drawing cards is fun.", NONE, id="no order"),
        pytest.param("negate any effect of a crow.", flags.ALONE, id="always negated"),
        pytest.param("crows you control gain 500 atk.", NONE, id="none of these"),
    ],
)
def test_how_a_sentence_stands(sentence: str, stands: int) -> None:
    assert grammar(sentence) & STANDING == stands


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("you can special summon this card (from your hand) by sending 1 crow to the gy.", flags.SUMMONS_ITSELF),
        ("if you control no crows, you can normal summon this card without tributing.", flags.SUMMONS_ITSELF),
        ("when you take damage, you can special summon this card from your hand.", flags.ACTIVATES_IN_OLD_PRINT),
        ("special summon this card as an effect monster.", flags.ACTIVATES),
        ("you can activate 1 of these effects.", flags.ACTIVATES),
        ("you can activate ember spells from your hand.", flags.APPLIES),
        ("crows currently on the field gain 500 atk.", flags.ACTIVATES),
        ("this card cannot be destroyed by battle.", flags.APPLIES),
        ("crows you control gain 500 atk.", flags.APPLIES),
        ("during your main phase, you can draw 1 card.", flags.ACTIVATES_IN_OLD_PRINT),
        ("the crow sees it all.", NONE),
        ("draw 1 card.", NONE),
    ],
)
def test_what_an_effect_is_that_begins_with_a_sentence(sentence: str, kind: int) -> None:
    assert grammar(sentence) & KIND == kind


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("target 1 crow; burn it.", flags.ORDERS),
        ("if you do: apply 1 of these effects.", flags.HEADS),
        ("activate 1 of these effects;", flags.ORDERS | flags.HEADS),
        ("flip: draw 1 card.", NONE),
        ("once per turn: draw 1 card.", NONE),
    ],
)
def test_what_marks_leave_untold(sentence: str, found: int) -> None:
    assert grammar_of_marked(sentence) == found


@pytest.mark.parametrize(
    ("sentence", "is_of_the_game"),
    [
        ("draws 3 cards.", True),
        ("only a level 4 crow may pass.", True),
        ("a crow so effective that none dares to attack it.", False),
        ("the crow once ruled the field of ash, and its turn will come.", False),
        ("a monster with a sinister hand.", False),
    ],
)
def test_terms_of_the_game_are_whole_words(sentence: str, is_of_the_game: bool) -> None:
    assert bool(grammar(sentence) & flags.OF_THE_GAME) is is_of_the_game
