"""The parts of a pattern that must stand in a text for it to match."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from onceper.patterns import notation
from onceper.patterns.word_list import BUILT_IN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.patterns.lexicon import Lexed, Lexicon
    from onceper.patterns.literals import LexedVariant

MOST_FORMS = 64
# Print may set a comma behind these letters, which end what says of what.
_BEFORE_COMMA = "はがもにでて"


class Part(NamedTuple):
    """Hold phrases one of which a text must hold, and whether they begin and end what the pattern names there."""

    phrases: tuple[str, ...]
    is_telling: bool
    edges: tuple[bool, bool] = (True, True)


# Stands where words do not follow each other: a gap, a name or number, an optional slot, punctuation.
_BREAK = Part((), is_telling=False)


def required_parts(variant: LexedVariant, lexicon: Lexicon) -> tuple[Part, ...]:
    """Return the parts of a variant that must stand in a text for it to match: words, phrases in all forms, runs."""
    options: list[Part] = []
    run: list[tuple[str, ...]] = []
    for element, lexed in [*variant, (None, None)]:
        match element:
            case notation.Words() if lexed:
                forms = _forms(lexed, lexicon)
            case notation.Slot(name, optional=False) if name not in BUILT_IN:
                forms = [_phrases(name, None, lexicon)]
            case notation.Mark():
                continue
            case _:
                forms = [_BREAK]
        for phrases, is_telling, (begins, ends) in forms:
            if not (phrases and begins):
                options += _joined(run, lexicon)
                run = []
            if phrases:
                run.append(phrases)
                options.append(Part(shortest(phrases), is_telling))
                if not ends:
                    options += _joined(run, lexicon)
                    run = []
    return tuple(options)


def _phrases(slot: str, lemma: str | None, lexicon: Lexicon) -> Part:
    """Return the phrases of a slot, or of one meaning of it, as one option, or a break where one has no literal."""
    literals = lexicon.literals_of(slot, lemma)
    return Part(tuple(literals), slot in lexicon.telling, lexicon.edges_of(slot, lemma)) if all(literals) else _BREAK


def _forms(lexed: Lexed, lexicon: Lexicon) -> list[Part]:
    """Return the runs of plain words and the phrases in all forms of literal words, and what breaks a run."""
    forms: list[Part] = []
    plain: list[str] = []
    for orth, phrase, end in zip(lexed.orths, lexed.phrases, lexed.ends, strict=True):
        is_plain = phrase is None and orth.replace("'", "").isalpha() and orth == lexed.words[end - 1]
        if is_plain:
            plain.append(orth)
            if len(_spellings(orth, lexicon)) == 1:
                continue
        if plain:
            forms.append(Part((lexicon.joint.join(plain),), is_telling=False))
            plain = []
        if is_plain:
            continue
        if phrase and phrase.slot not in BUILT_IN:
            forms.append(_phrases(phrase.slot, phrase.lemma, lexicon))
        else:
            forms.append(_BREAK)
    if plain:
        forms.append(Part((lexicon.joint.join(plain),), is_telling=False))
    return forms


def _joined(run: Sequence[tuple[str, ...]], lexicon: Lexicon) -> list[Part]:
    """Return a run of neighbouring words and phrases as one option, or the first of them that have few forms."""
    if len(run) < 2:
        return []
    spelled = [tuple(chain.from_iterable(_spellings(phrase, lexicon) for phrase in phrases)) for phrases in run[:-1]]
    if prod(map(len, spelled)) * len(run[-1]) > MOST_FORMS:
        return _joined(run[:-1], lexicon)
    return [Part(shortest(map(lexicon.joint.join, product(*spelled, run[-1]))), is_telling=False)]


def _spellings(words: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return words that others follow with and without the comma that print may set behind what says of what."""
    may_stand = not lexicon.joint and not lexicon.skipped and words[-1] in _BEFORE_COMMA
    return (words, f"{words}、") if may_stand else (words,)


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
