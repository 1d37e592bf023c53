"""A small part of ``torture/inputs.py``: every kind of trial, some of each."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).resolve().parents[2] / "torture"
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


@pytest.fixture(autouse=True)
def _torture(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let its scripts import one another, here and in the process that runs the trials."""
    monkeypatch.syspath_prepend(str(FOLDER))
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").parent == FOLDER:
            del sys.modules[name]


def test_some_of_each_kind() -> None:
    import hostile_columns  # noqa: PLC0415
    import hostile_databases  # noqa: PLC0415
    import hostile_scripts  # noqa: PLC0415
    import hostile_tables  # noqa: PLC0415
    import inputs  # noqa: PLC0415
    from isolated import Trial, run_each  # noqa: PLC0415

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
