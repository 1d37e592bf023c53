"""Measure the classifier: wordings that no rule knows, and its speed.

The truth is what all rules read in the clean text. A limit is found where kind and scope are right and the span
overlaps. Without real texts the frozen test splits stand in, which are few.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from argparse import ArgumentParser
from collections import Counter
from itertools import chain
from pathlib import Path
from subprocess import run
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from onceper.classifier.about import shipped_models
from onceper.classifier.classifier import Classifier
from onceper.classifier.model import Model, load_model, shipped
from onceper.lang.languages import language
from onceper.reader.reader import Reader
from onceper.reader.readers import reader_of
from onceper.resources import resource
from onceper.training.examples import corpus, examples_of
from onceper.training.train import copies_of, matrix_of, weights_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from onceper.contract.limit import Limit

ROOT = Path(__file__).resolve().parents[2]
REAL = ROOT / ".." / "shared" / "data"
SOURCES = {"en": "ygo/texts.jsonl.gz", "ja": "ygo/texts.jsonl.gz", "ja.duelmasters": "dm/texts.jsonl.gz"}
LABELLED_TURKISH = "tr/labelled.jsonl.gz"
# The first text that a process gives the classifier, the rules being loaded.
FIRST = """
import sys, time, onceper
lang, game = sys.argv[1:]
onceper.read("", lang=lang, game=game)
started = time.perf_counter()
onceper.read("0nce per tum.", lang=lang, game=game, classifier="on")
print(round(1000 * (time.perf_counter() - started)))
"""
# What a labelled limit is, by what its count belongs to.
KINDS = {"copy": {"soft", "summon"}, "name": {"hard", "summon"}, "player": {"cap", "gain"}}
FAMILIES = 20
OF_A_FAMILY = 200
OTHERS = 1000
SEED = 7


def main() -> None:
    """Print what is measured of each language as JSON, a line each."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("families", "turkish", "speed"), help="default: all")
    parser.add_argument("--lang", choices=tuple(SOURCES), help="default: all in turn")
    options = parser.parse_args()
    if options.only in {None, "speed"}:
        for model in [options.lang] if options.lang else [*SOURCES, "tr"]:
            _print("speed", model, speed(model))
    if options.only in {None, "turkish"} and options.lang is None:
        _print("no limit rules", "tr", turkish())
    if options.only in {None, "families"}:
        for model in [options.lang] if options.lang else ("en", "ja"):
            families(model)


def _print(what: str, model: str, measured: object) -> None:
    print(json.dumps({"what": what, "model": model, "measured": measured}, ensure_ascii=False), flush=True)


def texts_of(model: str) -> list[tuple[str, str | None]]:
    """Return (text, own name) of the texts of a model's language and game."""
    lang, game = _language(model)
    file = REAL / (LABELLED_TURKISH if lang == "tr" else SOURCES[model])
    if file.is_file():
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
        return [(row["text"], row["name"]) for row in rows if row.get("lang", lang) == lang]
    split = ROOT / "corpora" / lang / f"{game or 'limits'}.test.jsonl"
    rows = [json.loads(line) for line in split.read_text(encoding="utf-8").splitlines()]
    return [(row["text"], row["name"]) for row in rows]


def _language(model: str) -> tuple[str, str | None]:
    return shipped_models()[model]


def _reader(model: str) -> Reader:
    lang, game = _language(model)
    return reader_of(lang, game or "yugioh")


def _asking(model: Model) -> Classifier:
    return Classifier(model.about, lambda: model)


def speed(model: str) -> dict[str, float]:
    """Return sentences per second of processor time, each different one once, and what the first reading waits for."""
    lang, game = _language(model)
    reader, found = _reader(model), load_model(resource("models") / f"{model}.json")
    sentences = dict.fromkeys(chain.from_iterable(reader.unread(text, name) for text, name in texts_of(model)))
    started = process_time()
    found.read(list(sentences))
    seconds = process_time() - started
    first = run([sys.executable, "-c", FIRST, lang, game or "yugioh"], capture_output=True, check=True, text=True)
    return {"sentences": len(sentences), "a second": round(len(sentences) / seconds), "first, ms": float(first.stdout)}


def turkish() -> dict[str, dict[str, float]]:
    """Return how many Turkish limits, labelled by hand, are found with all limit rules off.

    By the shipped model; by one that learned nothing from those rules; by one that learned nothing from the lines of
    the corpus that they read, either.
    """
    turkish = language("tr")
    rules = turkish.book.rules
    # What says of a limit's sentence that it is no effect goes with it.
    limits = {
        rule.id for rule in rules if rule.reading_kind == "limit" or rule.reading.get("kind") == "activation_limit"
    }
    held = [rule for rule in rules if rule.id not in limits and rule.game in {None, "yugioh"}]
    models = {
        "shipped": shipped("tr", None),
        "without the rules' examples": unknowing("tr", limits),
        "without lines that they read": unknowing("tr", {*limits, *_lines_read("tr", limits)}),
    }
    lesser = Reader(turkish, held)
    return {what: _labelled_turkish(lesser, _asking(model)) for what, model in models.items()}


def _labelled_turkish(reader: Reader, classifier: Classifier) -> dict[str, float]:
    """Return how many labelled limits are found with their kind, which the labels tell by what the count belongs to."""
    found = right = finds = extra = 0
    for text, name, labels in _labels_of_turkish():
        limits = reader.read(text, name=name, classifier=classifier).limits
        for start, end, scope in labels:
            near = [limit for limit in limits if limit.span[0] < end and start < limit.span[1]]
            found += bool(near)
            right += any(limit.scope == scope and limit.kind in KINDS[scope] for limit in near)
        finds += len(limits)
        extra += sum(not any(x.span[0] < end and start < x.span[1] for start, end, _ in labels) for x in limits)
    total = sum(len(labels) for _, _, labels in _labels_of_turkish())
    return {
        "limits": total,
        "found": round(found / total, 4),
        "kind right": round(right / total, 4),
        "finds": finds,
        "beside every label": extra,
    }


