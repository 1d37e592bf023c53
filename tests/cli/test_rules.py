"""``onceper rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bundled import LANGUAGES

from onceper.lang.languages import language
from onceper.patterns.catalogue import catalogue

if TYPE_CHECKING:
    import pytest
    from tests.cli.conftest import Onceper


def test_every_rule_is_a_line(onceper: Onceper) -> None:
    code, out, err = onceper("rules", "--lang", "en")
    assert (code, err) == (0, "")
    lines = [line.split("\t") for line in out.splitlines()]
    assert [line[0] for line in lines] == [rule.id for rule in language("en").every_rule]
    assert {len(line) for line in lines} == {4}


def test_search(onceper: Onceper) -> None:
    code, out, _ = onceper("rules", "LIMIT: GAIN")
    assert code == 0
    assert out.splitlines()
    assert all("limit: gain" in line for line in out.splitlines())


def test_search_looks_into_the_examples(onceper: Onceper) -> None:
    rule = next(rule for rule in language("en").every_rule if rule.matches)
    assert rule.id in onceper("rules", rule.matches[0]).out


def test_nothing_found(onceper: Onceper) -> None:
    assert onceper("rules", "no such words") == (0, "", "no rule holds 'no such words'\n")


def test_table_on_a_terminal(onceper: Onceper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    code, out, _ = onceper("rules", "limit: gain")
    assert code == 0
    assert "reading" in out


def test_what_a_language_lacks_is_listed_the_most_printed_first(onceper: Onceper) -> None:
    code, out, err = onceper("rules", "--missing", "--lang", "tr")
    assert (code, err) == (0, "")
    lines = [line.split("\t") for line in out.splitlines()]
    assert {len(line) for line in lines} == {5}
    printed = [int(line[0]) for line in lines]
    assert printed == sorted(printed, reverse=True)
    missing = {line[1] for line in lines}
    assert not missing & {rule.id for rule in language("tr").every_rule}
    # What constituents alone say has no rule whose example could be shown.
    assert all(example or catalogue()[rule].by_parts for _, rule, _, example, _ in lines)


def test_the_example_is_english_where_english_has_the_rule(onceper: Onceper) -> None:
    english = {rule.id: rule.matches[0] for rule in language("en").every_rule}
    rows = [line.split("\t") for line in onceper("rules", "--missing", "--lang", "ja").out.splitlines()]
    for _, rule, _, example, _ in rows:
        if rule in english:
            assert example == english[rule].replace("\n", " | ")
    assert any(rule in english for _, rule, *_ in rows)


def test_a_game_with_a_print_of_its_own_is_missing_only_where_the_game_is_printed(onceper: Onceper) -> None:
    duelmasters = {rule.id for rule in language("ja", "duelmasters").book.rules}
    of_yugioh = {rule.id for lang in LANGUAGES for rule in language(lang).book.rules}
    rows = [line.split("\t") for line in onceper("rules", "--missing", "--lang", "en").out.splitlines()]
    assert not {row[1] for row in rows} & (duelmasters - of_yugioh)


def test_every_language_has_its_name_before_what_it_lacks(onceper: Onceper) -> None:
    rows = [line.split("\t") for line in onceper("rules", "--missing").out.splitlines()]
    assert {len(row) for row in rows} == {6}
    assert list(dict.fromkeys(row[0] for row in rows)) == list(LANGUAGES)
    of_turkish = onceper("rules", "--missing", "--lang", "tr").out.splitlines()
    assert ["\t".join(row[1:]) for row in rows if row[0] == "tr"] == of_turkish


def test_search_in_what_is_missing(onceper: Onceper) -> None:
    out = onceper("rules", "LIMIT: summon", "--missing", "--lang", "en").out
    assert out.splitlines()
    assert all("limit: summon" in line for line in out.splitlines())
    nothing = onceper("rules", "no such words", "--missing", "--lang", "en")
    assert nothing == (0, "", "no missing rule holds 'no such words'\n")


def test_missing_on_a_terminal_is_a_table(onceper: Onceper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = onceper("rules", "hard.numbers", "--missing", "--lang", "en").out
    assert "printed" in out
    assert "hard.numbers" in out


def test_check_shows_what_each_rule_yields(onceper: Onceper) -> None:
    code, out, err = onceper("rules", "gain", "--check", "--lang", "en")
    assert (code, err) == (0, "")
    *rows, last = out.splitlines()
    yields = [tuple(row.split("\t")[:2]) for row in rows]
    assert (
        "gain.additional",
        "gain · For you, effect 1, gained once per turn, however many cards give it",
    ) in yields
    assert ("material", "material requirement") in yields
    assert ("chance", "not a limit: number of tosses or rolls") in yields
    assert len(set(yields)) == len(yields)
    assert last == f"every example is read as its rule says: {len({rule for rule, _ in yields})} en"


def test_check_shows_what_a_rule_that_amends_changes(onceper: Onceper) -> None:
    rows = onceper("rules", "flips_itself", "--check", "--lang", "en").out.splitlines()
    assert rows[0].startswith(
        "flips_itself\tamends resets_on: soft · Each copy, effect 1, once per turn; anew when it leaves the field"
    )


def test_check_on_a_terminal_is_a_table(onceper: Onceper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = onceper("rules", "battle_phases", "--check", "--lang", "en").out
    assert "yields" in out
    assert out.endswith("every example is read as its rule says: 1 en\n")


def test_examples_and_files_of_rules(onceper: Onceper) -> None:
    code, out, _ = onceper("rules", "hard.effect", "--lang", "en", "--examples")
    rules = {rule.id: rule for rule in language("en").every_rule}
    assert code == 0
    for line in out.splitlines():
        cells = line.split("\t")
        rule = rules[cells[0]]
        assert cells[4:] == [" | ".join(rule.matches), " | ".join(rule.rejects), rule.file]
    assert onceper("rules", "--examples", "--check").code == 2
