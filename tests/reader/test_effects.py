"""How sentences are grouped into effects, and which are none."""

from typing import SupportsIndex

import pytest

from onceper.reader.effects import find_label_before
from onceper.reader.read import read

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


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        (")", []),
        ("Draw 1 card. )", ["Draw 1 card."]),
        ("●)", []),
        ("!  )", []),
        (")\n● Draw 1 card.", ["Draw 1 card."]),
        (")\n<b>Draw 1 card.</b>", ["Draw 1 card."]),
    ],
)
def test_no_effect_is_empty(text: str, effects: list[str]) -> None:
    assert [effect.text for effect in read(text, lang="en").effects] == effects


def effects_of(text: str) -> list[str]:
    return [effect.text for effect in read(text, lang="en", game="yugioh").effects]


SUMMONED = "If this card is Summoned: You can draw 1 card."


@pytest.mark.parametrize(
    "rest",
    [
        "It cannot attack.",
        "You cannot Summon Crows for the rest of this turn.",
        "Players can respond to this effect's activation with Traps.",
        "Those Crows gain 500 ATK.",
        "You must control a Crow to activate and to resolve this effect.",
        "This is a Quick Effect if you control a Crow.",
        "When this card leaves the field, destroy that Crow.",
        "Shuffle the rest into your Deck.",
        "(This is treated as a Tribute.)",
    ],
)
def test_what_refers_to_an_effect_is_part_of_it(rest: str) -> None:
    assert effects_of(f"{SUMMONED} {rest}") == [f"{SUMMONED} {rest}"]
    after = "During the End Phase: Destroy this card."
    assert effects_of(f"{SUMMONED} {rest} {after}") == [f"{SUMMONED} {rest}", after]


@pytest.mark.parametrize(
    "other",
    [
        "(Quick Effect): You can banish 1 Crow.",
        "If you do: Banish 1 Crow.",
        "Cannot be destroyed by battle.",
        "The first time a Crow would be destroyed by battle each turn, it is not destroyed.",
        "Crows you control gain 500 ATK.",
        'You can only control 1 "Ash Vicar".',
        "Negate any effect that targets a Crow.",
        "A Crow that has this card as material gains this effect.\n● It can attack twice.",
        "You can Special Summon this card (from your hand) by discarding 1 Crow.",
    ],
)
def test_what_stands_by_itself_is_an_effect_of_its_own(other: str) -> None:
    assert effects_of(f"{SUMMONED} {other}") == [SUMMONED, other]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("Send 1 Crow to the GY. Draw 1 card.", 1, id="orders"),
        pytest.param("Pay 500 LP. Crows lose 500 ATK. You can look at 1 Set card.", 1, id="what follows an order"),
        pytest.param("Target 1 Crow; destroy it. Each player draws 1 card.", 1, id="an order with marks"),
        pytest.param(
            "Draw 1 card. If a Crow would be destroyed, you can banish this card from your GY instead.", 2, id="instead"
        ),
        pytest.param("Draw 1 card. If a Crow is Tributed: You can banish this card.", 2, id="another activation"),
        pytest.param("FLIP: Draw 1 card. Each Crow loses 500 ATK.", 2, id="FLIP orders nothing"),
        pytest.param("Special Summon this card as an Effect Monster. Crows gain 500 ATK.", 2, id="a card that stays"),
    ],
)
def test_what_follows_an_order_is_part_of_one_activation(text: str, count: int) -> None:
    assert len(effects_of(text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("Roll a die and apply its result.\n1: Draw 1 card.\n2: Destroy this card.", 1, id="results"),
        pytest.param("Activate 1 of these effects;\n● Draw 1 card.\n● Burn 1 Crow.", 1, id="header"),
        pytest.param(
            'You can apply 1 of these effects. You can only use this effect of "Ash" once per turn.\n● Draw.\n● Go.',
            1,
            id="a limit between the header and its bullets",
        ),
        pytest.param(
            "Apply 1 of these effects.\n● Pay 500 LP. Crows lose 500 ATK.\n● Burn 1.\nIf Tributed: Draw 1.",
            2,
            id="a line that a bullet begins",
        ),
        pytest.param(
            "Apply 1 of these effects.\n● Toss a coin. Crows lose 500 ATK. If Tributed: Draw 1.",
            2,
            id="an activation there",
        ),
        pytest.param(
            f"{HEADER}\n● Draw 1.\nIt burns.\n● Stop.\n● Go.\nIf Tributed: Draw 1.\nCrows fly.", 5, id="alone"
        ),
        pytest.param("● Draw 1 card.\n● Stop.", 1, id="bullets only"),
    ],
)
def test_bullets(text: str, count: int) -> None:
    assert len(effects_of(text)) == count


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        pytest.param("Once per turn: You can draw 1 card. Crows gain 500 ATK.", "activated continuous", id="marks"),
        pytest.param("Draw 2 cards.", "activated", id="order"),
        pytest.param(
            "You can Special Summon this card (from your hand) by burning 1 Crow.", "procedure", id="procedure"
        ),
        pytest.param(
            "If you control no Crow, you can Special Summon this card (from your hand).", "procedure", id="if"
        ),
        pytest.param("If Tributed: You can Special Summon this card.", "activated", id="an activated Summon"),
        pytest.param("You can Normal Summon this card without Tributing.", "procedure", id="without Tributing"),
        pytest.param("If this card would be destroyed, you can burn 1 Crow instead.", "continuous", id="replacement"),
        pytest.param("When this card is destroyed, inflict 500 damage to your opponent.", "activated", id="old: when"),
        pytest.param("Once per turn, you can burn 1 card.", "activated", id="old: you can"),
        pytest.param("If this card destroys a Crow, burn 1 card.", "activated", id="old: if"),
        pytest.param(
            "● If Tributed: Draw 1 card.\nIf this card destroys a Crow, burn 1.", "activated continuous", id="PSCT"
        ),
    ],
)
def test_kinds(text: str, kinds: str) -> None:
    assert [effect.kind for effect in read(text, lang="en", game="yugioh").effects] == kinds.split()


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


