"""What a clause must hold, in this order, for something of the files of rules to stand in it."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from onceper.patterns import notation
from onceper.patterns.lexicon import Prints, spans_of
from onceper.patterns.notation import Gap, Mark, Slot, Token, Word, Words
from onceper.patterns.word_list import BUILT_IN, COUNT, NAME, NUMBERS
from onceper.text.normal import CIRCLED, MASK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.notation import Element, Variant

# A word, if one stands there, and the class of its ending.
_ENDING = re.compile(r"(?:([^ +]+) )?\+([a-z]+(?:\.[a-z]+)*)")
_IN_ORDER = re.compile(r"([0-9]) ?\.")

LexedVariant = tuple[Token, ...]


def lex_variant(variant: Variant, lexicon: Lexicon) -> LexedVariant:
    """Return the elements of a variant with each of its literal words.

    In a language that sets no space between words, how a piece of text is split depends on its neighbours.

    Raises:
        NotationError: a word begins in one element and ends in the next, or there is no such slot.
    """
    unknown = {element.name for element in variant if isinstance(element, Slot)} - lexicon.slots
    if unknown:
        raise notation.NotationError(f"unknown slot {{{min(unknown)}}}", lexicon.described_slots())
    pieces = [_sample(element, lexicon) for element in variant]
    text = lexicon.fold(lexicon.joint.join(pieces))
    words, forms = lexicon.split(text)
    spans = [*spans_of(words, text)]
    begins, ends = [begin for begin, _ in spans], [0, *(end for _, end in spans)]
    found: list[Token] = []
    # How many words stand before the element, and where it begins.
    first = start = 0
    for element, piece in zip(variant, pieces, strict=True):
        end = start + len(piece)
        last = bisect_left(begins, end)
        if not isinstance(element, Words):
            found.append(element)
        elif ends[first] > start or ends[last] > end:
            word = words[first - 1 if ends[first] > start else last - 1]
            raise notation.NotationError(f"{word!r} is one word, part of which stands outside {piece!r}")
        else:
            found += _words(words[first:last], forms[first:last], lexicon)
        first = last
        start = end + len(lexicon.joint)
    return tuple(found)


def _words(words: list[str], forms: list[str], lexicon: Lexicon) -> Iterator[Word]:
    lexed = lexicon.joined(words, forms)
    for orth, phrase, end in zip(lexed.orths, lexed.phrases, lexed.ends, strict=True):
        yield Word(orth, words[end - 1], phrase.slot if phrase else None)


def sample_of(variant: Variant, lexicon: Lexicon) -> str:
    """Return folded print that a variant matches, its slots filled by their first phrases.

    Words have the endings that a pattern names, and a number in order stands without its full stop.
    """
    joined = lexicon.fold(lexicon.joint.join(_sample(element, lexicon) for element in variant))
    return _IN_ORDER.sub(r"\1", inflected(joined, lexicon))


def inflected(text: str, lexicon: Lexicon) -> str:
    """Return a folded text in which words have the endings that a pattern names behind them."""
    return _ENDING.sub(lambda found: lexicon.splitter.inflect(found[1] or "", found[2]), text)


def _sample(element: Element, lexicon: Lexicon) -> str:
    match element:
        case Words(text):
            return text.replace(" ", lexicon.joint)
        case Slot(name):
            return lexicon.sample_of(name)
        case Gap():
            return MASK
        case Mark():
            return ""


MOST_FORMS = 64
_PATTERNS_KEPT = 4_096
# What a clause holds in which something stands: of each part one phrase, wherever that stands.
Way = tuple[tuple[str, ...], ...]

_DIGITS = tuple("0123456789")


# Stands where anything may.
_ANYTHING = Prints((), joins=False)


def are_words(phrases: Iterable[str]) -> bool:
    """Tell whether phrases, one of which stands in a text, are words: numbers, names and marks stand everywhere."""
    return all(any(map(str.isalpha, phrase)) for phrase in phrases)


class SequenceFinder:
    """Find what a clause must hold in which patterns, parts and phrases of a word list stand."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.lexed = lru_cache(_PATTERNS_KEPT)(self._lex)
        self._of_slot = lru_cache(_PATTERNS_KEPT)(self._print_slot)
        self._printed = lru_cache(_PATTERNS_KEPT)(self._print_word)

    def _lex(self, pattern: str) -> list[LexedVariant]:
        """Return every way to read a pattern, lexed, the longest first.

        Raises:
            NotationError: the pattern breaks the notation, a slot of it is unknown, or a word runs into its neighbour.
        """
        return [lex_variant(variant, self.lexicon) for variant in notation.variants(pattern)]

    def way_of(self, elements: LexedVariant) -> Way:
        """Return what a clause holds in which a variant of a pattern, or a part, stands."""
        return self._way(self._pieces(elements))

    def ways_to_print(self, phrase: str) -> list[Way]:
        """Return what a clause holds in which a phrase of the word list stands, for each way to split it."""
        return [self._way(way) for way in self._split(phrase)]

    def _way(self, pieces: Iterable[Prints]) -> Way:
        return tuple(shortest(piece.phrases) for piece in self._joined(pieces))

    def _pieces(self, elements: LexedVariant) -> Iterator[Prints]:
        for element in elements:
            match element:
                case Word(orth, printed, None):
                    yield self._printed(orth, printed)
                case Word(orth, _, str(slot)):
                    yield self._of_slot(slot, orth)
                case Slot(name, optional=False):
                    yield self._of_slot(name, None)
                case Mark():
                    continue
                case _:
                    yield _ANYTHING

    def _print_slot(self, slot: str, lemma: str | None) -> Prints:
        """Return how the phrases of a slot, or of one meaning of it, are printed."""
        if slot not in BUILT_IN:
            return self._listed(slot, lemma)
        if slot == NAME:
            return Prints((MASK,), joins=False)
        if slot == NUMBERS:
            return Prints(tuple(CIRCLED), joins=False)
        if lemma:
            return Prints((lemma,)) if lemma.isdecimal() else self._listed(COUNT, lemma)
        return Prints((*self._listed(COUNT, lemma).phrases, *_DIGITS), is_cut=True)

    def _listed(self, slot: str, lemma: str | None) -> Prints:
        ways = [way for phrase in self.lexicon.phrases_of(slot, lemma) for way in self._split(phrase)]
        held = [self._held_in(way) for way in ways]
        if _ANYTHING in held:
            return _ANYTHING
        phrases = dict.fromkeys(chain.from_iterable(one.phrases for one in held))
        endings = {one.is_ending for one in held}
        joins = len(endings) == 1 and all(one.joins for one in held)
        return Prints(tuple(phrases), joins, is_ending=True in endings)

    def _held_in(self, way: Sequence[Prints]) -> Prints:
        """Return the longest of what a clause holds in which a phrase stands that is split this way."""
        joined = self._joined(way)
        longest = max(joined, key=lambda one: min(map(len, one.phrases)), default=_ANYTHING)
        is_whole = len(joined) == 1 and _ANYTHING not in way
        return longest if is_whole else longest._replace(joins=False)

    def _split(self, phrase: str) -> list[list[Prints]]:
        """Split a phrase in each way into what is printed of its words; one of words as they are stays whole."""
        ways = list(self.lexicon.splits(phrase))
        if ways[0][0] == ways[0][1]:
            return [[Prints((phrase,))]]
        return list(map(list, dict.fromkeys(tuple(map(self._printed, forms, words)) for words, forms in ways)))

    def _print_word(self, form: str, word: str) -> Prints:
        """Return how a word is printed that rules know by a form and their file prints as ``word``."""
        return self.lexicon.splitter.prints(form, word) or _ANYTHING

    def _joined(self, pieces: Iterable[Prints]) -> list[Prints]:
        """Join the neighbours of which there are few forms together, and leave out where anything stands."""
        found: list[Prints] = []
        joins = False
        for piece in pieces:
            may_join = joins and piece.joins and len(found[-1].phrases) * len(piece.phrases) <= MOST_FORMS
            before, behind = (found[-1].phrases, piece.phrases) if may_join else ((), ())
            phrases = tuple(
                chain.from_iterable(self._beside(first, last, piece) for first in before for last in behind)
            )
            is_joined = 0 < len(phrases) <= MOST_FORMS
            if is_joined:
                found[-1] = found[-1]._replace(phrases=phrases)
            elif piece is not _ANYTHING:
                found.append(piece)
            # Behind an ending of a class others may stand, before the next word.
            joins = piece.joins and not piece.is_ending and not (is_joined and piece.is_cut)
        return found

    def _beside(self, first: str, last: str, piece: Prints) -> set[str]:
        """Return how phrases, the last of this piece, stand side by side; no space need stand behind a digit."""
        apart = set() if piece.is_ending else {f"{first}{self.lexicon.joint}{last}"}
        return apart | {first + last} if piece.is_ending or first[-1] in _DIGITS else apart


def shortest(phrases: Iterable[str]) -> tuple[str, ...]:
    """Leave out the phrases that hold another of them."""
    return _shortest_of(frozenset(phrases))


@lru_cache(maxsize=4096)
def _shortest_of(given: frozenset[str]) -> tuple[str, ...]:
    """Return those of the phrases that hold no other; patterns share most of what they are made of."""
    kept: list[str] = []
    for phrase in sorted(given, key=len):
        if not any(other in phrase for other in kept):
            kept.append(phrase)
    return tuple(sorted(kept))
