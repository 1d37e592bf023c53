"""Whatever a text holds, it is read, with exact spans, and alike with and without quick rejection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.cases import tables

from onceper.lang.languages import language
from onceper.reader.readers import reader_of
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.reading import CardReading
    from onceper.reader.reader import Reader

    CheckReading = Callable[[CardReading], None]
    CheckRejection = Callable[[Reader, CardReading], None]

PRINTS: dict[str, dict[str, Any]] = dict(tables(__file__))  # type: ignore[arg-type]
KANA = st.text(st.characters(min_codepoint=0x3000, max_codepoint=0x30FF))


def texts_of(print_: str) -> st.SearchStrategy[tuple[str, str, str | None]]:
    """Return what draws texts of limits, pieces of cards and any signs, with print and name."""
    of = PRINTS[print_]
    pieces = st.lists(st.sampled_from([*of["limits"], *of["limits"], *of["pieces"]]), max_size=14)
    glued = st.builds(str.join, st.sampled_from(["", " ", "\n", "、"]), pieces)
    anything = st.one_of(glued, glued, glued, st.text(st.characters()), KANA)
    return st.tuples(st.just(print_), anything, st.sampled_from([None, *of["names"]]))


@example(("ja", "①：！０", None))
@example(("ja", "⑳　⑳このカード名の①の効果は１ターンに１度しか使用できない。", None))
@example(("ja", "◇の①の効果は１ターンに１度しか使用できない。", None))
@example(("ja", "①②①この方法による「灰の見張り番」の特殊召喚は１ターンに１度しかできない。⑳", None))
@example(("ja", "「灰の竜」◇１ターンに１度、手札を１枚捨てて発動できる。", None))
@example(("ja", "「灰」－「竜」、「王」;「灰の見張り番」の①の効果は１ターンに１度しか使用できない。", None))
@given(st.one_of(*map(texts_of, PRINTS)))
def test_any_text_is_read(
    spans_are_exact: CheckReading, rejection_changes_nothing: CheckRejection, drawn: tuple[str, str, str | None]
) -> None:
    print_, text, name = drawn
    game = PRINTS[print_].get("game")
    reader = reader_of(PRINTS[print_]["lang"], game)
    reading = reader.read(text, game=game, name=name)
    spans_are_exact(reading)
    rejection_changes_nothing(reader, reading)


RULES = [
    pytest.param(rule.matches, id=rule.id)
    for rule in language("ja").every_rule
    if rule.reading_kind in {"limit", "non_effect"}
]


@pytest.mark.parametrize("examples", RULES)
def test_commas_between_words_and_kana_for_kanji_are_not_what_rejects_a_sentence(
    rejection_changes_nothing: CheckRejection, examples: tuple[str, ...]
) -> None:
    reader = reader_of("ja", None)
    for text in examples:
        normal = Text(text).normal
        for particle in "はにをでが":
            rejection_changes_nothing(reader, reader.read(normal.replace(particle, f"{particle}、")))
        for kanji, kana in (("事", "こと"), ("毎に", "ごとに"), ("全て", "すべて")):
            rejection_changes_nothing(reader, reader.read(text.replace(kanji, kana)))
