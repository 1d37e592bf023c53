"""What a rule states, and how a limit behaves in play by its wording."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.contract.limit import Limit
from onceper.lang.languages import language
from onceper.reader.read import read
from onceper.reader.statement import amend, change, state

if TYPE_CHECKING:
    from onceper.patterns.rule import Rule

COPY = ("leaves_location", "flipped_face_down")
OF_ASH = 'of "Ash" once per turn.'


def only_limit(text: str) -> Limit:
    (limit,) = read(text, lang="en", game="yugioh").limits
    return limit


@pytest.mark.parametrize(
    ("text", "spent_on", "is_refunded", "resets_on"),
    [
        pytest.param("Once per turn: Draw 1.", "use", False, COPY, id="soft"),
        pytest.param("Twice per turn: You can draw 1.", "use", False, COPY, id="soft, twice"),
        pytest.param("Draw 1. You can only use this effect once per turn.", "use", False, COPY, id="soft sentence"),
        pytest.param(
            "Once per turn, this card cannot be destroyed by battle.", "application", False, COPY, id="applied"
        ),
        pytest.param(
            "The first time this card would be destroyed by a Spell each turn, it is not destroyed.",
            "application",
            False,
            COPY,
            id="first time",
        ),
        pytest.param(f"Draw 1. You can only use this effect {OF_ASH}", "use", False, (), id="use"),
        pytest.param(f"Draw 1. You can only use each effect {OF_ASH}", "use", False, (), id="use each"),
        pytest.param(f"Draw 1. You can only activate this effect {OF_ASH}", "activation", True, (), id="activate"),
        pytest.param('You can only activate 1 "Ash" per turn.', "activation", True, (), id="activate the card"),
        pytest.param('You can only activate "Ash" once per Duel.', "activation", True, (), id="activate, per Duel"),
        pytest.param(f"Draw 1. You can only apply this effect {OF_ASH}", "application", False, (), id="apply"),
        pytest.param(
            'Draw 1. You can only use 1 "Ash" effect per turn, and only once that turn.', "use", False, (), id="shared"
        ),
        pytest.param('Draw 1. You can only use this effect of "Ash" once per Duel.', "use", False, (), id="per Duel"),
        pytest.param("Draw 1. (You can only gain this effect once per turn.)", "application", False, (), id="gain"),
        pytest.param('You can only Special Summon "Ash" once per turn.', "occurrence", False, (), id="summon"),
        pytest.param('You can only control 1 "Ash".', "occurrence", False, (), id="control"),
    ],
)
def test_when_a_use_is_spent_and_when_it_comes_back(
    text: str, spent_on: str, is_refunded: bool, resets_on: tuple[str, ...]
) -> None:
    limit = only_limit(text)
    assert (limit.spent_on, limit.refunded_if_negated, limit.resets_on) == (spent_on, is_refunded, resets_on)


@pytest.mark.parametrize(
    ("text", "kind", "scope", "verb", "names"),
    [
        ("Once per turn: Draw 1.", "soft", "copy", "use", None),
        ("Once per turn, this card cannot be destroyed by battle.", "soft", "copy", "apply", None),
        (f"Draw 1. You can only use this effect {OF_ASH}", "hard", "name", "use", "card"),
        ('You can only activate 1 "Ash" per turn.', "hard", "name", "activate", "card"),
        ("Draw 1. (You can only gain this effect once per turn.)", "gain", "player", "gain", None),
        ('You can only Special Summon "Ash" once per turn.', "summon", "name", "special_summon", "card"),
        ('Draw 1. You can only Special Summon "Ash" once per turn this way.', "summon", "name", "summon", "card"),
        ('You can only control 1 "Ash".', "control", "name", "control", "card"),
        ('You can only control 1 "Ash" monster.', "control", "name", "control", "archetype"),
    ],
)
def test_what_the_count_belongs_to(text: str, kind: str, scope: str, verb: str, names: str | None) -> None:
    limit = only_limit(text)
    assert (limit.kind, limit.scope, limit.verb, limit.names) == (kind, scope, verb, names)


@pytest.mark.parametrize(
    ("text", "count", "period", "whose_turn", "phase"),
    [
        ("Once per turn: Draw 1.", 1, "turn", "any", None),
        ("Twice per Chain, when a card is destroyed: Draw 1.", 2, "chain", "any", None),
        ("Three times per Duel: Draw 1.", 3, "duel", "any", None),
        ("Once per opponent's turn: Draw 1.", 1, "turn", "opponent", None),
        ("Once per turn, during your Standby Phase: Draw 1.", 1, "turn", "own", "standby"),
        ("Once per turn, during your opponent’s End Phase: Draw 1.", 1, "turn", "opponent", "end"),
        ("During the Main Phase 1, once per turn: Draw 1.", 1, "turn", "any", "main1"),
        ("Once per Battle Phase: Draw 1.", 1, "phase", "any", "battle"),
        ("Once while face-up on the field: Draw 1.", 1, "while_there", "any", None),
        ('Draw 1. You can only use this effect of "Ash" up to twice per turn.', 2, "turn", "any", None),
        ('You can activate up to 2 "Ash" per turn.', 2, "turn", "any", None),
        ('You can only control 1 "Ash".', 1, None, "any", None),
    ],
)
def test_how_often_and_when(text: str, count: int, period: str | None, whose_turn: str, phase: str | None) -> None:
    limit = only_limit(text)
    assert (limit.count, limit.period, limit.whose_turn, limit.phase) == (count, period, whose_turn, phase)


@pytest.mark.parametrize(
    ("text", "is_shared"),
    [
        ('Draw 1. You can only use 1 "Ash" effect per turn, and only once that turn.', True),
        ('Draw 1. You can only use each effect of "Ash" once per turn.', False),
    ],
)
def test_effects_that_share_one_use(text: str, is_shared: bool) -> None:
    assert only_limit(text).shared is is_shared


def test_a_card_that_flips_itself_counts_on() -> None:
    text = "Once per turn: You can change this card to face-down Defense Position."
    assert only_limit(text).resets_on == ("leaves_location", "flipped_by_other")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"Draw 1. You can only use this effect {OF_ASH}", "activation_limit"),
        ("Draw 1. You can only use this effect once per turn.", "activation_limit"),
        ("Draw 1. (You can only gain this effect once per turn.)", "activation_limit"),
        ('You can only activate 1 "Ash" per turn.', "activation_limit"),
        ('You can only Special Summon "Ash" once per turn.', "summon_limit"),
    ],
)
def test_a_limit_sentence_is_no_effect(text: str, kind: str) -> None:
    reading = read(text, lang="en", game="yugioh")
    (non_effect,) = reading.non_effects
    assert (non_effect.kind, non_effect.span) == (kind, reading.limits[0].span)
    assert non_effect.applies == "everywhere"


@pytest.mark.parametrize(
    "text",
    [
        "Once per turn: Draw 1.",
        'You can only control 1 "Ash".',
    ],
)
def test_other_limits_stand_in_effects(text: str) -> None:
    reading = read(text, lang="en", game="yugioh")
    assert not reading.non_effects
    (limit,) = reading.limits
    assert any(effect.span[0] <= limit.span[0] and limit.span[1] <= effect.span[1] for effect in reading.effects)


@pytest.mark.parametrize("verb", ["use", "activate"])
def test_a_shared_use_stays_spent_when_its_activation_is_negated(verb: str) -> None:
    # Perfect Rulebook 2017, pp. 176-177: one use for all effects still counts, whichever verb names it.
    (limit,) = read(f'You can only {verb} 1 "Ash" effect per turn, and only once that turn.', lang="en").limits
    assert (limit.shared, limit.refunded_if_negated) == (True, False)


def rule(lang: str, rule_id: str) -> Rule:
    return next(rule for rule in language(lang).book.rules if rule.id == rule_id)


def test_a_statement_waits_for_what_depends_on_the_card() -> None:
    record = state(rule("en", "hard.effect"), ()).record
    assert isinstance(record, Limit)
    assert (record.kind, record.scope, record.rule, record.source) == ("hard", "name", "hard.effect", "rule")
    assert (record.name, record.span, record.text, record.applies_to.effects) == (None, (0, 0), "", ())


def test_only_a_soft_limit_is_amended() -> None:
    replaces = rule("en", "replaces")
    soft, hard = state(rule("en", "soft"), ()), state(rule("en", "hard.effect"), ())
    assert amend(hard, replaces) == hard
    amended = amend(soft, replaces)
    assert isinstance(amended.record, Limit)
    assert (amended.record.verb, amended.record.spent_on) == ("apply", "application")
    # What its own words say is done still tells which effects it governs.
    assert amended.verb == soft.verb == "use"


def test_what_is_no_field_of_a_limit_changes_nothing() -> None:
    soft = state(rule("en", "soft"), ())
    assert change(soft, reach="all") == soft
