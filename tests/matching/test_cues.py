"""Cues: plain words, one of which stands in every text that a rule reads."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING

import pytest
from tests.bundled import LANGUAGES, WITH_RULES

from onceper.lang.languages import language
from onceper.matching.compile import CueFinder, ways_of
from onceper.matching.compiled_rules import CompiledRules
from onceper.matching.rejection import Cues, Ways
from onceper.patterns import notation
from onceper.patterns.language_files import WORDS
from onceper.patterns.sequence import SequenceFinder, inflected
from onceper.patterns.word_list import COUNT, NAME, NUMBERS
from onceper.resources import resource
from onceper.text.normal import MASK, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.own_rules import LoadRules, RuleText

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.rule import Rule

BUNDLED = [
    pytest.param(lang, rule, id=f"{lang}:{rule.id}") for lang in WITH_RULES for rule in language(lang).book.rules
]


def cues(load_rules: LoadRules, rules: str, telling: str = "") -> tuple[str, ...]:
    files = {"a.toml": rules, "structure.toml": f"telling = [{telling}]"}
    loaded, lexicon = load_rules(files)
    return CueFinder(loaded, lexicon).cues_of(loaded).literals


def test_cues_are_taken_from_telling_slots_first(load_rules: LoadRules, rule: RuleText) -> None:
    rules = rule("a", '"very rare words {times} per {period}"') + rule("b", '"a rare beginning"')
    assert cues(load_rules, rules, '"times"') == ("a rare beginning", "once", "twice", "two times")


def test_of_the_phrases_of_a_slot_one_that_holds_another_adds_nothing(load_rules: LoadRules, rule: RuleText) -> None:
    assert cues(load_rules, rule("a", '"{verb}"')) == ("activate", "use")


def test_a_cue_that_holds_another_adds_nothing(load_rules: LoadRules, rule: RuleText) -> None:
    rules = rule("a", '"{times}"') + rule("b", '"at once we go"')
    assert cues(load_rules, rules) == ("once", "twice", "two times")
    assert cues(load_rules, rule("a", '["rare", "very rare indeed"]')) == ("rare",)


def test_a_rule_is_found_by_each_of_its_forms(load_rules: LoadRules, rule: RuleText) -> None:
    assert cues(load_rules, rule("a", '"{times}"')) == ("once", "twice", "two times")
    assert cues(load_rules, rule("a", '"two times"')) == ("twice", "two times")


def test_no_rules_need_no_cues(load_rules: LoadRules) -> None:
    assert cues(load_rules, "") == ()


def test_a_headline_is_read_without_a_cue(load_rules: LoadRules, rule: RuleText) -> None:
    assert cues(load_rules, rule("a", '"{name}"', 'where = "headline"\nlimit = { kind = "soft" }')) == ()


def phrases(element: notation.Element, lexicon: Lexicon, listed: dict[str, list[str]]) -> list[str]:
    """Return everything that a card may print for an element, up to the middle of a gap."""
    match element:
        case notation.Words(text):
            return [lexicon.fold(text.replace(" ", lexicon.joint))]
        case notation.Gap():
            return ["", MASK]
        case notation.Mark():
            return [""]
        case notation.Slot(name, optional):
            built_in = {NAME: [MASK], NUMBERS: ["①", "①③"], COUNT: ["2"]}.get(name, [])
            return [*built_in, *listed.get(name, []), *([""] if optional else [])]


def prints(variant: notation.Variant, lexicon: Lexicon, listed: dict[str, list[str]]) -> Iterator[str]:
    """Yield what a card may print for a variant: each phrase of each slot once, beside the first of all others."""
    options = [phrases(element, lexicon, listed) for element in variant]
    first = [option[0] for option in options]
    for at, option in enumerate(options):
        for phrase in option:
            yield lexicon.joint.join(piece for piece in [*first[:at], phrase, *first[at + 1 :]] if piece)


@cache
def listed_in(lang: str) -> dict[str, list[str]]:
    """Return the phrases of each slot, as the word list of a language has them."""
    content = tomllib.loads((resource("patterns") / lang / WORDS).read_text(encoding="utf-8"))
    fold = language(lang).book.lexicon.fold
    return {slot: [fold(phrase) for entry in entries for phrase in entry["words"]] for slot, entries in content.items()}


@cache
def cues_in(lang: str) -> Cues:
    """Return the cues of all rules of a language."""
    book = language(lang).book
    return Cues(CueFinder(book.rules, book.lexicon).cues_of(book.rules))


@cache
def ways_in(lang: str) -> Ways:
    """Return the ways to read clauses by all rules of a language."""
    book = language(lang).book
    return Ways(ways_of(book.rules, SequenceFinder(book.lexicon)))


@pytest.mark.parametrize(("lang", "rule"), BUNDLED)
def test_every_variant_of_a_bundled_rule_can_be_read_and_is_found(lang: str, rule: Rule) -> None:
    lexicon, of_all, ways = language(lang).book.lexicon, cues_in(lang), ways_in(lang)
    alone = CompiledRules([rule])
    for pattern in rule.patterns:
        variants = notation.variants(pattern.text)
        assert len(pattern.wordings) == len(variants)
        for variant, wording in zip(variants, pattern.wordings, strict=True):
            texts = list(prints(variant, lexicon, listed_in(lang)))
            assert rule.unless or any(alone.match(lexicon.lex(text)) for text in texts), f"nothing is read by {variant}"
            if not rule.needs_cue:
                continue
            assert wording.parts
            for text in texts:
                # Endings stand in a pattern by their class; a clause has them as print has.
                printed = inflected(text, lexicon) if "+" in text else text
                if not of_all.places(text):
                    assert not alone.match(lexicon.lex(text)), f"{text!r} is rejected unread"
                if not ways.may_lead_through(printed):
                    assert not alone.match(lexicon.lex(printed)), f"{printed!r} is rejected unread"


@pytest.mark.parametrize(("lang", "rule"), BUNDLED)
def test_every_example_of_a_bundled_rule_holds_a_cue(lang: str, rule: Rule) -> None:
    lexicon, of_all = language(lang).book.lexicon, cues_in(lang)
    if rule.needs_cue:
        for example in rule.matches:
            assert of_all.places(lexicon.fold(Text(example).normal))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_telling_phrase_is_a_cue(lang: str) -> None:
    lexicon, of_all = language(lang).book.lexicon, cues_in(lang)
    assert lexicon.telling
    for slot in lexicon.telling:
        for phrase in lexicon.literals_of(slot):
            assert of_all.places(phrase)


def test_a_comma_or_space_between_japanese_words_does_not_count() -> None:
    of_all = cues_in("ja")
    cue = max(of_all.literals, key=len)
    text = f"×、{cue[:2]}、 {cue[2:]}"
    assert 2 in of_all.places(text)
