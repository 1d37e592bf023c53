"""Japanese limits of every kind: what they say, of which effects, and in which words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cases import cases

from onceper.reader.read import read

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.reading import CardReading

    CheckReading = Callable[[CardReading], None]

TWO = "①：手札を１枚捨てて発動できる。灰を焼く。\n②：竜を呼ぶ。"
NAME = "灰の見張り番"


def of(text: str, name: str | None = None) -> CardReading:
    return read(text, lang="ja", game="yugioh", name=name)


@cases
def test_the_name_is_given_as_it_is_printed(spans_are_exact: CheckReading, printed: str, own_name: str | None) -> None:
    text = f"「{printed}」の①の効果は１ターンに１度しか使用できない。"
    reading = of(f"{text}{TWO}", own_name)
    (limit,) = reading.limits
    assert (limit.name, limit.text, limit.applies_to.effects) == (printed, text, (1,))
    spans_are_exact(reading)
