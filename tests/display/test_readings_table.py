"""The limits of many readings as a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import onceper
from onceper.contract.reading import CardReading
from onceper.contract.span import Unread
from onceper.display.readings_table import MaxRowsError
from onceper.display.showing import NotReadingsError

if TYPE_CHECKING:
    from onceper.contract.limit import Limit

EVIL = "<script>x</script>"


@pytest.fixture
def reading(limit: Limit) -> CardReading:
    evil = msgspec.structs.replace(limit, text=EVIL)
    return CardReading(EVIL, "en", "yugioh", EVIL, limits=(evil, limit))


def test_a_limit_is_a_row(reading: CardReading) -> None:
    html = onceper.readings_table([reading, CardReading("", None, None, None)])._repr_html_()
    rows = [re.sub(r"<[^>]*>", "|", row) for row in re.findall(r"<tr><td>(.*?)</tr>", html, re.DOTALL)]
    evil = "&lt;script&gt;x&lt;/script&gt;"
    said = "|● hard| By card name, effects 1 and 3, each once per turn"
    assert rows == [f"|{evil}| |en|||{said}||{text}|" for text in (evil, "text")]
    assert "2 limits in 1 of 2 readings" in html
    assert html.count("ruling: ") == 2


def test_a_long_table_says_how_many_more_there_are(reading: CardReading) -> None:
    unread = msgspec.structs.replace(reading, unread=(Unread((0, 1), "<", "no_rule"),))
    table = onceper.readings_table((unread for _ in range(600)), max_rows=3)
    html = table._repr_html_()
    assert html.count("<tr><td>") == 3
    assert html.count("<style>") == 1
    for shown in (html, str(table)):
        assert "1,200 limits in 600 of 600 readings · 600 sentences not read" in shown
        assert "and 1,197 more limits" in shown
    assert onceper.readings_table([reading] * 600, max_rows=None)._repr_html_().count("<tr><td>") == 1_200


def test_printing_gives_text(reading: CardReading, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    table = onceper.readings_table([reading])
    assert re.search(r"│ <script>x</script> en +│ ● hard  By card name, effects 1 .*│ text", str(table))
    assert "more limit" not in str(table)
    assert repr(table) == str(table)


def test_no_limits() -> None:
    table = onceper.readings_table([CardReading("1", None, None, None)])
    assert str(table) == "0 limits in 0 of 1 reading"
    assert "<table" not in table._repr_html_()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([], "there is none"),
        (["text"], "item 1: this is a str"),
        ("text", "this is one str; expected readings, as"),
        (None, "this is one NoneType"),
        (CardReading("", None, None, None), "this is one CardReading; expected(.|\n)*put it into a list"),
    ],
)
def test_other_things_are_refused(given: Any, words: str) -> None:
    with pytest.raises(NotReadingsError, match=words):
        onceper.readings_table(given)


@pytest.mark.parametrize("rows", [0, -1])
def test_no_rows_are_refused(reading: CardReading, rows: int) -> None:
    with pytest.raises(MaxRowsError, match=f"max_rows is {rows}; expected at least 1, or None"):
        onceper.readings_table([reading], max_rows=rows)
