"""The cue words of a set of rules: plain literals, one of which stands in every text that a rule can read."""

from __future__ import annotations

from collections import Counter
from itertools import chain, product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from onceper.rules import notation
from onceper.rules.words import BUILT_IN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.rules.notation import Variant
    from onceper.rules.rule import Rule
    from onceper.rules.words import Lexicon

MANY = 3
# What a phrase of one, two or more words costs as a cue, counted in examples that hold it: short ones are common.
COST_BY_WORDS = (50, 6, 1)
MOST_FORMS = 12


class _Option(NamedTuple):
    """Hold phrases one of which a text must hold."""

    phrases: tuple[str, ...]
    is_telling: bool


class Cues(NamedTuple):
    """Hold the cues of a set of rules.

    A text that holds none of the ``literals`` holds nothing that the rules read. Behind each cue stand the further
    words of which a clause needs one; none where the cue is enough.
    """

    literals: tuple[str, ...]
    further: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]

    def may_stand_in(self, clause: str) -> bool:
        """Tell whether a folded clause holds a cue and one of the further words that go with it."""
        # Loops: any() with generators takes several times as long, and this runs for every new clause.
        for cue, further in self.further:
            for phrase in cue:
                if phrase in clause:
                    break
            else:
                continue
            if not further:
                return True
            for word in further:
                if word in clause:
                    return True
        return False


def cues_of(rules: Sequence[Rule], lexicon: Lexicon) -> Cues:
    """Derive the cues of these rules.

    A pattern with a phrase of a telling slot is found by that. For the others a greedy cover takes the words that
    find most patterns for the least work; the examples of all rules stand for the texts.
    """
    examples = [lexicon.fold(line) for rule in rules for line in (*rule.matches, *rule.rejects)]
    open_variants = [
        needed(variant, lexicon)
        for rule in rules
        if not needs_no_cue(rule)
        for pattern in rule.patterns
        for variant in notation.variants(pattern)
    ]
    cost = {
        option: sum(any(phrase in example for phrase in option.phrases) for example in examples)
        + sum(COST_BY_WORDS[min(phrase.count(" "), 2)] for phrase in option.phrases)
        for options in open_variants
        for option in options
    }
    telling = {phrase for options in open_variants for o in options if o.is_telling for phrase in o.phrases}
    open_variants = [options for options in open_variants if not any(o.is_telling for o in options)]
    # One search for "times" costs less than one each for "two times", "three times" and so on.
    last_words = Counter(phrase.rpartition(" ")[2] for phrase in telling if " " in phrase)
    telling |= {word for word, count in last_words.items() if count >= MANY}
    further: dict[tuple[str, ...], tuple[str, ...]] = {_shortest(telling): ()} if telling else {}
    while open_variants:
        found_by = Counter(option for options in open_variants for option in set(options))
        best = min(found_by, key=lambda option: (cost[option] / found_by[option], option.phrases))
        others = [[o for o in options if o != best] for options in open_variants if best in options]
        rarest = [min(options, key=cost.__getitem__).phrases if options else () for options in others]
        further[best.phrases] = _shortest(chain.from_iterable(rarest)) if all(rarest) else ()
        open_variants = [options for options in open_variants if best not in options]
    return Cues(_shortest(chain.from_iterable(further)), tuple(further.items()))


def _shortest(phrases: Iterable[str]) -> tuple[str, ...]:
    """Leave out the phrases that hold another of them."""
    given = set(phrases)
    return tuple(sorted(phrase for phrase in given if not any(o != phrase and o in phrase for o in given)))


def needs_no_cue(rule: Rule) -> bool:
    """Tell whether a rule reads a place so rare that it is read whatever words stand there."""
    return "headline" in rule.where


def needed(variant: Variant, lexicon: Lexicon) -> list[_Option]:
    """Return the parts of a variant that must stand in a text for it to match: words, phrases in all forms, runs."""
    options: list[_Option] = []
    run: list[tuple[str, ...]] = []
    for element in [*variant, None]:
        match element:
            case notation.Words(text):
                forms, ends_run = _forms(text, lexicon)
            case notation.Slot(name, optional=False) if name not in BUILT_IN:
                phrases = tuple(lexicon.phrases_of(name))
                forms, ends_run = [(phrases, name in lexicon.telling)], False
            case notation.Mark():
                continue
            case _:
                forms, ends_run = [], True
        for phrases, is_telling in forms:
            if not phrases:
                options += _joined(run)
                run = []
                continue
            run.append(phrases)
            options.append(_Option(_shortest(phrases), is_telling))
        if ends_run:
            options += _joined(run)
            run = []
    return options


def _forms(text: str, lexicon: Lexicon) -> tuple[list[tuple[tuple[str, ...], bool]], bool]:
    """Return the runs of plain words and the phrases in all forms of literal words; no form where a run is broken."""
    forms: list[tuple[tuple[str, ...], bool]] = []
    plain: list[str] = []
    lexed = lexicon.lex_pattern(text)
    breaks = False
    for orth, phrase in zip(lexed.orths, lexed.phrases, strict=True):
        breaks = False
        if phrase is None and orth.isalpha():
            plain.append(orth)
            continue
        if plain:
            forms.append(((" ".join(plain),), False))
            plain = []
        if phrase and phrase.slot not in BUILT_IN:
            forms.append((tuple(lexicon.phrases_of(phrase.slot, phrase.lemma)), phrase.slot in lexicon.telling))
        else:
            forms.append(((), False))
            breaks = True
    if plain:
        forms.append(((" ".join(plain),), False))
    return forms, breaks


def _joined(run: Sequence[tuple[str, ...]]) -> list[_Option]:
    """Return a run of neighbouring words and phrases as one option, where that has few forms."""
    if len(run) < 2 or prod(map(len, run)) > MOST_FORMS:
        return []
    return [_Option(_shortest(map(" ".join, product(*run))), is_telling=False)]
