"""Split the literal words of a pattern as they are split where they stand, between what fills its slots."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from onceper.patterns import notation
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from onceper.patterns.lexicon import Lexed, Lexicon
    from onceper.patterns.notation import Element, Variant


# A word, if one stands there, and the class of its ending.
_ENDING = re.compile(r"(?:([^ +]+) )?\+([a-z]+(?:\.[a-z]+)*)")
_IN_ORDER = re.compile(r"([0-9]) ?\.")

LexedVariant = tuple[tuple["Element", "Lexed | None"], ...]


def lex_variant(variant: Variant, lexicon: Lexicon) -> LexedVariant:
    """Return the elements of a variant, literal words with their tokens.

    In a language that sets no space between words, how a piece of text is split depends on its neighbours.

    Raises:
        NotationError: a word begins in one element and ends in the next.
    """
    pieces = [_sample(element, lexicon) for element in variant]
    text = lexicon.fold(lexicon.joint.join(pieces))
    words, forms = lexicon.split(text)
    starts: list[int] = []
    at = 0
    for word in words:
        starts.append(text.index(word, at))
        at = starts[-1] + len(word)
    found: list[tuple[Element, Lexed | None]] = []
    start = 0
    for element, piece in zip(variant, pieces, strict=True):
        end = start + len(piece)
        lexed = None
        if isinstance(element, notation.Words):
            first, behind = bisect_left(starts, start), bisect_left(starts, end)
            for edge, number in ((start, first - 1), (end, behind - 1)):
                if number >= 0 and edge < starts[number] + len(words[number]):
                    what = f"{words[number]!r} is one word, part of which stands outside {piece!r}"
                    raise notation.NotationError(what)
            lexed = lexicon.joined(words[first:behind], forms[first:behind])
        found.append((element, lexed))
        start = end + len(lexicon.joint)
    return tuple(found)


def sample_of(variant: Variant, lexicon: Lexicon) -> str:
    """Return folded print that a variant matches, its slots filled by their first phrases.

    Words have the endings that a pattern names, and a number in order stands without its full stop.
    """
    joined = lexicon.fold(lexicon.joint.join(_sample(element, lexicon) for element in variant))
    return _IN_ORDER.sub(r"\1", inflected(joined, lexicon))


def inflected(text: str, lexicon: Lexicon) -> str:
    """Return a folded text in which words have the endings that a pattern names behind them."""
    return _ENDING.sub(lambda found: lexicon.inflect(found[1] or "", found[2]), text)


def _sample(element: Element, lexicon: Lexicon) -> str:
    match element:
        case notation.Words(text):
            return text.replace(" ", lexicon.joint)
        case notation.Slot(name):
            return lexicon.sample_of(name)
        case notation.Gap():
            return MASK
        case notation.Mark():
            return ""
