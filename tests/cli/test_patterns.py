"""``--patterns`` names a folder of the user's own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.lang.languages import use_patterns

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Onceper, WriteLines

RULE = """
[[rule]]
id = "soft.once"
pattern = "<{times} pro spielzug>"
limit = { kind = "soft", period = "turn" }
matches = ["Einmal pro Spielzug: Ziehe 1 Karte."]
rejects = ["EXAMPLE"]
source = "a rulebook"
"""


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "mine"
    (folder / "de").mkdir(parents=True)
    (folder / "de" / "words.toml").write_text('[[times]]\nmeans = { count = 1 }\nwords = ["einmal"]\n')
    (folder / "de" / "limits.toml").write_text(RULE.replace("EXAMPLE", "Einmal ist keinmal."))
    yield folder
    use_patterns(None)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_database_is_tagged_in_an_own_language(
    onceper: Onceper, mine: Path, write_lines: WriteLines, jobs: str
) -> None:
    rows = [{"id": number, "text": "Einmal pro Spielzug: Ziehe 1 Karte."} for number in range(1500)]
    result = onceper("tag", write_lines(*rows), "--lang", "de", "--patterns", mine, "--jobs", jobs)
    assert result.code == 0, result.err
    assert result.out.count('"rule":"soft.once"') == 1500


def test_a_text_is_explained_in_an_own_language(onceper: Onceper, mine: Path) -> None:
    result = onceper("explain", "Einmal pro Spielzug: Ziehe 1 Karte.", "--lang", "de", "--patterns", mine)
    assert "rule soft.once" in result.out


def test_rules_are_listed_and_checked(onceper: Onceper, mine: Path) -> None:
    assert "soft.once\t" in onceper("rules", "--lang", "de", "--patterns", mine).out
    result = onceper("rules", "--check", "--lang", "de", "--patterns", mine)
    assert (result.code, result.out) == (0, "every example is read as its rule says: 1 de\n")


def test_an_example_that_is_not_read_is_told_with_what_came_nearest(onceper: Onceper, mine: Path) -> None:
    file = mine / "de" / "limits.toml"
    file.write_text(
        RULE.replace("EXAMPLE", "Einmal pro Spielzug.").replace("Einmal pro Spielzug: Z", "Zweimal pro Spielzug: Z")
    )
    result = onceper("rules", "--check", "--lang", "de", "--patterns", mine)
    assert result.code == 1
    assert "2 examples are not read as the rules say" in result.err
    assert "nearest: soft.once, which misses times" in result.err
    assert "soft.once reads, though it must not, 'Einmal pro Spielzug.'" in result.err
