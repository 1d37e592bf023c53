"""What text that is no effect says: of which effects, what must be paid, which materials, what is won."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.reader.read import read

if TYPE_CHECKING:
    from onceper.contract.non_effect import NonEffect

OF_EN = "When this card is Normal Summoned: You can draw 1 card. You can Tribute 1 monster; draw 2 cards. "
OF_JA = "①：手札を１枚捨てて発動できる。カードを引く。②：墓地のこのカードを除外して発動できる。カードを２枚引く。"
OF_TR = "Bu kart Normal Çağrıldığında: 1 kart çekebilirsiniz. 1 canavarı Feda edebilirsiniz; 2 kart çekin. "
THE_TURN = "the turn you activate either of this card's effects."
TURN = "activation_turn_restriction"
RESPOND = "cannot_respond"


def read_in(lang: str, text: str, kind: str) -> list[NonEffect]:
    return [record for record in read(text, lang=lang, game="yugioh").non_effects if record.kind == kind]


@pytest.mark.parametrize(
    ("lang", "text", "kind", "effects"),
    [
        ("en", f"{OF_EN}You cannot attack the turn you activate this effect.", TURN, (2,)),
        ("en", f"{OF_EN}You cannot attack the turn you activate either of this card's effects.", TURN, (1, 2)),
        ("en", f"{OF_EN}You cannot attack the turn you activate this card.", TURN, ()),
        ("en", f"{OF_EN}This card cannot attack the turn this effect is activated.", TURN, (2,)),
        (
            "en",
            f'{OF_EN}You can only use each effect of "Ember Hag" once per turn, also you cannot attack {THE_TURN}',
            TURN,
            (1, 2),
        ),
        ("en", f"{OF_EN}Your opponent cannot activate Traps in response to this effect's activation.", RESPOND, (2,)),
        (
            "en",
            f"{OF_EN}Traps cannot be activated in response to the activation of this card's effects.",
            RESPOND,
            (1, 2),
        ),
        ("en", f"{OF_EN}Traps cannot be activated in response to this card's activation.", RESPOND, ()),
        ("en", f"{OF_EN}This card's activation and effect cannot be negated.", "cannot_be_negated", ()),
        (
            "en",
            f"You can only activate the following effects while you control a Trap. {OF_EN}",
            "activation_requirement",
            (1, 2),
        ),
        ("en", f"{OF_EN}Destroy this card during your 3rd End Phase after activation.", "duration", ()),
        ("en", f'{OF_EN}You can only use this effect of "Ember Hag" once per turn.', "activation_limit", (2,)),
        ("en", f'You can only activate 1 "Ember Hag" per turn. {OF_EN}', "activation_limit", ()),
        ("ja", "１ターンに１度、カードを１枚ドローできる。この効果を発動するターン、自分は攻撃できない。", TURN, (1,)),
        ("ja", f"このカードの効果を発動するターン、自分は攻撃できない。{OF_JA}", TURN, (1, 2)),
        ("ja", f"このカード名の②の効果を発動するターン、自分は攻撃できない。{OF_JA}", TURN, (2,)),
        ("ja", f"このカードを発動するターン、自分は攻撃できない。{OF_JA}", TURN, ()),
        (
            "ja",
            f"このカード名の②の効果は１ターンに１度しか使用できず、この効果を発動するターン、自分は攻撃できない。{OF_JA}",
            TURN,
            (2,),
        ),
        ("ja", f"{OF_JA[:-1]}（この発動に対して、相手は効果を発動できない）。", RESPOND, (2,)),
        ("ja", f"このカードの発動に対して、相手は罠カードを発動できない。{OF_JA}", RESPOND, ()),
        ("ja", f"このカードの効果の発動に対して、相手は罠カードを発動できない。{OF_JA}", RESPOND, (1, 2)),
        ("ja", f"このカードの①の効果の発動に対して、相手は罠カードを発動できない。{OF_JA}", RESPOND, (1,)),
        (
            "ja",
            f"このカード名の②の効果は自分フィールドに「灰」モンスターが存在する場合にしか発動できない。{OF_JA}",
            "activation_requirement",
            (2,),
        ),
        ("ja", f"このカード名の①②の効果は１ターンに１度しか使用できない。{OF_JA}", "activation_limit", (1, 2)),
        ("tr", f"{OF_TR}Bu efekti etkinleştirdiğiniz tur Savaş Aşaması yapamazsınız.", TURN, (2,)),
        ("tr", f"{OF_TR}Bu kartı etkinleştirdiğiniz tur Savaş Aşaması yapamazsınız.", TURN, ()),
        ("tr", f"{OF_TR}Bu efektin etkinleştirilmesine rakibiniz yanıt veremez.", RESPOND, (2,)),
        ("tr", f"{OF_TR}Bu kartın efektlerinin etkinleştirilmesine rakibiniz yanıt veremez.", RESPOND, (1, 2)),
        ("tr", f"{OF_TR}Bu kartın aktivasyonuna rakibiniz yanıt veremez.", RESPOND, ()),
        ("tr", f"{OF_TR}Bu efekti turda sadece 1 kez kullanabilirsiniz.", "activation_limit", (2,)),
    ],
)
def test_it_speaks_of_effects(lang: str, text: str, kind: str, effects: tuple[int, ...]) -> None:
    (record,) = read_in(lang, text, kind)
    assert record.effects == effects


@pytest.mark.parametrize(
    ("lang", "text", "mandatory"),
    [
        ("en", "Once per turn, during your Standby Phase, pay 300 LP or destroy this card.", [False]),
        ("en", "During each of your End Phases, destroy this card unless you discard 1 card.", [False]),
        (
            "en",
            "During each of your End Phases, you must pay 300 LP (this is not optional), or this card is destroyed.",
            [True],
        ),
        ("en", "Pay 300 LP during each of your Standby Phases. If you do not, destroy this card.", [False, False]),
        (
            "en",
            "This card's controller must pay 300 LP during each Standby Phase. If they cannot, destroy this card.",
            [True, True],
        ),
        (
            "en",
            "During your Standby Phase, remove 1 Ember Counter from this card. If you cannot, destroy it.",
            [True, True],
        ),
        ("en", "Pay 300 LP during each of your Standby Phases. Your monsters gain 300 ATK.", [True]),
        ("ja", "このカードのコントローラーは自分のスタンバイフェイズ毎に３００ＬＰを払う。", [True]),
        (
            "ja",
            "このカードのコントローラーは自分のスタンバイフェイズ毎に３００ＬＰを払う。または、払わずにこのカードを破壊する。",
            [False, False],
        ),
        (
            "ja",
            "このカードのコントローラーは自分のスタンバイフェイズ毎に３００ＬＰを払う。３００ＬＰ払えない場合このカードを破壊する。",
            [True, True],
        ),
        ("ja", "自分のスタンバイフェイズ毎に手札を１枚捨てなければこのカードを破壊する。", [False]),
        ("ja", "自分のスタンバイフェイズ毎に３００ライフポイントを払わなければならない。", [True]),
        (
            "ja",
            "このカードのコントローラーは自分エンドフェイズ毎に、手札の獣族モンスター１体を相手に見せるか、このカードを破壊する。",
            [False],
        ),
        ("tr", "Her tur bir kez, Bekleme Aşamanız sırasında 300 LP ödeyin veya bu kartı yok edin.", [False]),
        ("tr", "Her Bekleme Aşamanızda 300 LP ödemelisiniz.", [True]),
        (
            "tr",
            "Bekleme Aşamanızda, elinizden 1 kart atmalısınız (bu isteğe bağlı değildir), yoksa bu kart yok edilir.",
            [True],
        ),
        ("tr", "Her Bekleme Aşamanızda elinizden 1 kart atın. Atmazsanız bu kartı yok edin.", [False, False]),
    ],
)
def test_some_costs_must_be_paid_where_they_can_be(lang: str, text: str, mandatory: list[bool]) -> None:
    assert [record.mandatory for record in read_in(lang, text, "maintenance_cost")] == mandatory


@pytest.mark.parametrize(
    ("lang", "text", "material"),
    [
        ("en", "Cannot be used as Synchro Material.", "itself"),
        ("en", "Cannot be used as Link Material the turn it is Flip Summoned.", "itself"),
        ("en", "Cannot be used as Synchro Material, except for the Synchro Summon of an Aqua monster.", "summoned"),
        (
            "en",
            "Cannot be used as Xyz Material for an Xyz Summon, except the Xyz Summon of an Aqua monster.",
            "summoned",
        ),
        ("en", "Cannot be used as Synchro Material, unless all other materials are Aqua monsters.", "others"),
        ("en", "If this card is used as a Synchro Material, the other monsters must be Fish monsters.", "others"),
        ("en", "You can use monsters in your hand as non-Tuner Synchro Materials for this card.", "in_hand"),
        ("en", "For this card's Synchro Summon, you can treat 1 Fairy monster you control as a Tuner.", "others"),
        ("en", 'For a Synchro Summon, you can substitute this card for any 1 "Ember" Tuner.', "itself"),
        ("ja", "このカードはＳ素材にできない。", "itself"),
        ("ja", "このカードをＳ素材とする場合、水属性モンスターのＳ召喚にしか使用できない。", "summoned"),
        ("ja", "このカードをＳ素材とする場合、他のＳ素材は全て水属性モンスターでなければならない。", "others"),
        ("ja", "手札のモンスターをチューナー以外のＳ素材とする事ができる。", "in_hand"),
        ("ja", "このカードをＬ召喚する場合、手札の「灰」モンスター１体もＬ素材にできる。", "in_hand"),
        ("ja", "このカードをＬ召喚する場合、自分フィールドのトークンもＬ素材にできる。", "others"),
        ("tr", "Füzyon Malzemesi olarak kullanılamaz.", "itself"),
        ("tr", "Bir SU canavarının Senkro Çağrısı dışında Senkro Malzemesi olarak kullanılamaz.", "summoned"),
        (
            "tr",
            "Bu kart Link Malzemesi olarak kullanıldığında, diğer Link Malzemelerinin tümü Ejderha olmalıdır.",
            "others",
        ),
        (
            "tr",
            "Bu kartın Senkro Çağrısı için elinizdeki 1 canavarı Senkro Malzemesi olarak kullanabilirsiniz.",
            "in_hand",
        ),
    ],
)
def test_a_restriction_is_of_some_materials(lang: str, text: str, material: str) -> None:
    (record,) = read_in(lang, text, "material_restriction")
    assert (record.material, record.text) == (material, text)


@pytest.mark.parametrize(
    ("lang", "text", "wins"),
    [
        ("en", "When there are 5 counters on this card, you win the Duel.", "duel"),
        ("en", "If this card attacks directly and reduces your opponent's LP to 0, you win the Match.", "match"),
        ("en", "Any other case results in a DRAW.", "duel"),
        ("ja", "このカードの灰カウンターが５個になった時、自分はデュエルに勝利する。", "duel"),
        ("ja", "このカードの攻撃で相手のＬＰが０になった場合、自分はマッチに勝利する。", "match"),
        ("ja", "それ以外の場合は引き分けになる。", "duel"),
        ("tr", "Bu karta 5 sayaç konduğunda Düelloyu kazanırsınız.", "duel"),
        ("tr", "Bu karta 5 sayaç konduğunda maçı kazanırsınız.", "match"),
    ],
)
def test_a_duel_or_a_match_is_won(lang: str, text: str, wins: str) -> None:
    (record,) = read_in(lang, text, "victory_condition")
    assert record.wins == wins
