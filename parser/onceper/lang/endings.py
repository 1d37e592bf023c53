"""Tell by its grammar how a sentence stands to the effects of its card, where words change with their endings.

What such a sentence does stands at its end: an order is told by its last word, not by its first as in English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from onceper.patterns.structure import ANY_LETTERS, ANY_WORDS, OF_CLASS
from onceper.text.memory import FlagCache
from onceper.text.numbers import NUMBER
from onceper.text.position import (
    ACTIVATES,
    ALONE,
    ANNOUNCES_NOTHING,
    APPLIES,
    CHOOSES,
    CONTINUES,
    HEADS,
    OF_THE_GAME,
    ORDERS,
    SUMMONS_ITSELF,
)
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from onceper.patterns.structure import Structure

_NOTE = re.compile(r" ?\((?![0-9]\))(?:[^()]|\([^()]*\))*\)")
_GAP = re.compile(rf"( ?{re.escape(ANY_WORDS)} ?|{re.escape(ANY_LETTERS)})")
_A_LETTER = r"[^\W\d_]"

# What the last word tells by its ending: that something is so, is not, or must be; or happens, if somebody acts.
_ASSERTS, _DENIES, _MUST, _HAPPENS = (1 << place for place in range(35, 39))
# What phrases tell at the end of a sentence,
_STATES, _IS_DUE = (1 << place for place in range(39, 41))
# at its beginning,
_OF_ITSELF, _OF_ITSELF_IF, _GOES_ON, _SO_OFTEN, _SOMEBODY = (1 << place for place in range(41, 46))
# of the word in which they begin,
_EVENT, _NO_EVENT, _OF_BATTLE, _EACH_TIME, _NOT_EACH_TIME = (1 << place for place in range(46, 51))
# or wherever they stand.
_CONDITION, _WOULD_BE, _WHILE, _IN_PHASE, _AIMS, _WITH_ANOTHER, _ONCE, _LASTS = (1 << place for place in range(51, 59))

_AT_END = _STATES | _IS_DUE
_AT_BEGINNING = _OF_ITSELF | _OF_ITSELF_IF | _GOES_ON | _SO_OFTEN | _SOMEBODY
_OF_A_WORD = _EVENT | _NO_EVENT | _OF_BATTLE | _EACH_TIME | _NOT_EACH_TIME
_OF_STATEMENT = _ASSERTS | _DENIES | _MUST


class EndingsGrammar:
    """Tell the flags of sentences by the phrases of a structure and by the last word, which ``stem`` splits.

    ``plain`` gives those of a folded sentence without colon and semicolon; ``marked`` those of one with such a mark, of
    which few are ever asked. ``letters`` gives for a capital in phrases the letters of which it is any.
    """

    def __init__(
        self, structure: Structure, stem: Callable[[str], tuple[str, str] | None], letters: Mapping[str, str]
    ) -> None:
        self._ending = LastWord(
            {
                ORDERS: structure.orders,
                CHOOSES: structure.chooses,
                APPLIES: structure.describes,
                _ASSERTS: structure.asserts,
                _DENIES: structure.denies,
                _MUST: structure.obliges,
                _HAPPENS: structure.happens,
                0: structure.tells_nothing,
            },
            stem,
            letters,
        )
        self._passives = tuple(spelled[1:] for phrase in structure.passives for spelled in _spell(phrase, letters))
        # A term has any ending; and no story counts anything.
        terms = [f"{term}{ANY_LETTERS}" for term in structure.terms]
        self._phrases = WordPhrases(
            {
                ALONE: structure.alone_with,
                CONTINUES: structure.refers,
                HEADS: structure.heads,
                SUMMONS_ITSELF: structure.procedures,
                APPLIES: structure.applies,
                OF_THE_GAME: [*terms, *(f"{ANY_LETTERS}{digit}{ANY_LETTERS}" for digit in "0123456789")],
                _STATES: structure.states,
                _IS_DUE: structure.due,
                _OF_ITSELF: structure.alone,
                _OF_ITSELF_IF: structure.alone_if,
                _GOES_ON: structure.continues_plainly,
                _SO_OFTEN: structure.activates,
                _SOMEBODY: structure.persons,
                _EVENT: structure.events,
                _NO_EVENT: structure.no_events,
                _OF_BATTLE: structure.of_battle,
                _EACH_TIME: structure.each_time,
                _NOT_EACH_TIME: structure.not_each_time,
                _CONDITION: (*structure.events, *structure.conditions),
                _WOULD_BE: structure.would_be,
                _WHILE: structure.meanwhile,
                _IN_PHASE: structure.in_phase,
                _AIMS: structure.aims,
                _WITH_ANOTHER: structure.with_another,
                _ONCE: structure.happens_once,
                _LASTS: structure.lasts,
            },
            letters,
        )
        self._is_all_of_the_game = not terms
        self.plain = FlagCache(self._tell_plain).__getitem__
        self.marked = FlagCache(self._tell_marked).__getitem__

    def _tell_plain(self, sentence: str) -> int:
        # What a note says of the words before it does not tell what they do, nor do commas.
        words = sentence.replace(",", "")
        noted = 0
        if "(" in words:
            without = _NOTE.sub("", words)
            if any(map(str.isalpha, without)) and without != words:
                noted = self._phrases.find(words).flags
                words = without
        said = self._phrases.find(words)
        game = (said.flags | noted) & OF_THE_GAME or self._is_all_of_the_game * OF_THE_GAME
        head = (said.flags | noted) & HEADS
        kind = self._kind(said)
        if kind == APPLIES and not head:
            kind |= ANNOUNCES_NOTHING
        return _stands(said.flags) | kind | head | game

    def _tell_marked(self, sentence: str) -> int:
        return HEADS if sentence[-1] in ":;" else self._phrases.find(sentence).flags & HEADS

    def _kind(self, said: _Said) -> int:
        """Tell what an effect is that begins with this sentence; print with colons tells it by marks."""
        flags = said.flags
        told = self._ending.of(said.last_word)
        if told == _HAPPENS:
            told = _ASSERTS if flags & (_SOMEBODY | _SO_OFTEN) else 0
        if flags & (SUMMONS_ITSELF | _WITH_ANOTHER) == SUMMONS_ITSELF and said.event < 0:
            return SUMMONS_ITSELF
        if flags & APPLIES and not (told == ORDERS and flags & _LASTS):
            return APPLIES | told & CHOOSES
        if told == CHOOSES:
            return ACTIVATES
        return self._kind_of_statement(said, told) if told & _OF_STATEMENT else told

    def _kind_of_statement(self, said: _Said, told: int) -> int:
        """Tell whether what is said of a card happens, once or upon an event, or is so."""
        flags = said.flags
        if flags & _ONCE:
            return ACTIVATES
        if told == _MUST or flags & _IS_DUE:
            return ORDERS if flags & (_IS_DUE | _SOMEBODY) and not flags & _AIMS else APPLIES
        if told == _DENIES:
            return ACTIVATES if flags & _LASTS and said.event >= 0 else APPLIES
        return self._kind_of_deed(said)

    def _kind_of_deed(self, said: _Said) -> int:
        """Tell whether what is done is done once, upon an event, in a phase, or as long as the card is there."""
        flags, event = said.flags, said.event
        if event >= 0:
            is_of_battle = flags & _STATES and said.of_words[event] & _OF_BATTLE
            return APPLIES if is_of_battle or said.is_each_time(event) else ACTIVATES
        if flags & _STATES:
            return APPLIES
        if flags & (_SO_OFTEN | _IN_PHASE):
            return ACTIVATES
        if flags & _WHILE:
            return APPLIES
        is_done = flags & _SOMEBODY or (not flags & _OF_ITSELF and said.last_word.endswith(self._passives))
        return ORDERS if is_done else APPLIES


def _stands(flags: int) -> int:
    """Tell whether a sentence goes on with what is printed before it, or stands alone."""
    if flags & ALONE or flags & (_WOULD_BE | APPLIES) == _WOULD_BE | APPLIES:
        return ALONE
    if flags & CONTINUES:
        return CONTINUES
    if flags & _OF_ITSELF:
        # What lasts for a time follows from what began it.
        return CONTINUES if flags & (_CONDITION | _SO_OFTEN | _LASTS) == _LASTS else ALONE
    if flags & _CONDITION and flags & _OF_ITSELF_IF:
        return ALONE
    return CONTINUES if flags & _GOES_ON else 0


class LastWord:
    """Tell by its ending what the last word of a sentence says.

    A word that rules name tells it by the class of its ending, any other by being listed, or by the longest ending.
    """

    def __init__(
        self,
        told: Mapping[int, Iterable[str]],
        stem: Callable[[str], tuple[str, str] | None],
        letters: Mapping[str, str],
    ) -> None:
        self._stem = stem
        self._of_class: dict[str, int] = {}
        self._words: dict[str, int] = {}
        self._endings: dict[str, int] = {}
        kinds = {OF_CLASS: self._of_class, ANY_LETTERS: self._endings}
        for flag, phrases in told.items():
            for phrase in phrases:
                listed = kinds.get(phrase[0], self._words)
                listed |= dict.fromkeys((one.lstrip(OF_CLASS + ANY_LETTERS) for one in _spell(phrase, letters)), flag)

    def of(self, word: str) -> int:
        """Return what a word tells."""
        found = self._stem(word)
        if found and found[1] in self._of_class:
            return self._of_class[found[1]]
        if found or word in self._words:
            return self._words.get(word, 0)
        endings = (word[at:] for at in range(len(word)))
        return next((self._endings[ending] for ending in endings if ending in self._endings), 0)


class _Said(NamedTuple):
    """Hold what phrases tell of a sentence, and of each of its words by its place; and its last word."""

    flags: int
    of_words: Mapping[int, int]
    last_word: str

    @property
    def event(self) -> int:
        """The place of the first word that says what happens, and not what only is so; -1 for none."""
        events = (word for word, told in self.of_words.items() if told & (_EVENT | _NO_EVENT) == _EVENT)
        return min(events, default=-1)

    def is_each_time(self, event: int) -> bool:
        """Tell whether it is said of an event, or before it, that it is each one."""
        return any(
            word <= event and told & (_EACH_TIME | _NOT_EACH_TIME) == _EACH_TIME for word, told in self.of_words.items()
        )


class _Way(NamedTuple):
    """Hold what a phrase tells, and what of it stands behind its first piece; null for nothing."""

    flags: int
    length: int
    is_open_before: bool
    is_open_behind: bool
    further: re.Pattern[str] | None


class WordPhrases:
    """Find phrases of whole words in a sentence.

    In a phrase a hyphen stands for any letters of a word, three full stops for any words, and # for a digit. Each piece
    is taken where it stands first, which leaves the others the most room: an expression that seeks the last piece
    behind every first one takes a time that grows with the square of the sentence's length.
    """

    def __init__(self, told: Mapping[int, Iterable[str]], letters: Mapping[str, str]) -> None:
        flags: dict[str, int] = {}
        for flag, phrases in told.items():
            for phrase in phrases:
                flags[phrase] = flags.get(phrase, 0) | flag
        ways: dict[str, list[_Way]] = {}
        for phrase, told_by_it in flags.items():
            is_open = phrase.startswith(ANY_LETTERS)
            first, *rest = _GAP.split(phrase.removeprefix(ANY_LETTERS))
            further = re.compile(_write(rest, letters)) if any(rest[1::2]) else None
            for literal in _spell(first, letters):
                way = _Way(told_by_it, len(literal), is_open, rest[:1] == [ANY_LETTERS], further)
                ways.setdefault(literal, []).append(way)
        self._search = search_for(ways)
        self._ways = tuple(ways.values())

    def find(self, sentence: str) -> _Said:
        """Return what the phrases tell that stand in a sentence."""
        end = len(sentence)
        while end and not sentence[end - 1].isalpha():
            end -= 1
        begin = end
        while begin and sentence[begin - 1].isalpha():
            begin -= 1
        flags = 0
        of_words: dict[int, int] = {}
        for last, number in self._search(sentence):
            behind = last + 1
            for told, length, is_open_before, is_open_behind, further in self._ways[number]:
                start = behind - length
                if not is_open_before and start and sentence[start - 1].isalpha():
                    continue
                if not is_open_behind and behind < end and sentence[behind].isalpha():
                    continue
                if further is not None and not further.match(sentence, behind):
                    continue
                if start:
                    told &= ~_AT_BEGINNING  # noqa: PLW2901
                if told & _AT_END and (behind < begin if is_open_behind else behind != end):
                    told &= ~_AT_END  # noqa: PLW2901
                flags |= told
                if told & _OF_A_WORD:
                    # What ends in a space tells of the word behind it.
                    word = sentence.rfind(" ", 0, behind if sentence[last] == " " else start + 1) + 1
                    of_words[word] = of_words.get(word, 0) | told
        return _Said(flags, of_words, sentence[begin:end])


def _spell(phrase: str, letters: Mapping[str, str]) -> list[str]:
    """Return a phrase in every spelling that its capitals stand for."""
    return ["".join(spelled) for spelled in product(*(letters.get(sign, sign) for sign in phrase))]


def _write(rest: Sequence[str], letters: Mapping[str, str]) -> str:
    """Return an expression for what of a phrase stands behind its first piece: gaps, and what follows each."""
    signs = {NUMBER: "[0-9]"} | {capital: f"[{any_of}]" for capital, any_of in letters.items()}
    written, closing = "", ""
    for gap, piece, further in zip(rest[::2], rest[1::2], (*rest[2::2], ""), strict=True):
        if gap == ANY_LETTERS:
            written += f"{_A_LETTER}*?"
        else:
            written += f"{closing}(?>.*?" + f"(?<!{_A_LETTER})" * bool(piece)
            closing = ")"
        written += "".join(signs.get(sign) or re.escape(sign) for sign in piece)
        written += f"(?!{_A_LETTER})" * (piece != "" and further != ANY_LETTERS)
    return written + closing
