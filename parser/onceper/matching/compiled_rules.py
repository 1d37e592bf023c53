"""Match the rules of one language and game in lexed clauses."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from onceper.matching.compile import CompiledPattern, CompiledPatterns
from onceper.matching.expression import Alphabet, Expression
from onceper.matching.match import LONGEST_CLAUSE, resolve
from onceper.patterns.notation import Word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.matching.match import Match, PatternKey
    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.rule import Rule

_decode = msgspec.msgpack.Decoder(CompiledPattern).decode


class CompiledRules:
    """Match the patterns that a clause may match, each with an expression that is made when it is first needed."""

    def __init__(self, rules: Sequence[Rule], compiled: CompiledPatterns) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self._alphabet = Alphabet(compiled.words, compiled.slots)
        self._written = compiled.patterns
        self._found_by = compiled.found_by
        self._expressions: dict[int, Expression] = {}

    @property
    def patterns(self) -> Iterator[CompiledPattern]:
        """Every way to read the patterns, in the order of the rules' files."""
        return map(_decode, self._written)

    def match(self, lexed: Lexed, left_out: PatternKey | None = None) -> list[Match]:
        """Return the matches in the first ``LONGEST_CLAUSE`` tokens, of one rule's that overlap only the longest.

        A rule whose ``unless`` matches anywhere in the clause matches nowhere: it is looked for where the rule matches.
        The pattern ``left_out`` is not looked for.
        """
        signs = self._alphabet.write(lexed, LONGEST_CLAUSE)
        reading: list[Expression] = []
        barring: list[Expression] = []
        for expression in map(self._expression, self._possible(signs)):
            if expression.key != left_out:
                (barring if expression.key.is_unless else reading).append(expression)
        found = resolve(chain.from_iterable([expression.matches_from_each(signs) for expression in reading]))
        matched = {match.rule.id for match in found}
        refused = {one.key.rule for one in barring if one.key.rule in matched and one.stands_in(signs)}
        return [match for match in found if match.rule.id not in refused] if refused else found

    def _possible(self, signs: str) -> list[int]:
        """Return the places of the patterns of which all words and slots stand in a clause."""
        there = set(signs)
        found_by = self._found_by
        return [place for sign in there & found_by.keys() for needs, place in found_by[sign] if needs <= there]

    def _expression(self, place: int) -> Expression:
        made = self._expressions.get(place)
        if made is None:
            pattern = _decode(self._written[place])
            made = Expression(self._rules[pattern.key.rule], pattern, place, self._alphabet)
            self._expressions[place] = made
        return made

    def nearest(self, lexed: Lexed, count: int) -> list[tuple[str, list[str]]]:
        """Return the rules whose patterns miss the smallest share of what they need, and what they miss."""
        there = {*lexed.orths, *(phrase.slot for phrase in lexed.phrases if phrase)}
        missed: list[tuple[float, str, list[str]]] = []
        for pattern in self.patterns:
            needs = {token.orth if isinstance(token, Word) else token.name for token in pattern.needs}
            if not pattern.key.is_unless:
                missed.append((len(needs - there) / len(needs), pattern.key.rule, sorted(needs - there)))
        nearest: dict[str, list[str]] = {}
        for _, rule, missing in sorted(missed):
            nearest.setdefault(rule, missing)
        return list(nearest.items())[:count]
