"""Tell by its phrases how a sentence stands to the effects of its card, and what kind of effect begins with it."""

from __future__ import annotations

import re
from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from onceper.lang.phrases import A_LETTER, DIGITS, EDGE, Phrases, any_spelling, spell
from onceper.patterns.structure import ANY_LETTERS, ANY_WORDS, NUMBER, OF_CLASS, lists_of, styles
from onceper.text import position
from onceper.text.memory import LONGEST_KEPT, Kept

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.contract.effect import Choose
    from onceper.contract.span import Span
    from onceper.lang.words import WordSplitter
    from onceper.patterns.structure import Structure

_NONE: Mapping[str, Any] = {}
_MARKS = ":;"
_DECISIONS_KEPT = 4_096
_SENTENCES_KEPT = 65_536
_NOTE = re.compile(r" ?\((?![0-9]\))(?:[^()]|\([^()]*\))*\)")
_LETTERS = re.compile(r"[^\W\d_]+")


class Grammar:
    """Tell the flags of sentences by the phrases of a structure, as ``styles.toml`` says of its style.

    ``more`` are lists of phrases that are made of those of the structure. Where words change with their endings,
    ``letters`` gives for a capital in phrases the letters of which it is any.
    """

    def __init__(
        self,
        structure: Structure,
        style: str,
        more: Mapping[str, Iterable[str]] = _NONE,
        letters: Mapping[str, str] = _NONE,
    ) -> None:
        rules = styles()[style]
        self._bits: dict[str, int] = {}
        self._steps = [
            [tuple([self._flags(line.get(key, "")) for key in ("said", "unless", "tells")]) for line in step]
            for step in rules["steps"]
        ]
        lists: dict[str, Iterable[str]] = {name: structure[name] for name in lists_of(style)}
        lists |= {**rules.get("made", {}), **more}
        stand_for = {**letters, **{f"{{{name}}}": phrases for name, phrases in lists.items()}}
        begins, ends, last_word, whole = (
            rules.get(key, "").split() for key in ("begins", "ends", "last_word", "whole")
        )
        told = {
            name: [EDGE + phrase for phrase in phrases] if name in begins else phrases
            for name, phrases in lists.items()
            if name in self._bits and name not in last_word
        }
        find = partial(
            Phrases,
            whole=-1 if letters else self._flags(" ".join(whole)),
            stand_for=DIGITS | stand_for,
            has_stems=bool(letters),
        )
        self._phrases = find({self._bits[name]: phrases for name, phrases in told.items() if name not in ends})
        self._ends = find({self._bits[name]: [phrase + EDGE for phrase in told[name]] for name in ends})
        # Where nobody says what a story never says, nothing is one.
        self._always = 0 if structure["terms"] else self._bits["terms"]
        self._decide = lru_cache(_DECISIONS_KEPT)(self._decide_by_steps)
        self.tell = Kept(self._tell, _SENTENCES_KEPT).__getitem__

    def _flags(self, names: str) -> int:
        flags = 0
        for name in names.split():
            if name.isupper():
                flags |= getattr(position, name)
            else:
                flags |= self._bits.setdefault(name, position.FIRST_OF_LISTS << len(self._bits))
        return flags

    def _tell(self, sentence: str) -> int:
        if len(sentence) > 2 * LONGEST_KEPT:
            # Of a sentence that is longer than any that is printed, its beginning and its end are looked at.
            sentence = sentence[:LONGEST_KEPT] + sentence[-LONGEST_KEPT:]
        return self._decide(self._said(sentence) | self._always)

    def _said(self, sentence: str) -> int:
        """Return the flags of all that is said in a folded sentence."""
        said = self._phrases.said(EDGE + sentence)
        if ":" in sentence or ";" in sentence:
            said |= self._bits.get("marked", 0) | (sentence[-1] in _MARKS and self._bits.get("open", 0))
        return said

    def _decide_by_steps(self, said: int) -> int:
        for step in self._steps:
            for needed, excluded, tells in step:
                if said & needed == needed and not said & excluded:
                    said |= tells
                    break
        return said % position.FIRST_OF_LISTS


class OcgGrammar(Grammar):
    """Tell the flags of sentences of print whose verbs stand last."""

    def __init__(self, structure: Structure) -> None:
        orders = structure["orders"]
        # What one may do takes the place of the verb of acts (破壊する, 破壊できる).
        stems = [order.removesuffix(do) for do in structure["does"] for order in orders]
        of_states = [order for order in orders if order.endswith(structure["states"])]
        begins = [phrase for phrase in structure["begins"] if phrase.startswith(structure["continues"])]
        more = {"acts": [*orders, *stems], "orders_what_states": of_states, "begins_anew": begins}
        super().__init__(structure, "ocg", more)
        self._announces = structure["announces"]
        self._stops = structure.print.stops
        self._behind = re.compile(rf"(?:\([^()]*\))?[{re.escape(self._stops)}]?(?:\([^()]*\))?\Z")

    def _said(self, sentence: str) -> int:
        words = self._behind.sub("", sentence) if ")" in sentence[-2:] else sentence.rstrip(self._stops)
        announced = self._bits["announced"] if sentence.endswith(self._announces) else 0
        return super()._said(sentence) | self._ends.said(words + EDGE) | announced


