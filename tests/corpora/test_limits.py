"""The frozen test splits of limits are read as they are labelled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.bundled import CLASSIFIED, LANGUAGES
from tests.own_script import load_script

from onceper.reader.read import read

scores = load_script(Path(__file__).resolve().parents[2] / "corpora" / "scores.py")
CORPORA = Path(__file__).resolve().parents[2] / "corpora"
FILES = [*(f"{lang}/limits.test.jsonl" for lang in LANGUAGES), "ja/duelmasters.test.jsonl"]
SPLITS: dict[str, list[dict[str, Any]]] = {
    file: [json.loads(line) for line in (CORPORA / file).read_text(encoding="utf-8").splitlines()] for file in FILES
}
LEAST_SHARE = 0.96


def explanation(line: dict[str, Any], lang: str) -> str:
    """Return how the reading of a line differs from its labels; empty where it does not."""
    reading = read(line["text"], lang=lang, game=line["game"], name=line["name"])
    found = [msgspec.json.decode(msgspec.json.encode(limit)) for limit in reading.limits]
    if len(found) != len(line["limits"]):
        return f"limits {[f['text'] for f in found]} instead of {[e['text'] for e in line['limits']]}"
    pairs = zip(line["limits"], found, strict=True)
    return "; ".join(f"{limit} instead of {label}" for label, limit in pairs if not scores.is_as_labelled(label, limit))


@pytest.mark.parametrize("file", FILES)
def test_a_split_is_as_it_was_frozen(file: str) -> None:
    # The first languages have a large split.
    size = 150 if file.split("/", maxsplit=1)[0] in CLASSIFIED else 40
    assert len({line["id"] for line in SPLITS[file]}) == len(SPLITS[file]) == size


@pytest.mark.parametrize("file", FILES)
def test_nearly_every_line_is_read_exactly(file: str) -> None:
    explained = {line["id"]: explanation(line, file.split("/", maxsplit=1)[0]) for line in SPLITS[file]}
    differing = [f"  {line}: {how}" for line, how in explained.items() if how]
    share = 1 - len(differing) / len(explained)
    assert share >= LEAST_SHARE, "\n".join([f"{share:.3f} of the lines are read exactly; not these:", *differing])
