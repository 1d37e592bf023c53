"""What leads to rules: ways, all of whose parts a clause holds."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

import pytest
from tests.bundled import LANGUAGES, WITH_RULES, one_of_a_kind

from onceper.lang.languages import language
from onceper.matching.compile import CompiledPatterns, list_ways, ways_of_rules, ways_of_telling
from onceper.matching.compiled_rules import CompiledRules
from onceper.matching.rejection import Ways
from onceper.patterns import notation
from onceper.patterns.sequence import SequenceFinder, inflected
from onceper.patterns.word_list import COUNT, NAME, NUMBERS
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.load import Book
    from onceper.patterns.rule import Rule

PRINTS = [*((lang, None) for lang in WITH_RULES), ("ja", "duelmasters")]
BUNDLED = [
    pytest.param(lang, game, rule, id=f"{lang}:{rule.id}", marks=one_of_a_kind(lang, game).marks)
    for lang, game in PRINTS
    for rule in language(lang, game).book.rules
]
BUILT_IN = {NAME: [MASK], NUMBERS: ["①", "①③"], COUNT: ["2"]}


def leading_to(rules: tuple[Rule, ...], lexicon: Lexicon) -> Ways:
    """Return the ways to rules and to telling phrases."""
    sequences = SequenceFinder(lexicon)
    return Ways(list_ways(chain(ways_of_rules(rules, sequences), ways_of_telling(sequences)), lexicon))


@cache
def leading_in(lang: str, game: str | None = None) -> tuple[Book, Ways]:
    book = language(lang, game).book
    return book, leading_to(book.rules, book.lexicon)


def phrases(element: notation.Element, lexicon: Lexicon) -> list[str]:
    """Return everything that a card may print for an element, up to the middle of a gap."""
    match element:
        case notation.Words(text):
            return [lexicon.fold(text.replace(" ", lexicon.joint))]
        case notation.Gap():
            return ["", MASK]
        case notation.Mark():
            return [""]
        case notation.Slot(name, optional):
            return [*BUILT_IN.get(name, []), *lexicon.phrases_of(name), *([""] if optional else [])]


def prints(variant: notation.Variant, lexicon: Lexicon) -> Iterator[str]:
    """Yield what a card may print for a variant: each phrase of each slot once, beside the first of all others."""
    options = [phrases(element, lexicon) for element in variant]
    first = [option[0] for option in options]
    for at, option in enumerate(options):
        for phrase in option:
            yield lexicon.joint.join(piece for piece in [*first[:at], phrase, *first[at + 1 :]] if piece)


@pytest.mark.parametrize(("lang", "game", "rule"), BUNDLED)
def test_every_variant_of_a_bundled_rule_can_be_read_and_is_found(lang: str, game: str | None, rule: Rule) -> None:
    book, ways = leading_in(lang, game)
    alone = CompiledRules([rule], CompiledPatterns.of([rule], book.sequences))
    for pattern in rule.patterns:
        for variant, tokens in zip(notation.variants(pattern), book.sequences.lexed(pattern), strict=True):
            read = [text for text in prints(variant, book.lexicon) if alone.match(book.lexicon.lex(text))]
            assert read or rule.bars or game, f"nothing is read by {variant}"
            if rule.needs_way:
                assert book.sequences.way_of(tokens)
                # Endings stand in a pattern by their class; print has them behind a stem that takes them.
                printed = (inflected(text, book.lexicon) for text in read)
                first = next((text for text in printed if alone.match(book.lexicon.lex(text))), None)
                assert first is None or ways.may_lead_through(first)


@pytest.mark.parametrize(("lang", "game"), [*((lang, None) for lang in LANGUAGES), ("ja", "duelmasters")])
def test_every_telling_phrase_leads_to_its_clause(lang: str, game: str | None) -> None:
    book, ways = leading_in(lang, game)
    told = [phrase for slot in book.lexicon.telling for phrase in book.lexicon.phrases_of(slot)]
    assert told
    assert [phrase for phrase in told if not ways.may_lead_through(phrase)] == []


def test_a_comma_or_space_between_japanese_words_does_not_count() -> None:
    _, ways = leading_in("ja")
    assert ways.may_lead_through("この カード名の、効果は1ターンに 1度、しか 使用 できない")
