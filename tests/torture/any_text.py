"""Read hostile texts: every piece of every pattern again and again, all mixed, with the classifier and without."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from math import inf
from time import process_time
from typing import TYPE_CHECKING

from counting import Count, asked
from pattern_pieces import hostile, pieces_of, sentences_of

import onceper
from onceper.classifier.about import shipped_models
from onceper.lang.languages import language, language_codes
from onceper.reader.options import Mode
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from random import Random

    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading
    from onceper.contract.span import Unread

PRINTS = (*((lang, "yugioh") for lang in language_codes()), ("ja", "duelmasters"))
SIGNS = 5_000
# Mixed texts at once, and the part of the time that is left for them.
TEXTS = 2_000
MIXED = 0.2
# Of the processor, for the slowest text of so many signs.
SLOWEST = 0.2
THREADS = 8
# What is rewritten before a text is read, so often, and four times as often: a square would take sixteen times as long.
GROWING = (
    "<b>",
    "<br>",
    "</i>",
    '"<p>',
    "&amp;",
    "\r\n",
    "  ",
    "e\u0301",
    "\u1112\u1161\u11ab",
    "か\u3099",
    "\u200b",
    "ｶﾞ",
)
_GROWN = 5_000
_MOST_GROWTH = 9
GROWING_CLAUSES = (("ja", "duelmasters", "1度のみ", 50), ("en", "yugioh", "a", 5_000))
_MODES: tuple[Mode, ...] = ("off", "on", "only")
_ANY_SIGNS = (
    "\x00",
    "\x01",
    "\x1b[2J",
    "\r",
    "\u202e",
    "\ufeff",
    "\ud800",
    "e\u0301",
    "𠮟",
    "<rt>",
    "&amp;",
    "①",
    "●",
    '"',
    "（",
)

Told = tuple[str, str, str, Mode]


def main() -> None:
    """Try the pieces of patterns for most of the time, and mixed texts for the rest, or until every piece was tried."""
    count, chance = asked(__doc__)
    normalise_growing(count)
    read_growing(count)
    read_pieces(count, chance)
    texts = list(mixed(chance, TEXTS))
    read_all(count, texts)
    read_again(count, texts)
    while count.goes_on():
        read_all(count, mixed(chance, TEXTS))
    count.end()


def read_pieces(count: Count, chance: Random) -> None:
    """Read what repeats the pieces of every pattern, one of each language in turn, while time is left.

    Their order is one that the seed tells.
    """
    trials = [pieces_read(count, lang, game, chance) for lang, game in PRINTS]
    while trials and count.goes_on(but_for=MIXED):
        trials = [trial for trial in trials if next(trial, None)]


def normalise_growing(count: Count, longest: int | None = None) -> None:
    """Normalise texts of one thing again and again, and see that the time grows with their length.

    The longest has so many characters, or some tens of thousands of the thing.
    """
    tried = count.of("growing texts")
    for sign in GROWING:
        grown = longest // (4 * len(sign)) if longest else _GROWN
        tried.one(_too_slow(Text, sign, grown))


def read_growing(count: Count) -> None:
    """Read texts of one thing again and again, no longer than a clause is read whole, and see the same."""
    tried = count.of("growing clauses")
    for lang, game, sign, grown in GROWING_CLAUSES:
        reads = partial(onceper.read, lang=lang, game=game)
        reads(sign)
        tried.one(_too_slow(reads, sign, grown))


def _too_slow(act: Callable[[str], object], sign: str, grown: int) -> str | None:
    """Return in words how much longer four times as many signs take, where that is far more than four times."""
    # A text that was read before is known.
    least = [min(_seconds_of(act, sign * (times + again)) for again in range(2)) for times in (grown, 4 * grown)]
    growth = least[1] / least[0]
    return f"{growth:.1f} times as long for four times {sign!r}" if growth > _MOST_GROWTH else None


def _seconds_of(act: Callable[[str], object], text: str) -> float:
    # A look for garbage takes as long as what else the process holds.
    gc.disable()
    begin = process_time()
    act(text)
    seconds = process_time() - begin
    gc.enable()
    return seconds


def pieces_read(count: Count, lang: str, game: str, chance: Random) -> Iterator[int]:
    """Yield the number of patterns of a language so far, whenever another one's pieces are read."""
    spoken = language(lang, game)
    tried = count.of(f"pieces of patterns, {lang} {game}")
    every = pieces_of(spoken)
    in_sentences = partial(sentences_of, stop=spoken.structure.print.stops[:1], joint=spoken.splitter.joint)
    slowest = 0.0
    for number, pieces in enumerate(chance.sample(every, len(every)), start=1):
        for text in hostile(pieces, spoken.splitter.joint, SIGNS):
            for write in (str, in_sentences):
                seconds, failure = timed_warm((text, lang, game, "off"), write)
                slowest = max(slowest, seconds)
                tried.one(failure or slow(seconds, f"{pieces.of}: {text[:60]!r}"))
        tried.note = f"{number:,} of {len(every):,} patterns, slowest {slowest:.3f} s"
        yield number


