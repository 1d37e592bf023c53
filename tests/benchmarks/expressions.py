"""Search real texts for the sixty fixed patterns with engines of regular expressions, beside the plain spaCy pipeline.

``re`` searches for one after another, google-re2's ``Set`` and hyperscan for all at once. The arms run in turn; counted
is the time of the processor. An engine that is not installed is left out, and that is said.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from arguments import languages
from bench import HERE, PLAIN, ROUNDS, beside_plain
from plain_pipeline import A_NAME, PlainPipeline
from results import in_turn, keep
from texts import texts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TEXTS = 1_000
_NAME = '[^"「」]+'
# Between the words of a pattern; print sets a space there or not, and none inside quotes.
_JOINT = " ?"


def main() -> None:
    """Run all arms of each language in turn and print a table."""
    for lang in languages(__doc__):
        what, cards = texts_of(lang)
        texts = [text for text, _ in cards[:: max(1, len(cards) // TEXTS)]]
        plain = PlainPipeline(lang)
        arms: dict[str, Callable[[], object]] = {PLAIN: partial(plain.read, texts)}
        for name, make in ENGINES.items():
            try:
                find = make(expressions(lang))
            except ModuleNotFoundError as missing:
                print(f"{name} is left out: {missing.name} is not installed (pip install google-re2 hyperscan)")
                continue
            arms[name] = partial(_search, texts, find)
        plain.read(texts[:100])
        keep("expressions", lang, f"{len(texts):,} {what}", beside_plain(len(texts), in_turn(arms, ROUNDS)))


def _search(texts: Sequence[str], find: Callable[[str], object]) -> None:
    for text in texts:
        find(text)


def expressions(lang: str) -> list[str]:
    """Return the fixed patterns of a language as regular expressions over print."""
    lines = (HERE / f"plain_patterns.{lang}.txt").read_text(encoding="utf-8").splitlines()
    return [_JOINT.join(map(_expression, line.split())) for line in lines if not line.startswith("#")]


def _expression(item: str) -> str:
    """Return an item of a pattern: any of its words, or the words of a name."""
    if item == A_NAME:
        return _NAME
    words = "|".join(map(re.escape, item.rstrip("?*").split("|")))
    return f"(?:(?:{words}){_JOINT}){item[-1]}" if item[-1] in "?*" else f"(?:{words})"


def _in_turn(patterns: Sequence[str]) -> Callable[[str], object]:
    """Return what finds the places of each pattern in a text, by ``re``, one pattern after another."""
    compiled = [re.compile(pattern, re.IGNORECASE) for pattern in patterns]
    return lambda text: [found.span() for pattern in compiled for found in pattern.finditer(text)]


def _re2_set(patterns: Sequence[str]) -> Callable[[str], object]:
    """Return what tells which patterns stand in a text, and not where."""
    import re2  # noqa: PLC0415  who has it not runs the other arms

    options = re2.Options()
    options.case_sensitive = False
    searched = re2.Set.SearchSet(options)
    for pattern in patterns:
        searched.Add(pattern)
    searched.Compile()
    match: Callable[[str], object] = searched.Match
    return match


def _hyperscan(patterns: Sequence[str]) -> Callable[[str], object]:
    """Return what tells where in the bytes of a text each pattern ends, and not where it begins."""
    import hyperscan  # noqa: PLC0415  as above

    database = hyperscan.Database()
    flags = hyperscan.HS_FLAG_CASELESS | hyperscan.HS_FLAG_UTF8
    encoded = [pattern.encode() for pattern in patterns]
    numbers = [*range(len(encoded))]
    database.compile(expressions=encoded, ids=numbers, elements=len(encoded), flags=[flags] * len(encoded))

    def find(text: str) -> list[tuple[int, int]]:
        ends: list[tuple[int, int]] = []
        database.scan(text.encode(), match_event_handler=lambda number, _, end, *__: ends.append((number, end)))
        return ends

    return find


ENGINES = {
    "re, one pattern after another": _in_turn,
    "google-re2 Set, which patterns": _re2_set,
    "hyperscan, where patterns end": _hyperscan,
}

if __name__ == "__main__":
    main()
