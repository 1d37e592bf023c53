"""The cue words of a set of rules: plain literals, one of which stands in every text that a rule can read."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from itertools import accumulate, chain, product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from ahocorasick_rs import AhoCorasick

from onceper.patterns import notation
from onceper.patterns.lexicon import BUILT_IN
from onceper.patterns.literals import with_literals

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from onceper.patterns.lexicon import Lexed, Lexicon
    from onceper.patterns.notation import Variant
    from onceper.patterns.rule import Rule

MOST_FORMS = 64
# A reader derives the cues of several sets of rules, which share most variants; so does the check of a rule.
VARIANTS_KEPT = 8_192


class _Option(NamedTuple):
    """Hold phrases one of which a text must hold, and whether they begin and end what the pattern names there."""

    phrases: tuple[str, ...]
    is_telling: bool
    edges: tuple[bool, bool] = (True, True)


# Stands where words do not follow each other: a gap, a name or number, an optional slot, punctuation.
_BREAK = _Option((), is_telling=False)


# The other parts that a clause with a cue must hold for one variant: of each part one phrase.
_Further = tuple[tuple[str, ...], ...]


class Cues:
    """Find the cues of a set of rules.

    A text that holds none of the ``literals`` holds nothing that the rules read. ``further`` gives for each cue what
    else must stand in a clause: all parts of one of these.
    """

    def __init__(self, further: Mapping[str, Collection[_Further]]) -> None:
        self.literals = tuple(sorted(further))
        self._further = tuple(() if () in further[cue] else tuple(further[cue]) for cue in self.literals)
        self._automaton = AhoCorasick(self.literals)

    def places(self, text: str) -> list[int]:
        """Return where cues begin in a folded text, in order; of cues that overlap one is enough."""
        return [start for _, start, _ in self._automaton.find_matches_as_indexes(text)]

    def may_stand_in(self, clause: str) -> bool:
        """Tell whether a folded clause holds a cue and the parts that go with it."""
        for cue in {cue for cue, _, _ in self._automaton.find_matches_as_indexes(clause, overlapping=True)}:
            further = self._further[cue]
            if not further:
                return True
            for parts in further:
                if all(any(phrase in clause for phrase in part) for part in parts):
                    return True
        return False


def cues_of(rules: Sequence[Rule], lexicon: Lexicon, slots: Iterable[str] = ()) -> Cues:
    """Derive the cues of these rules.

    A pattern with a phrase of a telling slot is found by that, any other by the run of its words that looks rarest: of
    the most words, and in the fewest examples of all rules. The phrases of ``slots`` are cues whatever rules there are.
    """
    examples = _Examples([lexicon.fold(line) for rule in rules for line in (*rule.matches, *rule.rejects)])

    @cache
    def rarity(option: _Option) -> tuple[bool, int, int]:
        # Where no joint stands between words this counts letters.
        words = min(phrase.count(lexicon.joint) for phrase in option.phrases)
        return option.is_telling, words, -examples.that_hold_one(option.phrases)

    further: dict[str, set[_Further]] = {
        phrase: {()} for slot in slots for phrase in lexicon.literals_of(slot) if phrase
    }
    for rule in rules:
        if needs_no_cue(rule):
            continue
        for pattern in rule.patterns:
            for variant in notation.variants(pattern):
                rarest, *others = sorted(needed(variant, lexicon), key=rarity, reverse=True)
                more = () if rarest.is_telling else tuple(dict.fromkeys(other.phrases for other in others))
                for cue in rarest.phrases:
                    further.setdefault(cue, set()).add(tuple(part for part in more if not any(p in cue for p in part)))
    return Cues(further)


class _Examples:
    """Count the examples that hold phrases, by one search of them all for each."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._joined = "\n".join(lines)
        self._behind = list(accumulate(len(line) + 1 for line in lines))

    def that_hold_one(self, phrases: Iterable[str]) -> int:
        """Return the number of examples that hold at least one of the phrases."""
        found: set[int] = set()
        for phrase in phrases:
            at = self._joined.find(phrase)
            while at >= 0:
                number = bisect_right(self._behind, at)
                found.add(number)
                at = self._joined.find(phrase, self._behind[number])
        return len(found)


def _shortest(phrases: Iterable[str]) -> tuple[str, ...]:
    """Leave out the phrases that hold another of them."""
    given = set(phrases)
    return tuple(sorted(phrase for phrase in given if not any(o != phrase and o in phrase for o in given)))


def needs_no_cue(rule: Rule) -> bool:
    """Tell whether a rule reads a place so rare that it is read whatever words stand there."""
    return "headline" in rule.where


@lru_cache(maxsize=VARIANTS_KEPT)
def needed(variant: Variant, lexicon: Lexicon) -> tuple[_Option, ...]:
    """Return the parts of a variant that must stand in a text for it to match: words, phrases in all forms, runs."""
    options: list[_Option] = []
    run: list[tuple[str, ...]] = []
    for element, lexed in [*with_literals(variant, lexicon), (None, None)]:
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
                options.append(_Option(_shortest(phrases), is_telling))
                if not ends:
                    options += _joined(run, lexicon)
                    run = []
    return tuple(options)


def _phrases(slot: str, lemma: str | None, lexicon: Lexicon) -> _Option:
    """Return the phrases of a slot, or of one meaning of it, as one option, or a break where one has no literal."""
    literals = lexicon.literals_of(slot, lemma)
    return _Option(tuple(literals), slot in lexicon.telling, lexicon.edges_of(slot, lemma)) if all(literals) else _BREAK


def _forms(lexed: Lexed, lexicon: Lexicon) -> list[_Option]:
    """Return the runs of plain words and the phrases in all forms of literal words, and what breaks a run."""
    forms: list[_Option] = []
    plain: list[str] = []
    for orth, phrase, end in zip(lexed.orths, lexed.phrases, lexed.ends, strict=True):
        is_plain = phrase is None and orth.isalpha() and orth == lexed.words[end - 1]
        if is_plain:
            plain.append(orth)
            if len(_spellings(orth, lexicon)) == 1:
                continue
        if plain:
            forms.append(_Option((lexicon.joint.join(plain),), is_telling=False))
            plain = []
        if is_plain:
            continue
        if phrase and phrase.slot not in BUILT_IN:
            forms.append(_phrases(phrase.slot, phrase.lemma, lexicon))
        else:
            forms.append(_BREAK)
    if plain:
        forms.append(_Option((lexicon.joint.join(plain),), is_telling=False))
    return forms


def _joined(run: Sequence[tuple[str, ...]], lexicon: Lexicon) -> list[_Option]:
    """Return a run of neighbouring words and phrases as one option, where that has few forms."""
    if len(run) < 2:
        return []
    spelled = [tuple(chain.from_iterable(_spellings(phrase, lexicon) for phrase in phrases)) for phrases in run[:-1]]
    if prod(map(len, spelled)) * len(run[-1]) > MOST_FORMS:
        return []
    return [_Option(_shortest(map(lexicon.joint.join, product(*spelled, run[-1]))), is_telling=False)]


def _spellings(words: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return words that others follow with and without the comma that print may set behind what says of what."""
    return (words, f"{words}、") if not lexicon.joint and words[-1] in "はがもにでて" else (words,)
