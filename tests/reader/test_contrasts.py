"""What separates text that is not an effect from the effects that look like it, contrast by contrast.

The numbers are those of the project's list of contrasts. The rulings are the Perfect Rulebook's of 2017 (PR), Konami's
own marking since 2014 (un-numbered in Japanese print), or named.
"""

from __future__ import annotations

import pytest

from onceper.reader.read import read

NEXT = {"en": " Once per turn: You can draw 1 card.", "ja": "\n①：自分はカードを１枚ドローする。"}


def found(text: str, lang: str = "en") -> list[tuple[str, str]]:
    return [(non_effect.kind, non_effect.text) for non_effect in read(text, lang=lang, game="yugioh").non_effects]


def kinds(text: str, lang: str = "en") -> list[str]:
    return [kind for kind, _ in found(text, lang)]


NOT_EFFECTS = [
    # 1. Special Summoning itself (PR p. 175; un-numbered)
    ("1", "summoning_condition", "Cannot be Normal Summoned/Set."),
    ("1", "summoning_condition", "Cannot be Normal or Special Summoned."),
    ("1", "summoning_condition", "Must be Special Summoned by banishing 2 Aqua monsters from your GY."),
    ("1", "summoning_condition", "Must first be Special Summoned (from your hand) by Tributing 1 Aqua monster."),
    ("1", "summoning_condition", "You can Tribute Summon this card by Tributing 1 Aqua monster."),
    ("1", "summoning_condition", 'You can also Xyz Summon this card by using 1 "Ember" Xyz Monster you control.'),
    # 2. Material for another Summon (PR p. 178)
    ("2", "material_restriction", "Cannot be used as Link Material."),
    ("2", "material_restriction", "This card cannot be used as a Synchro Material."),
    ("2", "material_restriction", "Cannot be used as Xyz Material the turn it is Ritual Summoned."),
    ("2", "material_restriction", "Cannot be used as Xyz Material, except for the Xyz Summon of an Aqua monster."),
    # 3. No answer (YGOrg, cannot-respond text)
    ("3", "cannot_respond", "Neither player can activate Traps in response to this card's activation."),
    ("3", "cannot_respond", "Spells and Traps cannot be activated in response to this effect's activation."),
    # 4. The turn of the activation (un-numbered beside the effects)
    ("4", "activation_turn_restriction", "You cannot Special Summon the turn you activate this card."),
    ("4", "activation_turn_restriction", "You cannot attack the turn you activate either of this card's effects."),
    ("4", "activation_turn_restriction", "You cannot Set monsters the turn you Special Summon this card."),
    # 6. Maintenance (PR p. 175)
    ("6", "maintenance_cost", "Once per turn, during your Standby Phase, pay 300 LP or destroy this card."),
    ("6", "maintenance_cost", "During each of your End Phases, destroy this card unless you reveal 1 Aqua monster."),
    ("6", "maintenance_cost", "During your Standby Phase, you must pay 300 LP, or this card is destroyed."),
    # 7. Activating the card itself (un-numbered where the sentence ends with it)
    ("7", "activation_requirement", "Activate this card by paying 700 LP."),
    ("7", "activation_requirement", "Activate only if you control no monsters."),
    ("7", "activation_procedure", "If you control no other cards, you can activate this card from your hand."),
    # 8. Victory (PR p. 179)
    ("8", "victory_condition", "When 5 counters are on this card, you win the Duel."),
    # 9. Names (un-numbered)
    ("9", "name_treatment", '(This card is always treated as an "Ember" card.)'),
    ("9", "property_treatment", "(This card's original Level is always treated as 3.)"),
    # 10. Negation (un-numbered)
    ("10", "cannot_be_negated", "This card's activation and effect cannot be negated."),
    # The kinds that have no look-alike (un-numbered)
    ("-", "equip_restriction", "Equip only to an Aqua monster."),
    ("-", "duration", "Destroy this card during your 4th Standby Phase after activation."),
    ("-", "placement_restriction", "You cannot Summon/Set monsters to the zone this card points to."),
    ("-", "effect_condition", "This card's effects can only be applied while it has 2 or more materials."),
    ("-", "ritual_declaration", 'You can Ritual Summon this card with "Rite of Embers".'),
]

