"""The frozen test splits of limits are read as they are labelled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.bundled import CLASSIFIED, LANGUAGES

from onceper.reader.read import read

CORPORA = Path(__file__).resolve().parents[2] / "corpora"
FILES = [*(f"{lang}/limits.test.jsonl" for lang in LANGUAGES), "ja/duelmasters.test.jsonl"]
SPLITS: dict[str, list[dict[str, Any]]] = {
    file: [json.loads(line) for line in (CORPORA / file).read_text(encoding="utf-8").splitlines()] for file in FILES
}
LEAST_SHARE = 0.96


def wrong(expected: Any, found: Any) -> Any:
    """Return what of an expected record was not found, key by key; null where all was."""
    if isinstance(expected, dict) and isinstance(found, dict):
        differing = {key: wrong(value, found.get(key, "(no such key)")) for key, value in expected.items()}
        return {key: what for key, what in differing.items() if what} or None
    return None if expected == found else f"{found!r} instead of {expected!r}"


def explanation(line: dict[str, Any], lang: str) -> str:
    """Return how the reading of a line differs from its labels; empty where it does not."""
    reading = read(line["text"], lang=lang, game=line["game"], name=line["name"])
    found = [msgspec.json.decode(msgspec.json.encode(limit)) for limit in reading.limits]
    if len(found) != len(line["limits"]):
        return f"limits {[f['text'] for f in found]} instead of {[e['text'] for e in line['limits']]}"
    differing = [wrong(expected, limit) for expected, limit in zip(line["limits"], found, strict=True)]
    return "; ".join(str(what) for what in differing if what)


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


@pytest.mark.parametrize(
    ("expected", "found", "how"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, None),
        ({"a": 2}, {"a": 1}, {"a": "1 instead of 2"}),
        ({"a": 1}, {}, {"a": "'(no such key)' instead of 1"}),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 2], "c": 0}}, None),
        ({"a": {"b": [1]}}, {"a": {"b": [1, 2]}}, {"a": {"b": "[1, 2] instead of [1]"}}),
        ({"a": {"b": 1}}, {"a": None}, {"a": "None instead of {'b': 1}"}),
    ],
)
def test_records_are_compared_key_by_key(expected: Any, found: Any, how: Any) -> None:
    assert wrong(expected, found) == how