class EndingsGrammar(Grammar):
    """Tell the flags of sentences of print whose words change with their endings, which ``words`` splits off."""

    def __init__(self, structure: Structure, words: WordSplitter) -> None:
        letters = words.letters
        # A term has any ending; and no story counts anything.
        terms = [*(term + ANY_LETTERS for term in structure["terms"]), f"{ANY_LETTERS}{NUMBER}{ANY_LETTERS}"]
        super().__init__(structure, "stems", {"terms": terms}, letters)
        self._stem = words.stem
        self._of_notes = self._flags("heads terms marked")
        self._last_words = {
            spelled: self._flags(name)
            for name in styles()["stems"]["last_word"].split()
            for phrase in structure[name]
            for spelled in spell(phrase, letters)
        }
        events, each = (
            any_spelling([phrase.strip(ANY_LETTERS) for phrase in phrases], letters)
            for phrases in (structure["events"], structure["each_time"])
        )
        self._event = re.compile(rf"(?<!{A_LETTER}){A_LETTER}*?(?:{events})(?!{A_LETTER})")
        self._each = re.compile(rf"(?<!{A_LETTER})(?:{each})")
        self._no_event, self._of_battle, self._not_each = (
            tuple(phrase.removesuffix(ANY_LETTERS) for phrase in phrases)
            for phrases in (structure["no_events"], structure["of_battle"], structure["not_each_time"])
        )

    def _said(self, sentence: str) -> int:
        # What a note says of the words before it does not tell what they do, nor do commas.
        words = sentence.replace(",", "")
        without = _NOTE.sub("", words) if "(" in words else words
        said = 0
        if without != words and any(map(str.isalpha, without)):
            said = super()._said(words) & self._of_notes
            words = without
        said |= super()._said(words)
        *_, last = _LETTERS.findall(words) or [""]
        said |= self._ends.said(words[: words.rfind(last) + len(last)] + EDGE) | self._told_by(last)
        return said | self._told_by_event(words) if said & self._bits["events"] else said

    def _told_by(self, word: str) -> int:
        """Tell what the last word says: by the class of its ending, by being listed, or by the longest ending."""
        found = self._stem(word)
        endings = () if found else [ANY_LETTERS + word[at:] for at in range(len(word))]
        named = (OF_CLASS + (found[1] if found else ""), word, *endings)
        return next((self._last_words[name] for name in named if name in self._last_words), 0)

    def _told_by_event(self, words: str) -> int:
        """Tell what is said of the first word that says what happens, and not what only is so."""
        for event in self._event.finditer(words):
            if event[0].startswith(self._no_event) or words.endswith(self._no_event, 0, event.start()):
                continue
            said = self._bits["event"]
            if event[0].startswith(self._of_battle):
                said |= self._bits["event_of_battle"]
            each = self._each.finditer(words, 0, event.end())
            if any(not words.startswith(self._not_each, one.end()) for one in each):
                said |= self._bits["event_each_time"]
            return said
        return 0


# Print that gives a choice says so, whatever else it says; what is gained or applied may still hang on what is so.
_WAYS: tuple[Choose, ...] = ("any", "one", "when", "gains", "all")
# Where nothing is said, each option says itself when it holds: "While in Attack Position: ..."
_UNSAID: Choose = "when"


class Choosing:
    """Find options and tell what becomes of them by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        self._phrases = Phrases({1 << place: structure[f"choose_{way}"] for place, way in enumerate(_WAYS)})
        self._either = [phrase.split(ANY_WORDS) for phrase in structure["either"]]

    def alternatives(self, words: str, start: int, end: int) -> list[Span]:
        """Find what stands behind "either:" and ", or:" between two places of a folded text; nothing without both."""
        for either, otherwise in self._either:
            first = words.find(either, start, end)
            second = words.find(otherwise, first, end)
            if first >= 0 and second >= 0:
                options = ((first + len(either), second), (second + len(otherwise), end))
                return [(begin + (words[begin : begin + 1] == " "), stop) for begin, stop in options]
        return []

    def tell(self, before: str) -> Choose:
        """Tell it by the folded words of an effect before its first option."""
        said = self._phrases.said(before)
        return next((way for place, way in enumerate(_WAYS) if said >> place & 1), _UNSAID)
