"""A pattern stays inside one clause: what goes on across the mark that ends one could never match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.own_rules import language_in, write_files

from onceper.patterns.records import RulesError

if TYPE_CHECKING:
    from pathlib import Path

    from tests.own_rules import LoadRules, RuleText

OCG = """
joins_clauses = ["は"]

[print]
style = "ocg"
words = "mecab"
stops = "。!"
comma = "、"
names = [["「", "」"]]
"""
ABILITIES = OCG.replace("ocg", "abilities").replace('joins_clauses = ["は"]', "").replace('words = "mecab"', "")
JAPANESE = '[[times]]\nwords = ["1度"]'


@pytest.mark.parametrize(
    ("pattern", "mark"),
    [
        ("{times} per {period}: you can zap", ":"),
        ("{times} per {period}; zap", ";"),
        ("{times} per {period}. then zap", "."),
        ("zap [{name}:] {times}", ":"),
        ("zap (now|it: draw) {times}", ":"),
    ],
)
def test_a_pattern_across_a_mark_that_ends_a_clause_is_refused(
    load_rules: LoadRules, rule: RuleText, pattern: str, mark: str
) -> None:
    with pytest.raises(RulesError) as refused:
        load_rules({"a.toml": rule("a", '"zap {times}"', f'unless = "{pattern}"') + rule("my.rule", f'"{pattern}"')})
    what = f"{mark!r} ends a clause, and no rule reads beyond the end of one, in {pattern!r}"
    assert [str(problem) for problem in refused.value.problems] == [f"a.toml: a: {what}", f"a.toml: my.rule: {what}"]


@pytest.mark.parametrize("pattern", ["{times} per {period}:", "zap 1,2 {times};", "zap max. 2 {times}", "zap {times},"])
def test_a_mark_at_the_end_or_that_ends_no_clause_may_stand_there(
    load_rules: LoadRules, rule: RuleText, pattern: str
) -> None:
    structure = 'abbreviations = [" max."]'
    ((loaded,), _) = load_rules({"a.toml": rule("a", f'"{pattern}"'), "structure.toml": structure})
    assert [found.text for found in loaded.patterns] == [pattern]


def test_in_japanese_a_comma_ends_a_clause_unless_the_words_before_it_await_others(
    tmp_path: Path, rule: RuleText
) -> None:
    files = {"words.toml": JAPANESE, "structure.toml": OCG}
    write_files(tmp_path, {**files, "a.toml": rule("my.comma", '["ぴかぴかした場合、{times}", "この時は、{times}"]')})
    with pytest.raises(RulesError) as refused:
        _ = language_in(tmp_path).book
    assert [str(problem) for problem in refused.value.problems] == [
        "a.toml: my.comma: '、' ends a clause, and no rule reads beyond the end of one, in 'ぴかぴかした場合、{times}'"
    ]


def test_what_an_ability_counts_may_stand_anywhere_in_it(tmp_path: Path, rule: RuleText) -> None:
    files = {"words.toml": JAPANESE, "structure.toml": ABILITIES, "a.toml": rule("a", '"ぴかぴかした場合、{times}"')}
    write_files(tmp_path, files)
    assert len(language_in(tmp_path).book.rules) == 1
