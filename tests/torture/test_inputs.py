"""A small part of ``tests/torture/inputs.py``: every kind of trial, some of each."""

from __future__ import annotations

from itertools import islice

import hostile_columns
import hostile_databases
import hostile_scripts
import hostile_tables
import inputs
from isolated import Trial, run_each

# Every so manieth of a group, so that the whole takes some twenty seconds.
EVERY = {
    "cut off": 60,
    "other encodings": 20,
    "types of columns": 40,
    "no UTF-8 in a column": 8,
    "card databases": 3,
    "tables": 4,
    "scripts": 29,
}


def test_some_of_each_kind() -> None:
    kinds = (
        inputs.cut_off(),
        inputs.other_encodings(),
        hostile_columns.trials(),
        hostile_databases.trials(),
        hostile_tables.trials(),
        hostile_scripts.trials(),
    )
    groups: dict[str, list[Trial]] = {}
    for kind in kinds:
        for trial in kind:
            groups.setdefault(trial.group, []).append(trial)
    assert groups.keys() == EVERY.keys()
    chosen = [trial for group, trials in groups.items() for trial in islice(trials, 0, None, EVERY[group])]
    failed = [f"{outcome.trial.name}: {outcome.failure}" for outcome in run_each(chosen) if outcome.failure]
    assert not failed
