"""Which Summons, options, cards and times count, and under what condition: what limits say beyond how often."""

from __future__ import annotations

from tests.cases import cases

from onceper.reader.read import read


@cases
def test_each_choice_of_an_effect_may_have_its_own_count(lang: str, text: str, *, each: bool) -> None:
    reading = read(text, lang=lang, game="yugioh", name="A")
    limit = reading.limits[-1]
    assert limit.each_option is each
    assert any(effect.options for effect in reading.effects if effect.index in limit.applies_to.effects)


@cases
def test_a_limit_may_hold_under_a_condition_alone(lang: str, text: str, condition: str, count: int) -> None:
    reading = read(text, lang=lang, game="yugioh", name="Ash Lord")
    (limit,) = reading.limits
    assert (limit.condition, limit.count, limit.applies_to.effects) == (condition, count, (1,))
    assert len(reading.effects) == 1
    assert reading.unread == ()


@cases
def test_what_is_no_condition_of_a_limit_is_none(lang: str, text: str) -> None:
    limits = read(text, lang=lang, game="yugioh", name="Ash Lord").limits
    assert [limit.condition for limit in limits] == [None] * len(limits)


@cases
def test_a_limit_is_applied_where_nothing_is_activated(lang: str, text: str, verb: str) -> None:
    (limit,) = read(text, lang=lang, game="yugioh", name="A").limits
    assert limit.verb == verb
    assert limit.spent_on == {"apply": "application", "use": "use"}[verb]
