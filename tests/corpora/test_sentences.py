"""The hand-written sentences that the classifier learns from are labelled as the contract has it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from tests.bundled import CLASSIFIED

from onceper.classifier.about import model_name
from onceper.contract.limit import AppliesTo, CountedEvent, LimitKind
from onceper.contract.non_effect import NonEffectKind
from onceper.patterns.fields import LIMIT_FIELDS
from onceper.training.examples import Line, corpora, corpus

CORPORA = Path(__file__).resolve().parents[2] / "corpora"
PRINTS = {model_name(*key): key for key in corpora()}
LINES = {name: corpus(*key) for name, key in PRINTS.items()}
LEAST_LINES = 400
# A language without a classifier of its own shows what it reads, not how else it might be said.
LEAST_LINES_UNCLASSIFIED = 150
TRAINED = [name for name in PRINTS if PRINTS[name][0] in CLASSIFIED]
# Of one game's print: a keyword ability and an event that can be once only are Duel Masters', a gained effect is not.
KINDS: dict[str, set[str]] = {
    "yugioh": set(get_args(LimitKind)) - {"ability", "event"},
    "duelmasters": set(get_args(LimitKind)) - {"gain", "summon", "control"},
}
# What heads text is told by its structure, and not learned.
NON_EFFECT_KINDS: dict[str, set[str]] = {
    "yugioh": set(get_args(NonEffectKind)) - {"heading"},
    "duelmasters": {"material_requirement", "summoning_condition", "placement_restriction", "flavor"},
}


def test_every_language_has_lines_enough() -> None:
    counts = Counter(lang for name, (lang, _) in PRINTS.items() for _ in LINES[name])
    for lang, count in counts.items():
        assert count >= (LEAST_LINES if lang in CLASSIFIED else LEAST_LINES_UNCLASSIFIED), counts


def test_no_line_stands_twice_nor_in_a_frozen_split() -> None:
    lines = [line for found in LINES.values() for line in found]
    frozen = {
        json.loads(row)["text"] for file in CORPORA.glob("*/*.test.jsonl") for row in file.read_text().splitlines()
    }
    assert [what for what, count in Counter(line.id for line in lines).items() if count > 1] == []
    assert [what for what, count in Counter(line.text for line in lines).items() if count > 1] == []
    assert [line.id for line in lines if line.text in frozen] == []


@pytest.mark.parametrize("name", TRAINED)
def test_every_kind_is_there_and_plain_effects(name: str) -> None:
    lines = LINES[name]
    game = PRINTS[name][1] or "yugioh"
    assert {limit["kind"] for line in lines for limit in line.limits} >= KINDS[game]
    assert {record["kind"] for line in lines for record in line.non_effects} >= NON_EFFECT_KINDS[game]
    assert sum(not line.limits and not line.non_effects for line in lines) >= 100
    assert sum(bool(line.why) for line in lines) >= 50


def problems_of(line: Line) -> list[str]:
    found = [
        f"{record['text']!r} is not in the text"
        for record in (*line.limits, *line.non_effects)
        if record["text"] not in line.text
    ]
    types: dict[str, Any] = {**LIMIT_FIELDS, "text": str, "event": CountedEvent, "applies_to": AppliesTo}
    for limit in line.limits:
        for key, value in limit.items():
            try:
                msgspec.convert(value, types[key])
            except (KeyError, msgspec.ValidationError) as error:
                found.append(f"{key} = {value!r}: {error}")
    found += [
        f"{record}"
        for record in line.non_effects
        if record.keys() != {"kind", "text"} or record["kind"] not in get_args(NonEffectKind)
    ]
    return found


@pytest.mark.parametrize("name", PRINTS)
def test_labels_are_those_of_the_contract(name: str) -> None:
    assert {line.id: problems for line in LINES[name] if (problems := problems_of(line))} == {}


def test_a_wrong_label_is_found() -> None:
    line = Line("x", "yugioh", "Heron", "Once per turn: Draw.", ({"kind": "soft", "text": "twice", "count": 0},), ())
    assert len(problems_of(line)) == 2
