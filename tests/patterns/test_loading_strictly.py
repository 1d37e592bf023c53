"""Rules that would load halfway, or fail only when a text is read, are refused by the loader too."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from onceper.patterns.records import RulesError

if TYPE_CHECKING:
    from tests.own_rules import LoadRules, ReadsWith, RuleText


def problems(load_rules: LoadRules, files: dict[str, str]) -> list[str]:
    with pytest.raises(RulesError) as refused:
        load_rules(files)
    return [str(problem) for problem in refused.value.problems]


def test_a_file_that_is_not_toml_is_told_with_its_folder(load_rules: LoadRules) -> None:
    (problem,) = problems(load_rules, {"chess/limits.toml": "[[rule]\n", "limits.toml": ""})
    assert problem.startswith("chess/limits.toml: not TOML: ")


def test_a_rule_with_an_unknown_key_has_its_pattern_and_reading_checked_all_the_same(
    load_rules: LoadRules, rule: RuleText
) -> None:
    bad = rule("a", '"{nowhere} once {gap} x"', 'colour = 1\nlimit = { kind = "medium" }')
    found = problems(load_rules, {"a.toml": bad})
    assert [
        what for what in ("colour", "kind = 'medium'", "{gap}") if not any(what in problem for problem in found)
    ] == []


def test_an_unknown_slot_is_told_beside_another_wrong_pattern_part(load_rules: LoadRules, rule: RuleText) -> None:
    found = problems(load_rules, {"a.toml": rule("a", '"{nowhere} once {gap} x"')})
    assert any("{nowhere}" in problem for problem in found)
    assert any("{gap}" in problem for problem in found)


def test_the_id_of_a_broken_rule_counts(load_rules: LoadRules, rule: RuleText) -> None:
    found = problems(load_rules, {"a.toml": rule("same", more="colour = 1"), "b.toml": rule("same")})
    assert any("this id is used in a.toml already" in problem for problem in found)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("telling = 1", "structure.toml: telling = 1"),
        ('telling = "times"', "structure.toml: telling = 'times'"),
        ('telling = ["nowhere"]', "structure.toml: unknown slot {nowhere}"),
        ("colour = 1", "structure.toml: unknown key 'colour'"),
        ("bullets = 1", "structure.toml: bullets = 1"),
    ],
)
def test_what_is_wrong_in_the_structure(load_rules: LoadRules, rule: RuleText, content: str, problem: str) -> None:
    found = problems(load_rules, {"a.toml": rule("a"), "structure.toml": content})
    assert any(told.startswith(problem) for told in found)


@pytest.mark.parametrize("pattern", ['"<{verb?}> once"', '"<[up to]> once"', '"<> once"'])
def test_a_rule_is_refused_or_reads(reads_with: ReadsWith, rule: RuleText, pattern: str) -> None:
    with suppress(RulesError):
        reads_with(rule("a", pattern), "Draw once.")


@pytest.mark.parametrize("pattern", ['"[once]"', '"{verb?}"'])
def test_a_headline_rule_without_a_word_is_refused(load_rules: LoadRules, rule: RuleText, pattern: str) -> None:
    assert problems(load_rules, {"a.toml": rule("a", pattern, 'where = "headline"\nlimit = { kind = "soft" }')})


def test_a_slot_that_no_pattern_can_name_is_refused(load_rules: LoadRules, rule: RuleText) -> None:
    words = '[[times]]\nwords = ["once"]\n[[period]]\nwords = ["turn"]\n[["Own Slot"]]\nwords = ["zig"]'
    assert problems(load_rules, {"a.toml": rule("a"), "words.toml": words})
