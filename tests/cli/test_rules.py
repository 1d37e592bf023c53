"""``onceper rules``: the tables of the rules that there are, and of those that a language lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.bundled import LANGUAGES

from onceper.lang.languages import language
from onceper.patterns.catalogue import catalogue

if TYPE_CHECKING:
    from tests.cli.conftest import Onceper


def _cells(onceper: Onceper, *arguments: str) -> list[list[str]]:
    code, out, err = onceper("rules", *arguments)
    assert (code, err) == (0, "")
    return [line.split("\t") for line in out.splitlines()]


def test_every_rule_is_a_line(onceper: Onceper) -> None:
    rules = language("en").every_rule
    lines = _cells(onceper, "--lang", "en", "--examples")
    assert [(line[0], *line[4:]) for line in lines] == [
        (rule.id, " | ".join(rule.matches).replace("\n", " | "), " | ".join(rule.rejects), rule.file) for rule in rules
    ]
    assert _cells(onceper, "--lang", "en") == [line[:4] for line in lines]
    assert rules[0].id in [line[0] for line in _cells(onceper, rules[0].matches[0])]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [("limit: gain", "reading"), ("hard.numbers --missing", "languages"), ("attacks --check", "yields")],
)
def test_on_a_terminal_it_is_a_table(
    onceper: Onceper, monkeypatch: pytest.MonkeyPatch, arguments: str, words: str
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    code, out, _ = onceper("rules", *arguments.rsplit(" ", maxsplit="--" in arguments), "--lang", "en")
    assert (code, words in out) == (0, True)


def test_what_a_language_lacks_is_listed_the_most_printed_first(onceper: Onceper) -> None:
    english = {rule.id: rule.matches[0].replace("\n", " | ") for rule in language("en").every_rule}
    every = _cells(onceper, "--missing")
    assert list(dict.fromkeys(row[0] for row in every)) == list(LANGUAGES)
    for lang in ("ja", "tr"):
        lines = _cells(onceper, "--missing", "--lang", lang)
        assert lines == [row for row in every if row[0] == lang]
        printed = [int(line[1]) for line in lines]
        assert printed == sorted(printed, reverse=True)
        assert not {line[2] for line in lines} & {rule.id for rule in language(lang).every_rule}
        # What constituents alone say has no rule whose example could be shown.
        assert all(example or catalogue()[rule].by_parts for _, _, rule, _, example, _ in lines)
        assert all(english.get(rule, example) == example for _, _, rule, _, example, _ in lines)


def test_a_game_with_a_print_of_its_own_is_missing_only_where_the_game_is_printed(onceper: Onceper) -> None:
    duelmasters = {rule.id for rule in language("ja", "duelmasters").book.rules}
    of_yugioh = {rule.id for lang in LANGUAGES for rule in language(lang).book.rules}
    assert not {row[2] for row in _cells(onceper, "--missing", "--lang", "en")} & (duelmasters - of_yugioh)
