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

from noise import MODES, damaged
from results import table

from onceper.classifier.about import load_about, shipped_models
from onceper.reader.options import Options
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
    for name, file in shipped_models().items():
        about = load_about(file)
        command = f"onceper train --lang {name} --seed {about.seed}"
        yield (
            f"| {name} | {len(corpus(about.lang, about.game))} | {about.examples} | {len(about.labels)} |"
            f" `{command}` | {about.limits.threshold:.3f} | {about.non_effects.threshold:.3f} |"
        )


def _speed(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        yield f"| {row['model']} | {row['measured']['a second']:,} | {row['measured']['first, ms']:.0f} |"


def _damaged(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    columns = [(what, arm) for what in ("recall", "precision", "silent") for arm in MODES]
    of: dict[tuple[str, ...], dict[str, dict[str, Any]]] = defaultdict(dict)
    for row in rows:
        of[row["print"], row["damage"], str(row["limits"])][row["classifier"]] = row
    lines = ((*key, *(f"{arms[arm][what]:.3f}" for what, arm in columns)) for key, arms in of.items())
    return table(("print", "damage", "limits", *(f"{what}: {arm}" for what, arm in columns)), lines)


def _splits() -> Iterator[str]:
    for name in shipped_models():
        pairs = list(_pairs(name, "clean"))
        yield f"\n### {name}\n"
        yield from table(("kind", "labelled", "recall", "precision"), _kinds(pairs))
        confused = Counter((p.labelled, p.found) for p in pairs if NOTHING not in p[:2] and p.labelled != p.found)
        listed = ", ".join(f"{labelled} as {found} {count}" for (labelled, found), count in confused.most_common(6))
        yield f"\nConfused: {listed or 'none'}.\n\nReliability of finds in damaged print ({DAMAGE}):\n"
        finds = [pair for pair in _pairs(name, DAMAGE) if pair.found != NOTHING]
        yield from table(("confidence", "finds", "right"), _reliability(finds))


def _kinds(pairs: Sequence[Pair]) -> Iterator[tuple[str, ...]]:
    labelled, found = Counter(pair.labelled for pair in pairs), Counter(pair.found for pair in pairs)
    right = Counter(pair.found for pair in pairs if pair.labelled == pair.found)
    for kind in sorted(labelled.keys() - {NOTHING}):
        precision = f"{right[kind] / found[kind]:.3f}" if found[kind] else "-"
        yield kind, str(labelled[kind]), f"{right[kind] / labelled[kind]:.3f}", precision


def _reliability(finds: Sequence[Pair]) -> Iterator[tuple[str, ...]]:
    for low, high in pairwise(BINS):
        own = [pair for pair in finds if low <= pair.confidence < high]
        if own:
            right = sum(pair.labelled == pair.found for pair in own) / len(own)
            yield f"{low:.2f} to {min(high, 1):.2f}", str(len(own)), f"{right:.3f}"


def _pairs(name: str, damage: str) -> Iterator[Pair]:
    """Yield what was found for each label of a split, and what was found besides."""
    about = load_about(shipped_models()[name])
    lang, game = about.lang, about.game
    only, chance = Options(classifier="only"), random.Random(SEED)  # noqa: S311
    split = ROOT / "corpora" / lang / f"{game or 'limits'}.test.jsonl"
    for row in map(json.loads, split.read_text(encoding="utf-8").splitlines()):
        text, places = damaged(row["text"], damage, chance)
        reader = reader_of(lang, row["game"])
        left = list(reader.read(text, only, name=row["name"]).limits)
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