EFFECTS = [
    ("1", "You can Special Summon this card (from your hand) by banishing 1 Aqua monster from your GY."),
    ("1", "You can Normal Summon this card without Tributing."),
    ("1", "Special Summon it, but it cannot be Tributed."),
    ("2", "Cannot be used as Link Material while face-up on the field."),
    ("2", "This face-up card cannot be used as Fusion Material."),
    ("2", "The equipped monster cannot be used as Synchro Material."),
    ("2", "If this card you control would be used as Synchro Material, you can treat it as an Aqua Tuner."),
    ("3", "Your opponent cannot activate monster effects in response to your Normal Traps' activation."),
    ("3", "Your opponent cannot activate cards in response to the activation of your Synchro Monsters' effects."),
    ("4", "You cannot Special Summon for the rest of this turn, except Aqua monsters."),
    ("4", "Cannot attack the turn it is Summoned."),
    ("4", "Target 1 Aqua monster; destroy it, also you cannot attack the turn you activate this card."),
    ("5", 'You can only control 1 "Ember Warden".'),
    ("6", "Once per turn, during your End Phase: Tribute 1 other monster or destroy this card."),
    ("6", "If you control no Aqua monster, destroy this card."),
    ("6", "Destroy this card unless you control an Aqua monster."),
    ("6", "Cannot declare an attack unless you Tribute 1 monster."),
    ("6", "You must pay 300 LP to declare an attack with this card."),
    ("7", "Activate this card by targeting 1 Aqua monster you control; it gains 500 ATK."),
    ("7", "Activate only when your opponent declares an attack."),
    ("7", "You must control 3 Aqua monsters to activate and to resolve this effect."),
    ("8", "Target 1 Aqua monster; when it is destroyed by battle, you win the Duel."),
    ("9", 'This card\'s name becomes "Ember Warden" while on the field.'),
    ("9", 'This card is also treated as an "Ember" card while face-up on the field.'),
    ("10", "This effect cannot be negated."),
    ("10", "This card's Special Summon cannot be negated."),
    ("10", "The activation of your Aqua monsters' effects cannot be negated."),
    ("11", "This card cannot be Tributed for a Tribute Summon."),
    ("11", "(An Aqua monster can only be equipped with 1 Union Monster at a time.)"),
]


JAPANESE_NOT_EFFECTS = [
    # 1. Special Summoning itself
    ("1", "summoning_condition", "このカードは通常召喚できない。"),
    ("1", "summoning_condition", "このカードは通常召喚できず、「灰の窯」の効果でのみ特殊召喚できる。"),
    ("1", "summoning_condition", "自分の墓地の水属性モンスター２体を除外した場合に特殊召喚できる。"),
    (
        "1",
        "summoning_condition",
        "自分フィールド上の上記のカードをデッキに戻した場合のみ、融合デッキから特殊召喚できる。",
    ),
    (
        "1",
        "summoning_condition",
        "自分フィールドの上記カードを除外した場合のみ、ＥＸデッキから特殊召喚できる（「灰の窯」は必要としない）。",
    ),
    ("1", "summoning_condition", "このカードは水属性モンスター１体をリリースしてアドバンス召喚できる。"),
    (
        "1",
        "summoning_condition",
        "「灰の竜」は１ターンに１度、自分フィールドの「灰の卵」の上に重ねてＸ召喚する事もできる。",
    ),
    # 2. Material for another Summon
    ("2", "material_restriction", "このカードはＬ素材にできない。"),
    ("2", "material_restriction", "このカードはシンクロ素材とする事はできない。"),
    ("2", "material_restriction", "このカードをＳ素材とする場合、「灰」モンスターのＳ召喚にしか使用できない。"),
    (
        "2",
        "material_restriction",
        "このカードをＳ召喚する場合、自分フィールドの「灰」モンスター１体をチューナーとして扱う事ができる。",
    ),
    # 3. No answer
    (
        "3",
        "cannot_respond",
        "自分フィールドに「灰の竜」が存在する場合、このカードの発動に対して相手は効果を発動できない。",
    ),
    ("3", "cannot_respond", "この効果の発動に対して、魔法・罠・効果モンスターの効果を発動する事はできない。"),
    # 4. The turn of the activation
    ("4", "activation_turn_restriction", "このカードを発動するターン、自分は「灰」モンスターでしか攻撃できない。"),
    ("4", "activation_turn_restriction", "このカードを特殊召喚するターン、自分は通常召喚できない。"),
    # 6. Maintenance
    ("6", "maintenance_cost", "このカードのコントローラーは自分スタンバイフェイズ毎に３００ＬＰを払う。"),
    ("6", "maintenance_cost", "または、どちらも行わずにこのカードを破壊する。"),
    ("6", "maintenance_cost", "３００ＬＰ払えない場合このカードを破壊する。"),
    # 7. Activating the card itself
    ("7", "activation_requirement", "７００ＬＰを払ってこのカードを発動できる。"),
    ("7", "activation_requirement", "自分フィールドに「灰の竜」が存在する場合にしか発動できない。"),
    ("7", "activation_procedure", "自分フィールドに他のカードが存在しない場合、このカードの発動は手札からもできる。"),
    (
        "7",
        "activation_procedure",
        "このカードは手札の水属性モンスター１体を相手に見せ、セットしたターンに発動する事もできる。",
    ),
    # 8. Victory
    ("8", "victory_condition", "このカードの灰カウンターが５個になった時、自分はデュエルに勝利する。"),
    # 9. Names
    ("9", "name_treatment", "このカード名はルール上「灰」カード、「番」カードとしても扱う。"),
    ("9", "property_treatment", "ルール上、このカードのランクは１として扱う。"),
    # 10. Negation
    ("10", "cannot_be_negated", "このカードの発動と効果は無効化されない。"),
    # The kinds that have no look-alike
    ("-", "equip_restriction", "水族モンスターにのみ装備可能。"),
    ("-", "duration", "このカードは発動後、３回目の自分スタンバイフェイズに破壊される。"),
    ("-", "placement_restriction", "自分はこのカードのリンク先にモンスターを出せない。"),
    ("-", "effect_condition", "このカードの効果はこのカードが灰カウンターを持っている場合のみ適用される。"),
    ("-", "ritual_declaration", "「灰の儀式」により降臨。"),
]

