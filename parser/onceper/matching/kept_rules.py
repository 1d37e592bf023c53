"""What a reader looks for, compiled from rules, and kept for the next process where they are a language's own."""

from __future__ import annotations

from collections import Counter
from functools import partial
from hashlib import blake2b
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from onceper.matching.compile import compile_rules
from onceper.matching.cues import Cues
from onceper.matching.expression import Alphabet
from onceper.matching.leads import CueFinder, CueList, Way, WayList, ways_of
from onceper.patterns.kept import kept
from onceper.patterns.parts import CONDITIONS, print_of_any, times_that_limit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from onceper.lang.base import Language
    from onceper.patterns.rule import Rule


class Compilation(msgspec.Struct, frozen=True, array_like=True):
    """Hold rules compiled to plain data: signs of words and slots, patterns, and which to try.

    ``found_by`` has the places of the patterns, with the other signs that a clause with one holds, under that of its
    signs which the fewest patterns need, and there under the next of them; under the same twice where it is the only
    one.
    """

    words: dict[str, str]
    slots: dict[str, str]
    patterns: tuple[msgspec.Raw, ...]
    found_by: dict[str, dict[str, tuple[tuple[frozenset[str], int], ...]]]

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> Compilation:
        """Return these rules compiled."""
        patterns = compile_rules(rules)
        alphabet = Alphabet.of(patterns)
        signs = [alphabet.signs_of(pattern.needs) for pattern in patterns]
        needed_by = Counter(sign for needs in signs for sign in needs)
        found_by: dict[str, dict[str, list[tuple[frozenset[str], int]]]] = {}
        for place, needs in enumerate(signs):
            rarest, *others = sorted(needs, key=lambda sign: (needed_by[sign], sign))
            next_rarest = others[0] if others else rarest
            found_by.setdefault(rarest, {}).setdefault(next_rarest, []).append((frozenset(others[1:]), place))
        return cls(
            dict(alphabet.words),
            dict(alphabet.slots),
            tuple(msgspec.Raw(msgspec.msgpack.encode(pattern)) for pattern in patterns),
            {sign: {other: tuple(listed) for other, listed in others.items()} for sign, others in found_by.items()},
        )


class Compiled(msgspec.Struct, frozen=True, array_like=True):
    """Hold compiled rules, the cues by which texts and, for those who want no more, limits are found, and the ways.

    ``conditions`` lead to the sentences that may state a limit under a condition.
    """

    rules: Compilation
    of_texts: CueList
    of_limits: CueList
    ways: WayList
    conditions: WayList


def compile_for(language: Language, rules: Sequence[Rule], telling: Collection[str]) -> Compiled:
    """Compile rules of a language; the phrases of the ``telling`` slots are cues whatever rules there are."""
    make = partial(_compile, language, rules, telling)
    # A rule that somebody changed has the id of another.
    if language.digest is None or not {*map(id, rules)} <= {*map(id, language.book.rules)}:
        return make()
    chosen = "\n".join((*(rule.id for rule in rules), "", *sorted(telling)))
    digest = blake2b(f"{language.digest}\n{chosen}".encode(), digest_size=16).hexdigest()
    return kept("rules", digest, Compiled, make)


def cues_of_games(language: Language) -> Cues:
    """Return the cues of a language's rules that hold for some game only."""
    return Cues(kept("games", language.digest, CueList, partial(_cues_of_games, language)))


def _cues_of_games(language: Language) -> CueList:
    rules = [rule for rule in language.book.rules if rule.game]
    return CueFinder(rules, language.book.lexicon).cues_of(rules)


def _compile(language: Language, rules: Sequence[Rule], telling: Collection[str]) -> Compiled:
    lexicon, sequences = language.book.lexicon, language.book.sequences
    times = times_that_limit(language.book.parts, sequences)
    cues = [*chain.from_iterable(time.cues for time in times)]
    finder = CueFinder(rules, lexicon)
    read_first = [rule for rule in rules if rule.reading_kind != "amends"]
    limiting = [rule for rule in rules if rule.reading_kind in {"limit", "could_limit"}]
    further = (Way((time.prints, time.beside) if time.beside else (time.prints,), is_in_order=False) for time in times)
    of_conditions = print_of_any(language.book.parts, CONDITIONS, sequences)
    conditions = Way(() if of_conditions is None else (of_conditions,))
    return Compiled(
        Compilation.of(rules),
        finder.cues_of(read_first, telling, cues),
        finder.cues_of(limiting, telling, cues),
        ways_of(rules, sequences, further),
        WayList.of([conditions], rules, lexicon),
    )
