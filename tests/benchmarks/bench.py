"""Compare onceper with what one would write by hand, the arms in turn, and print ratios for each language.

The arms are a plain spaCy pipeline, and two that only tell which texts hold a word that limits are written with, by one
regular expression in Python and in Polars.

Counted is the time of the processor: every arm is one thread, and what else the machine does is no arm's. Speeds still
vary from run to run; the ratio of two arms that ran in turn hardly does. Compiled modules have figures of their own.
"""

from __future__ import annotations

import gc
import re
from functools import _lru_cache_wrapper
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import polars as pl
from arguments import languages
from plain_pipeline import PlainPipeline
from results import keep, timed
from texts import new_reader, recombined, renamed, renumbered, texts_of

from onceper.cli.main import which_build
from onceper.reader.options import RULES_ALONE, Options
from onceper.text import memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from texts import Card

    from onceper.reader.reader import Reader

ROUNDS = 5
WANTED = {"full reading": RULES_ALONE, "limits only": Options(frozenset({"limits"}), "off")}
PLAIN = "plain spaCy pipeline"
CUES = "words of limits, re"
CUES_POLARS = "words of limits, Polars str.contains"
HERE = Path(__file__).parent
BENCHMARK = f"reading, {which_build()}"


def main() -> None:
    """Run all arms of each language in turn and print a table."""
    for lang in languages(__doc__):
        what, cards = texts_of(lang)
        plain = PlainPipeline(lang)
        seconds = _seconds(lang, cards, plain)
        keep(BENCHMARK, lang, f"{len(cards):,} {what}", beside_plain(len(cards), seconds))


def beside_plain(cards: int, seconds: dict[str, list[float]]) -> dict[str, dict[str, float]]:
    """Return how many cards each arm reads a second, also in times the plain pipeline of the same round."""
    return {
        arm: {
            "cards per second": cards / median(times),
            "times plain": median(a / b for a, b in zip(seconds[PLAIN], times, strict=True)),
        }
        for arm, times in seconds.items()
    }


def _seconds(lang: str, cards: list[Card], plain: PlainPipeline) -> dict[str, list[float]]:
    """Return how long each arm took in each round."""
    texts = [text for text, _ in cards]

    # The same templates, but not one text that was read before.
    others = [(f"{text} ", name) for text, name in cards]
    states = {
        "caches empty": cards,
        "known wording": others,
        # Before others take its place: no more readings are kept than of some lists.
        "the same again": others,
        "new names": renamed(lang, cards),
        "known sentences, new cards": recombined(lang, cards),
        "new numbers": renumbered(cards),
    }

    def read_all(reader: Reader, cards: list[Card], options: Options) -> None:
        for text, name in cards:
            reader.read(text, options, name=name)

    cues = "|".join(map(re.escape, (HERE / f"plain_cues.{lang}.txt").read_text(encoding="utf-8").splitlines()))
    scan = re.compile(cues, re.IGNORECASE).search
    column = pl.Series(texts)

    # What is loaded once, such as a dictionary and the model that guesses at what is not read, is no arm's.
    plain.read(texts[:100])
    read_all(new_reader(lang), cards[:1_000], RULES_ALONE)
    seconds: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        seconds.setdefault(PLAIN, []).append(timed(plain.read, texts))
        seconds.setdefault(CUES, []).append(timed(lambda: [scan(text) is not None for text in texts]))
        seconds.setdefault(CUES_POLARS, []).append(timed(column.str.contains, f"(?i){cues}"))
        for wanted, options in WANTED.items():
            forget()
            reader = new_reader(lang)
            for state, which in states.items():
                seconds.setdefault(f"onceper, {wanted}, {state}", []).append(timed(read_all, reader, which, options))
    return seconds


def forget() -> None:
    """Empty the caches that texts have filled; those of a reader go with it.

    What has no bound, such as a dictionary, is loaded once.
    """
    re.purge()
    memory.forget()
    for kept in gc.get_objects():
        if isinstance(kept, _lru_cache_wrapper) and _is_ours(kept.__wrapped__) and kept.cache_info().maxsize:
            kept.cache_clear()


def _is_ours(function: Callable[..., object]) -> bool:
    return (function.__module__ or "").startswith("onceper")


if __name__ == "__main__":
    main()
