"""The tables of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.report.counting import Breakdown, count_rows

if TYPE_CHECKING:
    from onceper.contract.reading import Row


def _table(rows: list[Row], title: str) -> Breakdown:
    return next(table for table in count_rows(rows).breakdowns if table.title == title)


def _numbers(table: Breakdown) -> list[tuple[str, tuple[int, ...]]]:
    return [(line.value, line.numbers) for line in table.lines]


def test_totals(cards: list[Row]) -> None:
    assert {total.name: total.number for total in count_rows(cards).totals} == {
        "texts": 67,
        "texts with a limit": 4,
        "limits": 4,
        "passages that are no effect": 1,
        "effects": 65,
        "sentences not read": 1,
        "texts with an error": 1,
    }


def test_a_table_has_a_column_for_each_language_and_the_commonest_first(cards: list[Row]) -> None:
    table = _table(cards, "Limits by kind")
    assert [series.title for series in table.series] == ["en", "ja"]
    assert _numbers(table) == [("soft", (2, 1)), ("hard", (1, 0))]


def test_lines_and_columns_say_which_cards_they_count(cards: list[Row]) -> None:
    table = _table(cards, "Texts by language and game")
    assert table.lines[0].filters == (("lang", "en"), ("game", "yugioh"))
    assert [series.filters for series in table.series] == [(("holds", "limit"),), (("number", "0"),)]


def test_soft_and_hard_are_shares_of_a_language(cards: list[Row]) -> None:
    table = _table(cards, "Soft and hard limits")
    assert _numbers(table) == [("en", (2, 1, 0)), ("ja", (1, 0, 0))]
    assert table.shares


def test_what_is_not_there_has_no_table(cards: list[Row]) -> None:
    assert count_rows([]).breakdowns == []
    assert "Errors" not in {table.title for table in count_rows(cards[:1]).breakdowns}
