"""What the words of a sentence of OCG print tell of the effect that begins with it, and of its place among others."""

from __future__ import annotations

import pytest

from onceper.lang.languages import language
from onceper.text import position as flags
from onceper.text.normal import Text

KIND = (
    flags.ACTIVATES | flags.SUMMONS_ITSELF | flags.APPLIES | flags.ACTIVATES_IN_OLD_PRINT | flags.ORDERS | flags.ALONE
)
OLD = flags.ACTIVATES_IN_OLD_PRINT | flags.ALONE
LASTS = flags.APPLIES | flags.ALONE

grammar = language("ja").grammar


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        pytest.param("手札を１枚捨てて発動できる。", flags.ACTIVATES | flags.ALONE, id="it says so"),
        pytest.param("自分は罠カード１枚をセットしたターンに発動できる。", LASTS, id="when cards may be activated"),
        pytest.param("カードを１枚ドローする。", flags.ORDERS, id="order"),
        pytest.param("また、カードを１枚ドローする。", flags.ORDERS, id="another order"),
        pytest.param("モンスターの攻撃力はエンドフェイズ時まで５００アップする。", flags.ORDERS, id="for a time"),
        pytest.param("１ターンに１度だけ、カードを１枚破壊する。", OLD, id="order with a limit"),
        pytest.param("カードを１枚破壊する事ができる。", flags.ACTIVATES_IN_OLD_PRINT, id="choice"),
        pytest.param("カードを１枚破壊できる。", flags.ACTIVATES_IN_OLD_PRINT, id="choice by the noun"),
        pytest.param("手札を１枚捨てる事で、モンスターの攻撃力はアップする。", OLD, id="cost"),
        pytest.param("このカードが召喚に成功した時、守備表示になる。", OLD, id="event"),
        pytest.param("このカードが召喚に成功した時、攻撃力はアップする。", OLD, id="event and change"),
        pytest.param("モンスターが破壊される度に、攻撃力はアップする。", OLD, id="each time"),
        pytest.param("存在する限り、自分のエンドフェイズ毎にカードを１枚破壊する。", OLD, id="event while it lasts"),
        pytest.param("召喚に成功した時、罠カードを発動する事はできない。", LASTS, id="event, and nobody may"),
        pytest.param("モンスターを破壊した時、続けて攻撃できる。", LASTS, id="event, and one may attack"),
        pytest.param("モンスターが破壊される度に、カウンターを１つ置く。", LASTS, id="counters"),
        pytest.param("攻撃した時、攻撃力が超えていれば、ダメージを与える。", LASTS, id="piercing"),
        pytest.param("破壊される場合、代わりにカードを１枚破壊する事ができる。", LASTS, id="instead"),
        pytest.param("存在する限り、罠カードの効果を無効にする。", LASTS, id="order while it lasts"),
        pytest.param("灰の王が存在しない場合、このカードを破壊する。", LASTS, id="state"),
        pytest.param("モンスターの攻撃力は５００アップする。", flags.APPLIES, id="change"),
        pytest.param("灰の王が存在する場合、このカードは手札から特殊召喚できる。", flags.SUMMONS_ITSELF, id="itself"),
        pytest.param("灰の王１体を手札から特殊召喚できる。", flags.ACTIVATES_IN_OLD_PRINT, id="another"),
        pytest.param(
            "灰の王が破壊された時、このカードを手札から特殊召喚できる。",
            flags.SUMMONS_ITSELF | OLD,
            id="itself, behind an event",
        ),
    ],
)
def test_kind_and_place(sentence: str, kind: int) -> None:
    assert flags.names(grammar(Text(sentence).normal) & KIND) == flags.names(kind)


def test_bullets_are_headed_in_spite_of_a_limit() -> None:
    assert grammar(Text("以下の効果から１つを選んで発動できる。").normal) & flags.HEADS