def test_a_story_of_a_pendulum_card_is_told_from_its_effect() -> None:
    effect = "Once per turn: You can draw 1 card."
    reading = read(f"[ Pendulum Effect ]\n{effect}\n-----\n[ Flavor Text ]\n{STORY}", lang="en", game="yugioh")
    assert [e.text for e in reading.effects] == [effect]
    headings = [("heading", "[ Pendulum Effect ]"), ("heading", "-----"), ("heading", "[ Flavor Text ]")]
    assert [(n.kind, n.text) for n in reading.non_effects] == [*headings, ("flavor", STORY)]


REQUIREMENT, EFFECT = "[REQUIREMENT]\nPay 600 LP.\n", "[EFFECT]\nDraw 1 card. Then, gain 500 LP."


def test_a_requirement_and_what_it_is_for_are_one_effect() -> None:
    reading = read(f"{REQUIREMENT}{EFFECT}", lang="en")
    (effect,) = reading.effects
    assert (reading.game, effect.kind, effect.kind_told_by) == ("rushduel", "activated", "print")
    assert [reading.text[start:end] for start, end in effect.parts] == [
        "Pay 600 LP.",
        "Draw 1 card. Then, gain 500 LP.",
    ]
    assert [(n.text, n.applies) for n in reading.non_effects] == [("[REQUIREMENT]", None), ("[EFFECT]", None)]


@pytest.mark.parametrize(
    ("heading", "kind", "choose"),
    [("[CONTINUOUS EFFECT]", "continuous", None), ("[EFFECT]", "activated", None), ("[ EFFECT ]", "activated", None)],
)
def test_a_heading_tells_the_kind_of_its_effect(heading: str, kind: str, choose: str | None) -> None:
    (effect,) = read(f"[REQUIREMENT]\nNone\n{heading}\nThis card gains 300 ATK.", lang="en").effects
    assert (effect.kind, effect.choose, effect.text) == (kind, choose, "This card gains 300 ATK.")


@pytest.mark.parametrize("requirement", ["None", "Pay 600 LP."])
def test_choices_under_a_heading_are_options_of_one_effect(requirement: str) -> None:
    text = f"[REQUIREMENT]\n{requirement}\n[MULTI-CHOICE EFFECT]\n● Draw 1 card.\n● Gain 500 LP. Then, draw 2 cards."
    (effect,) = read(text, lang="en").effects
    assert (effect.choose, [option.text for option in effect.options]) == (
        "one",
        ["Draw 1 card.", "Gain 500 LP. Then, draw 2 cards."],
    )


def test_what_heads_an_effect_without_a_requirement_heads_a_section() -> None:
    reading = read(
        "[Skill Activation]\nDraw 1 card.\n=====\n[Effect]\nDraw 1 card. This card gains 300 ATK.", lang="en"
    )
    assert reading.game is None
    assert [n.text for n in reading.non_effects if n.kind == "heading"] == ["[Skill Activation]", "=====", "[Effect]"]


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


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("During your Main Phase, you can Normal Summon 1 Crow in addition to your Normal Summon/Set.", "continuous"),
        ('There can only be 1 "Ash" on the field.', "continuous"),
        ('You can only control 1 "Ash".', "continuous"),
        ("Your opponent can only activate 1 Spell Card each turn.", "continuous"),
        ("Each player can only Special Summon once per turn.", "continuous"),
        ("You must pay 1000 LP to declare an attack with this card.", "continuous"),
        ("During your Main Phase, you can draw 1 card.", "activated"),
        ("This card can only be activated when you control a Crow.", "activated"),
        ("You must also Tribute monsters whose total Levels equal 8 or more.", "activated"),
    ],
)
def test_what_holds_while_the_card_is_there_is_continuous(text: str, kind: str) -> None:
    assert [effect.kind for effect in read(text, lang="en", game="yugioh").effects] == [kind]


