"""Write models/CARD.md from its template, the models, the frozen test splits and what classifier.py measured.

    (python tests/benchmarks/noise.py && python tests/benchmarks/classifier.py) > models/measured.jsonl
    python tests/benchmarks/card.py

On the frozen splits, which no model has seen, the classifier reads alone; the labels were written by hand.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple

from noise import damaged

from onceper.classifier.about import load_about, shipped_file, shipped_models
from onceper.classifier.classifier import classifier_of
from onceper.reader.readers import reader_of
from onceper.training.examples import corpus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HERE = Path(__file__).resolve()
ROOT = HERE.parents[2]
MEASURED = ROOT / "models" / "measured.jsonl"
CARD = ROOT / "models" / "CARD.md"
DAMAGE = "confused 6%"
SEED = 7
NOTHING = "nothing"
BINS = (0.0, 0.8, 0.9, 0.95, 0.99, 1.01)


class Pair(NamedTuple):
    """Hold the kinds of a limit as it is labelled and as it was found, and how sure the find was."""

    labelled: str
    found: str
    confidence: float


def main() -> None:
    """Write the card."""
    CARD.write_text(card(), encoding="utf-8", newline="\n")


def card() -> str:
    """Return the card of the models that are installed."""
    of: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in MEASURED.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        of[row["what"]].append(row)
    tables = {"data": _data(), "speed": _speed(of["speed"]), "damaged": _damaged(of["noise"]), "splits": _splits()}
    template = Template(HERE.with_suffix(".template.md").read_text(encoding="utf-8"))
    return template.substitute({name: "\n".join(lines) for name, lines in tables.items()})


def _data() -> Iterator[str]:
    for name, (lang, game) in shipped_models().items():
        about = load_about(shipped_file(lang, game))
        yield (
            f"| {name} | {len(corpus(lang, game))} | {about.examples} | {len(about.labels)} | `{about.command}` |"
            f" {about.limits.threshold:.3f} | {about.non_effects.threshold:.3f} |"
        )


def _speed(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        yield f"| {row['model']} | {row['measured']['a second']:,} | {row['measured']['first, ms']:.0f} |"


def _damaged(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    arms = ("off", "auto", "on")
    heads = [f"{what}: {arm}" for what in ("recall", "precision", "silent") for arm in arms]
    yield f"| print | damage | limits | {' | '.join(heads)} |"
    yield "|" + "---|" * (3 + len(heads))
    found = {(row["print"], row["damage"], row["classifier"]): row for row in rows}
    for print_, damage in dict.fromkeys((row["print"], row["damage"]) for row in rows):
        of = [found[print_, damage, arm] for arm in arms]
        cells = [f"{row[what]:.3f}" for what in ("recall", "precision", "silent") for row in of]
        yield f"| {print_} | {damage} | {of[0]['limits']} | {' | '.join(cells)} |"


def _splits() -> Iterator[str]:
    for name in shipped_models():
        pairs = list(_pairs(name, "clean"))
        yield f"\n### {name}\n\n| kind | labelled | recall | precision |\n|---|---|---|---|"
        for kind in sorted({pair.labelled for pair in pairs} - {NOTHING}):
            labelled = [pair for pair in pairs if pair.labelled == kind]
            found = [pair for pair in pairs if pair.found == kind]
            right = sum(pair.found == kind for pair in labelled)
            precision = f"{right / len(found):.3f}" if found else "-"
            yield f"| {kind} | {len(labelled)} | {right / len(labelled):.3f} | {precision} |"
        confused = Counter((p.labelled, p.found) for p in pairs if NOTHING not in p[:2] and p.labelled != p.found)
        listed = ", ".join(f"{labelled} as {found} {count}" for (labelled, found), count in confused.most_common(6))
        yield f"\nConfused: {listed or 'none'}.\n\nReliability of finds in damaged print ({DAMAGE}):\n"
        yield "| confidence | finds | right |\n|---|---|---|"
        yield from _reliability([pair for pair in _pairs(name, DAMAGE) if pair.found != NOTHING])


def _reliability(finds: Sequence[Pair]) -> Iterator[str]:
    for low, high in pairwise(BINS):
        own = [pair for pair in finds if low <= pair.confidence < high]
        if own:
            right = sum(pair.labelled == pair.found for pair in own) / len(own)
            yield f"| {low:.2f} to {min(high, 1):.2f} | {len(own)} | {right:.3f} |"


def _pairs(name: str, damage: str) -> Iterator[Pair]:
    """Yield what was found for each label of a split, and what was found besides."""
    lang, game = shipped_models()[name]
    classifier, chance = classifier_of(lang, game), random.Random(SEED)  # noqa: S311
    split = ROOT / "corpora" / lang / f"{game or 'limits'}.test.jsonl"
    for row in map(json.loads, split.read_text(encoding="utf-8").splitlines()):
        text, places = damaged(row["text"], damage, chance)
        reader = reader_of(lang, row["game"])
        left = list(reader.read(text, name=row["name"], classifier=classifier, mode="only").limits)
        for label in (label for label in row["limits"] if "kind" in label):
            start = row["text"].index(label["text"])
            end = start + len(label["text"])
            near = [x for x in left if places[x.span[0]] < end and start <= places[x.span[1] - 1]]
            near.sort(key=lambda found, kind=label["kind"]: found.kind != kind)  # type: ignore[misc]
            yield Pair(label["kind"], near[0].kind if near else NOTHING, near[0].confidence if near else 0.0)
            left = [found for found in left if found is not (near[0] if near else None)]
        for found in left:
            yield Pair(NOTHING, found.kind, found.confidence)


if __name__ == "__main__":
    main()
