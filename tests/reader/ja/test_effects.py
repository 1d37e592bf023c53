"""Numbered effects, the text beside them, and which of them a Japanese limit governs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.reader.read import read

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.reading import CardReading

    CheckReading = Callable[[CardReading], None]

THREE = "①：手札を１枚捨てて発動できる。灰を焼く。\n②：竜を呼ぶ。\n③：王を見る。"


def of(text: str) -> CardReading:
    return read(text, lang="ja", game="yugioh")


def labelled(text: str) -> list[tuple[str | None, str]]:
    return [(effect.label, effect.text) for effect in of(text).effects]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("①：灰。②：竜。", [("①", "①：灰。"), ("②", "②：竜。")], id="numbers"),
        pytest.param("① : 灰。", [("①", "① : 灰。")], id="a space behind the number"),
        pytest.param("⑳：灰。", [("⑳", "⑳：灰。")], id="the last number"),
        pytest.param(
            "①：灰。竜。\n王。②：空。", [("①", "①：灰。竜。\n王。"), ("②", "②：空。")], id="all up to the next"
        ),
        pytest.param("①：次から選ぶ。\n●灰。竜。\n●王。", [("①", "①：次から選ぶ。\n●灰。竜。\n●王。")], id="bullets"),
        pytest.param("①：●灰。\n●王。", [("①", "①：●灰。\n●王。")], id="a bullet first"),
        pytest.param("①：灰を焼く（竜は眠る）。王。", [("①", "①：灰を焼く（竜は眠る）。王。")], id="a note"),
        pytest.param("①：灰。（竜は眠る。）", [("①", "①：灰。（竜は眠る。）")], id="a note of its own"),
        pytest.param("灰。王。", [(None, "灰。"), (None, "王。")], id="no numbers"),
        pytest.param(
            "灰を捨てて発動できる。王を焼く。竜。",
            [(None, "灰を捨てて発動できる。王を焼く。"), (None, "竜。")],
            id="old print",
        ),
        pytest.param("灰。●王。●竜。", [(None, "灰。●王。●竜。")], id="bullets of old print"),
        pytest.param("①：！灰。", [("①", "①：！灰。")], id="a stray mark behind the number"),
    ],
)
def test_effects_and_their_labels(
    spans_are_exact: CheckReading, text: str, found: list[tuple[str | None, str]]
) -> None:
    assert labelled(text) == found
    spans_are_exact(of(text))


@pytest.mark.parametrize(
    "beside",
    [
        "このカードは灰である。",
        "灰の竜×２\n",
        "「灰の儀」により降臨。\n",
        "このカードは灰である。竜は眠る。\n",
        "灰は眠る（竜も）。",
    ],
)
def test_what_has_no_number_beside_numbered_effects_is_no_effect(beside: str) -> None:
    assert labelled(f"{beside}①：灰。②：竜。") == [("①", "①：灰。"), ("②", "②：竜。")]


def test_without_numbers_in_its_section_a_sentence_is_an_effect() -> None:
    text = "【Ｐ効果】\nカードを焼く。\n【モンスター効果】\n空を見る。\n①：竜を呼ぶ。"
    assert labelled(text) == [(None, "カードを焼く。"), ("①", "①：竜を呼ぶ。")]
    text = "【Ｐ効果】\n空を見る。\n①：竜を呼ぶ。\n【モンスター効果】\nカードを焼く。"
    assert labelled(text) == [("①", "①：竜を呼ぶ。"), (None, "カードを焼く。")]


def test_a_number_is_not_what_makes_an_effect_activated() -> None:
    kinds = [effect.kind for effect in of("①：このカードの攻撃力は５００アップする。②：竜は焼かれない。").effects]
    assert "activated" not in kinds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("①：自分は９００ＬＰ回復する。", "activated"),
        ("①：デッキから「灰」カード１枚を手札に加える。", "activated"),
        ("①：手札から「灰」モンスターを２体まで特殊召喚する（同名カードは１枚まで）。", "activated"),
        ("①：レベルの合計が８以上になるように、手札のモンスターをリリースし、「灰の竜」を儀式召喚する。", "activated"),
        ("①：自分フィールドの全ての竜の攻撃力はターン終了時まで５００アップする。", "activated"),
        ("①：このカードの発動時に、自分の墓地の竜１体を対象にできる。", "activated"),
        ("このカードが墓地へ送られた時、竜１体の攻撃力はエンドフェイズ時まで５００ポイントアップする。", "activated"),
        ("１ターンに１度だけ、このカードの攻撃力を５００ポイントアップできる。", "activated"),
        ("①：相手が魔法カードを発動する度に、自分は２００ＬＰ回復する。", "continuous"),
        ("①：このカードが破壊された場合、自分は２００ＬＰ回復する。", "continuous"),
        ("①：このカードが破壊される場合、代わりに手札１枚を捨てる。", "continuous"),
        ("①：このカードがフィールドに存在する限り、戦闘で破壊された竜を除外する。", "continuous"),
        (
            "①：灰の竜が守備表示の竜を攻撃した場合、その守備力を攻撃力が超えた分だけ戦闘ダメージを与える。",
            "continuous",
        ),
        ("このカードは１ターンに１度だけ、戦闘では破壊されない。", "continuous"),
    ],
)
def test_an_effect_is_activated_that_does_something_once(text: str, kind: str) -> None:
    assert [effect.kind for effect in of(text).effects] == [kind]


@pytest.mark.parametrize(
    ("limit", "bound"),
    [
        pytest.param("このカード名の①の効果は１ターンに１度しか使用できない。", [("numbered", (1,))], id="one"),
        pytest.param(
            "このカード名の①③の効果はそれぞれ１ターンに１度しか使用できない。", [("numbered", (1, 3))], id="two"
        ),
        pytest.param(
            "このカード名の①・③の効果はそれぞれ１ターンに１度しか使用できない。", [("numbered", (1, 3))], id="dot"
        ),
        pytest.param(
            "このカード名の①～③の効果はそれぞれ１ターンに１度しか使用できない。", [("numbered", (1, 2, 3))], id="range"
        ),
        pytest.param("このカード名の⑤の効果は１ターンに１度しか使用できない。", [("numbered", ())], id="none of them"),
        pytest.param("このカード名の効果は１ターンに１度しか使用できない。", [("each", (1, 2, 3))], id="all"),
        pytest.param("このカード名のカードは１ターンに１枚しか発動できない。", [("card", ())], id="the card"),
        pytest.param("このカードの②の効果は１ターンに１度しか使用できない。", [("numbered", (2,))], id="of this copy"),
        pytest.param(
            "このカード名の①②の効果は１ターンに１度、いずれか１つしか使用できない。",
            [("numbered", (1, 2))],
            id="shared",
        ),
        pytest.param(
            "このカード名の①の効果は１ターンに１度しか使用できず、③の効果はデュエル中に１度しか使用できない。",
            [("numbered", (1,)), ("numbered", (3,))],
            id="each of two limits",
        ),
        pytest.param(
            "このカード名の②③の効果は１ターンに１度、いずれか１つしか使用できず、それぞれデュエル中に１度しか使用できない。",
            [("numbered", (2, 3)), ("numbered", (2, 3))],
            id="the same numbers again",
        ),
        pytest.param(
            "自分は「灰の見張り番」を１ターンに１度しか特殊召喚できず、その②の効果は１ターンに１度しか使用できない。",
            [("card", ()), ("numbered", (2,))],
            id="a Summon and an effect",
        ),
    ],
)
def test_the_effects_that_a_limit_governs(limit: str, bound: list[tuple[str, tuple[int, ...]]]) -> None:
    limits = of(f"{limit}\n{THREE}").limits
    assert [(found.applies_to.reference, found.applies_to.effects) for found in limits] == bound


def test_numbers_are_those_of_the_section() -> None:
    named = "このカード名の{}の効果は１ターンに１度しか使用できない。\n"
    text = (
        f"【Ｐ効果】\n{named.format('①')}①：灰。\n②：竜。\n"
        f"【モンスター効果】\n{named.format('②')}①：王。\n②：空。\n③：１ターンに１度、海。"
    )
    reading = of(text)
    assert [effect.label for effect in reading.effects] == ["①", "②", "①", "②", "③"]
    assert [limit.applies_to.effects for limit in reading.limits] == [(1,), (4,), (5,)]


def test_all_effects_are_those_of_the_section() -> None:
    limit = "このカード名のＰ効果は１ターンに１度しか使用できない。"
    text = f"【Ｐ効果】\n{limit}\n①：灰。\n【モンスター効果】\n①：王。\n②：空。"
    assert [limit.applies_to.effects for limit in of(text).limits] == [(1,)]


@pytest.mark.parametrize(
    ("text", "limits", "kinds"),
    [
        pytest.param(
            "このカード名の、①の効果は１ターンに１度しか使用できず、②の効果はデュエル中に１度しか使用できない。",
            [
                ("このカード名の、①の効果は１ターンに１度しか使用できず、", None, "turn"),
                ("②の効果はデュエル中に１度しか使用できない。", None, "duel"),
            ],
            ["activation_limit", "activation_limit"],
            id="this card's name",
        ),
        pytest.param(
            "「灰の見張り番」の①の効果は１ターンに１度しか使用できず、②の効果はデュエル中に１度しか使用できない。",
            [
                ("「灰の見張り番」の①の効果は１ターンに１度しか使用できず、", "灰の見張り番", "turn"),
                ("②の効果はデュエル中に１度しか使用できない。", "灰の見張り番", "duel"),
            ],
            ["activation_limit", "activation_limit"],
            id="a printed name",
        ),
        pytest.param(
            "自分は「灰の見張り番」を１ターンに１度しか特殊召喚できず、その①の効果は１ターンに１度しか使用できない。",
            [
                ("自分は「灰の見張り番」を１ターンに１度しか特殊召喚できず、", "灰の見張り番", "turn"),
                ("その①の効果は１ターンに１度しか使用できない。", "灰の見張り番", "turn"),
            ],
            ["summon_limit", "activation_limit"],
            id="a Summon and an effect",
        ),
    ],
)
def test_each_of_two_limits_in_a_sentence_has_its_own_words(
    spans_are_exact: CheckReading, text: str, limits: list[tuple[str, str | None, str]], kinds: list[str]
) -> None:
    reading = of(f"{text}\n{THREE}")
    assert [(limit.text, limit.name, limit.period) for limit in reading.limits] == limits
    assert [(found.kind, found.text) for found in reading.non_effects] == [
        (kind, words) for kind, (words, _, _) in zip(kinds, limits, strict=True)
    ]
    spans_are_exact(reading)


@pytest.mark.parametrize(
    "text",
    [
        "①：灰。このカード名の①の効果は１ターンに１度しか使用できない。\n②：竜。",
        "①：以下の効果から１つを選択して発動できる（このカード名の以下の効果はそれぞれ１ターンに１度しか選択できない）。\n●灰。\n●竜。",
        "①：１ターンに１度、手札を１枚捨てて発動できる。",
        "①：「灰の見張り番」の効果は１ターンに１度しか使用できない。",
        "①：「灰の見張り番」は自分フィールドに１体しか表側表示で存在できない。",
    ],
)
def test_a_limit_inside_a_number_is_part_of_its_effect(spans_are_exact: CheckReading, text: str) -> None:
    reading = of(text)
    assert len(reading.limits) == 1
    assert reading.non_effects == ()
    (limit,), first = reading.limits, reading.effects[0]
    assert first.span[0] <= limit.span[0] < limit.span[1] <= first.span[1]
    assert limit.applies_to.effects in {(), (1,)}
    spans_are_exact(reading)


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("このカードの①の効果は１ターンに１度しか使用できない。", ["activation_limit"]),
        ("このカード名の①の効果は１ターンに１度しか使用できない。", ["activation_limit"]),
        ("自分は「灰の見張り番」を１ターンに１度しか特殊召喚できない。", ["summon_limit"]),
    ],
)
def test_a_limit_without_a_number_is_no_effect(text: str, limits: list[str]) -> None:
    reading = of(f"{text}\n{THREE}")
    assert [found.kind for found in reading.non_effects] == limits
    assert [effect.label for effect in reading.effects] == ["①", "②", "③"]


def test_behind_the_effect_of_an_old_print_a_limit_governs_it() -> None:
    text = (
        "手札を１枚捨てて発動できる。灰を焼く。「灰の見張り番」のこの効果は１ターンに１度しか使用できない。竜を呼ぶ。"
    )
    reading = of(text)
    assert [limit.applies_to.effects for limit in reading.limits] == [(1,)]
    assert [effect.text for effect in reading.effects] == ["手札を１枚捨てて発動できる。灰を焼く。", "竜を呼ぶ。"]


@pytest.mark.parametrize(
    "text",
    ["攻撃力２０００以上のモンスターは攻撃宣言をする事ができない。", "守備力１０００以下のモンスターは攻撃できない。"],
)
def test_what_speaks_of_atk_in_figures_is_no_story(text: str) -> None:
    for before in ("", "自分のスタンバイフェイズ毎に２００ライフポイントを払う。"):
        assert [effect.text for effect in of(f"{before}{text}").effects] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "このカードが攻撃された時、サイコロを１回振る。２・５が出た場合、その攻撃を無効にする。",
        "コイントスを３回行う。３回とも表だった場合、カードを１枚ドローする。２回表だった場合、手札を１枚捨てる。",
    ],
)
def test_what_a_coin_or_a_die_decides_is_one_effect(text: str) -> None:
    assert [effect.text for effect in of(text).effects] == [text]


def test_upkeep_goes_on_in_a_sentence_with_a_comma() -> None:
    text = (
        "自分のスタンバイフェイズ毎に４００ライフポイントを払わなければならない。払えない場合、このカードを破壊する。"
    )
    reading = of(text)
    assert [found.kind for found in reading.non_effects] == ["maintenance_cost", "maintenance_cost"]
    assert reading.effects == ()