JAPANESE_EFFECTS = [
    ("1", "このカードは自分フィールドに水属性モンスターが存在する場合に手札から特殊召喚できる。"),
    ("1", "自分の墓地の水属性モンスター１体を除外した場合、このカードは手札から特殊召喚できる。"),
    ("1", "このカードはリリースなしで召喚できる。"),
    ("2", "このカードがフィールド上に表側表示で存在する限り、このカードはシンクロ素材にできない。"),
    ("2", "装備モンスターはシンクロ素材にできない。"),
    (
        "2",
        "この効果で特殊召喚したモンスターをシンクロ素材とする場合、水属性モンスターのシンクロ召喚にしか使用できない。",
    ),
    (
        "2",
        "このカードは「灰」と名のついたモンスターのアドバンス召喚以外のためにはリリースできず、シンクロ素材にもできない。",
    ),
    ("3", "自分の通常罠カードの発動に対して、相手はモンスターの効果を発動できない。"),
    ("4", "このターン、自分はモンスターを特殊召喚できない。"),
    ("4", "このカードを発動したターン、相手から受ける全てのダメージは半分になる。"),
    ("6", "自分エンドフェイズに発動する。自分フィールドのカウンターを１つ取り除くか、このカードを破壊する。"),
    ("6", "自分フィールドに水属性モンスターが存在しない場合、このカードを破壊する。"),
    ("6", "このカードは３００ライフポイント払わなければ攻撃できない。"),
    ("7", "自分フィールドの水属性モンスター１体を対象として発動できる。"),
    ("7", "相手ターンのみ発動する事ができる。"),
    ("7", "この効果は相手ターンにしか発動できない。"),
    ("9", "このカードのカード名は、フィールド上に表側表示で存在する限り「灰の竜」として扱う。"),
    ("10", "この効果は無効化されない。"),
    ("11", "このカードはアドバンス召喚のためにはリリースできない。"),
    (
        "11",
        "１体のモンスターが装備できるユニオンは１枚まで、装備モンスターが灰になる場合、代わりにこのカードを破壊する。",
    ),
]


@pytest.mark.parametrize(
    ("lang", "contrast", "kind", "text"),
    [*(("en", *case) for case in NOT_EFFECTS), *(("ja", *case) for case in JAPANESE_NOT_EFFECTS)],
)
def test_text_that_is_not_an_effect(lang: str, contrast: str, kind: str, text: str) -> None:
    following = NEXT[lang]
    non_effects = [pair for pair in found(text + following, lang) if pair[0] != "activation_limit"]
    assert non_effects == [(kind, text.strip("()"))], contrast
    assert [effect.text for effect in read(text + following, lang=lang, game="yugioh").effects] == [following.strip()]


@pytest.mark.parametrize(
    ("lang", "contrast", "text"),
    [*(("en", *case) for case in EFFECTS), *(("ja", *case) for case in JAPANESE_EFFECTS)],
)
def test_effects_that_look_like_it(lang: str, contrast: str, text: str) -> None:
    assert kinds(text, lang) == [], contrast
    assert len(read(text, lang=lang, game="yugioh").effects) == 1


# What the rulebook calls no effect wherever it stands, as English print, which has no numbers, is read.
NO_EFFECT_ANYWHERE = {"cannot_respond", "victory_condition"}


@pytest.mark.parametrize(("contrast", "kind", "text"), JAPANESE_NOT_EFFECTS)
def test_whatever_stands_inside_a_number_belongs_to_its_effect(contrast: str, kind: str, text: str) -> None:
    """Konami's own marking since 2014, which English print does not show."""
    reading = read(f"①：{text}", lang="ja", game="yugioh")
    assert [effect.text for effect in reading.effects] == [reading.text], contrast
    assert (kind in kinds(reading.text, "ja")) == (kind in NO_EFFECT_ANYWHERE), contrast


