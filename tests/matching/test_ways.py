"""Ways: what a clause must hold, in this order, for a rule to read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.lang.languages import language
from onceper.matching.compile import Way, WayList, ways_of
from onceper.matching.rejection import Ways
from onceper.patterns import notation
from onceper.patterns.sequence import SequenceFinder, lex_variant

if TYPE_CHECKING:
    from tests.own_rules import LoadRules, RuleText


@pytest.fixture
def led(load_rules: LoadRules, rule: RuleText) -> Ways:
    """Return the ways to read two patterns that differ in their end."""
    patterns = '["gather them all here {name} by night", "gather them all here {name} by day"]'
    rules, lexicon = load_rules({"a.toml": rule("a", patterns)})
    return Ways(ways_of(rules, SequenceFinder(lexicon)))


@pytest.mark.parametrize(
    ("clause", "may_be_read"),
    [
        ("gather them all here \x01 by night", True),
        ("so gather them all here, if \x01 comes by day", True),
        ("gather them all here by night", False),
        ("by night, gather them all here \x01", False),
        ("night, day", False),
        ("", False),
    ],
)
def test_each_part_stands_in_its_order(led: Ways, clause: str, may_be_read: bool) -> None:
    assert led.may_lead_through(clause) is may_be_read


def test_every_phrase_of_a_telling_slot_is_a_way(load_rules: LoadRules, rule: RuleText) -> None:
    rules, lexicon = load_rules({"a.toml": rule("a", '"rare words"'), "structure.toml": 'telling = ["times"]'})
    ways = Ways(ways_of(rules, SequenceFinder(lexicon)))
    assert [ways.may_lead_through(clause) for clause in ("do it twice", "do it", "twice a day")] == [True, False, True]


def test_what_stands_in_no_order(load_rules: LoadRules, rule: RuleText) -> None:
    _, lexicon = load_rules({"a.toml": rule("a", '"rare words"')})
    ways = Ways(WayList.of([Way((("each turn",), ("1", "one")), is_in_order=False)], (), lexicon))
    clauses = ("1 each turn", "each turn, one", "each turn")
    assert [*map(ways.may_lead_through, clauses)] == [True, True, False]


@pytest.mark.parametrize(
    ("lang", "pattern", "told"),
    [
        ("ja", "初めて", (("初めて", "はじめて"),)),
        ("ja", "その場合", (("其の場合", "その場合"),)),
        ("ja", "超えて", (("越", "超", "こえ"), ("て",))),
        ("ja", "取り除く", (("取", "と"),)),
        ("tr", "çevir +cannot", (("cevir",), ("amaz", "emez"))),
        ("tr", "⟨ {count}", (("(",), ("0", "1"))),
        ("en", "only {numbers}", (("only",), ("①", "②"))),
        ("en", "{name} / 3", (("\x01",), ("/",), ("3",))),
    ],
)
def test_words_are_printed_in_several_ways(lang: str, pattern: str, told: tuple[tuple[str, ...], ...]) -> None:
    lexicon = language(lang).book.lexicon
    (variant, *_) = notation.variants(pattern)
    found = SequenceFinder(lexicon).in_order(lex_variant(variant, lexicon))
    assert len(found) == len(told)
    assert all(set(some) <= set(phrases) for some, phrases in zip(told, found, strict=True))


def test_a_very_long_clause_is_read_where_it_holds_a_cue(led: Ways) -> None:
    assert led.may_lead_through("gather them all here " + "on and on " * 3_000)
    assert not led.may_lead_through("on and on " * 3_000)


@pytest.mark.parametrize("clause", ["このカードは発動できない", "この カードは、発動 できない"])
def test_signs_between_words_do_not_count(clause: str) -> None:
    lexicon = language("ja").book.lexicon
    ways = Ways(WayList.of([Way((("このカードは",), ("発動でき",)))], (), lexicon))
    assert ways.may_lead_through(clause)


def test_a_way_of_which_nobody_knows_the_print_leads_through_every_clause() -> None:
    lexicon = language("ja").book.lexicon
    assert Ways(WayList.of([Way((("、",),)), Way((("発動",),))], (), lexicon)).may_lead_through("召喚")
