"""Compare onceper with a plain spaCy pipeline, the arms in turn, and print ratios.

Times of one run vary with whatever else the machine does; the ratio of two arms that ran in turn does not.
"""

from __future__ import annotations

import gc
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from plain_pipeline import PlainPipeline
from texts import english

from onceper.reader.reader import ALL_PARTS, Reader
from onceper.rules.loading import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.reader.context import Part

ROUNDS = 5
WANTED: dict[str, frozenset[Part]] = {"full reading": ALL_PARTS, "limits only": frozenset({"limits"})}


def main() -> None:
    """Run all arms in turn and print a table."""
    what, cards = english()
    texts = [text for text, _ in cards]
    rules, lexicon = load("en")
    plain = PlainPipeline()
    plain.read(texts[:100])

    def read_all(reader: Reader, parts: frozenset[Part]) -> None:
        for text, name in cards:
            reader.read(text, name=name, parts=parts)

    seconds: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        seconds.setdefault("plain spaCy pipeline", []).append(_timed(plain.read, texts))
        for wanted, parts in WANTED.items():
            reader = Reader("en", rules, lexicon)
            for state in ("caches empty", "warm"):
                seconds.setdefault(f"onceper, {wanted}, {state}", []).append(_timed(read_all, reader, parts))

    print(f"{len(cards):,} {what}, {ROUNDS} rounds, medians; plain: spaCy with {len(plain)} fixed patterns")
    print(f"{'arm':<36}{'cards/s':>10}{'times plain':>14}   least to most")
    for arm, times in seconds.items():
        ratios = sorted(a / b for a, b in zip(seconds["plain spaCy pipeline"], times, strict=True))
        rate = len(cards) / median(times)
        print(f"{arm:<36}{rate:>10,.0f}{median(ratios):>14.1f}   {ratios[0]:.1f} to {ratios[-1]:.1f}")


def _timed(run: Callable[..., object], *arguments: object) -> float:
    gc.collect()
    start = perf_counter()
    run(*arguments)
    return perf_counter() - start


if __name__ == "__main__":
    main()
