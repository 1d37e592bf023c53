"""Japanese limits of every kind: what they say, of which effects, and in which words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from onceper.reader.read import read

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.limit import Limit
    from onceper.contract.reading import CardReading

    CheckReading = Callable[[CardReading], None]

TWO = "①：手札を１枚捨てて発動できる。灰を焼く。\n②：竜を呼ぶ。"
NAME = "灰の見張り番"
BY_NAME = {"scope": "name", "names": "card", "resets_on": ()}
ONCE = {"period": "turn", "count": 1}


def of(text: str, name: str | None = None) -> CardReading:
    return read(text, lang="ja", game="yugioh", name=name)


def has(limit: Limit, **fields: Any) -> None:
    assert {field: getattr(limit, field) for field in fields} == fields


@pytest.mark.parametrize(
    ("text", "fields", "words"),
    [
        pytest.param(
            "①：１ターンに１度、手札を１枚捨てて発動できる。",
            {"kind": "soft", "scope": "copy", "names": None, "name": None, "verb": "use", **ONCE},
            "１ターンに１度",
            id="soft",
        ),
        pytest.param(
            "①：このカードは１ターンに２度まで戦闘では破壊されない。",
            {"kind": "soft", "verb": "apply", "spent_on": "application", "count": 2},
            "１ターンに２度まで",
            id="soft: protection",
        ),
        pytest.param(
            "①：自分スタンバイフェイズに１度、灰を焼く。",
            {"kind": "soft", "period": "phase", "phase": "standby", "whose_turn": "own"},
            "自分スタンバイフェイズに１度",
            id="soft: phase",
        ),
        pytest.param(
            "①：手札を１枚捨てて発動できる（同一チェーン上では１度まで）。",
            {"kind": "soft", "period": "chain", "count": 1},
            "同一チェーン上では１度まで",
            id="soft: chain",
        ),
        pytest.param(
            f"このカード名の①の効果は１ターンに１度しか使用できない。\n{TWO}",
            {"kind": "hard", "name": None, "spent_on": "use", "refunded_if_negated": False, **BY_NAME, **ONCE},
            "このカード名の①の効果は１ターンに１度しか使用できない。",
            id="hard: this card's name",
        ),
        pytest.param(
            f"「灰の見張り番」の①の効果はデュエル中に１度しか発動できない。\n{TWO}",
            {
                "kind": "hard",
                "name": NAME,
                "period": "duel",
                "verb": "activate",
                "spent_on": "activation",
                "refunded_if_negated": True,
                **BY_NAME,
            },
            "「灰の見張り番」の①の効果はデュエル中に１度しか発動できない。",
            id="hard: a printed name",
        ),
        pytest.param(
            "このカード名のカードは１ターンに１枚しか発動できない。\n灰を焼く。",
            {"kind": "hard", "verb": "activate", **BY_NAME, **ONCE},
            "このカード名のカードは１ターンに１枚しか発動できない。",
            id="hard: the card",
        ),
        pytest.param(
            f"このカード名の①②の効果は１ターンに１度、いずれか１つしか使用できない。\n{TWO}",
            {"kind": "hard", "shared": True, **BY_NAME, **ONCE},
            "このカード名の①②の効果は１ターンに１度、いずれか１つしか使用できない。",
            id="hard: shared",
        ),
        pytest.param(
            "自分は「灰の見張り番」を１ターンに１度しか特殊召喚できない。",
            {"kind": "summon", "name": NAME, "verb": "special_summon", "spent_on": "occurrence", **BY_NAME, **ONCE},
            "自分は「灰の見張り番」を１ターンに１度しか特殊召喚できない。",
            id="summon",
        ),
        pytest.param(
            "①：「灰の見張り番」は自分フィールドに１体しか表側表示で存在できない。",
            {"kind": "control", "name": NAME, "verb": "control", "period": None, "count": 1, **BY_NAME},
            "「灰の見張り番」は自分フィールドに１体しか表側表示で存在できない。",
            id="control",
        ),
        pytest.param(
            "①：「灰」モンスターは自分フィールドに１体しか表側表示で存在できない。",
            {"kind": "control", "name": "灰", "names": "archetype"},
            "「灰」モンスターは自分フィールドに１体しか表側表示で存在できない。",
            id="control: archetype",
        ),
        pytest.param(
            "①：自分は通常召喚に加えて１度だけ、自分メインフェイズに「灰」モンスター１体を召喚できる。",
            {"kind": "gain", "scope": "player", "verb": "gain", "names": None, "name": None, **ONCE},
            "通常召喚に加えて１度だけ",
            id="gain",
        ),
        pytest.param(
            "①：相手は１ターンに１度しか罠カードを発動できない。",
            {"kind": "cap", "scope": "player", "player": "opponent", "verb": "activate", **ONCE},
            "相手は１ターンに１度しか罠カードを発動できない。",
            id="cap",
        ),
        pytest.param(
            "①：お互いのプレイヤーは１ターンに２度までしかモンスターを特殊召喚できない。",
            {"kind": "cap", "player": "each", "count": 2, "verb": "special_summon"},
            "お互いのプレイヤーは１ターンに２度までしかモンスターを特殊召喚できない。",
            id="cap: Summons",
        ),
    ],
)
def test_a_limit_is_read_as_what_it_says(
    spans_are_exact: CheckReading, text: str, fields: dict[str, Any], words: str
) -> None:
    reading = of(text)
    (limit,) = reading.limits
    has(limit, **fields)
    assert limit.text == words
    assert reading.unread == ()
    spans_are_exact(reading)


@pytest.mark.parametrize(
    "text",
    [
        "①：このカードは戦闘では破壊されない。",
        "①：１度に３枚以上のカードをめくったプレイヤーは５００ダメージを受ける。",
        "このカードは１度のバトルフェイズ中に２回攻撃できる。",
        "①：このターンに１度だけ手札から灰を召喚できる。",
        "①：「一度きりの灰」１枚を手札に加える。",
        "①：自分は「１ターンに１度」を手札に加える。",
        "二度と帰らない旅人。",
    ],
)
def test_no_limit_is_read_where_none_is_printed(text: str) -> None:
    reading = of(text)
    assert (reading.limits, reading.unread) == ((), ())


@pytest.mark.parametrize(
    ("printed", "own_name"),
    [
        pytest.param("灰の見張り番", "灰の見張り番", id="own"),
        pytest.param("灰の見張り番", "竜の見張り番", id="another card's"),
        pytest.param("灰の「王」の番", "灰の「王」の番", id="quotes inside"),
        pytest.param("王「灰」", "王「灰」", id="quotes at its end"),
        pytest.param("「灰」の王", "「灰」の王", id="quotes at its beginning"),
        pytest.param("一度きりの灰", None, id="limit words"),
        pytest.param("１ターンに１度しか使用できない", None, id="a whole limit"),
        pytest.param("灰。①：竜！", None, id="marks"),
        pytest.param("Ａｓｈ－０１", "Ash-01", id="full-width letters"),
        pytest.param("Ash-01", "Ａｓｈ－０１", id="half-width letters"),
    ],
)
def test_the_name_is_given_as_it_is_printed(spans_are_exact: CheckReading, printed: str, own_name: str | None) -> None:
    text = f"「{printed}」の①の効果は１ターンに１度しか使用できない。"
    reading = of(f"{text}{TWO}", own_name)
    (limit,) = reading.limits
    assert (limit.name, limit.text, limit.applies_to.effects) == (printed, text, (1,))
    spans_are_exact(reading)


def test_the_name_is_that_of_this_card_where_it_says_so() -> None:
    (limit,) = of(f"このカード名の①の効果は１ターンに１度しか使用できない。{TWO}", NAME).limits
    assert (limit.name, limit.names) == (None, "card")


def test_names_before_a_limit_are_not_its_name() -> None:
    text = (
        "「灰の竜」－「竜の灰」と「王」の効果は使用できず、自分は「灰の見張り番」を１ターンに１度しか特殊召喚できない。"
    )
    assert [limit.name for limit in of(text).limits] == [NAME]


DIGITS = [pytest.param("１２", id="full-width"), pytest.param("12", id="half-width"), pytest.param("一二", id="kanji")]
PRINTS = [
    "1ターンに1度、手札を2枚捨てて発動できる。",
    "1ターンに2度まで、手札を1枚捨てて発動できる。",
    "デュエル中に1度だけ、手札を捨てて発動できる。",
    "このカード名の①の効果は1ターンに1度しか使用できない。①：灰を焼く。",
    "このカード名の①②の効果は1ターンに1度、いずれか1つしか使用できない。①：灰を焼く。②：竜を呼ぶ。",
    "このカード名のカードは1ターンに2枚しか発動できない。",
    "自分は「灰の見張り番」を1ターンに2体しか特殊召喚できない。",
    "①：「灰の見張り番」は自分フィールドに1体しか表側表示で存在できない。",
    "①：自分は通常召喚に加えて1度だけ、「灰」モンスター1体を召喚できる。",
    "①：相手は1ターンに2度しか罠カードを発動できない。",
    "①：自分バトルフェイズに1度、手札を1枚捨てて発動できる。",
    "この効果は1ターンに2度まで使用できる。",
]


def _without_words(limit: Limit) -> dict[str, Any]:
    return {field: getattr(limit, field) for field in limit.__struct_fields__ if field != "text"}


@pytest.mark.parametrize("digits", DIGITS)
@pytest.mark.parametrize("text", PRINTS)
def test_digits_of_every_style_give_the_same_limit(text: str, digits: str) -> None:
    printed = text.translate(str.maketrans("12", digits))
    found = of(printed).limits
    assert [_without_words(limit) for limit in found] == [_without_words(limit) for limit in of(text).limits]
    assert len(found) == 1
    assert found[0].count == (2 if "2度" in text or "2枚し" in text or "2体" in text else 1)


NEGATIONS = (
    "できない",
    "できません",
    "出来ない",
    "出来ません",
    "できぬ",
    "する事ができない",
    "することができない",
    "することができません",
)


@pytest.mark.parametrize("negation", NEGATIONS)
@pytest.mark.parametrize("comma", ["", "、"])
def test_every_print_of_the_same_words_gives_the_same_limit(negation: str, comma: str) -> None:
    text = f"このカード名の{comma}①の効果は{comma}１ターンに１度{comma}しか使用{negation}。"
    (limit,) = of(f"{text}\n{TWO}").limits
    has(limit, kind="hard", text=text, verb="use", **ONCE)
    assert limit.applies_to.effects == (1,)
