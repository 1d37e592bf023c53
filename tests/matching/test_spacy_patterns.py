"""The expressions match what spaCy's Matcher does with the same rules."""

from __future__ import annotations

import random
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import pytest
from spacy.vocab import Vocab
from tests.bundled import LANGUAGES, one_of_a_kind
from tests.corpus_texts import texts_in, wordings_in

from onceper.lang.languages import language
from onceper.matching.compile import (
    CompiledPattern,
    CompiledPatterns,
    GapToken,
    SlotToken,
    Token,
    WordToken,
    compile_rules,
)
from onceper.matching.compiled_rules import CompiledRules
from onceper.matching.expression import Alphabet, Expression
from onceper.matching.match import LONGEST_CLAUSE
from onceper.matching.spacy_patterns import SpacyMatch, SpacyPatterns
from onceper.patterns.lexicon import Lexed
from onceper.patterns.word_list import Phrase
from onceper.reader.prepare import prepare
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.lang.base import Language
    from onceper.matching.match import Match
    from onceper.patterns.rule import Rule

PRINTS = [one_of_a_kind(code, game) for code in LANGUAGES for game in (None, *language(code).games)]
# As many over all, however many languages there are.
GENERATED = 100_000 // len(PRINTS)
ANOTHER = "zag"


def clauses_of(spoken: Language, texts: Iterable[str]) -> set[str]:
    return {clause for text in texts for clause in spoken.cut(prepare(Text(text), spoken).template)}


def printed(spoken: Language) -> Iterator[str]:
    """Yield every text of the corpora and every example of a rule."""
    for text, _ in (*texts_in(spoken.code), *wordings_in(spoken.code)):
        yield text
    for rule in spoken.book.rules:
        yield from (*rule.matches, *rule.rejects)