@pytest.mark.parametrize(
    "cost",
    [
        "During each of your Standby Phases, pay 700 LP. If you do not, destroy this card.",
        "During each of your and your opponent's End Phases, remove 1 Ash Counter from your field.",
        "During each of your Standby Phases, you must pay 800 LP (this is not optional).",
    ],
)
def test_upkeep_may_take_two_sentences(cost: str) -> None:
    reading = read(f"{cost} Crows gain 500 ATK.", lang="en", game="yugioh")
    assert {found.kind for found in reading.non_effects} == {"maintenance_cost"}
    assert " ".join(found.text for found in reading.non_effects) == cost
    assert [effect.text for effect in reading.effects] == ["Crows gain 500 ATK."]


@pytest.mark.parametrize(
    ("card_type", "text", "kinds"),
    [
        pytest.param("Spell / Normal", "Monsters you control gain 500 ATK.", "activated", id="it resolves"),
        pytest.param("Spell / Continuous", "Monsters you control gain 500 ATK.", "continuous", id="it stays"),
        pytest.param("Trap / Counter", "Your monsters cannot be destroyed. Take no damage.", "activated", id="at once"),
        pytest.param("Trap", "Your monsters cannot be destroyed.", "continuous", id="not known whether it resolves"),
        pytest.param(
            "Spell / Quick-Play",
            "Draw 1 card. If a monster would be destroyed, you can banish this card from your GY instead.",
            "activated continuous",
            id="where it lies",
        ),
        pytest.param(
            "Trap / Normal",
            "Draw 1 card. If a Crow attacks: You can banish this card from your GY; gain 500 LP.",
            "activated activated",
            id="activated where it lies",
        ),
    ],
)
def test_a_card_that_resolves_does_at_once_what_it_does(card_type: str, text: str, kinds: str) -> None:
    effects = read(text, lang="en", card_type=card_type).effects
    assert " ".join(effect.kind for effect in effects) == kinds


def test_what_only_the_type_tells_is_marked_as_told_by_it() -> None:
    text = "Monsters you control gain 500 ATK."
    told = {kind: read(text, lang="en", card_type=kind).effects[0].kind_told_by for kind in ("Spell / Normal", "Trap")}
    assert told == {"Spell / Normal": "card_type", "Trap": "print"}


def test_nothing_goes_on_with_a_limit_on_control() -> None:
    text = 'You can only control 1 "Ash". It gains 500 ATK. You can only control 1 "Ember". (It is a Crow.)'
    assert [effect.text for effect in read(text, lang="en").effects] == [
        'You can only control 1 "Ash".',
        "It gains 500 ATK.",
        'You can only control 1 "Ember". (It is a Crow.)',
    ]


def test_bullets_behind_a_limit_that_speaks_of_what_follows_are_not_those_of_the_effect_before() -> None:
    limit = 'You can only use each of the following effects of "Ash" once per turn.'
    text = f"If Summoned: You can apply this effect immediately; draw 1 card. {limit}\n● Stop.\n● Go."
    reading = read(text, lang="en")
    assert [effect.text for effect in reading.effects][1:] == ["Stop.", "Go."]
    assert reading.limits[0].applies_to.effects == (2, 3)


def test_other_text_in_the_line_of_a_bullet_does_not_end_the_choices() -> None:
    turn = "This card cannot attack the turn this effect is activated."
    text = f"Once per turn, you can activate 1 of these effects.\n● Target 1 Crow; burn it. {turn}\n● Draw 1 card."
    (effect,) = read(text, lang="en", game="yugioh").effects
    assert [option.text for option in effect.options] == ["Target 1 Crow; burn it.", "Draw 1 card."]


def test_a_trap_that_became_a_monster_has_effects_of_that_monster() -> None:
    becomes = "Special Summon this card as an Effect Monster (Crow/DARK/Level 4/ATK 0/DEF 0)."
    text = f"{becomes} If Summoned this way, this card cannot attack."
    assert [effect.kind for effect in read(text, lang="en").effects] == ["activated", "continuous"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("灰の王が破壊された時、このカードを手札から特殊召喚できる。", "activated", id="behind an event"),
        pytest.param(
            "①：灰の王を破壊した場合、このカードを手札から特殊召喚できる。", "procedure", id="with a number, which says"
        ),
        pytest.param("灰の王が存在する場合、このカードを手札から特殊召喚できる。", "procedure", id="no event"),
    ],
)
def test_a_summon_of_the_card_itself_is_activated_behind_an_event_in_old_print(text: str, kind: str) -> None:
    assert [effect.kind for effect in read(text, lang="ja", game="yugioh").effects] == [kind]


def test_not_all_of_a_text_is_looked_at_before_each_choice() -> None:
    copied = []

    class Measured(str):
        __slots__ = ()

        def __getitem__(self, place: SupportsIndex | slice) -> str:
            copied.append(super().__getitem__(place))
            return copied[-1]

    before = Measured("Draw 1. " * 1_000 + "(1) ")
    label = find_label_before(len(before), before)
    assert label == (8_000, 8_003)
    assert sum(map(len, copied)) < 1_000
