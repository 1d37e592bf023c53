"""Tokens, Skills, Rush Duel and Speed Duel: what they print is read as what it says, and nothing else is a limit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from onceper.contract.reading import CardReading
from onceper.reader.read import read

CheckReading = Callable[[CardReading], None]

NO_LIMIT = [
    pytest.param('This Token was Special Summoned with the effect of "Soot Hatchery".', id="Token"),
    pytest.param(
        "(While this Token lies on the field, its owner cannot Tribute it. Any card may stand for a Token.)",
        id="Token: note",
    ),
    pytest.param(
        'Cannot be Tributed for the Summon of a monster, except "Soot Wyrm".\r\n[ Flavor Text ]\r\nA spark.',
        id="Token: lines",
    ),
    pytest.param("This Token can attack twice during each Battle Phase.", id="Token: attacks"),
    pytest.param("A sprite that is once seen and never again.", id="Token: lore"),
    pytest.param(
        "Flip this card over when you activate this Skill. During your turn, if you control no monsters: Draw 1 card.",
        id="Skill",
    ),
    pytest.param(
        "At the start of the Duel: Flip this card over. For the rest of this Duel, you cannot play Traps.",
        id="Skill: start of the Duel",
    ),
    pytest.param("[This Skill lies face-up when the Duel begins.] Tuners you control gain 300 ATK.", id="Skill: note"),
    pytest.param("This Skill counts for the rest of this Duel, even while it is flipped.", id="Skill: this Duel"),
    pytest.param("[REQUIREMENT] Send 1 card from your hand to the GY.\n[EFFECT] Draw 1 card.", id="Rush"),
    pytest.param("[REQUIREMENT]\r\nPay 500 LP.\r\n[EFFECT]\r\nThis turn, it can attack twice.", id="Rush: attacks"),
    pytest.param(
        "[REQUIREMENT] The turn you Normal Summoned this card, discard 1 card.\n"
        "[MULTI-CHOICE EFFECT]\n● Destroy 1 face-up monster.\n● Toss a coin twice, and gain 300 LP per heads.",
        id="Rush: choice and chance",
    ),
    pytest.param(
        "[CONTINUOUS EFFECT] If you have 3 or more Spells in your GY, this card is not destroyed by Traps.",
        id="Rush: continuous",
    ),
    pytest.param(
        '"Soot Wyrm" + "Pale Crow"\n[REQUIREMENT] None.\n[EFFECT] Target 1 monster; it loses 100 ATK per card there.',
        id="Rush: Fusion",
    ),
    pytest.param("You can only activate this Trap if your LP are 1000 or less.", id="Speed: condition"),
    pytest.param("Draw 2 cards, then shuffle 1 into your Deck. You can only use this at 500 LP.", id="Speed: LP"),
]
LIMITS = [
    pytest.param(
        "Flip this card over when you activate this Skill. Once per Duel, you can draw 1 card.",
        [("soft", "duel", 1, "any", None, "Once per Duel")],
        id="Skill",
    ),
    pytest.param(
        "Once per Duel, during your Draw Phase: You can flip this card over; draw 1 card.",
        [("soft", "duel", 1, "own", "draw", "Once per Duel")],
        id="Skill: phase",
    ),
    pytest.param(
        "If your LP are 2000 or less, you can flip this card over. Use this Skill twice per Duel.",
        [("soft", "duel", 2, "any", None, "Use this Skill twice per Duel.")],
        id="Skill: twice",
    ),
    pytest.param(
        "Up to twice per Duel, but only once per turn: You can discard 1 card; draw 1 card.",
        [("soft", "duel", 2, "any", None, "Up to twice per Duel"), ("soft", "turn", 1, "any", None, "once per turn")],
        id="Skill: two",
    ),
    pytest.param(
        "This Skill can only be used once per Duel.",
        [("soft", "duel", 1, "any", None, "This Skill can only be used once per Duel.")],
        id="Skill: be used",
    ),
    pytest.param(
        "[EFFECT] Once per turn, this card cannot be destroyed by battle. Then it can attack twice.",
        [("soft", "turn", 1, "any", None, "Once per turn")],
        id="Rush",
    ),
    pytest.param(
        'Add 1 "Pale Crow" to your hand. You can only activate 1 "Soot Signal" per turn.',
        [("hard", "turn", 1, "any", None, 'You can only activate 1 "Soot Signal" per turn.')],
        id="Speed",
    ),
]


@pytest.mark.parametrize("game", ["yugioh", None])
@pytest.mark.parametrize("text", NO_LIMIT)
def test_no_limit_is_read_where_none_is_printed(spans_are_exact: CheckReading, text: str, game: str | None) -> None:
    reading = read(text, lang="en", game=game)
    assert reading.limits == ()
    assert reading.unread == ()
    spans_are_exact(reading)


@pytest.mark.parametrize(("text", "found"), LIMITS)
def test_a_limit_is_read_as_what_it_says(
    spans_are_exact: CheckReading, text: str, found: list[tuple[str, str, int, str, str | None, str]]
) -> None:
    reading = read(text, lang="en", game="yugioh")
    limits = [(one.kind, one.period, one.count, one.whose_turn, one.phase, one.text) for one in reading.limits]
    assert limits == found
    assert reading.unread == ()
    spans_are_exact(reading)