class Generator:
    """Make clauses of the patterns of a rule: gaps of any length, words twice, left out, and after each other."""

    def __init__(self, rule: Rule, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311
        self._patterns = compile_rules([rule])
        self._tokens = [token for pattern in self._patterns for token in pattern.tokens]

    def clause(self) -> Lexed:
        chance = self._chance
        tokens = [
            token
            for pattern in chance.choices(self._patterns, k=chance.choice((1, 1, 1, 2, 3)))
            for token in self._tokens_of(pattern)
        ]
        if chance.random() < 0.3:
            at = chance.randrange(len(tokens))
            tokens[at : at + 1] = chance.choice(([], [tokens[at]] * 2, [chance.choice(tokens)]))
        orths = [token.orth if isinstance(token, WordToken) else ANOTHER for token in tokens]
        phrases = [Phrase(token.slot, ANOTHER, {}) if isinstance(token, SlotToken) else None for token in tokens]
        return Lexed(orths, phrases, orths, [*range(1, len(orths) + 1)])

    def _tokens_of(self, pattern: CompiledPattern) -> Iterator[Token]:
        """Yield what a pattern may stand for; what fills its gaps is of this pattern, or of any."""
        chance = self._chance
        for token in pattern.tokens:
            if isinstance(token, GapToken):
                filling = pattern.tokens if chance.random() < 0.4 else self._tokens
                for filled in chance.choices(filling, k=min(chance.randint(0, token.longest + 1), 12)):
                    yield WordToken(ANOTHER) if isinstance(filled, GapToken) or chance.random() < 0.4 else filled
            elif not (isinstance(token, SlotToken) and token.optional and chance.random() < 0.5):
                yield token


class Hit(NamedTuple):
    """Hold that a pattern matches, and where; null of an ``unless``, which counts wherever it stands."""

    pattern: CompiledPattern
    match: Match | None


class Expressions:
    """Look for each pattern by itself, whichever of them a reading takes in the end."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        compiled, by_id = CompiledPatterns.of(rules), {rule.id: rule for rule in rules}
        self._alphabet = Alphabet(compiled.words, compiled.slots)
        self._expressions = [
            Expression(by_id[pattern.rule], pattern, place, self._alphabet)
            for place, pattern in enumerate(CompiledRules(rules, compiled).patterns)
        ]

    def hits_in(self, lexed: Lexed) -> list[Hit]:
        signs = self._alphabet.write(lexed, LONGEST_CLAUSE)
        found: list[Hit] = []
        for expression in self._expressions:
            if not expression.pattern.is_unless:
                matches = chain.from_iterable(expression.matches_from_each(signs))
                found += [Hit(expression.pattern, match) for match in matches]
            elif expression.stands_in(signs):
                found.append(Hit(expression.pattern, None))
        return found


def assert_alike(lexed: Lexed, hits: list[Hit], spacy_matches: list[SpacyMatch]) -> None:
    """Compare both; of several ways to match the same tokens spaCy tells one, which may be too long in a gap."""
    refused = {hit.pattern.rule for hit in hits if hit.match is None}
    assert {m.pattern.rule for m in spacy_matches if m.pattern.is_unless and m.fits} <= refused, lexed
    assert refused <= {m.pattern.rule for m in spacy_matches if m.pattern.is_unless}, lexed
    found = {(hit.match.place, hit.match.start, hit.match.end): hit.match for hit in hits if hit.match}
    assert len(found) == len([hit for hit in hits if hit.match])
    matched = {(m.place, m.start, m.end): m for m in spacy_matches if not m.pattern.is_unless}
    assert {place for place, m in matched.items() if m.fits} <= found.keys() <= matched.keys(), lexed
    for place, match in found.items():
        pattern, aligned = matched[place].pattern, matched[place].alignment
        elastic = [t for t in pattern.tokens if isinstance(t, GapToken) or (isinstance(t, SlotToken) and t.optional)]
        if len(elastic) > 1:
            continue
        tokens = [*enumerate((pattern.tokens[at] for at in aligned), start=match.start)]
        told: dict[str, list[int]] = {}
        for at, token in enumerate(aligned, start=match.start):
            if what := pattern.tells.get(token):
                told.setdefault(what, []).append(at)
        begin, stop = pattern.words or (0, len(pattern.tokens))
        own = [match.start + at for at, token in enumerate(aligned) if begin <= token < stop]
        assert match.named == tuple(at for at, token in tokens if not isinstance(token, GapToken))
        assert match.slots == tuple(at for at, token in tokens if isinstance(token, SlotToken))
        assert match.told == tuple((what, places[0], places[-1] + 1) for what, places in told.items())
        assert (match.words_start, match.words_end) == (own[0], own[-1] + 1)


@pytest.mark.parametrize(("code", "game"), PRINTS)
def test_what_is_printed_matches_as_in_spacy(code: str, game: str | None) -> None:
    spoken = language(code, game)
    rules, lexicon = spoken.book.rules, spoken.book.lexicon
    expressions, by_spacy = Expressions(rules), SpacyPatterns(rules, Vocab())
    for clause in clauses_of(spoken, printed(spoken)):
        lexed = lexicon.lex(clause)
        assert_alike(lexed, expressions.hits_in(lexed), by_spacy.matches(lexed))


@pytest.mark.parametrize(("code", "game"), PRINTS)
def test_what_is_generated_matches_as_in_spacy(code: str, game: str | None) -> None:
    rules = language(code, game).book.rules
    matched = 0
    for seed, rule in enumerate(rules):
        expressions, by_spacy, generator = Expressions([rule]), SpacyPatterns([rule], Vocab()), Generator(rule, seed)
        for _ in range(GENERATED // len(rules) + 1):
            lexed = generator.clause()
            hits = expressions.hits_in(lexed)
            assert_alike(lexed, hits, by_spacy.matches(lexed))
            matched += bool(hits)
    assert matched > GENERATED // 2


def test_words_of_texts_are_not_kept_for_ever() -> None:
    book, vocab = language("en").book, Vocab()
    by_spacy = SpacyPatterns(book.rules, vocab)
    kept = set()
    for number in range(20):
        by_spacy.matches(book.lexicon.lex(f"once per turn: zig{'abcdefghij'[number % 10]} {number} zag{'q' * number}."))
        kept.add(len(vocab.strings))
    assert len(kept) < 5
    assert max(kept) == len(vocab.strings)
