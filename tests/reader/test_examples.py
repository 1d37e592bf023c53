"""What rules yield from their examples, and what is wrong with those."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cases import cases
from tests.own_rules import language_in, write_files

from onceper.cli.examples import records_in, wrong_examples
from onceper.contract.limit import Limit
from onceper.reader.reader import Reader

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.patterns.rule import Rule

WORDS = """
[[times]]
means = { count = 1 }
words = ["once"]

[[period]]
means = { period = "turn" }
words = ["turn"]

[[period]]
means = { period = "while_there" }
words = ["stay"]
"""
RULE = """
["ID"]
pattern = "PATTERN"
READING
matches = ["EXAMPLE"]
source = "a rulebook"
"""


def one(rule_id: str, pattern: str, reading: str, example: str) -> str:
    rule = RULE.replace("ID", rule_id).replace("PATTERN", pattern)
    return rule.replace("READING", reading).replace("EXAMPLE", example)


def made(folder: Path, *rules: str) -> tuple[Reader, dict[str, Rule]]:
    write_files(folder, {"words.toml": WORDS, "limits.toml": "".join(rules)})
    language = language_in(folder)
    return Reader(language, language.book.rules), {rule.id: rule for rule in language.book.rules}


@pytest.mark.parametrize("kind", ["soft", "hard", "gain", "summon", "ordinal", "ability", "event", "cap"])
def test_a_limit_needs_a_period(tmp_path: Path, kind: str) -> None:
    without = one("without", "just {times}", f'limit = {{ kind = "{kind}" }}', "Just once: Draw 1 card.")
    by_word = one("by_word", "{times} a {period}", f'limit = {{ kind = "{kind}" }}', "Once a turn: Draw 1 card.")
    reader, rules = made(tmp_path, without, by_word)
    (problem,) = wrong_examples(reader, rules["without"])
    assert problem.startswith(
        "limits.toml: without reads a limit without a period in 'Just once: Draw 1 card.'; expected"
    )
    assert "while_there" in problem
    assert "\n  remedy: " in problem
    assert list(wrong_examples(reader, rules["by_word"])) == []


@cases
def test_what_has_a_period_or_needs_none(tmp_path: Path, pattern: str, reading: str, example: str) -> None:
    reader, rules = made(tmp_path, one("a", pattern, reading, example))
    assert list(wrong_examples(reader, rules["a"])) == []


def test_a_rule_yields_its_own_records_only(tmp_path: Path) -> None:
    soft = one("soft", "{times} per {period}", 'limit = { kind = "soft" }', "Once per turn: Draw 1 card.")
    other = one("other", "just {times}", 'limit = { kind = "gain", period = "turn" }', "Once per turn: Draw just once.")
    reader, rules = made(tmp_path, soft, other)
    (record,) = records_in(reader, rules["other"], "Once per turn: Draw just once.")
    assert (record.kind, record.rule) == ("gain", "other")
    assert records_in(reader, rules["other"], "Once per turn: Draw 1 card.") == []


def test_a_rule_that_amends_yields_the_limits_as_it_leaves_them(tmp_path: Path) -> None:
    soft = one("soft", "{times} per {period}", 'limit = { kind = "soft" }', "Once per turn: Draw 1 card.")
    amends = one("amends", "it glows", 'amends = { verb = "apply" }', "Once per turn: Draw 1 card; it glows.")
    reader, rules = made(tmp_path, soft, amends)
    (record,) = records_in(reader, rules["amends"], "Once per turn: Draw 1 card; it glows.")
    assert isinstance(record, Limit)
    assert (record.rule, record.verb) == ("soft", "apply")


def test_what_a_rule_loses_is_told_with_the_rule_that_reads_it(tmp_path: Path) -> None:
    soft = one("soft", "{times} per {period}", 'limit = { kind = "soft" }', "Once per turn: Draw 1 card.")
    takes = one("takes", "{times} per {period} :", 'limit = { kind = "gain" }', "Once per turn: Draw 1 card.")
    reader, rules = made(tmp_path, soft, takes)
    (explained,) = wrong_examples(reader, rules["soft"])
    assert explained.startswith("limits.toml: soft does not read 'Once per turn: Draw 1 card.'\n  pattern ")
    assert "is read by takes" in explained
    assert list(wrong_examples(reader, rules["takes"])) == []
