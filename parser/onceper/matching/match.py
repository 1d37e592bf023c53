"""Match compiled rules in lexed clauses with spaCy's Matcher, one key per pattern."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from spacy.matcher import Matcher
from spacy.tokens import Doc
from spacy.vocab import Vocab

from onceper.matching.compile import compile_rules
from onceper.patterns.order import COMPETES_AS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from onceper.matching.compile import CompiledPattern
    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.notation import Told
    from onceper.patterns.rule import ReadingKind, Rule

# Any word that no rule and no phrase names: one symbol for all of them keeps spaCy's string store from growing
# with every text that is read, and lets clauses that differ only in such words share one match.
OTHER = "…"
_PLAIN = "-"
LONGEST_CLAUSE = 300
_CLAUSES_KEPT = 16_384
_MATCHERS_KEPT = 1_024


InOrder = tuple[tuple[str, bool], ...]


class ToldWords(NamedTuple):
    """Hold what words of a match tell, and the tokens from ``start`` up to, but not with, ``end``."""

    what: Told
    start: int
    end: int


class Match(NamedTuple):
    """Hold where a rule matched: token indexes of the match, of the limit's own words, and of each filled slot.

    ``place`` is that of the matched pattern in the files. ``is_marked`` tells that the pattern marks its own words with
    < and >; ``told`` are the words whose print is kept.
    ``named`` are the tokens that the pattern names, which leaves out those in its gaps.
    """

    rule: Rule
    start: int
    end: int
    words_start: int
    words_end: int
    is_marked: bool
    slots: tuple[int, ...]
    told: tuple[ToldWords, ...] = ()
    place: int = 0
    named: tuple[int, ...] = ()


class PatternKey(NamedTuple):
    """Name a pattern by its rule and its number among the rule's patterns, or among its ``unless``."""

    rule: str
    is_unless: bool
    number: int


class Hit(NamedTuple):
    """Hold that a pattern matches, and where; null of an ``unless``, which counts wherever it stands."""

    pattern: CompiledPattern
    match: Match | None

    @property
    def key(self) -> PatternKey:
        """The name of the pattern."""
        return PatternKey(self.pattern.rule.id, self.pattern.is_unless, self.pattern.number)


