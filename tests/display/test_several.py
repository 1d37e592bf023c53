"""Several readings: next to each other, and their limits as a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest

import onceper
from onceper.contract.reading import CardReading
from onceper.contract.span import Unread
from onceper.reader.read import read

if TYPE_CHECKING:
    from onceper.contract.limit import Limit

EVIL = "<script>x</script>"
ENGLISH = read(
    'Once per turn: You can draw 1 card. You can only use each effect of "Ember Warden" once per turn.',
    lang="en",
    game="yugioh",
    name="Ember <b>Warden</b>",
)
JAPANESE = read("このカード名の①の効果は１ターンに１度しか使用できない。\n①：カードを１枚引く。", game="yugioh")
NOTHING = CardReading("1", None, None, None)


@pytest.fixture
def reading(limit: Limit) -> CardReading:
    evil = msgspec.structs.replace(limit, text=EVIL)
    return CardReading(EVIL, "en", "yugioh", EVIL, limits=(evil, limit), unread=(Unread((0, 1), "<", "no_rule"),))


def cells(html: str) -> list[list[str]]:
    """Return the words of each column's pieces of text."""
    return [
        [
            re.sub(r"<b>.*?</b>|<sup>.*?</sup>|<[^>]*>", "", cell)
            for cell in re.findall(r'<div class="text"[^>]*>(.*?)</div>', column, re.DOTALL)
        ]
        for column in html.split('<div class="reading"')[1:]
    ]


def test_effects_with_one_number_stand_in_one_row() -> None:
    html = onceper.side_by_side(ENGLISH, JAPANESE)._repr_html_()
    assert cells(html) == [
        ["", "Once per turn: You can draw 1 card.", ENGLISH.limits[1].text.replace('"', "&quot;")],
        ["このカード名の①の効果は１ターンに１度しか使用できない。", "①：カードを１枚引く。", ""],
    ]
    assert (html.count("<style>"), html.count("<b>Warden"), html.count("&lt;b&gt;Warden&lt;/b&gt;</strong>")) == (
        1,
        0,
        1,
    )


@pytest.mark.parametrize("text", ["1 + 1", "…"])
def test_a_text_without_effects_is_shown(text: str) -> None:
    assert cells(onceper.side_by_side(CardReading(text, None, None, None))._repr_html_()) == [[text]]


def test_a_limit_is_a_row(reading: CardReading) -> None:
    html = onceper.readings_table([reading, NOTHING])._repr_html_()
    rows = [re.sub(r"<[^>]*>", "|", row) for row in re.findall(r"<tr><td>(.*?)</tr>", html, re.DOTALL)]
    evil = "&lt;script&gt;x&lt;/script&gt;"
    said = "|● hard| By card name, effects 1 and 3, each once per turn"
    assert rows == [f"|{evil}| |en|||{said}||{text}|" for text in (evil, "text")]
    assert html.count("rule hard.effect · ") == 2


def test_a_long_table_says_how_many_more_there_are(reading: CardReading) -> None:
    table = onceper.readings_table((reading for _ in range(600)), max_rows=3)
    html = table._repr_html_()
    assert (html.count("<tr><td>"), html.count("<style>")) == (3, 1)
    for shown in (html, str(table)):
        assert "limits: 3 of 1,200 · not read: 600 · readings: 600" in shown
    assert onceper.readings_table([reading] * 600, max_rows=None)._repr_html_().count("<tr><td>") == 1_200


def test_printing_gives_text(reading: CardReading, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    table, columns = onceper.readings_table([reading]), onceper.side_by_side(ENGLISH, JAPANESE)
    assert re.search(r"│ <script>x</script> en +│ ● hard  By card name, effects 1 .*│ text", repr(table))
    assert re.match(
        r"Ember <b>Warden</b>  en · yugioh\n(.+\n)+カードのテキスト  ja · yugioh", repr(columns).replace("\n\n", "\n")
    )
    nothing = onceper.readings_table([NOTHING])
    assert str(nothing) == "limits: 0 of 0 · not read: 0 · readings: 1"
    assert "<table" not in nothing._repr_html_()
