"""The expressions match what spaCy's Matcher does with the same rules."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import pytest
from spacy.vocab import Vocab
from tests.bundled import LANGUAGES, one_of_a_kind
from tests.corpus_texts import texts_in, wordings_in

from onceper.lang.languages import language
from onceper.matching.compile import CompiledPattern, CompiledPatterns
from onceper.matching.compiled_rules import CompiledRules
from onceper.matching.expression import Alphabet, Expression
from onceper.matching.match import LONGEST_CLAUSE
from onceper.matching.spacy_patterns import SpacyMatch, SpacyPatterns
from onceper.patterns.notation import Gap, Mark, Slot
from onceper.reader.prepare import prepare
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.lang.base import Language
    from onceper.matching.match import Match
    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.rule import Rule

PRINTS = [one_of_a_kind(code, game) for code in LANGUAGES for game in (None, *language(code).games)]


def clauses_of(spoken: Language, texts: Iterable[str]) -> set[str]:
    return {clause for text in texts for clause in spoken.cut(prepare(Text(text), spoken).template)}


def printed(spoken: Language) -> Iterator[str]:
    """Yield every text of the corpora and every example of a rule."""
    for text, _ in (*texts_in(spoken.code), *wordings_in(spoken.code)):
        yield text
    for rule in spoken.book.rules:
        yield from (*rule.matches, *rule.rejects)


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
        tokens = [token for token in pattern.tokens if not isinstance(token, Mark)]
        if sum(isinstance(token, Gap) or (isinstance(token, Slot) and token.optional) for token in tokens) > 1:
            continue
        told: dict[str, list[int]] = {}
        for at, token in enumerate((tokens[at] for at in aligned), start=match.start):
            assert (at in match.named) is not isinstance(token, Gap)
            assert (at in match.slots) is isinstance(token, Slot)
            if isinstance(token, Slot | Gap) and token.tells:
                told.setdefault(token.tells, []).append(at)
        assert match.told == tuple((what, places[0], places[-1] + 1) for what, places in told.items())
        begin, stop = [at for at, token in enumerate(pattern.tokens) if isinstance(token, Mark)] or (0, len(tokens))
        own = [match.start + at for at, token in enumerate(aligned) if begin <= token < stop - match.is_marked]
        assert (match.words_start, match.words_end) == (own[0], own[-1] + 1)


@pytest.mark.parametrize(("code", "game"), PRINTS)
def test_what_is_printed_matches_as_in_spacy(code: str, game: str | None) -> None:
    spoken = language(code, game)
    rules, lexicon = spoken.book.rules, spoken.book.lexicon
    expressions, by_spacy = Expressions(rules), SpacyPatterns(rules, Vocab())
    for clause in clauses_of(spoken, printed(spoken)):
        lexed = lexicon.lex(clause)
        assert_alike(lexed, expressions.hits_in(lexed), by_spacy.matches(lexed))


def test_words_of_texts_are_not_kept_for_ever() -> None:
    book, vocab = language("en").book, Vocab()
    by_spacy = SpacyPatterns(book.rules, vocab)
    kept = set()
    for number in range(20):
        by_spacy.matches(book.lexicon.lex(f"once per turn: zig{'abcdefghij'[number % 10]} {number} zag{'q' * number}."))
        kept.add(len(vocab.strings))
    assert len(kept) < 5
    assert max(kept) == len(vocab.strings)
