"""Measure how often limits of each confidence are right, by the labels of real cards.

A limit is right where a label of the same count and period stands at its words. What labels do not have is left out:
limits on control, on what happens and on what is gained, and cards whose labels are not sure.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from texts import DATA

import onceper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.limit import Limit

LABELLED = {"soft", "hard", "summon"}
LEVELS = (1.0, 0.99, 0.95, 0.9, 0.0)
_PERIODS = {"while_there": "face_up", None: "none"}


def _lines(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(DATA / "ygo" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _labels() -> dict[tuple[int, str, str], list[dict[str, Any]]]:
    labels = {}
    for card in _lines("attachment"):
        key = card["konami_id"], card["field"]
        labels[*key, "ja"] = card["limits_ja"]
        english = card["en"]
        if english and english["confident"] and english["limits_confident"]:
            labels[*key, "en"] = english["limits"] + english["soft_limits"]
    return labels


def _is_right(limit: Limit, labels: list[dict[str, Any]]) -> bool:
    said = limit.count, _PERIODS.get(limit.period, limit.period)
    start, end = limit.span
    return any((one["count"], one["period"]) == said and one["start"] < end and start < one["end"] for one in labels)


def main() -> None:
    """Print a line for each language and level of confidence: limits, and how many of them are right."""
    labels = _labels()
    found = defaultdict[tuple[str, float], list[bool]](list)
    for card in _lines("texts"):
        known = labels.get((card["konami_id"], card.get("field") or "text", card["lang"]))
        if known is None:
            continue
        for limit in onceper.read(card["text"], lang=card["lang"], game="yugioh", name=card["name"]).limits:
            if limit.kind in LABELLED:
                level = next(level for level in LEVELS if limit.confidence >= level)
                found[card["lang"], level].append(_is_right(limit, known))
    for (lang, level), right in sorted(found.items(), reverse=True):
        sys.stdout.write(f"{lang}  {level:.2f}  {len(right):6,} limits, {sum(right) / len(right):.3f} right\n")


if __name__ == "__main__":
    main()
