"""Loading a folder of rules: what is taken over, and what is refused."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, get_args

import pytest
from tests.bundled import LANGUAGES
from tests.own_rules import load_folder

from onceper.lang.base import LanguageError
from onceper.lang.languages import language
from onceper.patterns.records import Problem, RulesError
from onceper.patterns.rule import Where

if TYPE_CHECKING:
    from pathlib import Path

    from tests.own_rules import LoadRules, RuleText

SLOTS = "one of count (1), name, numbers (①), period (turn), times (once), verb (use)"


def problems(load_rules: LoadRules, files: dict[str, str]) -> list[str]:
    with pytest.raises(RulesError) as refused:
        load_rules(files)
    return [str(problem) for problem in refused.value.problems]


def test_a_rule_is_taken_over_as_its_file_states_it(load_rules: LoadRules) -> None:
    written = """
    game = "chess"
    [[rule]]
    id = "soft.once"
    pattern = ["{times} per {period}", "once each {period}"]
    limit = { kind = "soft", count = 2 }
    where = ["first_line", "sentence_start"]
    unless = "never {times}"
    matches = ["Once per turn."]
    rejects = ["Never once per turn."]
    source = "a rulebook"
    """
    ((rule,), lexicon) = load_rules({"board/limits.toml": written})
    assert (rule.id, rule.file, rule.game) == ("soft.once", "board/limits.toml", "chess")
    assert [pattern.text for pattern in rule.patterns] == ["{times} per {period}", "once each {period}"]
    assert rule.pattern == "{times} per {period}\nonce each {period}"
    assert (rule.reading_kind, rule.reading) == ("limit", {"kind": "soft", "count": 2})
    assert rule.where == {"first_line", "sentence_start"}
    assert [pattern.text for pattern in rule.unless] == ["never {times}"]
    assert (rule.matches, rule.rejects) == (("Once per turn.",), ("Never once per turn.",))
    assert rule.source == "a rulebook"
    assert {"times", "period", "verb", "name", "count", "numbers"} == lexicon.slots


def test_a_rule_says_why_something_is_no_limit(load_rules: LoadRules, rule: RuleText) -> None:
    ((loaded,), _) = load_rules({"a.toml": rule(more='not_a_limit = "a number of attacks"')})
    assert (loaded.reading_kind, loaded.why, loaded.reading) == ("not_a_limit", "a number of attacks", {})
    assert loaded.game is None
    assert (loaded.rejects, loaded.unless) == ((), ())


def test_rules_stand_in_the_order_of_their_files(load_rules: LoadRules, rule: RuleText) -> None:
    rules, _ = load_rules({"b.toml": rule("c") + rule("a"), "a/z.toml": rule("d"), "c.toml": ""})
    assert [loaded.id for loaded in rules] == ["d", "c", "a"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bundled_rules_load_and_have_a_source(lang: str) -> None:
    rules = language(lang).every_rule
    assert rules
    assert all(rule.source and rule.matches and rule.file for rule in rules)


def test_rules_of_an_unknown_language_are_refused() -> None:
    with pytest.raises(LanguageError, match="unknown language 'xx'"):
        language("xx")


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        pytest.param('rejects = "x"', "rejects = 'x'; expected a list, got a string", id="rejects is no list"),
        pytest.param(
            "rejects = [1]",
            "rejects = [1]; expected a string, got a whole number - at `$[0]`",
            id="rejects holds a number",
        ),
        pytest.param(
            "unless = 1", "unless = 1; expected a string or a list, got a whole number", id="unless is a number"
        ),
        pytest.param(
            "unless = [1]",
            "unless = [1]; expected a string, got a whole number - at `$[0]`",
            id="unless holds a number",
        ),
        pytest.param('limit = "soft"', "limit = 'soft'; expected a table, got a string", id="limit is no table"),
        pytest.param(
            "not_a_limit = 1", "not_a_limit = 1; expected a string, got a whole number", id="not_a_limit is no string"
        ),
        pytest.param("limit = {}", "limit has no kind", id="no kind of limit"),
        pytest.param("non_effect = { mandatory = true }", "non_effect has no kind", id="no kind of non-effect"),
        pytest.param(
            'where = "there"',
            f"where = 'there'; expected one of {', '.join(get_args(Where))}",
            id="unknown place",
        ),
    ],
)
def test_what_is_wrong_in_a_rule(load_rules: LoadRules, rule: RuleText, more: str, problem: str) -> None:
    assert problems(load_rules, {"a.toml": rule("my.rule", more=more)}) == [f"a.toml: my.rule: {problem}"]


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ('limit = { kind = "medium" }', "limit: kind = 'medium'"),
        ('limit = { kind = "soft", count = 0 }', "limit: count = 0"),
        ('limit = { kind = "soft", scope = 1 }', "limit: scope = 1"),
        ('limit = { kind = "soft", resets_on = ["rain"] }', "limit: resets_on = ['rain']"),
        ('limit = { kind = "soft", event = { whose = "own" } }', "limit: event = {'whose': 'own'}"),
        ('limit = { kind = "soft", text = "x" }', "limit: unknown key 'text'; expected one of activation, at_least"),
        ('non_effect = { kind = "poetry" }', "non_effect: kind = 'poetry'"),
        ('non_effect = { kind = "flavor", count = 1 }', "non_effect: unknown key 'count'; expected one of applies"),
    ],
)
def test_a_reading_keeps_to_the_contract(load_rules: LoadRules, rule: RuleText, more: str, problem: str) -> None:
    (found,) = problems(load_rules, {"a.toml": rule("my.rule", more=more)})
    assert found.startswith(f"a.toml: my.rule: {problem}")
    assert "; expected " in found


@pytest.mark.parametrize("key", ["pattern", "matches", "source"])
@pytest.mark.parametrize(
    ("left", "told"), [("", "no {key}"), ("[]", "{key} = []; expected "), ('""', "{key} = ''; expected ")]
)
def test_a_key_that_is_missing_or_empty(load_rules: LoadRules, rule: RuleText, key: str, left: str, told: str) -> None:
    lines = [line for line in rule("my.rule").splitlines() if not line.startswith(key)]
    if left:
        lines.append(f"{key} = {left}")
    (problem,) = problems(load_rules, {"a.toml": "\n".join(lines)})
    assert problem.startswith(f"a.toml: my.rule: {told.format(key=key)}")


def test_a_rule_without_a_name_is_known_by_its_number(load_rules: LoadRules, rule: RuleText) -> None:
    content = rule("first") + rule("").replace('id = ""\n', "") + rule("3").replace('"3"', "3")
    assert problems(load_rules, {"a.toml": content}) == [
        "a.toml: rule 2: no id",
        "a.toml: rule 3: id = 3; expected a string, got a whole number",
    ]


def test_an_unknown_key_is_refused_with_those_that_are_known(load_rules: LoadRules, rule: RuleText) -> None:
    (problem,) = problems(load_rules, {"a.toml": rule("my.rule", more="colour = 1")})
    what, _, known = problem.partition("; expected one of ")
    assert what == "a.toml: my.rule: unknown key 'colour'"
    assert {
        "id",
        "pattern",
        "limit",
        "non_effect",
        "not_a_limit",
        "matches",
        "rejects",
        "source",
        "where",
        "unless",
    } <= {*known.split(", ")}


@pytest.mark.parametrize(
    ("readings", "what"),
    [
        ("", "gives no reading"),
        ('limit = { kind = "soft" }\nnon_effect = { kind = "flavor" }', "gives limit and non_effect"),
        ('not_a_limit = "why"\nlimit = { kind = "soft" }', "gives limit and not_a_limit"),
    ],
)
def test_a_rule_gives_one_reading(load_rules: LoadRules, rule: RuleText, readings: str, what: str) -> None:
    content = rule("my.rule").replace('limit = { kind = "soft" }', readings)
    (problem,) = problems(load_rules, {"a.toml": content})
    assert problem.startswith(f"a.toml: my.rule: {what}; expected one of limit, non_effect, not_a_limit")


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        pytest.param(
            '"{tmies} per {period}"',
            f"unknown slot {{tmies}}; expected {SLOTS}",
            id="slot",
        ),
        pytest.param(
            '"once {gap} {period}"',
            "the gap {gap} has no bound; write {gap:1} to {gap:40} in 'once {gap} {period}'",
            id="unbounded gap",
        ),
        pytest.param('"once {gap:3}"', "a gap at the edge of the pattern; leave it out in 'once {gap:3}'", id="edge"),
        pytest.param(
            '"once .* turn"',
            "'.*' is of a regular expression, and print as any other here; write {gap:8} for up to eight words, "
            "[words] for optional ones, (a|b) for a choice in 'once .* turn'",
            id="expression",
        ),
        pytest.param('["once", "[once (a|b)]"]', "a group inside a group: 'once (a|b)' in '[once (a|b)]'", id="group"),
        pytest.param('"{name}"', "'{name}' can match without any of its words; expected a word", id="only a name"),
        pytest.param('"{count} {name}"', "'{count} {name}' can match without any of its words; expected a word"),
        pytest.param('"{verb?} 2"', "'{verb?} 2' can match without any of its words; expected a word", id="optional"),
        pytest.param('"[once] {name}"', "'[once] {name}' can match without any of its words; expected a word"),
        pytest.param('["once", "[once]"]', "'[once]' can match without any of its words; expected a word"),
    ],
)
def test_what_is_wrong_in_a_pattern(load_rules: LoadRules, rule: RuleText, pattern: str, problem: str) -> None:
    assert problems(load_rules, {"a.toml": rule("my.rule", pattern)}) == [f"a.toml: my.rule: {problem}"]


def test_the_words_that_forbid_a_rule_are_patterns_too(load_rules: LoadRules, rule: RuleText) -> None:
    assert problems(load_rules, {"a.toml": rule("my.rule", more='unless = ["{gap:2} once", "{nowhere} once"]')}) == [
        "a.toml: my.rule: a gap at the edge of the pattern; leave it out in '{gap:2} once'",
        f"a.toml: my.rule: unknown slot {{nowhere}}; expected {SLOTS}",
    ]


def test_an_id_used_in_two_files(load_rules: LoadRules, rule: RuleText) -> None:
    files = {"a.toml": rule("same"), "chess/b.toml": rule("same"), "c.toml": rule("other")}
    assert problems(load_rules, files) == ["chess/b.toml: same: this id is used in a.toml already"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        pytest.param("colour = 1", "a.toml: unknown key 'colour'; expected one of game, rule", id="unknown key"),
        pytest.param(
            "game = 1", "a.toml: game = 1; expected a string or nothing, got a whole number", id="game is no string"
        ),
        pytest.param(
            "rule = 1", "a.toml: rule = 1; expected a list of tables, each under its [[name]]", id="rule is no list"
        ),
        pytest.param(
            "[rule]\nid = 1",
            "a.toml: rule = {'id': 1}; expected a list of tables, each under its [[name]]",
            id="one table",
        ),
        pytest.param(
            "rule = [1]", "a.toml: rule = [1]; expected a list of tables, each under its [[name]]", id="list of numbers"
        ),
    ],
)
def test_what_is_wrong_in_a_file(load_rules: LoadRules, content: str, problem: str) -> None:
    assert problems(load_rules, {"a.toml": content}) == [problem]


def test_a_file_that_is_not_toml(load_rules: LoadRules) -> None:
    (problem,) = problems(load_rules, {"a.toml": "[[rule]\n"})
    assert problem.startswith("a.toml: not TOML: ")
    assert "line 1" in problem


@pytest.mark.parametrize("content", ["rule = " + "[" * 5_000, f"rule = {'9' * 5_000}"], ids=["deep", "long number"])
def test_a_file_that_nobody_can_parse(load_rules: LoadRules, content: str) -> None:
    (problem,) = problems(load_rules, {"a.toml": content})
    assert problem.startswith("a.toml: not TOML: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such thing")
def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "words.toml")
    (tmp_path / "a.toml").mkdir()
    with pytest.raises(RulesError) as refused:
        load_folder(tmp_path)
    assert {problem.what for problem in refused.value.problems} == {"no file that can be read"}


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_bytes(b"# caf\xe9\n")
    with pytest.raises(RulesError, match=r"words\.toml: not TOML: 'utf-8' codec"):
        load_folder(tmp_path)


def test_a_folder_without_a_word_list(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as refused:
        load_folder(tmp_path)
    assert refused.value.problems == (Problem("words.toml", "", "missing", f"a word list in {tmp_path.name}/"),)


def test_everything_wrong_is_listed_at_once_with_file_and_rule(load_rules: LoadRules, rule: RuleText) -> None:
    files = {
        "a.toml": rule("one", more="colour = 1") + rule("two", '"once {gap} {period}"'),
        "b/c.toml": rule("two") + rule("three", '"{nowhere} once"', 'limit = { kind = "medium" }'),
        "d.toml": "not toml",
        "words.toml": '[[times]]\nwords = ["Once", "once"]\n[[period]]\nwords = ["turn"]\nmeans = { count = 0 }',
    }
    with pytest.raises(RulesError) as refused:
        load_rules(files)
    places = [(problem.file, problem.rule) for problem in refused.value.problems]
    assert sorted(places) == [
        ("a.toml", "one"),
        ("a.toml", "two"),
        ("b/c.toml", "three"),
        ("b/c.toml", "three"),
        ("b/c.toml", "two"),
        ("d.toml", ""),
        ("words.toml", "period"),
        ("words.toml", "times"),
    ]
    message = str(refused.value)
    assert message.startswith("8 problems in the rules:\n")
    assert all(f"\n  {problem}" in message for problem in refused.value.problems)


def test_one_problem_is_counted_as_one() -> None:
    assert (
        str(RulesError([Problem("a.toml", "one", "no source")])) == "1 problem in the rules:\n  a.toml: one: no source"
    )


@pytest.mark.parametrize(
    ("reading", "problem"),
    [
        ('kind = "hrad"', "kind = 'hrad'; expected one of soft, hard, gain, summon, control, "),
        ('kind = "soft", period = "week"', "period = 'week'; expected one of turn, duel, chain, battle, "),
        ('kind = "soft", resets_on = ["noon"]', "resets_on = ['noon']; expected one of leaves_location, "),
        ('kind = "soft", count = "one"', "count = 'one'; expected a whole number or nothing, got a string"),
    ],
)
def test_a_wrong_value_is_told_with_the_right_ones(
    load_rules: LoadRules, rule: RuleText, reading: str, problem: str
) -> None:
    content = rule("my.rule").replace('kind = "soft"', reading)
    (told, *_) = problems(load_rules, {"a.toml": content})
    assert told.startswith(f"a.toml: my.rule: limit: {problem}")


def test_a_byte_order_mark_is_no_mistake(load_rules: LoadRules, rule: RuleText) -> None:
    assert load_rules({"a.toml": "\ufeff" + rule("my.rule")})
