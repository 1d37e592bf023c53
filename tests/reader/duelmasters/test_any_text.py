"""Whatever stands in a text of Duel Masters, it is read, and every span is exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from onceper.reader.read import read

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.reading import CardReading

PIECES = [
    *"。()（）■▶\n《》「」＜＞ ：-q1",
    "各ターンに一度、",
    "進化",
    "W・ブレイカー",
    "てもよい。",
    "時、",
    "（この効果は、各ターン中1回のみ発動する）",
    "この能力は、各ターン1度しか使えない。",
    "ニンジャ・ストライク4",
    "終極宣言",
    "ゲーム中に一度",
    "\ufe0e",
    "\r\n",
    "<b>",
    "&amp;",
]


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_pieces_of_cards(spans_are_exact: Callable[[CardReading], None], text: str) -> None:
    reading = read(text, lang="ja", game="duelmasters")
    spans_are_exact(reading)
    assert all(limit.optional is not None for limit in reading.limits)
