"""Match the rules of one language and game in lexed clauses, by expressions in which two signs stand for each token.

One of them is that of its word, the other that of its slot.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from onceper.matching.compile import END_OBJECT, CompiledPattern, CompiledPatterns
from onceper.matching.match import LONGEST_CLAUSE, Match, ToldWords, resolve
from onceper.matching.rejection import with_all_needed
from onceper.patterns.notation import Gap, Mark, Slot, Told, Word, must_be_there

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.notation import Token
    from onceper.patterns.rule import PatternKey, Rule

SIGNS_A_TOKEN = 2
_compiled = cache(re.compile)
# No language has more patterns.
_EXPRESSIONS_KEPT = 8_192


class Expression:
    """Find a rule's pattern in the signs of clauses; ``place`` is that of the pattern in the files.

    Of the ways to match the same tokens it takes that with the longest gaps, but the shortest words that are counted.
    """

    def __init__(self, rule: Rule, pattern: CompiledPattern, place: int, compiled: CompiledPatterns) -> None:
        self.key = pattern.key
        self._rule = rule
        self._place = place
        # What is counted need not be named.
        told = {token.tells for token in pattern.tokens if isinstance(token, Slot | Gap)}
        self._must_tell = told - {None, "object"}
        elastic = [token for token in pattern.tokens if not must_be_there(token) and not isinstance(token, Mark)]
        self._is_elastic = elastic != []
        self._longest = self._shortest_counted = _compiled(_write(pattern.tokens, compiled))
        # One gap alone holds what the rest leaves.
        if len(elastic) > 1 and any(isinstance(token, Gap) and token.tells == "object" for token in elastic):
            self._shortest_counted = _compiled(_write(pattern.tokens, compiled, "?"))
        # What each group of the expressions catches.
        self._caught = [token for token in pattern.tokens if not isinstance(token, Word)]

    def stands_in(self, signs: str) -> bool:
        """Tell whether the pattern matches anywhere."""
        return self._longest.search(signs) is not None

    def matches_from_each(self, signs: str) -> Iterator[Iterator[Match]]:
        """Yield for every token that the pattern matches from what yields the matches from there, the longest first."""
        found = self._longest.search(signs)
        while found:
            yield self._matches_from(found)
            found = self._longest.search(signs, found.start() + SIGNS_A_TOKEN)

    def _matches_from(self, found: re.Match[str] | None) -> Iterator[Match]:
        while found:
            match = self._match_of(found)
            if self._must_tell <= {words.what for words in match.told}:
                yield match
            # With gaps, or without what is optional, it may match fewer tokens too.
            shorter = found.string, found.start(), found.end() - SIGNS_A_TOKEN
            found = self._longest.match(*shorter) if self._is_elastic else None

    def _match_of(self, found: re.Match[str]) -> Match:
        if self._shortest_counted is not self._longest:
            found = self._shortest_counted.fullmatch(found.string, *found.span()) or found
        start, end = found.start() // SIGNS_A_TOKEN, found.end() // SIGNS_A_TOKEN
        slots: list[int] = []
        marks: list[int] = []
        named: list[int] = []
        told: dict[Told, ToldWords] = {}
        at = start
        for group, token in enumerate(self._caught, start=1):
            first, last = found.start(group) // SIGNS_A_TOKEN, found.end(group) // SIGNS_A_TOKEN
            if isinstance(token, Mark):
                marks.append(first)
                continue
            if isinstance(token, Gap):
                named += range(at, first)
                at = last
            elif first >= 0:
                slots.append(first)
            if token.tells is not None and first < last:
                begun = told.get(token.tells)
                told[token.tells] = ToldWords(token.tells, begun.start if begun else first, last)
        return Match(
            self._rule,
            start,
            end,
            marks[0] if marks else start,
            marks[1] if marks else end,
            bool(marks),
            tuple(slots),
            tuple(told.values()),
            self._place,
            (*named, *range(at, end)),
        )


def _write(tokens: Iterable[Token], compiled: CompiledPatterns, lazy: str = "") -> str:
    """Return the expression of tokens with gaps as long as may be; those of what is counted end with this sign."""
    written = ""
    for token in tokens:
        match token:
            case Word(orth):
                written += f"{compiled.words[orth]}."
            case Slot(name, optional):
                written += f"(.{compiled.slots[name]})" + "?" * optional
            case Gap(longest, "object"):
                ends = "".join([compiled.slots[slot] for slot in END_OBJECT])
                written += f"((?:.[^{ends}]){{0,{longest}}}{lazy})"
            case Gap(longest):
                written += f"((?:..){{0,{longest}}})"
            case Mark():
                written += "()"
    return written


_decode = msgspec.msgpack.Decoder(CompiledPattern).decode


class CompiledRules:
    """Match the patterns that a clause may match, each with an expression that is made when it is first needed."""

    def __init__(self, rules: Sequence[Rule], compiled: CompiledPatterns) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self._compiled = compiled
        self._expression = lru_cache(_EXPRESSIONS_KEPT)(self._make)

    @property
    def patterns(self) -> Iterator[CompiledPattern]:
        """Every way to read the patterns, in the order of the rules' files."""
        return map(_decode, self._compiled.patterns)

    def match(self, lexed: Lexed, left_out: PatternKey | None = None) -> list[Match]:
        """Return the matches in the first ``LONGEST_CLAUSE`` tokens, of one rule's that overlap only the longest.

        A pattern whose ``unless`` matches anywhere in the clause matches nowhere; ``left_out`` is not looked for.
        """
        signs = self._compiled.write(lexed, LONGEST_CLAUSE)
        made = map(self._expression, with_all_needed(self._compiled.needing, {*signs}))
        sought = [expression for expression in made if expression.key != left_out]
        begun = [
            (one.key[:2], from_there)
            for one in sought
            if not one.key.is_unless
            for from_there in one.matches_from_each(signs)
        ]
        read = {wording for wording, _ in begun}
        barred = {one.key[:2] for one in sought if one.key.is_unless and one.key[:2] in read and one.stands_in(signs)}
        return resolve([from_there for wording, from_there in begun if wording not in barred])

    def _make(self, place: int) -> Expression:
        pattern = _decode(self._compiled.patterns[place])
        return Expression(self._rules[pattern.key.rule], pattern, place, self._compiled)

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
