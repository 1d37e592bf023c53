"""What a rule states, and how a limit behaves in play by its wording."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.contract.limit import Limit
from onceper.lang.languages import language
from onceper.reader.statement import amend, change, state

if TYPE_CHECKING:
    from onceper.patterns.rule import Rule


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
