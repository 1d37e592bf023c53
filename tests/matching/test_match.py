"""What a pattern matches in a text, and which of several matches counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cases import cases

if TYPE_CHECKING:
    from tests.own_rules import MakeReader, ReadsWith, RuleText


@cases
def test_a_pattern(reads_with: ReadsWith, rule: RuleText, pattern: str, text: str, read: str | None) -> None:
    found = reads_with(rule("a", pattern), text)
    assert found == ([] if read is None else [("a", read)])


@cases
def test_where_a_rule_holds(reads_with: ReadsWith, rule: RuleText, where: str, text: str, is_read: bool) -> None:
    assert bool(reads_with(rule(more=f'where = "{where}"'), text)) is is_read


def test_a_rule_holds_only_where_all_its_places_are(reads_with: ReadsWith, rule: RuleText) -> None:
    twice = rule(more='where = ["in_parenthesis", "sentence_start"]')
    assert reads_with(twice, "(Once per turn: Draw.)")
    assert not reads_with(twice, "(Draw once per turn.)")
    assert not reads_with(twice, "Once per turn: Draw.")


@cases
def test_words_of_its_clause_forbid_a_rule(reads_with: ReadsWith, rule: RuleText, text: str, is_read: bool) -> None:
    assert bool(reads_with(rule(more='unless = ["attack", "this {gap:1} hurts"]'), text)) is is_read


def test_words_forbid_only_the_rule_that_names_them(reads_with: ReadsWith, rule: RuleText) -> None:
    rules = rule("a", more='unless = "attack"') + rule("b", '"once per turn"')
    assert [rule_id for rule_id, _ in reads_with(rules, "Attack once per turn.")] == ["b"]


@cases
def test_words_forbid_only_the_patterns_beside_them(
    reads_with: ReadsWith, rule: RuleText, text: str, read: list[str]
) -> None:
    patterns = '["<once per turn>", { pattern = ["<draw once per turn>", "<turn two>"], unless = "attack" }]'
    assert [words for _, words in reads_with(rule("a", patterns, more='unless = "never"'), text)] == read


def test_the_longest_of_overlapping_matches_wins(reads_with: ReadsWith, rule: RuleText) -> None:
    rules = rule("short", '"<once per turn>"') + rule("long", '"<draw once per turn>"') + rule("other", '"<turn two>"')
    assert reads_with(rules, "You may draw once per turn two.") == [("long", "draw once per turn")]
    assert reads_with(rules, "Once per turn two.") == [("short", "Once per turn")]
    assert reads_with(rules, "Turn two once per turn.") == [("other", "Turn two"), ("short", "once per turn")]


def test_what_is_no_limit_wins_as_any_other_reading(reads_with: ReadsWith, rule: RuleText) -> None:
    rules = rule("limit", '"<once per turn>"') + rule("lore", '"was once per turn"', 'not_a_limit = "lore"')
    assert reads_with(rules, "It was once per turn.") == []
    assert reads_with(rules, "It is once per turn.") == [("limit", "once per turn")]


def test_limits_and_non_effects_do_not_compete(reads_with: ReadsWith, rule: RuleText) -> None:
    rules = rule("limit", '"<once per turn>"') + rule(
        "bards", '"sang once per turn"', 'non_effect = { kind = "flavor" }'
    )
    read = reads_with(rules, "Bards sang once per turn.")
    assert set(read) == {("limit", "once per turn"), ("bards", "Bards sang once per turn.")}


def test_of_its_own_overlapping_matches_a_rule_gives_the_longest(reads_with: ReadsWith, rule: RuleText) -> None:
    several = rule("a", '["<{times} per {period}>", "<up to {times} per {period}>", "<per {period} or so>"]')
    assert reads_with(several, "Up to twice per turn or so, and once per duel.") == [
        ("a", "Up to twice per turn"),
        ("a", "once per duel"),
    ]


@cases
def test_without_marks_a_limit_that_begins_a_sentence_is_the_sentence(
    reads_with: ReadsWith, rule: RuleText, more: str, text: str, read: str
) -> None:
    assert reads_with(rule("a", more=more), text) == [("a", read)]


def test_slots_give_the_fields_that_the_rule_leaves_open(make_reader: MakeReader, rule: RuleText) -> None:
    rules = rule("open", '"{times} per {period}"') + rule(
        "own", '"{times} a {period}"', 'limit = { kind = "soft", period = "chain", count = 9 }'
    )
    reader = make_reader({"a.toml": rules})
    fields = [(limit.count, limit.period) for limit in reader.read("Twice per duel. Once a duel.").limits]
    assert fields == [(2, "duel"), (9, "chain")]


def test_nearest_rules_come_with_what_they_miss(make_reader: MakeReader, rule: RuleText) -> None:
    rules = (
        rule("near", '"draw {times} per week"') + rule("far", '"banish {count} monsters"') + rule("there", '"draw it"')
    )
    reader = make_reader({"a.toml": rules})
    nearest = reader.sentences.clauses.nearest("draw it per week")
    assert nearest[0] == ("there", [])
    assert nearest[1] == ("near", ["times"])
    assert nearest[2][0] == "far"