class CompiledRules:
    """Match the rules of one language and game."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._vocab = Vocab()
        self._patterns: dict[int, CompiledPattern] = {}
        self._places: dict[int, int] = {}
        for place, pattern in enumerate(compile_rules(rules)):
            key = self._vocab.strings.add(f"{pattern.rule.id}#{place}")
            self._patterns[key] = pattern
            self._places[key] = place
        self._known = self._symbols_of(frozenset(self._patterns))
        self._found_by = self._index()
        self._matcher = lru_cache(maxsize=_MATCHERS_KEPT)(self._new_matcher)
        self._named = lru_cache(maxsize=_MATCHERS_KEPT)(self._symbols_of)
        self._matches = lru_cache(maxsize=_CLAUSES_KEPT)(self._match)

    def match(self, lexed: Lexed) -> list[Match]:
        """Return the matches in the first ``LONGEST_CLAUSE`` tokens, of one rule's that overlap only the longest.

        A rule whose ``unless`` matches anywhere in the clause matches nowhere.
        """
        words, slots = self._symbols(lexed)
        keys = self._possible(words, slots)
        if not keys:
            return []
        named = self._named(keys)
        # No pattern begins or ends with a gap, so nothing outside the named words can take part in a match.
        taking_part = [at for at, pair in enumerate(zip(words, slots, strict=True)) if not named.isdisjoint(pair)]
        first, last = taking_part[0], taking_part[-1] + 1
        found = self._matches(keys, tuple(words[first:last]), tuple(slots[first:last]))
        return [_moved(match, first) for match in found] if first else found

    def match_each(self, lexed: Iterable[Lexed]) -> list[list[Match]]:
        """Return the matches in each of these clauses."""
        return [self.match(clause) for clause in lexed]

    def hits_in(self, lexed: Lexed) -> list[Hit]:
        """Return where each pattern matches a clause, whichever of them wins in the end."""
        words, slots = self._symbols(lexed)
        keys = self._possible(words, slots)
        return self._hits(keys, words, slots) if keys else []

    def _possible(self, words: list[str], slots: list[str]) -> frozenset[int]:
        """Return the patterns of which all words and slots stand in a clause, in their order."""
        there = {*words, *slots}
        return frozenset(
            [
                key
                for symbol in there
                for key, needs, order in self._found_by.get(symbol, ())
                if needs <= there and _stand_in_order(order, words, slots)
            ]
        )

    def _symbols_of(self, keys: frozenset[int]) -> frozenset[str]:
        return frozenset[str]().union(*[self._patterns[key].symbols for key in keys])

    def _index(self) -> dict[str, list[tuple[int, frozenset[str], InOrder]]]:
        """Return the patterns under that symbol of each which the fewest patterns need."""
        needed_by = Counter(symbol for pattern in self._patterns.values() for symbol in pattern.needs)
        index: dict[str, list[tuple[int, frozenset[str], InOrder]]] = {}
        for key, pattern in self._patterns.items():
            rarest = min(pattern.needs, key=lambda symbol: (needed_by[symbol], symbol))
            index.setdefault(rarest, []).append((key, pattern.needs, pattern.in_order))
        return index

    def nearest(self, lexed: Lexed, count: int) -> list[tuple[str, list[str]]]:
        """Return the rules whose patterns miss the smallest share of what they need, and what they miss."""
        words, slots = self._symbols(lexed)
        there = {*words, *slots}
        missed: dict[str, tuple[float, list[str]]] = {}
        for pattern in self._patterns.values():
            missing = sorted(pattern.needs - there)
            share = len(missing) / len(pattern.needs)
            if not pattern.is_unless and share < missed.get(pattern.rule.id, (2.0, []))[0]:
                missed[pattern.rule.id] = (share, missing)
        ranked = sorted(missed.items(), key=lambda item: (item[1][0], item[0]))
        return [(rule, missing) for rule, (_, missing) in ranked[:count]]

    def _symbols(self, lexed: Lexed) -> tuple[list[str], list[str]]:
        words = [orth if orth in self._known else OTHER for orth in lexed.orths[:LONGEST_CLAUSE]]
        slots = [phrase.slot if phrase else _PLAIN for phrase in lexed.phrases[:LONGEST_CLAUSE]]
        return words, slots

    def _match(self, keys: frozenset[int], words: Sequence[str], slots: Sequence[str]) -> list[Match]:
        return resolve(self._hits(keys, words, slots))

    def _hits(self, keys: frozenset[int], words: Sequence[str], slots: Sequence[str]) -> list[Hit]:
        """Return where each of these patterns matches words and slots, whichever of them wins in the end."""
        doc = Doc(self._vocab, words=list(words))
        # Given to Doc as strings, the tags would take longer than the words.
        tags: Any = np.array([[self._vocab.strings[slot]] for slot in slots], dtype=np.uint64)
        doc.from_array(["TAG"], tags)
        found: list[Hit] = []
        # The stub of spaCy's Matcher leaves out the fourth part that with_alignments adds.
        matched: Any = self._matcher(keys)(doc, with_alignments=True)
        for key, start, end, alignment in matched:
            pattern = self._patterns[key]
            if any(alignment.count(at) > longest for at, longest in pattern.gaps.items()):
                continue
            if pattern.is_unless:
                found.append(Hit(pattern, None))
                continue
            begin, stop = pattern.words or (0, len(pattern.tokens))
            own = [start + i for i, at in enumerate(alignment) if begin <= at < stop]
            filled = tuple(start + i for i, at in enumerate(alignment) if pattern.is_slot[at])
            is_marked = pattern.words is not None
            told = _told_in(alignment, start, pattern) if pattern.tells else ()
            if any(what != "object" and what not in {one.what for one in told} for what in pattern.tells.values()):
                continue
            named = tuple(start + i for i, at in enumerate(alignment) if at not in pattern.gaps)
            place = self._places[key]
            match = Match(pattern.rule, start, end, own[0], own[-1] + 1, is_marked, filled, told, place, named)
            found.append(Hit(pattern, match))
        return found

    def _new_matcher(self, keys: frozenset[int]) -> Matcher:
        """Return a Matcher of these patterns: its time grows with their number, and few are possible in a clause."""
        matcher = Matcher(self._vocab, validate=False)
        for key in sorted(keys, key=self._places.__getitem__):
            matcher.add(key, [self._patterns[key].tokens])
        return matcher


def _stand_in_order(order: InOrder, words: list[str], slots: list[str]) -> bool:
    """Tell whether words and slots stand in a clause in this order; most patterns are ruled out without a Matcher."""
    at = 0
    try:
        for symbol, is_slot in order:
            at = (slots if is_slot else words).index(symbol, at) + 1
    except ValueError:
        return False
    return True


def _told_in(alignment: Sequence[int], start: int, pattern: CompiledPattern) -> tuple[ToldWords, ...]:
    """Return from which word to which a match tells something; what stands between belongs to it."""
    ends: dict[Told, tuple[int, int]] = {}
    for at, place in enumerate(alignment, start):
        if what := pattern.tells.get(place):
            ends[what] = (ends.get(what, (at, 0))[0], at + 1)
    return tuple(ToldWords(what, first, end) for what, (first, end) in ends.items())


def _moved(match: Match, by: int) -> Match:
    return match._replace(
        start=match.start + by,
        end=match.end + by,
        words_start=match.words_start + by,
        words_end=match.words_end + by,
        slots=tuple([at + by for at in match.slots]),
        told=tuple([ToldWords(what, start + by, end + by) for what, start, end in match.told]),
        named=tuple([at + by for at in match.named]),
    )


def resolve(hits: Iterable[Hit]) -> list[Match]:
    """Return of each rule's matches that overlap the strongest; a rule whose ``unless`` matches, matches nowhere."""
    hits = list(hits)
    refused = {hit.pattern.rule for hit in hits if hit.match is None}
    kept: list[Match] = []
    for match in in_order(hit.match for hit in hits if hit.match and hit.match.rule not in refused):
        if not any(k.rule is match.rule and k.start < match.end and match.start < k.end for k in kept):
            kept.append(match)
    return kept


