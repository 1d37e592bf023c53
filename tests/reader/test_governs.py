"""Which effects a limit governs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from onceper.contract.limit import AppliesTo, Limit
from onceper.reader.effects import Grouping
from onceper.reader.governs import governed_effects
from onceper.reader.read import read
from onceper.reader.statement import Statement
from onceper.reader.template_reading import GroupedEffect

if TYPE_CHECKING:
    from tests.conftest import MakeLimit


def limits(text: str) -> tuple[Limit, ...]:
    return read(text, lang="en", game="yugioh").limits


def bindings(text: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(limit.applies_to.reference, limit.applies_to.effects) for limit in limits(text)]


TWO = "If this card is sent to the GY: Draw 1 card. During your Main Phase: You can banish this card; stop."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(f'{TWO} You can only use this effect of "Ash" once per turn.', [("this", (2,))], id="this"),
        pytest.param(
            f'Draw 1 card. You can only use this effect of "Ash" once per turn. {TWO}',
            [("this", (1,))],
            id="this: before",
        ),
        pytest.param(f'{TWO} You can only use each effect of "Ash" once per turn.', [("each", (1, 2))], id="each"),
        pytest.param(
            f'You can only use each effect of "Ash" once per turn. {TWO}', [("each", (1, 2))], id="each: printed first"
        ),
        pytest.param(
            f'Gain 500 LP. You can only use each of the following effects of "Ash" once per turn. {TWO}',
            [("following", (2, 3))],
            id="following",
        ),
        pytest.param(
            'You can only use each of the following effects of "Ash" once per turn.\n● You can draw 1 card.\n'
            "● You can gain 500 LP.\nYou can banish this card; stop.",
            [("following", (1, 2))],
            id="following: a list",
        ),
        pytest.param(
            f'{TWO} You can only use each of the preceding effects of "Ash" once per turn. Gain 500 LP.',
            [("preceding", (1, 2))],
            id="preceding",
        ),
        pytest.param(
            f"{TWO} You cannot activate these effects in the same Chain.",
            [("preceding", (1, 2))],
            id="these: at the end",
        ),
        pytest.param(
            f"You cannot activate these effects in the same Chain. {TWO}", [("following", (1, 2))], id="these: first"
        ),
        pytest.param(
            f"{TWO} You cannot activate both effects of this card in the same Chain.", [("each", (1, 2))], id="both"
        ),
        pytest.param(f"{TWO} Each effect can only be used once per turn.", [("each", (1, 2))], id="each: of this copy"),
        pytest.param(
            f'You can only use 1 of the following effects of "Ash" per turn, and only once that turn. {TWO}',
            [("one_of", (1, 2))],
            id="one of the following",
        ),
        pytest.param(
            f'{TWO} You can only use 1 "Ash" effect per turn, and only once that turn.',
            [("one_of", (1, 2))],
            id="shared",
        ),
        pytest.param('Draw 1. You can only activate 1 "Ash" per turn.', [("card", ())], id="the card"),
        pytest.param('Draw 1. You can only control 1 "Ash".', [("card", ())], id="control"),
        pytest.param('Draw 1. You can only Special Summon "Ash(s)" once per turn.', [("card", ())], id="summon"),
        pytest.param(
            'You can Special Summon this card. You can only Special Summon "Ash" once per turn this way.',
            [("this_way", (1,))],
            id="this way",
        ),
        pytest.param("Draw 1. Once per turn: Banish 1. Stop.", [("this", (2,))], id="prefix"),
        pytest.param("If Summoned: Draw 1. You can banish 1 twice per turn. Stop.", [("this", (2,))], id="inside"),
        pytest.param("Draw 1. This effect can only be used once per turn. Stop.", [("this", (1,))], id="soft sentence"),
        pytest.param(
            "If Summoned: Draw 1. If Tributed: Banish 1. (You can only gain this effect once per turn.) Stop.",
            [("this", (2,))],
            id="gain in a note",
        ),
        pytest.param(
            "If Summoned: Draw 1. If Tributed: Banish 1. "
            'You can only use this effect of "Ash" once per Duel, and its previous effect only once per turn.',
            [("this", (2,)), ("previous", (1,))],
            id="this and the one before",
        ),
        pytest.param('You can only use this effect of "Ash" once per turn.', [("this", ())], id="nothing to govern"),
        pytest.param(
            '2 Tuners\nDraw 1. If you do, banish 1. You can only use this effect of "Ash" once per turn.',
            [("this", (1,))],
            id="material is no effect",
        ),
    ],
)
def test_references(text: str, found: list[tuple[str, tuple[int, ...]]]) -> None:
    assert bindings(text) == found


@pytest.mark.parametrize(
    ("text", "activation", "summon"),
    [
        ('You can only activate 1 "Ash" per turn.', True, False),
        ('Draw 1. You can only activate this effect of "Ash" once per turn.', False, False),
        ('You can only Special Summon "Ash" once per turn.', False, True),
        ('Draw 1. You can only Special Summon "Ash" once per turn this way.', False, True),
        ('You can only control 1 "Ash".', False, False),
        ("Once per turn: Draw 1.", False, False),
    ],
)
def test_the_activation_of_a_card_and_its_summon_are_told_apart(text: str, activation: bool, summon: bool) -> None:
    ((applies_to),) = [limit.applies_to for limit in limits(text)]
    assert (applies_to.activation, applies_to.summon) == (activation, summon)


@pytest.mark.parametrize(
    ("other", "is_used"),
    [
        ("You can Special Summon this card (from your hand) by discarding 1 Crow.", False),
        ("Cannot be destroyed by battle.", False),
        ("Crows you control gain 500 ATK.", False),
        ("If a Crow would be destroyed, you can burn this card instead.", True),
        ("A Crow that has this card as material gains this effect.\n● It can fly.\n", True),
        ("During the End Phase: Burn 1 Crow.", True),
    ],
)
def test_a_limit_on_each_use_leaves_out_what_nobody_uses(other: str, is_used: bool) -> None:
    text = f'If Tributed: Draw 1. {other} You can only use each effect of "Ash" once per turn.'
    assert bindings(text) == [("each", (1, 2) if is_used else (1,))]


def test_the_sections_of_a_pendulum_card_are_kept_apart() -> None:
    text = "\r\n".join(
        [
            "[ Pendulum Effect ]",
            'If Summoned: Draw 1. If Tributed: Banish 1. You can only use each effect of "Ash" once per turn.',
            "-" * 40,
            "[ Monster Effect ]",
            'If Summoned: Gain 500 LP. If Tributed: Stop. You can only use each effect of "Ash" once per turn.',
            'You can only use this effect of "Ash" once per Duel.',
        ]
    )
    assert bindings(text) == [("each", (1, 2)), ("each", (3, 4)), ("this", (4,))]


def test_a_limit_reaches_no_effect_of_another_section() -> None:
    text = 'Draw 1.\n-----\n[ Monster Effect ]\nYou can only use this effect of "Ash" once per turn.\n-----\nStop.'
    assert bindings(text) == [("this", ())]


def test_bullets_behind_a_limit_are_effects() -> None:
    text = (
        'You can only use 1 of the following effects of "Ash" per turn, and only once that turn.\n'
        "● Draw 1; banish it.\n● Stop."
    )
    reading = read(text, lang="en")
    assert [effect.text for effect in reading.effects] == ["Draw 1; banish it.", "Stop."]
    assert bindings(text) == [("one_of", (1, 2))]


def test_bullets_behind_an_effect_belong_to_it() -> None:
    text = 'Choose 1 of these;\n● Draw 1.\n● Stop.\nYou can only use this effect of "Ash" once per turn.'
    reading = read(text, lang="en")
    assert [effect.text for effect in reading.effects] == ["Choose 1 of these;\n● Draw 1.\n● Stop."]
    assert bindings(text) == [("this", (1,))]


def test_the_record_is_the_contracts() -> None:
    (limit,) = limits('Draw 1. You can only use this effect of "Ash" once per turn.')
    assert limit.applies_to == AppliesTo("this", (1,), activation=False, summon=False)


def test_one_use_that_effects_of_this_copy_share_belongs_to_none_of_them() -> None:
    sentence = "You cannot activate these effects in the same Chain."
    reading = read(f"{TWO} {sentence}", lang="en", game="yugioh")
    assert [(other.kind, other.text) for other in reading.non_effects] == [("activation_limit", sentence)]
    assert all(sentence not in effect.text for effect in reading.effects)


def test_a_limit_looks_at_no_more_effects_than_cards_have(make_limit: MakeLimit) -> None:
    class Looked(list[GroupedEffect]):
        def __getitem__(self, place: Any) -> Any:
            assert isinstance(place, slice)
            assert len(range(*place.indices(len(self)))) < 100
            return super().__getitem__(place)

    effects = Looked([GroupedEffect(None, (0, 1, 0), 0, [(0, 1)])] * 1_000)
    grouping = Grouping(effects, [0], [0], [], "")
    statement = Statement(make_limit("hard"), reach="numbered", numbers=(2,))
    assert governed_effects(statement, 0, grouping, is_sentence=True) == (2,)
