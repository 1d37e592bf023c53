"""Telling the language of a text from the words or the letters in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bundled import LANGUAGES

from onceper.lang.base import LanguageError
from onceper.lang.languages import Languages

BUNDLED = Languages()
DETECTOR = BUNDLED.detector
ENGLISH = [
    "Once per turn: You can draw 1 card.",
    'You can only use this effect of "Çağla\'nın Kılıcı" once per turn.',
    "Destroy the weakest monster your opponent controls.",
    "ONCE PER TURN, IF THIS CARD WOULD BE DESTROYED, IT IS NOT.",
    "<b>Once</b> per turn: You can target 1 monster;&nbsp;banish it.",
]
JAPANESE = [
    "１ターンに１度、自分の手札を１枚捨てて発動できる。",
    "「Ash Vicar」の効果は１ターンに１度しか使用できない。",
    "①：自分フィールドの「ＡＳＨ」モンスターの攻撃力は５００アップする。",
    "ﾀｰﾝの終わりに灰を焼く。",
    "<b>この</b>カード名の①の効果は&nbsp;１ターンに１度しか使用できない。",
]
OTHERS = [
    pytest.param("Eenmaal per beurt mag je 1 kaart trekken, als je geen monsters beheerst.", id="Dutch"),
    pytest.param("Raz na turę możesz dobrać 1 kartę, jeśli nie kontrolujesz żadnych potworów.", id="Polish"),
    pytest.param("Один раз за ход вы можете взять 1 карту.", id="Russian"),
    pytest.param("灰竜召喚墓地除外", id="only signs that Chinese has too"),
    pytest.param("Qwrt zxcv plmk", id="none"),
]


@pytest.mark.parametrize("text", ENGLISH)
def test_english_is_told(text: str) -> None:
    assert DETECTOR.detect(text) == DETECTOR.detect_or_none(text) == "en"


@pytest.mark.parametrize("text", JAPANESE)
def test_japanese_is_told(text: str) -> None:
    assert DETECTOR.detect(text) == DETECTOR.detect_or_none(text) == "ja"


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Once per turn: You can add 1 「灰の竜」 from your Deck to your hand.", "en"),
        ("１ターンに１度、「Once per turn」と言う。", "ja"),
        ("Once per turn: Target 1 monster; カード.", "en"),
    ],
)
def test_a_name_of_another_language_changes_nothing(text: str, lang: str) -> None:
    assert DETECTOR.detect(text) == lang


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_not_read_is_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(LanguageError) as refused:
        DETECTOR.detect(text)
    message = str(refused.value)
    assert repr(text[:40]) in message
    assert "cannot be told" in message
    assert "lang=" in refused.value.remedy
    assert all(code in refused.value.expected for code in LANGUAGES)
    assert DETECTOR.detect_or_none(text) is None


@pytest.mark.parametrize(
    "text", ["", " \r\n", "1 + 1 = 2!", "●①②。「」", "2²", "½", "２０００／１０００", "\ud800\x01_", "—"]
)
def test_a_text_without_letters_is_of_no_language(text: str) -> None:
    assert DETECTOR.detect(text) is None
    assert DETECTOR.detect_or_none(text) is None


def test_a_long_text_is_told_from_its_beginning() -> None:
    assert (
        DETECTOR.detect("Once per turn, you can draw a card. " * 60 + "Einmal pro Spielzug kannst du ziehen. " * 5000)
        == "en"
    )


@settings(deadline=None, max_examples=200)
@given(st.text(st.characters()))
def test_any_text_is_told_or_refused(text: str) -> None:
    assert DETECTOR.detect_or_none(text) in {*LANGUAGES, None}
