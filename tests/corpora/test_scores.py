"""The scores in the README are those that `make scores` prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.cases import cases
from tests.own_script import load_script

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def scores() -> ModuleType:
    return load_script(ROOT / "corpora" / "scores.py")


def test_the_readme_has_the_scores_as_they_are(scores: ModuleType) -> None:
    table = scores.table()
    assert table in (ROOT / "README.md").read_text(encoding="utf-8"), f"the scores changed:\n{table}"


@cases
def test_a_label_names_what_must_be_the_same(
    scores: ModuleType, label: dict[str, Any], found: dict[str, Any], *, is_as_labelled: bool
) -> None:
    assert scores.is_as_labelled(label, found) == is_as_labelled
    assert not scores.is_as_labelled({"a": label}, {"a": None})