def _labels_of_turkish() -> list[tuple[str, str | None, list[tuple[int, int, str]]]]:
    """Return (text, own name, labels), a label being (start, end, scope)."""
    file = REAL / LABELLED_TURKISH
    if file.is_file():
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
        return [
            (
                row["text"],
                row["name"],
                [(x["start"], x["start"] + len(x["text_span"]), x["scope"]) for x in row["labels"]["limits"]],
            )
            for row in rows
        ]
    split = ROOT / "corpora" / "tr" / "limits.test.jsonl"
    rows = [json.loads(line) for line in split.read_text(encoding="utf-8").splitlines()]
    return [
        (
            row["text"],
            row["name"],
            [(at, at + len(x["text"]), x["scope"]) for x in row["limits"] for at in [row["text"].index(x["text"])]],
        )
        for row in rows
    ]


def unknowing(model: str, without: Collection[str]) -> Model:
    """Return a model that learned nothing from these rules and corpus lines, with the shipped one's calibration."""
    lang, game = _language(model)
    about = shipped(lang, game).about
    copies = copies_of(examples_of(lang, game, about.seed, without=without), lang, game, about.seed)
    truths = np.array([[label in found for label in about.labels] for found in copies.labels])
    weights = weights_of(matrix_of(copies.texts, about.lengths), truths, np.array(copies.weights), about.seed)
    return Model(about, weights.astype(np.float16))


def _without(
    model: str, removed: Collection[str], texts: Sequence[tuple[str, str | None]], classifier: Classifier
) -> dict[str, float]:
    """Return how much of what some rules read is found without them."""
    lang, game = _language(model)
    full, spoken = _reader(model), language(lang, game)
    held = [rule for rule in spoken.book.rules if rule.id not in removed and rule.game in {None, game or "yugioh"}]
    lesser = Reader(spoken, held)
    recovered = total = misread = right = wrong = 0
    for text, name in texts:
        truth = full.read(text, name=name).limits
        reading = lesser.read(text, name=name, classifier=classifier)
        wanted = [limit for limit in truth if limit.rule in removed]
        total += len(wanted)
        for limit in wanted:
            near = [found for found in reading.limits if _overlap(found, limit)]
            recovered += any((found.kind, found.scope) == (limit.kind, limit.scope) for found in near)
            misread += (
                bool(near)
                and all(found.source == "rule" for found in near)
                and not any((found.kind, found.scope) == (limit.kind, limit.scope) for found in near)
            )
        for found in reading.limits:
            if found.source == "classifier":
                is_right = any(
                    _overlap(found, limit) and (found.kind, found.scope) == (limit.kind, limit.scope) for limit in truth
                )
                right += is_right
                wrong += not is_right
    return {
        "limits": total,
        "recovered": round(recovered / total, 4) if total else 0.0,
        "misread by other rules": round(misread / total, 4) if total else 0.0,
        "finds": right + wrong,
        "precision": round(right / (right + wrong), 4) if right + wrong else 1.0,
    }


def _overlap(one: Limit, other: Limit) -> bool:
    return one.span[0] < other.span[1] and other.span[0] < one.span[1]


def _lines_read(model: str, removed: Collection[str]) -> set[str]:
    """Return the corpus lines that these rules read."""
    lang, game = _language(model)
    reader = _reader(model)
    return {
        line.id
        for line in corpus(lang, game)
        if any(limit.rule in removed for limit in reader.read(line.text, name=line.name).limits)
    }


def families(model: str) -> None:
    """Print for each of the commonest families how much of it is found without it, then over all."""
    reader, texts = _reader(model), texts_of(model)
    readings = [(text, name, {limit.rule for limit in reader.read(text, name=name).limits}) for text, name in texts]
    common = Counter(rule for _, _, rules in readings for rule in rules)
    chance = random.Random(SEED)  # noqa: S311
    others = chance.sample(texts, min(OTHERS, len(texts)))
    sums: dict[str, float] = dict.fromkeys(
        ("families", "of families", "limits", "recovered", "misread", "finds", "right"), 0
    )
    for family, _ in common.most_common(FAMILIES):
        own = [(text, name) for text, name, rules in readings if family in rules]
        own = chance.sample(own, min(OF_A_FAMILY, len(own)))
        ignorant = _asking(unknowing(model, {family, *_lines_read(model, {family})}))
        measured = _without(model, {family}, [*own, *others], ignorant)
        _print("family", f"{model} {family}", measured)
        sums["families"] += 1
        sums["of families"] += measured["recovered"]
        sums["limits"] += measured["limits"]
        sums["recovered"] += measured["recovered"] * measured["limits"]
        sums["misread"] += measured["misread by other rules"] * measured["limits"]
        sums["finds"] += measured["finds"]
        sums["right"] += measured["precision"] * measured["finds"]
    _print(
        "families",
        model,
        {
            "families": sums["families"],
            "limits": sums["limits"],
            "recovered": round(sums["recovered"] / sums["limits"], 4),
            "mean of the families": round(sums["of families"] / sums["families"], 4),
            "misread by other rules": round(sums["misread"] / sums["limits"], 4),
            "precision": round(sums["right"] / max(sums["finds"], 1), 4),
        },
    )


if __name__ == "__main__":
    main()
