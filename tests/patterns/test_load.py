"""Loading a folder of rules: what is taken over, and what is refused, all of it at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cases import cases
from tests.own_rules import language_in, load_folder, write_files

from onceper.patterns.records import Problem, RulesError

if TYPE_CHECKING:
    from pathlib import Path

    from tests.own_rules import LoadRules, RuleText

SLOTS = "one of count (1), name, numbers (①), period (turn), times (once), verb (use)"
READINGS = "one of limit, non_effect, not_a_limit, could_limit, amends, or an id of the catalogue, in quotes"
A_RULE = 'a rule in a table named by its id, as in ["soft.once"]'


def problems(load_rules: LoadRules, files: dict[str, str]) -> list[str]:
    with pytest.raises(RulesError) as refused:
        load_rules(files)
    return [str(problem) for problem in refused.value.problems]


def test_a_rule_is_taken_over_as_its_file_states_it(load_rules: LoadRules) -> None:
    written = """
    game = "chess"
    ["soft.once"]
    pattern = ["{times} per {period}", "once each {period}"]
    limit = { kind = "soft", count = 2 }
    where = ["first_line", "sentence_start"]
    unless = "never {times}"
    matches = ["Once per turn."]
    rejects = ["Never once per turn."]
    source = "a rulebook"
    """
    ((rule,), lexicon) = load_rules({"board/limits.toml": "\ufeff" + written})
    assert (rule.id, rule.file, rule.game, rule.source) == ("soft.once", "board/limits.toml", "chess", "a rulebook")
    assert rule.patterns == ("{times} per {period}", "once each {period}")
    assert (rule.reading_kind, rule.reading) == ("limit", {"kind": "soft", "count": 2})
    assert rule.where == {"first_line", "sentence_start"}
    assert rule.bars == ("never {times}",)
    assert (rule.matches, rule.rejects) == (("Once per turn.",), ("Never once per turn.",))
    assert {"times", "period", "verb", "name", "count", "numbers"} == lexicon.slots


def test_a_rule_says_why_something_is_no_limit(load_rules: LoadRules, rule: RuleText) -> None:
    ((loaded,), _) = load_rules({"a.toml": rule(more='not_a_limit = "a number of attacks"')})
    assert (loaded.reading_kind, loaded.why, loaded.reading) == ("not_a_limit", "a number of attacks", {})
    assert (loaded.game, loaded.rejects, loaded.bars) == (None, (), ())


def test_rules_stand_in_the_order_of_their_files(load_rules: LoadRules, rule: RuleText) -> None:
    rules, _ = load_rules({"b.toml": rule("c") + rule("a"), "a/z.toml": rule("d"), "c.toml": ""})
    assert [loaded.id for loaded in rules] == ["d", "c", "a"]


@cases
def test_what_is_wrong_in_a_rule(load_rules: LoadRules, rule: RuleText, more: str, problem: str) -> None:
    (found,) = problems(load_rules, {"a.toml": rule("my.rule", more=more)})
    assert found.startswith(f"a.toml: my.rule: {problem}")


@pytest.mark.parametrize("key", ["pattern", "matches", "source"])
@cases
def test_a_key_that_is_missing_or_empty(load_rules: LoadRules, rule: RuleText, key: str, left: str, told: str) -> None:
    lines = [line for line in rule("my.rule").splitlines() if not line.startswith(key)]
    (problem,) = problems(load_rules, {"a.toml": "\n".join([*lines, f"{key} = {left}" if left else ""])})
    assert problem.startswith(f"a.toml: my.rule: {told.format(key=key)}")


@cases
def test_what_is_wrong_in_a_pattern(load_rules: LoadRules, rule: RuleText, pattern: str, problem: str) -> None:
    (found,) = problems(load_rules, {"a.toml": rule("my.rule", f'["once", "{pattern}"]')})
    assert found.startswith(f"a.toml: my.rule: {problem}")


@pytest.mark.parametrize("pattern", ["{times} per {period}:", "zap 1,2 {times};", "zap max. 2 {times}", "zap {times},"])
def test_a_mark_at_the_end_or_that_ends_no_clause_may_stand_there(
    load_rules: LoadRules, rule: RuleText, pattern: str
) -> None:
    structure = 'abbreviations = [" max."]'
    ((loaded,), _) = load_rules({"a.toml": rule("a", f'"{pattern}"'), "structure.toml": structure})
    assert loaded.patterns == (pattern,)


JAPANESE = """
joins_clauses = ["は"]