def strongest(matches: Iterable[Match], core: Collection[int] = ()) -> list[Match]:
    """Return of overlapping matches that compete the strongest, of whichever rules they are.

    The ``core`` are the tokens that say a number or a period: those of a limit are none only for a rule that names them
    itself, not for one that leaves room for any words between its own.
    """
    ordered = in_order(matches)
    limits = [match for match in ordered if match.rule.reading_kind == "limit"]
    kept: list[tuple[ReadingKind, Match]] = []
    for match in ordered:
        kind = COMPETES_AS.get(match.rule.reading_kind, match.rule.reading_kind)
        if match.rule.reading_kind == "not_a_limit" and any(_gives_away(match, limit, core) for limit in limits):
            continue
        if not any(k == kind and m.start < match.end and match.start < m.end for k, m in kept):
            kept.append((kind, match))
    return [match for _, match in kept]


def _gives_away(match: Match, limit: Match, core: Collection[int]) -> bool:
    """Tell whether a match for what is no limit reaches over a limit without naming its number and period."""
    if limit.start >= match.end or match.start >= limit.end:
        return False
    return any(at in core and at not in match.named for at in limit.slots)


def in_order(matches: Iterable[Match]) -> list[Match]:
    """Return matches in the order in which they win: the longest, then the most slots, then the first in the files."""
    return sorted(matches, key=lambda match: (match.start - match.end, -len(match.slots), match.place))
