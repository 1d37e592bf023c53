"""Whatever a Japanese text holds, it is read, with exact spans, and alike with and without quick rejection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from onceper.lang.base import LanguageError
from onceper.lang.languages import language
from onceper.reader.read import read
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.reading import CardReading
    from onceper.reader.reader import Reader

    CheckReading = Callable[[CardReading], None]
    CheckRejection = Callable[[Reader, CardReading], None]

LIMITS = (
    "このカード名の①の効果は１ターンに１度しか使用できない。",
    "このカード名の①③の効果はそれぞれ１ターンに１度しか使用できず、",
    "「灰の見張り番」の、①～③の効果は1ターンに1度、いずれか1つしか使用できません。",
    "自分は「灰の「王」の番」を一ターンに一度しか特殊召喚できず、その②の効果は",
    "このカード名のカードは１ターンに１枚しか発動できない。",
    "①：１ターンに１度、手札を１枚捨てて発動できる。",
    "（同一チェーン上では１度まで）",
    "「灰の見張り番」は自分フィールドに１体しか表側表示で存在できない。",
    "通常召喚に加えて１度だけ、",
    "この効果はこのカードがフィールドに表側表示で存在する限り１度しか使用できない",
    "相手は１ターンに１度しか罠カードを発動できない。",
    "この方法による「灰の見張り番」の特殊召喚は１ターンに１度しかできない。",
)
PIECES = (
    *(
        "①：",
        "②:",
        "③ ：",
        "⑳",
        "①②",
        "①～",
        "●",
        "灰の竜×２\n",
        "その後、",
        "灰を焼く。",
        "【Ｐ効果】\r\n",
        "【モンスター効果】\n",
    ),
    *(
        "このカード名の",
        "「灰の見張り番」",
        "「１ターンに１度」",
        "灰の「王」の番",
        "１度",
        "しか",
        "できず、",
        "出来ません",
        "一度",
        "度に",
    ),
    *(
        "「",
        "」",
        "（",
        "）",
        "(",
        "。",
        "！",
        "、",
        "：",
        "；",
        "・",
        "◇",
        "□",
        "＋",
        "－",
        "…",
        "♪",
        "〓",
        "%m",
        "\\n",
        '"',
        "が",
        "゛",
    ),
    *("か\u3099", "ｶﾞ", "㍑", "😀", "é", "İ", "\ud800", "\x00", "\x01", "\x02", "\x1f", "\x85", "\u200b", "\xa0"),
    *(
        "\r\n",
        "\n",
        "　",
        "  ",
        " \r\n",
        "<b>",
        "</b>",
        "<br>",
        "&nbsp;",
        "&quot;",
        "&#65;",
        "Once per turn",
        "１２３４５",
    ),
)
GLUED = st.lists(st.sampled_from((*LIMITS, *LIMITS, *PIECES)), max_size=14).flatmap(
    lambda pieces: st.sampled_from(["".join(pieces), "\n".join(pieces), "、".join(pieces)])
)
NAMES = st.sampled_from([None, "灰の見張り番", "灰の「王」の番", "", "「", "」"])
KANA = st.text(st.characters(min_codepoint=0x3000, max_codepoint=0x30FF))


@settings(deadline=None, max_examples=200)
@given(st.one_of(st.text(st.characters()), KANA), NAMES)
def test_any_unicode(
    spans_are_exact: CheckReading,
    rejection_changes_nothing: CheckRejection,
    japanese: Reader,
    text: str,
    name: str | None,
) -> None:
    reading = japanese.read(text, name=name)
    spans_are_exact(reading)
    rejection_changes_nothing(japanese, reading)


@settings(deadline=None, max_examples=700)
@example("①：！０", None)
@example("⑳　⑳このカード名の①の効果は１ターンに１度しか使用できない。", None)
@example("◇の①の効果は１ターンに１度しか使用できない。", None)
@example("①②①この方法による「灰の見張り番」の特殊召喚は１ターンに１度しかできない。⑳", None)
@example("「灰の竜」◇１ターンに１度、手札を１枚捨てて発動できる。", None)
@example("「灰」－「竜」、「王」;「灰の見張り番」の①の効果は１ターンに１度しか使用できない。", None)
@given(GLUED, NAMES)
def test_pieces_of_cards(
    spans_are_exact: CheckReading,
    rejection_changes_nothing: CheckRejection,
    japanese: Reader,
    text: str,
    name: str | None,
) -> None:
    reading = japanese.read(text, name=name)
    spans_are_exact(reading)
    rejection_changes_nothing(japanese, reading)


RULES = [
    pytest.param(rule.matches, id=rule.id)
    for rule in language("ja").every_rule
    if rule.reading_kind in {"limit", "non_effect"}
]


@pytest.mark.parametrize("examples", RULES)
def test_a_comma_set_between_words_is_not_what_rejects_a_sentence(
    rejection_changes_nothing: CheckRejection, japanese: Reader, examples: tuple[str, ...]
) -> None:
    for text in examples:
        for particle in "はにをでが":
            rejection_changes_nothing(japanese, japanese.read(Text(text).normal.replace(particle, f"{particle}、")))


@pytest.mark.parametrize("examples", RULES)
def test_kana_for_kanji_is_not_what_rejects_a_sentence(
    rejection_changes_nothing: CheckRejection, japanese: Reader, examples: tuple[str, ...]
) -> None:
    for text in examples:
        for kanji, kana in (("事", "こと"), ("毎に", "ごとに"), ("全て", "すべて")):
            rejection_changes_nothing(japanese, japanese.read(text.replace(kanji, kana)))


def test_a_text_that_may_be_in_another_language_is_not_read_as_japanese() -> None:
    with pytest.raises(LanguageError, match="cannot be told"):
        read("灰竜召喚")


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("한 턴에 1번, 자신은 카드를 1장 뽑을 수 있다.", "ko"),
        ("这个卡名的①的效果1回合只能使用1次。", "zh-CN"),
    ],
)
def test_a_text_in_another_language_is_not_read_as_japanese(text: str, lang: str) -> None:
    assert read(text).lang == lang