[print]
style = "ocg"
words = "mecab"
stops = "。!"
comma = "、"
names = [["「", "」"]]
"""
OF_ABILITIES = JAPANESE.replace("ocg", "abilities").replace('joins_clauses = ["は"]', "").replace("mecab", "spaced")


@pytest.mark.parametrize(
    ("structure", "pattern", "is_whole"),
    [
        pytest.param(JAPANESE, "ぴかぴかした場合、{times}", False, id="a comma ends a clause"),
        pytest.param(JAPANESE, "この時は、{times}", True, id="words that await others"),
        pytest.param(OF_ABILITIES, "ぴかぴかした場合、{times}", True, id="anywhere in an ability"),
    ],
)
def test_what_ends_a_clause_hangs_on_the_print(
    tmp_path: Path, rule: RuleText, structure: str, pattern: str, is_whole: bool
) -> None:
    words = 'times = [{ words = ["1度"] }]'
    write_files(tmp_path, {"words.toml": words, "structure.toml": structure, "a.toml": rule("a", f'"{pattern}"')})
    if is_whole:
        assert len(language_in(tmp_path).book.rules) == 1
        return
    with pytest.raises(RulesError, match=r"a\.toml: a: '、' ends a clause, and no rule reads beyond"):
        _ = language_in(tmp_path).book


@cases
def test_what_is_wrong_in_files(load_rules: LoadRules, files: dict[str, str], expected: list[str]) -> None:
    found = problems(load_rules, files)
    assert len(found) == len(expected)
    assert all(told.startswith(problem) for told, problem in zip(sorted(found), sorted(expected), strict=True))


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "words.toml").mkdir()
    with pytest.raises(RulesError, match=r"words\.toml: not TOML: .*; expected a file of TOML in UTF-8"):
        load_folder(tmp_path)


@pytest.mark.parametrize("value", ["[" * 5_000, "9" * 5_000], ids=["nested", "long"])
def test_what_the_parser_of_toml_cannot_hold_is_no_toml(load_rules: LoadRules, value: str) -> None:
    (problem,) = problems(load_rules, {"a.toml": f"rule = {value}"})
    assert problem.startswith("a.toml: not TOML: ")


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_bytes(b"# caf\xe9\n")
    with pytest.raises(RulesError, match=r"words\.toml: not TOML: 'utf-8' codec"):
        load_folder(tmp_path)


def test_a_folder_without_a_word_list(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as refused:
        load_folder(tmp_path)
    assert refused.value.problems == (Problem("words.toml", "", "missing", "a file of TOML in UTF-8"),)


def test_everything_wrong_is_listed_at_once_with_file_and_rule(load_rules: LoadRules, rule: RuleText) -> None:
    files = {
        "a.toml": rule("one", more="colour = 1") + rule("two", '"once {gap} {period}"'),
        "b/c.toml": rule("two") + rule("three", '"{nowhere} once"', 'limit = { kind = "medium" }'),
    }
    with pytest.raises(RulesError, match=r"^4 problems in the rules:\n") as refused:
        load_rules(files)
    told = sorted(f"{problem.file} {problem.rule}".strip() for problem in refused.value.problems)
    assert told == ["a.toml one", "a.toml two", "b/c.toml three", "b/c.toml two"]
    assert all(f"\n  {problem}" in str(refused.value) for problem in refused.value.problems)


def test_where_words_are_wrong_no_rule_is_told_of(load_rules: LoadRules, rule: RuleText) -> None:
    words = '[[times]]\nwords = ["Once", "once"]\n[[period]]\nwords = ["turn"]\nmeans = { count = 0 }'
    found = problems(load_rules, {"a.toml": rule("one"), "words.toml": words})
    assert [told.split(":")[1] for told in found] == [" times", " period"]
