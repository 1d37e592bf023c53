"""What a tagging run found, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.contract.reading import Row
from onceper.contract.span import Unread
from onceper.reader.read import read
from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.limit import LimitKind


SOFT = read("Once per turn: You can draw 1 card.", lang="en").limits[0]


def _row(*kinds: LimitKind, unread: int = 0, error: str | None = None) -> Row:
    return Row(
        id="1",
        name=None,
        lang="en",
        game=None,
        field="text",
        limits=tuple(msgspec.structs.replace(SOFT, kind=kind) for kind in kinds),
        unread=(Unread((0, 1), "x", "no_rule"),) * unread,
        error=error,
    )


ROWS = [
    _row("soft", "hard"),
    _row(),
    _row("soft", unread=2),
    _row(error="text is null; expected a string (cards.jsonl, line 4)"),
    _row(error="text is null; expected a string (cards.jsonl, line 5)"),
    _row(error="unknown language 'de'; expected one of en, ja (cards.jsonl, line 6)"),
    _row(error="the language of 'Ziehe eine Karte' cannot be told (en: 0 words); expected en (a, line 7)"),
    _row(error='the language of "Ziehe \'ne Karte" cannot be told (en: 0 words); expected en (a, line 8)'),
]


def _summary(rows: list[Row]) -> Summary:
    summary = Summary()
    for row in rows:
        summary.add(row)
    return summary


def test_counts() -> None:
    summary = _summary(ROWS)
    assert (summary.rows, summary.rows_with_limits, summary.unread) == (8, 2, 2)
    assert summary.limits == {"soft": 2, "hard": 1}
    assert summary.errors == {
        "text is null": 2,
        "unknown language 'de'": 1,
        "the language of … cannot be told": 2,
    }


def test_parts_merge_to_the_whole() -> None:
    parts = _summary(ROWS[:3])
    parts.merge(_summary(ROWS[3:]))
    assert parts == _summary(ROWS)


TYPES = [(None, "yugioh"), ("Trap / Normal", "yugioh"), ("Instant", "magic"), ("Instant", None)]
UNKNOWN = [("Sorcery", "yugioh"), ("Instant", "yugioh"), ("Sorcery", "yugioh")]


def _summary_of_types(types: Sequence[tuple[str | None, str | None]]) -> Summary:
    summary = Summary()
    for card_type, game in types:
        summary.add(msgspec.structs.replace(_row(), game=game), card_type)
    return summary


def test_card_types_of_the_game_that_are_not_known_are_told() -> None:
    summary = _summary_of_types([*TYPES, *UNKNOWN])
    assert str(summary).splitlines()[-1] == "3 rows of card types not known: 2 Sorcery, 1 Instant"
    parts = _summary_of_types(TYPES)
    assert "card type" not in str(parts)
    for part in (UNKNOWN[:1], UNKNOWN[1:]):
        parts.merge(_summary_of_types(part))
    assert parts == summary
    long = _summary_of_types([("x" * 500, "yugioh")])
    assert str(long).splitlines()[-1] == f"1 rows of card types not known: 1 {'x' * 40}"


def test_rows_of_other_games_are_told() -> None:
    games = ["yugioh", "duelmasters", None, "Chess", "Go", "Chess"]
    summary = _summary([msgspec.structs.replace(_row(), game=game) for game in games])
    assert summary.other_games == {"Chess": 2, "Go": 1}
    assert str(summary).splitlines()[-1] == "3 rows of other games, read with general rules: 2 Chess, 1 Go"
    merged = _summary([msgspec.structs.replace(_row(), game="Chess")])
    merged.merge(summary)
    assert merged.other_games == {"Chess": 3, "Go": 1}


def test_a_column_of_anything_is_no_list_of_games() -> None:
    summary = _summary([msgspec.structs.replace(_row(), game=f"game {number}") for number in range(1_000)])
    assert len(summary.other_games) == 21
    assert summary.other_games["further ones"] == 980


def test_it_prints_short() -> None:
    summary = _summary(ROWS)
    summary.seconds = 1.26
    assert str(summary).splitlines() == [
        "8 rows in 1.3 s",
        "2 rows with limits: 2 soft, 1 hard",
        "2 sentences left unread",
        "5 rows with an error: 2 text is null, 2 the language of … cannot be told, 1 unknown language 'de'",
    ]


def test_rows_that_are_alike_count_as_often_as_they_stand_there() -> None:
    at_once, one_by_one = Summary(), Summary()
    for row in (_row("soft", "hard", unread=2), msgspec.structs.replace(_row(error="no text"), game="Odd Game")):
        at_once.add(row, "Odd Type", lacks_model=True, times=3)
        for _ in range(3):
            one_by_one.add(row, "Odd Type", lacks_model=True)
    assert at_once == one_by_one
