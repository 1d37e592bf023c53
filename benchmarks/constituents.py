"""Measure how often constituents say what a pattern says: ``python benchmarks/constituents.py``.

Each family of patterns is switched off in turn, and what it read in real texts and in the corpora is read without it.
Of the limits that constituents read in its place, the share that says the same in every field is the confidence that
``patterns/readings.toml`` gives their reading as ``by_parts``. What they do not read must be told as unread.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.lang.languages import language, language_codes
from onceper.patterns.catalogue import BY_PARTS
from onceper.reader.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.limit import Limit
    from onceper.contract.reading import CardReading
    from onceper.lang.base import Language
    from onceper.patterns.rule import Rule

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
REAL = ("ygo/texts", "dm/texts", "tr/labelled")
# What says where a limit was found, and who found it, is not what it says.
NOT_SAID = ("span", "text", "rule", "source", "confidence", "event")


def texts(lang: str, game: str) -> Iterator[tuple[str, str | None]]:
    """Yield real texts and those of the corpora with the names of their cards."""
    for name in REAL:
        path = DATA / f"{name}.jsonl.gz"
        if path.is_file():
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                for row in map(json.loads, lines):
                    if (row.get("lang"), row.get("game")) == (lang, game):
                        yield row["text"], row.get("name")
    for file in sorted((ROOT / "corpora" / lang).glob("*.jsonl")):
        for line in file.read_bytes().splitlines():
            row = msgspec.json.decode(line)
            if row["game"] == game:
                yield row["text"], row["name"]


def family(rule: Rule) -> str | None:
    """Return what a pattern is switched off with: all of its kind that state a limit by a whole clause."""
    if rule.reading_kind != "limit" or all("<" in pattern.text for pattern in rule.patterns):
        return None
    return rule.id.split(".")[0]


def said(limit: Limit) -> dict[str, Any]:
    """Return what a limit says."""
    fields = msgspec.structs.asdict(limit)
    return {key: value for key, value in fields.items() if key not in NOT_SAID}


def measure(spoken: Language, game: str) -> Iterator[tuple[str, Counter[str], list[str]]]:
    """Yield for each reading by constituents how it went, with the texts in which it was wrong or silent."""
    rules = [rule for rule in spoken.book.rules if rule.game in {None, game}]
    whole = Reader(spoken, rules)
    read = [(whole.read(text, game=game, name=name), name) for text, name in dict.fromkeys(texts(spoken.code, game))]
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    examples: dict[str, list[str]] = defaultdict(list)
    for off in sorted({name for rule in rules if (name := family(rule))}):
        rest = Reader(spoken, [rule for rule in rules if family(rule) != off])
        gone = {rule.id for rule in rules if family(rule) == off}
        for reading, name in read:
            wanted = [limit for limit in reading.limits if limit.rule in gone]
            if wanted:
                _compare(wanted, rest.read(reading.text, game=game, name=name), counts, examples)
    for key in sorted(counts):
        yield key, counts[key], examples[key]


def _compare(
    wanted: list[Limit], found: CardReading, counts: dict[str, Counter[str]], examples: dict[str, list[str]]
) -> None:
    for limit in wanted:
        start, end = limit.span
        there = [one for one in found.limits if one.span[0] < end and start < one.span[1]]
        unread = any(one.span[0] < end and start < one.span[1] for one in found.unread)
        if not there:
            result = "unread" if unread else "silent"
        else:
            same = any(said(one) == said(limit) for one in there)
            result = "right" if same else "wrong"
        key = next((one.rule for one in there if one.rule.endswith(BY_PARTS)), there[0].rule if there else limit.rule)
        counts[key][result] += 1
        if result in {"wrong", "silent"}:
            examples[key].append(f"{result}: {limit.text} -> {[one.rule for one in there]}")


def main() -> None:
    """Print the table, and with ``-v`` what was wrong or silent."""
    results = ("right", "wrong", "unread", "silent")
    print(f"{'reading':48}", *(f"{result:>7}" for result in results), "  share")
    for code in language_codes():
        for game in ("yugioh", *language(code).games):
            spoken = language(code, game)
            for key, counts, examples in measure(spoken, game):
                read = counts["right"] + counts["wrong"]
                share = f"{counts['right'] / read:7.3f}" if read else ""
                label = f"{code} {game} {key}"
                print(f"{label:48}", *(f"{counts[result]:7}" for result in results), share)
                if "-v" in sys.argv:
                    print(*(f"    {example}" for example in dict.fromkeys(examples)), sep="\n")


if __name__ == "__main__":
    main()
