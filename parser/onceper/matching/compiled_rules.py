"""Match the rules of one language and game in lexed clauses."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from onceper.matching.compile import WordToken, compile_rules
from onceper.matching.expression import Alphabet, Expression
from onceper.matching.match import LONGEST_CLAUSE, Hit, resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.matching.match import Match
    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.rule import Rule


class CompiledRules:
    """Hold an expression for each way to read each pattern, and find those that a clause may match."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.patterns = compile_rules(rules)
        self._alphabet = Alphabet(self.patterns)
        self._expressions = [Expression(pattern, place, self._alphabet) for place, pattern in enumerate(self.patterns)]
        self._found_by = self._index()

    def match(self, lexed: Lexed) -> list[Match]:
        """Return the matches in the first ``LONGEST_CLAUSE`` tokens, of one rule's that overlap only the longest.

        A rule whose ``unless`` matches anywhere in the clause matches nowhere.
        """
        return resolve(self.hits_in(lexed))

    def match_each(self, lexed: Iterable[Lexed]) -> list[list[Match]]:
        """Return the matches in each of these clauses."""
        return [self.match(clause) for clause in lexed]

    def hits_in(self, lexed: Lexed) -> list[Hit]:
        """Return where each pattern matches a clause, whichever of them wins in the end."""
        signs = self._alphabet.write(lexed, LONGEST_CLAUSE)
        found: list[Hit] = []
        for expression in self._possible(signs):
            pattern = expression.pattern
            if not pattern.is_unless:
                found += [Hit(pattern, match) for match in expression.matches(signs)]
            elif expression.stands_in(signs):
                found.append(Hit(pattern, None))
        return found

    def _possible(self, signs: str) -> Iterator[Expression]:
        """Yield the expressions of which all words and slots stand in a clause."""
        there = frozenset(signs)
        for sign in there & self._found_by.keys():
            for needs, expression in self._found_by[sign]:
                if needs <= there:
                    yield expression

    def _index(self) -> dict[str, list[tuple[frozenset[str], Expression]]]:
        """Return the expressions under that sign of each which the fewest need."""
        needed_by = Counter(sign for expression in self._expressions for sign in expression.needs)
        index: dict[str, list[tuple[frozenset[str], Expression]]] = {}
        for expression in self._expressions:
            rarest = min(expression.needs, key=lambda sign: (needed_by[sign], sign))
            index.setdefault(rarest, []).append((expression.needs, expression))
        return index

    def nearest(self, lexed: Lexed, count: int) -> list[tuple[str, list[str]]]:
        """Return the rules whose patterns miss the smallest share of what they need, and what they miss."""
        there = {*lexed.orths, *(phrase.slot for phrase in lexed.phrases if phrase)}
        missed: dict[str, tuple[float, list[str]]] = {}
        for pattern in self.patterns:
            needs = {token.orth if isinstance(token, WordToken) else token.slot for token in pattern.needs}
            missing = sorted(needs - there)
            share = len(missing) / len(needs)
            if not pattern.is_unless and share < missed.get(pattern.rule.id, (2.0, []))[0]:
                missed[pattern.rule.id] = (share, missing)
        ranked = sorted(missed.items(), key=lambda item: (item[1][0], item[0]))
        return [(rule, missing) for rule, (_, missing) in ranked[:count]]
