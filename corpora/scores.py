"""Print how much of the frozen test splits is read as it is labelled: ``python corpora/scores.py``, or ``make scores``.

A limit that was found is right where its words and every field that its label names are the same, the effects that it
governs included. Found and not labelled counts against precision, labelled and not found against recall.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from onceper import read
from onceper.lang.spellings import spellings

CORPORA = Path(__file__).resolve().parent
GAMES = {"yugioh": "Yu-Gi-Oh!", "duelmasters": "Duel Masters", "other": "other games"}


class Score(NamedTuple):
    """Hold the counts of one language and game."""

    texts: int = 0
    exact: int = 0
    labelled: int = 0
    found: int = 0
    right: int = 0

    def __add__(self, other: Score) -> Score:  # type: ignore[override]
        return Score(*(mine + its for mine, its in zip(self, other, strict=True)))

    @property
    def cells(self) -> list[str]:
        """The score as the cells of a table."""
        precision, recall, exact = self.right / self.found, self.right / self.labelled, self.exact / self.texts
        f1 = 2 * self.right / (self.found + self.labelled)
        return [str(self.texts), str(self.labelled), *(f"{share:.3f}" for share in (precision, recall, f1, exact))]


def is_as_labelled(label: Any, found: Any) -> bool:
    """Tell whether what was found has everything that a label names."""
    if isinstance(label, dict) and isinstance(found, dict):
        return all(key in found and is_as_labelled(value, found[key]) for key, value in label.items())
    return bool(label == found)


def score_of(line: dict[str, Any], lang: str) -> Score:
    """Return the score of one text of a test split."""
    reading = read(line["text"], lang=lang, game=line["game"], name=line["name"])
    found = msgspec.json.decode(msgspec.json.encode(reading.limits))
    left = list(found)
    for label in line["limits"]:
        same = next((limit for limit in left if is_as_labelled(label, limit)), None)
        if same is not None:
            left.remove(same)
    right = len(found) - len(left)
    is_exact = right == len(found) == len(line["limits"])
    return Score(1, is_exact, len(line["limits"]), len(found), right)


def scores() -> dict[tuple[str, str], Score]:
    """Return the score of each language and game."""
    totals: dict[tuple[str, str], Score] = {}
    for file in sorted(CORPORA.glob("*/*.test.jsonl")):
        lang = file.parent.name
        for line in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            key = lang, line["game"]
            totals[key] = totals.get(key, Score()) + score_of(line, lang)
    return totals


def table() -> str:
    """Return the scores as a table of Markdown."""
    head = ["language", "game", "texts", "limits", "precision", "recall", "F1", "texts read exactly"]
    rows = [head, ["---"] * len(head)]
    rows += [[spellings()[lang].names[0], GAMES[game], *score.cells] for (lang, game), score in scores().items()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


if __name__ == "__main__":
    print(table())  # noqa: T201
