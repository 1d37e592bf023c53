"""Regular expressions over clauses in which two signs stand for each token: one for its word, one for its slot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.matching.compile import END_OBJECT, FIRST_SIGN
from onceper.matching.match import Match, ToldWords
from onceper.patterns.notation import Gap, Mark, Slot, Told, Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from onceper.matching.compile import CompiledPattern
    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.rule import Rule

_OTHER, _PLAIN = chr(FIRST_SIGN), chr(FIRST_SIGN + 1)
SIGNS_A_TOKEN = 2


class Alphabet:
    """Hold a sign for each word and slot that patterns name; all other words are one sign, and so are other slots."""

    def __init__(self, words: Mapping[str, str], slots: Mapping[str, str]) -> None:
        self.words = words
        self.slots = slots

    def write(self, lexed: Lexed, longest: int) -> str:
        """Return the signs of the first tokens of a clause."""
        words, slots = self.words.get, self.slots.get
        return "".join(
            [
                words(orth, _OTHER) + (slots(phrase.slot, _PLAIN) if phrase else _PLAIN)
                for orth, phrase in zip(lexed.orths[:longest], lexed.phrases[:longest], strict=True)
            ]
        )

    def in_order(self, tokens: Iterable[Word | Slot]) -> str:
        """Return the signs of tokens, in their order."""
        return "".join(
            [self.words[token.orth] if isinstance(token, Word) else self.slots[token.name] for token in tokens]
        )

    def none_of(self, slots: Iterable[str]) -> str:
        """Return the expression of one token that fills none of these slots."""
        return f".[^{''.join([self.slots[slot] for slot in slots])}]"


class Expression:
    """Find a rule's pattern in clauses that an alphabet has written; ``place`` is that of the pattern in the files.

    Of the ways to match the same tokens it takes that with the longest gaps, but the shortest words that are counted.
    """

    def __init__(self, rule: Rule, pattern: CompiledPattern, place: int, alphabet: Alphabet) -> None:
        self.key = pattern.key
        self._rule = rule
        self._place = place
        self._alphabet = alphabet
        self._in_order = alphabet.in_order(pattern.needs)
        self._must_tell = pattern.must_tell
        self._tokens = pattern.tokens
        gaps = [token for token in pattern.tokens if isinstance(token, Gap)]
        elastic = len(gaps) + len([token for token in pattern.tokens if isinstance(token, Slot) and token.optional])
        self._is_elastic = elastic > 0
        # One gap alone holds what the rest leaves.
        self._may_choose = elastic > 1 and any(gap.tells == "object" for gap in gaps)
        self._kept_longest: re.Pattern[str] | None = None
        self._kept_shortest: re.Pattern[str] | None = None
        # What each group of the expressions catches.
        self._caught = [token for token in pattern.tokens if not isinstance(token, Word)]

    def stands_in(self, signs: str) -> bool:
        """Tell whether the pattern matches anywhere."""
        return self._may_stand_in(signs) and self._longest.search(signs) is not None

    def matches_from_each(self, signs: str) -> Iterator[Iterator[Match]]:
        """Yield for every token that the pattern matches from what yields the matches from there, the longest first."""
        if not self._may_stand_in(signs):
            return
        longest = self._longest
        found = longest.search(signs)
        while found:
            yield self._matches_from(found)
            found = longest.search(signs, found.start() + SIGNS_A_TOKEN)

    def _matches_from(self, found: re.Match[str] | None) -> Iterator[Match]:
        while found:
            match = self._match_of(found)
            if self._must_tell <= {words.what for words in match.told}:
                yield match
            # With gaps, or without what is optional, it may match fewer tokens too.
            shorter = found.string, found.start(), found.end() - SIGNS_A_TOKEN
            found = self._longest.match(*shorter) if self._is_elastic else None

    def _may_stand_in(self, signs: str) -> bool:
        """Tell whether the signs of the pattern stand in its order: a third of them never do, and are not compiled."""
        behind = 0
        for sign in self._in_order:
            behind = signs.find(sign, behind) + 1
            if not behind:
                return False
        return True

    @property
    def _longest(self) -> re.Pattern[str]:
        if self._kept_longest is None:
            self._kept_longest = re.compile(self._write(""))
        return self._kept_longest

    @property
    def _shortest_counted(self) -> re.Pattern[str]:
        if self._kept_shortest is None:
            self._kept_shortest = re.compile(self._write("?"))
        return self._kept_shortest

    def _write(self, lazy: str) -> str:
        """Return the expression with gaps as long as may be; those of what is counted end with this sign."""
        pieces: list[str] = []
        for token in self._tokens:
            match token:
                case Word(orth):
                    pieces.append(f"{self._alphabet.words[orth]}.")
                case Slot(name, optional):
                    pieces.append(f"(.{self._alphabet.slots[name]})" + "?" * optional)
                case Gap(longest, "object"):
                    pieces.append(f"((?:{self._alphabet.none_of(END_OBJECT)}){{0,{longest}}}{lazy})")
                case Gap(longest):
                    pieces.append(f"((?:..){{0,{longest}}})")
                case Mark():
                    pieces.append("()")
        return "".join(pieces)

    def _match_of(self, found: re.Match[str]) -> Match:
        if self._may_choose:
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
