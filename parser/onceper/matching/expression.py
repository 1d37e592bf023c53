"""Regular expressions over clauses in which two signs stand for each token: one for its word, one for its slot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from onceper.matching.compile import FIRST_SIGN, GapToken, SlotToken, WordToken
from onceper.matching.match import Match, ToldWords
from onceper.patterns.notation import Told  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from onceper.matching.compile import CompiledPattern, Token
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

    def in_order(self, tokens: Iterable[Token]) -> str:
        """Return the signs of those of the tokens that must be there, in their order."""
        return "".join(
            [
                self._sign(token)
                for token in tokens
                if isinstance(token, WordToken) or (isinstance(token, SlotToken) and not token.optional)
            ]
        )

    def one(self, token: WordToken | SlotToken) -> str:
        """Return the expression of one token that is there."""
        sign = self._sign(token)
        return f"{sign}." if isinstance(token, WordToken) else f".{sign}"

    def none_of(self, slots: Iterable[str]) -> str:
        """Return the expression of one token that fills none of these slots."""
        signs = "".join(self.slots[slot] for slot in slots)
        return f".[^{signs}]" if signs else ".."

    def _sign(self, token: WordToken | SlotToken) -> str:
        return self.words[token.orth] if isinstance(token, WordToken) else self.slots[token.slot]


class _Groups(NamedTuple):
    """Hold the numbers of the groups that catch the slots, the gaps, what is told, and the marks < and >."""

    slots: tuple[int, ...]
    gaps: tuple[int, ...]
    tells: tuple[tuple[int, Told], ...]
    words: tuple[int, int] | None


_Written = tuple[str, str, _Groups]


class Expression:
    """Find a rule's pattern in clauses that an alphabet has written; ``place`` is that of the pattern in the files.

    Of the ways to match the same tokens it takes that with the longest gaps, but the shortest words that are counted.
    """

    def __init__(self, rule: Rule, pattern: CompiledPattern, place: int, alphabet: Alphabet) -> None:
        self.pattern = pattern
        self._rule = rule
        self._place = place
        self._alphabet = alphabet
        self._in_order = alphabet.in_order(pattern.tokens)
        gaps = [token for token in pattern.tokens if isinstance(token, GapToken)]
        optional = [token for token in pattern.tokens if isinstance(token, SlotToken) and token.optional]
        self._must_tell = pattern.must_tell
        self._is_elastic = bool(gaps or optional)
        # One gap alone holds what the rest leaves.
        self._may_choose = any(gap.ends_at for gap in gaps) and len(gaps) + len(optional) > 1
        self._kept_written: _Written | None = None
        self._kept_longest: re.Pattern[str] | None = None
        self._kept_shortest: re.Pattern[str] | None = None

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
            self._kept_longest = re.compile(self._written[0])
        return self._kept_longest

    @property
    def _shortest_counted(self) -> re.Pattern[str]:
        if self._kept_shortest is None:
            self._kept_shortest = re.compile(self._written[1])
        return self._kept_shortest

    @property
    def _groups(self) -> _Groups:
        return self._written[2]

    @property
    def _written(self) -> _Written:
        if self._kept_written is None:
            self._kept_written = self._write()
        return self._kept_written

    def _write(self) -> _Written:
        """Return the expression with gaps as long as may be, that with short ones for what is counted, and groups."""
        slots: list[int] = []
        gaps: list[int] = []
        marks: list[int] = []
        tells: list[tuple[int, Told]] = []
        longest = shortest = ""
        group = 0
        for at, token in enumerate((*self.pattern.tokens, None)):
            for _ in range((self.pattern.words or ()).count(at)):
                group += 1
                marks.append(group)
                longest, shortest = f"{longest}()", f"{shortest}()"
            match token:
                case WordToken():
                    piece = self._alphabet.one(token)
                    longest, shortest = longest + piece, shortest + piece
                    continue
                case SlotToken():
                    piece = f"({self._alphabet.one(token)})" + "?" * token.optional
                    longest, shortest = longest + piece, shortest + piece
                    group += 1
                    slots.append(group)
                case GapToken():
                    piece = f"(?:{self._alphabet.none_of(token.ends_at)}){{0,{token.longest}}}"
                    longest, shortest = f"{longest}({piece})", f"{shortest}({piece}{'?' * bool(token.ends_at)})"
                    group += 1
                    gaps.append(group)
            if what := self.pattern.tells.get(at):
                tells.append((group, what))
        words = (marks[0], marks[1]) if marks else None
        return longest, shortest, _Groups(tuple(slots), tuple(gaps), tuple(tells), words)

    def _match_of(self, found: re.Match[str]) -> Match:
        if self._may_choose:
            found = self._shortest_counted.fullmatch(found.string, *found.span()) or found
        slots, gaps, tells, words = self._groups
        start, end = found.start() // SIGNS_A_TOKEN, found.end() // SIGNS_A_TOKEN
        words_start, words_end = (
            (found.start(words[0]) // SIGNS_A_TOKEN, found.start(words[1]) // SIGNS_A_TOKEN) if words else (start, end)
        )
        told: dict[Told, ToldWords] = {}
        for group, what in tells:
            if found[group]:
                first = told[what].start if what in told else found.start(group) // SIGNS_A_TOKEN
                told[what] = ToldWords(what, first, found.end(group) // SIGNS_A_TOKEN)
        named: list[int] = []
        at = start
        for gap in gaps:
            named += range(at, found.start(gap) // SIGNS_A_TOKEN)
            at = found.end(gap) // SIGNS_A_TOKEN
        return Match(
            self._rule,
            start,
            end,
            words_start,
            words_end,
            words is not None,
            tuple([found.start(slot) // SIGNS_A_TOKEN for slot in slots if found.start(slot) >= 0]),
            tuple(told.values()),
            self._place,
            (*named, *range(at, end)),
        )
