"""Every rule reads its examples, and none that it must not read."""

import pytest

from onceper.lang import LANGUAGES
from onceper.reader.reader import reader_of
from onceper.rules.loading import rules_of
from onceper.rules.rule import Rule

RULES = [pytest.param(lang, rule, id=f"{lang}:{rule.id}") for lang in LANGUAGES for rule in rules_of(lang)]


def explanation(lang: str, rule: Rule, example: str) -> str:
    """Show the pattern, who read each clause instead, and which rules came nearest."""
    reader = reader_of(lang, rule.game)
    lines = [f"{rule.file}: {rule.id}: {example!r}", f"  pattern: {rule.pattern}"]
    for template, reading in reader.every_clause(example):
        lines.append(f"  clause {template!r} is read by {', '.join(reading.rules) or 'no rule'}")
        lines += [f"    nearest: {near}, which misses {missing}" for near, missing in reader.nearest(template)]
    return "\n".join(lines)


def readers_of(lang: str, rule: Rule, example: str) -> set[str]:
    clauses = reader_of(lang, rule.game).every_clause(example)
    return {reader for _, reading in clauses for reader in reading.rules}


@pytest.mark.parametrize(("lang", "rule"), RULES)
def test_a_rule_reads_what_it_must(lang: str, rule: Rule) -> None:
    for example in rule.matches:
        assert rule.id in readers_of(lang, rule, example), explanation(lang, rule, example)


@pytest.mark.parametrize(("lang", "rule"), RULES)
def test_a_rule_leaves_what_it_must_not_read(lang: str, rule: Rule) -> None:
    for example in rule.rejects:
        assert rule.id not in readers_of(lang, rule, example), explanation(lang, rule, example)


@pytest.mark.parametrize(("lang", "rule"), RULES)
def test_examples_are_read_the_same_behind_the_cues(lang: str, rule: Rule) -> None:
    for example in (*rule.matches, *rule.rejects):
        reading = reader_of(lang, rule.game).read(example)
        # Lore is told by what no rule reads.
        found = {limit.rule for limit in reading.limits} | {text.rule for text in reading.non_effects} - {"flavor"}
        expected = {
            candidate.states.rule
            for _, clause in reader_of(lang, rule.game).every_clause(example)
            for candidate in clause.candidates
        }
        # Neighbouring clauses that are no effect for one reason are one record.
        assert found <= expected
        assert bool(found) == bool(expected)