def mixed(chance: Random, number: int) -> Iterator[Told]:
    """Yield texts of pieces of patterns and signs of all kinds, in any order."""
    with_model = {name.partition(".")[0] for name in shipped_models()}
    for lang, game in PRINTS:
        spoken = language(lang, game)
        every = [run for pieces in pieces_of(spoken) for run in pieces.runs]
        for _ in range(number // len(PRINTS)):
            words = chance.choices([*chance.choices(every, k=20), *_ANY_SIGNS, *".,:;。、"], k=chance.randrange(1, 60))
            yield spoken.splitter.joint.join(words), lang, game, chance.choice(_MODES) if lang in with_model else "off"


def read_all(count: Count, texts: Iterable[Told]) -> None:
    """Read texts, and look at what each reading promises."""
    for told in texts:
        seconds, failure = timed_warm(told)
        what = f"{len(told[0]):,} signs: {told!r:.200}"
        count.of(f"mixed texts, classifier {told[3]}").one(failure or slow(seconds, what))


def read_again(count: Count, texts: list[Told]) -> None:
    """Read texts once more in the other order, and in threads at once: all must give the same."""
    first = [*map(read, texts)]
    tried = count.of("the other order")
    for told, known in zip(reversed(texts), reversed(first), strict=True):
        tried.one(None if read(told) == known else f"{told!r:.200}")
    tried = count.of(f"{THREADS} threads")
    with ThreadPoolExecutor(THREADS) as threads:
        for told, known, now in zip(texts, first, threads.map(read, texts), strict=True):
            tried.one(None if now == known else f"{told!r:.200}")


def read(told: Told) -> CardReading:
    """Read one text."""
    text, lang, game, mode = told
    return onceper.read(text, lang=lang, game=game, classifier=mode)


def timed(told: Told) -> tuple[float, str | None]:
    """Return the processor's seconds that a text takes, and a line where its reading breaks a promise."""
    begin = process_time()
    try:
        reading = read(told)
    except Exception as error:  # noqa: BLE001  whatever it is, it is what is looked for
        return 0.0, f"{error!r:.200} for {told!r:.200}"
    seconds = process_time() - begin
    found: list[Limit | NonEffect | Unread] = [*reading.limits, *reading.non_effects, *reading.unread]
    spans = [one for one in found if one.text != told[0][slice(*one.span)]]
    if spans:
        return seconds, f"{spans[0].text!r} does not stand at {spans[0].span} of {told!r:.200}"
    if any(one.span > other.span for one, other in pairwise(reading.non_effects)):
        return seconds, f"non-effects out of order in {told!r:.200}"
    return seconds, None


def timed_warm(told: Told, write: Callable[[str], str] = str) -> tuple[float, str | None]:
    """Return the same, of a slow text once more: what is loaded or compiled for it is so only once.

    It is then cut elsewhere before it is written, so that no sentence is one whose reading is kept.
    """
    text, lang, game, mode = told
    least = inf
    for begun in (text, text[1:] + text[:1]):
        seconds, failure = timed((write(begun), lang, game, mode))
        least = min(least, seconds)
        if failure or seconds <= SLOWEST:
            break
    return least, failure


def slow(seconds: float, what: str) -> str | None:
    """Return a line where something takes too long."""
    return f"{seconds:.2f} s for {what}" if seconds > SLOWEST else None


if __name__ == "__main__":
    main()