def test_a_control_limit_is_an_effect_unlike_every_other_limit() -> None:
    """Contrast 5: all 123 control limits of Japanese print are numbered."""
    english = 'You can only control 1 "Ember" monster. You can only activate 1 "Ember Kiln" per turn.'
    japanese = (
        "「灰」モンスターは自分フィールドに１体しか表側表示で存在できない。「灰の窯」は１ターンに１枚しか発動できない。"
    )
    assert kinds(english) == kinds(japanese, "ja") == ["activation_limit"]


def test_a_limit_and_a_turn_restriction_in_one_sentence_are_two() -> None:
    """Contrast 12: clauses that Japanese fuses with できず stand in one English sentence too."""
    limit = 'You can only use each effect of "Ember Warden" once per turn'
    turn = "you cannot Special Summon the turn you activate either of this card's effects, except Aqua monsters"
    sentence = f"{limit}, also {turn}."
    reading = read(f"Draw 1 card. {sentence}", lang="en", game="yugioh")
    assert sorted(found(f"Draw 1 card. {sentence}")) == [
        ("activation_limit", sentence),
        ("activation_turn_restriction", turn),
    ]
    assert [(limit.kind, limit.applies_to.effects) for limit in reading.limits] == [("hard", (1,))]
    assert [effect.text for effect in reading.effects] == ["Draw 1 card."]


def test_two_japanese_clauses_that_mean_two_things_are_two() -> None:
    """Contrast 12: できず joins what English prints as two sentences; a condition goes with what stands behind it."""
    limit = "このカード名のカードは１ターンに１枚しか発動できず、"
    turn = "このカードを発動するターン、自分は「灰」モンスターしか特殊召喚できない。"
    procedure = "自分フィールドに他のカードが存在しない場合、このカードの発動は手札からもできる。"
    assert found(limit + turn + NEXT["ja"], "ja") == [
        ("activation_limit", limit),
        ("activation_turn_restriction", turn),
    ]
    assert found(limit + procedure, "ja") == [("activation_limit", limit), ("activation_procedure", procedure)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "1 Tuner + 1 or more non-Tuner monsters"),
        ("ja", "灰の竜＋灰の卵"),
        ("ja", "「灰」モンスターを含むモンスター２体以上"),
    ],
)
def test_a_card_that_holds_no_effect_at_all(lang: str, text: str) -> None:
    """Contrast 13: a text without numbers may consist of text that is not an effect."""
    reading = read(text, lang=lang, game="yugioh")
    assert found(text, lang) == [("material_requirement", text)]
    assert reading.effects == ()


def test_what_must_be_paid_is_told_from_what_may_be_left_unpaid() -> None:
    """Contrast 6: the advanced rules' kinds of cost; a cost that is not optional is paid where possible."""
    must = "During your Standby Phase, you must pay 300 LP (this is not optional), or this card is destroyed."
    may = "During your Standby Phase, pay 300 LP or destroy this card."
    rules = [n.rule for text in (must, may) for n in read(text, lang="en", game="yugioh").non_effects]
    assert rules == ["maintenance.must", "maintenance.may"]
    cost = "このカードのコントローラーは自分エンドフェイズ毎に３００ＬＰを払う。"
    unpaid = ("３００ＬＰ払えない場合このカードを破壊する。", "または、払わずにこのカードを破壊する。")
    rules = [read(cost + text, lang="ja", game="yugioh").non_effects[-1].rule for text in unpaid]
    assert rules == ["maintenance.must", "maintenance.may"]


@pytest.mark.parametrize(
    ("lang", "text", "applies"),
    [
        ("en", "Cannot be used as Link Material.", "everywhere"),
        ("en", "Once per turn, during your Standby Phase, pay 300 LP or destroy this card.", "on_field"),
        ("en", "Cannot be Normal Summoned/Set.", "on_summon"),
        ("en", "Activate this card by paying 700 LP.", "on_activation"),
        ("ja", "このカードはＬ素材にできない。", "everywhere"),
        ("ja", "水族モンスターにのみ装備可能。", "on_field"),
        ("ja", "このカードは通常召喚できない。", "on_summon"),
        ("ja", "７００ＬＰを払ってこのカードを発動できる。", "on_activation"),
    ],
)
def test_it_applies_where_its_kind_does(lang: str, text: str, applies: str) -> None:
    (non_effect,) = read(text, lang=lang, game="yugioh").non_effects
    assert non_effect.applies == applies


def test_a_soft_limit_in_upkeep_governs_no_effect() -> None:
    """Contrast 6: the cost is none of the effects, so its once per turn binds none."""
    text = "Draw 1 card. Once per turn, during your Standby Phase, pay 300 LP or destroy this card."
    (limit,) = read(text, lang="en", game="yugioh").limits
    assert (limit.kind, limit.applies_to.effects) == ("soft", ())
