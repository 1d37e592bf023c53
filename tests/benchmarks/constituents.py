"""Measure how sure constituents are in each language: ``python tests/benchmarks/constituents.py``.

The patterns of limits are switched off, and every labelled text of the corpora is read without them. Of the limits of
one reading that constituents find in all languages, those with which a label agrees in all that it says, and one more,
are so much of all and two more: what ``patterns/readings.toml`` gives ``other`` languages as ``by_parts``. In a
language where they find some, these two count as much as in the others. It is printed as it stands there; what was told
as unread, silent or wrong is counted, and shown with ``-v``.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.lang.languages import language, language_codes
from onceper.patterns.catalogue import BY_PARTS, catalogue
from onceper.reader.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.limit import Limit
    from onceper.lang.base import Language

CORPORA = Path(__file__).resolve().parents[2] / "corpora"


def labelled(spoken: Language) -> Iterator[tuple[str, str | None, list[dict[str, Any]]]]:
    """Yield the labelled texts of a print with the names of their cards and the labels of their limits."""
    for file in [
        *sorted((CORPORA / spoken.code).glob("*.jsonl")),
        CORPORA / "wordings" / f"{spoken.game or spoken.code}.jsonl",
    ]:
        for line in file.read_bytes().splitlines() if file.exists() else ():
            row = msgspec.json.decode(line)
            if row.get("game", spoken.game or "yugioh") == (spoken.game or "yugioh"):
                yield row["text"], row.get("name"), row["limits"]


def agrees(limit: Limit, label: dict[str, Any]) -> bool:
    """Tell whether a limit says what a label does, wherever it was found."""
    said = msgspec.json.decode(msgspec.json.encode(limit))
    said |= said.pop("applies_to")
    wanted = {**label, **label.get("applies_to", {})}
    return all(said[key] == value for key, value in wanted.items() if key not in {"text", "applies_to"})


def measure(spoken: Language, right: Counter[str], found: Counter[str]) -> Iterator[tuple[str, str]]:
    """Count for each reading what was found, and what of it was right; yield what became of each other label."""
    game = spoken.game or "yugioh"
    reader = Reader(
        spoken, [one for one in spoken.book.rules if one.game in {None, game} and one.reading_kind != "limit"]
    )
    for text, name, labels in labelled(spoken):
        reading = reader.read(text, game=game, name=name)
        for limit in reading.limits:
            found[limit.rule] += 1
            right[limit.rule] += any(agrees(limit, label) for label in labels)
        for label in labels:
            if not any(agrees(limit, label) for limit in reading.limits):
                yield "wrong" if reading.limits else "unread" if reading.unread else "silent", text


def main() -> None:
    """Print the shares, and what was not read."""
    # Traditional Chinese is read with the parts of simplified.
    right: dict[str, Counter[str]] = defaultdict(Counter)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for code in language_codes():
        for spoken in (language(code), *language(code).games.values()):
            of = spoken.folders.main.name
            missed = list(measure(spoken, right[of], found[of]))
            print(spoken.game or code, dict(Counter(what for what, _ in missed)))
            if "-v" in sys.argv:
                print(*(f"    {what}: {text}" for what, text in missed), sep="\n")
    for key in catalogue():
        counts = {of: (right[of][key + BY_PARTS], found[of][key + BY_PARTS]) for of in found}
        right_in_all, found_in_all = map(sum, zip(*counts.values(), strict=True))
        if found_in_all:
            other = (right_in_all + 1) / (found_in_all + 2)
            shares = {of: (is_right + 2 * other) / (count + 2) for of, (is_right, count) in counts.items() if count}
            # None is certain: cut, not rounded.
            told = ", ".join(f"{of} = {int(share * 1000) / 1000}" for of, share in {"other": other, **shares}.items())
            print(key, f"by_parts = {{ {told} }}", sep="\n")


if __name__ == "__main__":
    main()
