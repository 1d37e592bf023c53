"""The pieces that patterns look for, as print has them, and hostile texts that repeat each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.matching.match import LONGEST_CLAUSE
from onceper.patterns import notation
from onceper.patterns.sequence import sample_of
from onceper.patterns.structure import ANY_WORDS
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.lang.base import Language
    from onceper.patterns.lexicon import Lexicon

_SIGNS_OF_A_WORD = 5
# Masks are no print.
_NAMES = {'"': '"Ash"', "「": "「灰」"}


class Pieces(NamedTuple):
    """Hold the runs of words between the gaps of one pattern, and whose pattern it is."""

    of: str
    runs: tuple[str, ...]


def pieces_of(language: Language) -> list[Pieces]:
    """Return the pieces of every pattern of a language: rules, parts, phrases of structure and of the word list."""
    found = [*_of_rules(language), *_of_parts(language), *_of_structure(language), *_of_words(language)]
    name = _NAMES.get(language.quotes.opening, "X")
    printed = (Pieces(of, tuple(run.replace(MASK, name) for run in runs if run)) for of, runs in found)
    return list({pieces.runs: pieces for pieces in printed if pieces.runs}.values())


def _of_rules(language: Language) -> Iterator[Pieces]:
    lexicon = language.book.lexicon
    for rule in language.book.rules:
        for pattern in (*rule.patterns, *rule.bars):
            for variant in notation.variants(pattern):
                yield Pieces(rule.id, tuple(_runs(variant, lexicon)))


def _runs(variant: notation.Variant, lexicon: Lexicon) -> Iterator[str]:
    run: list[notation.Element] = []
    for element in (*variant, notation.Gap(1)):
        if isinstance(element, notation.Gap):
            if run:
                yield sample_of(tuple(run), lexicon)
            run = []
        elif not isinstance(element, notation.Mark):
            run.append(element)


def _of_parts(language: Language) -> Iterator[Pieces]:
    for part in language.book.parts:
        yield Pieces(f"part {part.group.role}", (sample_of(part.elements, language.book.lexicon),))


def _of_structure(language: Language) -> Iterator[Pieces]:
    for key, examples in language.structure.examples.items():
        for example in examples:
            for phrase in example.phrases:
                yield Pieces(f"structure {key}", tuple(phrase.split(ANY_WORDS)))


def _of_words(language: Language) -> Iterator[Pieces]:
    lexicon = language.book.lexicon
    for slot in sorted(lexicon.slots):
        for phrase in lexicon.phrases_of(slot):
            yield Pieces(f"slot {slot}", (phrase,))


def hostile(pieces: Pieces, joint: str, signs: int) -> Iterator[str]:
    """Yield texts of so many signs: each piece again and again, the pieces in turn, and all but one of them.

    A text without what a pattern ends in lets everything before it match in vain.
    """
    runs = [run.strip(" ") for run in pieces.runs]
    for run in runs:
        yield repeated(run + joint, signs)
    if len(runs) > 1:
        share = signs // len(runs)
        yield "".join(repeated(run + joint, share) for run in runs)
        yield repeated(joint.join(runs) + joint, signs)
        # The end comes first, so that what is before it looks for it in vain.
        begun = runs[:-1]
        yield runs[-1] + joint + repeated(joint.join(begun) + joint, signs)
        yield runs[-1] + joint + "".join(repeated(run + joint, signs // len(begun)) for run in begun)


def repeated(piece: str, signs: int) -> str:
    """Return a piece again and again, up to so many signs."""
    return (piece * (signs // len(piece) + 1))[:signs]


def sentences_of(text: str, stop: str, joint: str) -> str:
    """Return a text with a full stop behind so many signs as the longest clauses have that rules are looked for in."""
    signs = LONGEST_CLAUSE * (_SIGNS_OF_A_WORD if joint else 1)
    return "".join(text[at : at + signs] + stop + joint for at in range(0, len(text), signs))
