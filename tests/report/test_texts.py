"""The text of a row, as it was printed or put together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.cases import cases

from onceper.contract.effect import Effect
from onceper.contract.reading import Row
from onceper.files.tags import TagsError
from onceper.report.texts import text_of

if TYPE_CHECKING:
    from tests.conftest import MakeLimit, MakeRow


def _row(printed: str, *parts: str) -> Row:
    effects = []
    for number, part in enumerate(parts, 1):
        span = (printed.index(part), printed.index(part) + len(part))
        effects.append(Effect(number, None, "activated", span, (span,), part))
    return Row("1", None, "en", "yugioh", "text", effects=tuple(effects))


@cases
def test_pieces_stand_at_their_places(printed: str, parts: list[str], text: str) -> None:
    assert text_of(_row(printed, *parts)) == text


def test_a_limit_inside_an_effect_is_not_written_twice(make_row: MakeRow, make_limit: MakeLimit) -> None:
    text = "Once per turn: You can draw 1 card."
    assert text_of(make_row(text, make_limit("soft", 1, text="Once per turn"))) == text


def test_a_few_bytes_of_a_row_make_no_text_of_gigabytes(make_row: MakeRow) -> None:
    row = make_row("Once per turn, draw 1 card.", unread="draw 1")
    far = replace(row.unread[0], span=(300_000_000, 300_000_006))
    with pytest.raises(TagsError, match="--with-text"):
        text_of(msgspec.structs.replace(row, unread=(far,)))
