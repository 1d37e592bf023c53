"""``onceper rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.lang.languages import language

if TYPE_CHECKING:
    import pytest
    from tests.cli.conftest import Onceper


def test_every_rule_is_a_line(onceper: Onceper) -> None:
    code, out, err = onceper("rules", "--lang", "en")
    assert (code, err) == (0, "")
    lines = [line.split("\t") for line in out.splitlines()]
    assert [line[0] for line in lines] == [rule.id for rule in language("en").every_rule]
    assert {len(line) for line in lines} == {4}


def test_search(onceper: Onceper) -> None:
    code, out, _ = onceper("rules", "LIMIT: GAIN")
    assert code == 0
    assert out.splitlines()
    assert all("limit: gain" in line for line in out.splitlines())


def test_search_looks_into_the_examples(onceper: Onceper) -> None:
    rule = next(rule for rule in language("en").every_rule if rule.matches)
    assert rule.id in onceper("rules", rule.matches[0]).out


def test_nothing_found(onceper: Onceper) -> None:
    assert onceper("rules", "no such words") == (0, "", "no rule holds 'no such words'\n")


def test_table_on_a_terminal(onceper: Onceper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    code, out, _ = onceper("rules", "limit: gain")
    assert code == 0
    assert "reading" in out
