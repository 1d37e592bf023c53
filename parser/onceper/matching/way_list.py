"""The ways to read clauses as plain data, as they are kept."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Self

import msgspec

from onceper.matching.examples import Examples
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.rule import Rule
    from onceper.patterns.sequence import InOrder

# Where no joint stands between words, print may set or leave out a comma or a space nearly everywhere.
_BETWEEN = "、 "


class Way(NamedTuple):
    """Hold what a clause must hold: of each of the ``parts`` one phrase, in their order or not."""

    parts: InOrder
    is_in_order: bool = True


class WayList(msgspec.Struct, frozen=True, array_like=True):
    """Hold ways as plain data, each under the cues one of which every clause holds that it leads to.

    ``ways`` have the places of their ``parts`` twice: but for that of the cue, the rarest first, and in order, or
    nothing where that does not count. ``skipped`` are the signs between words that do not count. ``is_open`` tells that
    some way leads through every clause, for nobody knows how its words are printed.
    """

    cues: tuple[str, ...]
    ways_of: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    parts: tuple[tuple[str, ...], ...]
    skipped: str
    is_open: bool = False

    @classmethod
    def of(cls, ways: Iterable[Way], rules: Sequence[Rule], lexicon: Lexicon) -> Self:
        """Return ways by what is rarest in each: in the fewest examples of these rules, and of the most signs."""
        skipped = lexicon.skipped or ("" if lexicon.joint else _BETWEEN)
        leave_out = str.maketrans("", "", skipped)
        # A part without phrases stands nowhere.
        counted = [(_counted(way.parts, leave_out), way) for way in ways if all(way.parts)]
        is_open = any(not told for told, _ in counted)
        parts = dict.fromkeys(part for told, _ in counted for part in told)
        lines = {
            rule: [lexicon.fold(Text(line).normal).translate(leave_out) for line in (*rule.matches, *rule.rejects)]
            for rule in rules
        }
        examples = Examples(lines, {phrase for part in parts for phrase in part})
        # Signs stand everywhere, and masked names in no example.
        rarity = {
            part: (
                any(len(phrase) == 1 and not phrase.isalnum() for phrase in part),
                examples.that_hold_one(part).bit_count(),
                -min(map(len, part)),
                number,
            )
            for number, part in enumerate(parts)
        }
        places = {part: place for place, part in enumerate(parts)}
        found: dict[str, dict[tuple[tuple[int, ...], tuple[int, ...]], None]] = {}
        for told, way in () if is_open else counted:
            rarest, *others = sorted(dict.fromkeys(told), key=rarity.__getitem__)
            order = tuple(map(places.__getitem__, told)) if way.is_in_order and others else ()
            for cue in rarest:
                found.setdefault(cue, {})[tuple(map(places.__getitem__, others)), order] = None
        every = dict.fromkeys(chain.from_iterable(found.values()))
        number_of = {way: number for number, way in enumerate(every)}
        cues = tuple(sorted(found))
        return cls(
            cues,
            tuple(() if ((), ()) in found[cue] else tuple(map(number_of.__getitem__, found[cue])) for cue in cues),
            tuple(every),
            tuple(parts),
            skipped,
            is_open,
        )


def _counted(parts: InOrder, leave_out: dict[int, int | None]) -> InOrder:
    """Return parts without the signs that do not count, and those that are made of others."""
    counted = (tuple(phrase.translate(leave_out) for phrase in part) for part in parts)
    return tuple(part for part in counted if all(part))
