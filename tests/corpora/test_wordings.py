"""The frozen wordings: none that states a limit is silent or wrong, and README has the numbers as they are."""

from __future__ import annotations

import pytest
from tests.own_script import load_script

from onceper.resources import resource

wordings = load_script(resource("corpora") / "wordings.py")
NAMES = sorted(file.stem for file in (resource("corpora") / "wordings").glob("*.jsonl"))


@pytest.mark.parametrize("name", NAMES)
def test_no_limit_is_silent_or_wrong_and_most_are_read(name: str) -> None:
    counts = dict(zip(wordings.ANSWERS, wordings.counts_of(name), strict=True))
    assert (counts["silent"], counts["wrong"], counts["false"]) == (0, 0, 0)
    assert counts["read"] >= 0.9 * (counts["read"] + counts["told"])


@pytest.mark.parametrize("name", NAMES)
def test_each_wording_is_distinct_and_says_what_it_wants(name: str) -> None:
    lines = wordings.wordings(name)
    assert len({line.text for line in lines}) == len(lines) >= 25
    assert all("kind" in limit for line in lines for limit in line.limits)


def test_the_readme_has_the_numbers_as_they_are() -> None:
    readme = (resource("corpora").parent / "README.md").read_text(encoding="utf-8")
    table = "\n".join(wordings.table())
    assert table in readme, f"the numbers changed:\n{table}"
