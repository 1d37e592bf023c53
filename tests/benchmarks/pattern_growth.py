"""Measure how the time grows that texts take which repeat what patterns look for: twice the text, twice the time."""

from __future__ import annotations

from itertools import groupby, islice
from operator import attrgetter
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from pattern_pieces import hostile, pieces_of, repeated, sentences_of

from onceper.reader.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pattern_pieces import Pieces

    from onceper.lang.base import Language

SIGNS = 5_000
# Twice, and what the clock of a shared computer adds.
MOST = 2.6
# A group that takes less tells nothing of its growth.
LEAST_SECONDS = 0.02
OF_EACH_GROUP = 2
LARGE = 2_500_000
SLOWEST = 2


class Growth(NamedTuple):
    """Hold what the texts of a group take at one length and at twice that, and the slowest of them."""

    group: str
    less: float
    more: float
    text: str

    @property
    def ratio(self) -> float:
        """How many times as long the longer texts take; 0 where that is too short to be told."""
        return self.more / self.less if self.more >= LEAST_SECONDS else 0.0


def print_groups(spoken: Language) -> None:
    """Print how the slowest groups of patterns grow, those that grow too fast, and the slowest at some megabytes."""
    reader = Reader(spoken, list(spoken.book.rules))
    by_group = groupby(sorted(pieces_of(spoken), key=attrgetter("of")), attrgetter("of"))
    grown = [_growth(spoken, reader, group, [*islice(found, OF_EACH_GROUP)]) for group, found in by_group]
    name = f"{spoken.code} {spoken.game or ''}"
    fast = sorted((one for one in grown if one.ratio > MOST), key=attrgetter("ratio"), reverse=True)
    print(f"{name}: {len(grown)} groups of patterns, {len(fast)} of which take over {MOST} times for twice the text")
    for one in fast:
        print(f"  {one.group:<34}{one.less:>10.3f} s{one.more:>10.3f} s{one.ratio:>8.1f}")
    for one in sorted(grown, key=attrgetter("more"), reverse=True)[:SLOWEST]:
        less, more = (_seconds(repeated(one.text, signs), reader) for signs in (LARGE, 2 * LARGE))
        of = f"  {one.group}, {2 * LARGE:,} signs"
        print(f"{of:<46}{more:>10.3f} s{more / less:>8.1f}", flush=True)


def _growth(spoken: Language, reader: Reader, group: str, of_group: list[Pieces]) -> Growth:
    stop = spoken.structure.print.stops[:1]
    less = more = slowest = 0.0
    slowest_text = ""
    for pieces in of_group:
        short, long = hostile(pieces, spoken.joint, SIGNS), hostile(pieces, spoken.joint, 2 * SIGNS)
        for one, twice in zip(short, long, strict=True):
            for written in (lambda text: text, lambda text: sentences_of(text, stop, spoken.joint)):
                reader.read(written(one))
                seconds = _least(one, written, reader)
                less += seconds
                more += _least(twice, written, reader)
                if seconds > slowest:
                    slowest, slowest_text = seconds, written(one)
    return Growth(group, less, more, slowest_text)


def _least(text: str, written: Callable[[str], str], reader: Reader) -> float:
    return min(_seconds(written(other), reader) for other in _begun_elsewhere(text))


def _begun_elsewhere(text: str) -> Iterator[str]:
    """Yield a text cut elsewhere, so that no sentence of it is one whose reading is kept."""
    for at in (1, 2):
        yield text[at:] + text[:at]


def _seconds(text: str, reader: Reader) -> float:
    begin = process_time()
    reader.read(text)
    return process_time() - begin
