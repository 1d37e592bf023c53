"""The word list of a language: which phrases fill a slot, and what each means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.rules.problems import Problem
from onceper.rules.readings import WORD_FIELDS, wrong_fields
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_NAMEABLE = re.compile("[a-z_]+")
NAME = "name"
COUNT = "count"
BUILT_IN = {NAME: "a quoted name", COUNT: "a number"}


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """Hold one phrase: the slot it fills, the first phrase of the same meaning, and that meaning."""

    slot: str
    lemma: str
    means: Mapping[str, Any]


class Lexed(NamedTuple):
    """Hold the tokens of a text as two lists: the words of each, and the phrase it is (or null).

    ``words`` are the words of the text, of which the token at ``i`` holds those up to ``ends[i]``.
    """

    orths: list[str]
    phrases: list[Phrase | None]
    words: list[str]
    ends: list[int]

    def places(self, text: str, first: int, last: int) -> tuple[int, int]:
        """Return the span in the lexed text of the tokens from ``first`` up to, but not with, ``last``."""
        at = start = 0
        first_word = self.ends[first - 1] if first else 0
        for number, word in enumerate(self.words[: self.ends[last - 1]]):
            begin = text.index(word, at)
            at = begin + len(word)
            if number == first_word:
                start = begin
        return start, at


_A_NAME = Phrase(NAME, MASK, {})


class Lexicon:
    """Join the words of a text to the phrases of a word list, the longest first."""

    def __init__(
        self,
        fold: Callable[[str], str],
        split: Callable[[str], list[str]],
        telling: Iterable[str] = (),
    ) -> None:
        self.telling = frozenset(telling)
        self.fold = fold
        self._split = split
        self._phrases: dict[str, list[tuple[list[str], Phrase]]] = {}
        self._slot_of: dict[tuple[str, ...], str] = {}
        self._printed: list[tuple[str, Phrase]] = []

    @property
    def slots(self) -> set[str]:
        """The names of all slots, the built-in ones included."""
        return {*self._slot_of.values(), *BUILT_IN}

    def phrases_of(self, slot: str, lemma: str | None = None) -> list[str]:
        """Return the phrases that fill a slot, or those of one meaning, folded as a text is."""
        return [text for text, phrase in self._printed if phrase.slot == slot and lemma in {None, phrase.lemma}]

    def lex_pattern(self, text: str) -> Lexed:
        """Return the tokens of the literal words of a pattern, in whatever case they are written."""
        return self.lex(self.fold(text))

    def lex(self, text: str) -> Lexed:
        """Return the tokens of a folded text: each phrase is one token, every other word is its own."""
        words = self._split(text)
        orths: list[str] = []
        phrases: list[Phrase | None] = []
        ends: list[int] = []
        at = 0
        count = len(words)
        phrases_from = self._phrases
        while at < count:
            word = words[at]
            for phrase_words, phrase in phrases_from.get(word, ()):
                behind = at + len(phrase_words)
                if words[at:behind] == phrase_words:
                    orths.append(phrase.lemma)
                    phrases.append(phrase)
                    at = behind
                    break
            else:
                orths.append(word)
                phrases.append(_built_in(word))
                at += 1
            ends.append(at)
        return Lexed(orths, phrases, words, ends)

    def add(self, file: str, content: Mapping[str, Any]) -> list[Problem]:
        """Add the slots of one ``words.toml``; return everything that is wrong with it."""
        problems: list[Problem] = []
        for slot, entries in content.items():
            if slot in BUILT_IN and slot != COUNT:
                problems.append(Problem(file, slot, "this slot is built in", "another name"))
                continue
            if not _NAMEABLE.fullmatch(slot):
                problems.append(Problem(file, slot, "no pattern can name this slot", "small letters and _"))
                continue
            if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
                problems.append(Problem(file, slot, "not a list of tables", f"[[{slot}]] with means and words"))
                continue
            for entry in entries:
                problems += self._add_entry(file, slot, entry)
        for listed in self._phrases.values():
            listed.sort(key=lambda pair: len(pair[0]), reverse=True)
        return problems

    def _add_entry(self, file: str, slot: str, entry: Mapping[str, Any]) -> list[Problem]:
        problems = [
            Problem(file, slot, f"unknown key {key!r}", "means, words")
            for key in entry
            if key not in {"means", "words"}
        ]
        means, phrases = entry.get("means", {}), entry.get("words", [])
        if not isinstance(means, dict):
            problems.append(Problem(file, slot, f"means = {means!r}", "a table of fields"))
            means = {}
        problems += [Problem(file, slot, what, expected) for what, expected in wrong_fields(means, WORD_FIELDS)]
        if not isinstance(phrases, list) or not phrases or not all(isinstance(p, str) for p in phrases):
            problems.append(Problem(file, slot, f"words = {phrases!r}", "a list of phrases"))
            return problems
        meaning: Phrase | None = None
        for text in phrases:
            words = tuple(self._split(text))
            if text != self.fold(text):
                problems.append(Problem(file, slot, f"the phrase {text!r} has capitals", self.fold(text)))
                continue
            if not words:
                problems.append(Problem(file, slot, "an empty phrase"))
                continue
            if words in self._slot_of:
                problems.append(
                    Problem(file, slot, f"the phrase {text!r} stands in slot {self._slot_of[words]!r} already")
                )
                continue
            if meaning is None or not means:
                meaning = Phrase(slot, " ".join(words), means)
            self._slot_of[words] = slot
            self._printed.append((text, meaning))
            self._phrases.setdefault(words[0], []).append((list(words), meaning))
        return problems


@lru_cache(maxsize=4096)
def _built_in(word: str) -> Phrase | None:
    if word[0] == MASK:
        return _A_NAME
    # Nothing that a card counts has five digits; and zero uses is no limit.
    if word.isdecimal() and len(word) < 5 and int(word) > 0:
        return Phrase(COUNT, word, {"count": int(word)})
    return None
