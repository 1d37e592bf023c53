"""Which Summons, options, cards and times count, and under what condition: what limits say beyond how often."""

from __future__ import annotations

import pytest

from onceper.reader.read import read

EN = "If this card is Summoned: You can draw 1 card. "
JA = "①：手札を１枚捨てて発動できる。自分は１枚ドローする。"
TR = "1 kart çek. "


@pytest.mark.parametrize(
    ("lang", "text", "kind"),
    [
        ("en", 'You can only Link Summon "Ember Nymph" once per turn.', "link"),
        ("en", 'You can only Fusion Summon "Ember Nymph" once per turn.', "fusion"),
        ("en", '"Ember Nymph" can only be Ritual Summoned once per turn.', "ritual"),
        ("en", 'You cannot Pendulum Summon "Ember Nymph" more than once per turn.', "pendulum"),
        ("en", 'You can only Normal Summon "Ember Nymph" once per turn.', "normal"),
        ("en", 'You can only Tribute Summon "Ember Nymph" once per turn.', "tribute"),
        ("en", 'You can only Flip Summon "Ember Nymph" once per turn.', "flip"),
        ("en", 'You can only Summon "Ember Nymph" once per turn.', None),
        ("en", 'You can only Special Summon "Ember Nymph" once per turn this way.', "special"),
        ("en", "Each player can only Link Summon monsters once per turn.", "link"),
        ("en", "Neither player can Summon more than 2 times per turn.", None),
        ("ja", "自分は「灰の精」を１ターンに１度しかＬ召喚できない。", "link"),
        ("ja", "自分は「灰の精」を１ターンに１度しかＳ召喚できない。", "synchro"),
        ("ja", "「灰の精」は１ターンに１度しかエクシーズ召喚できない。", "xyz"),
        ("ja", "「灰の精」は１ターンに１度しか召喚できない。", "normal"),
        ("ja", "「灰の精」は１ターンに１度しか反転召喚できない。", "flip"),
        ("ja", "「灰の精」は１ターンに１度しか召喚・特殊召喚できない。", None),
        ("ja", "お互いは１ターンに１度しか融合召喚できない。", "fusion"),
        ("tr", '"Kor Perisi"ni turda yalnızca bir kez Link Çağırabilirsiniz.', "link"),
        ("tr", '"Kor Perisi"ni turda yalnızca bir kez Füzyon Çağırabilirsin.', "fusion"),
        ("tr", '"Kor Perisi"ni turda bir kez Normal Çağırabilirsiniz.', "normal"),
        ("tr", "Her oyuncu turda yalnızca 1 canavar Link Çağırabilir.", "link"),
    ],
)
def test_the_kind_of_summon_that_counts_is_told(lang: str, text: str, kind: str | None) -> None:
    (limit,) = read(text, lang=lang, game="yugioh").limits
    assert limit.summon_kind == kind


@pytest.mark.parametrize(
    ("lang", "text", "counts_from", "refunded"),
    [
        ("en", "Your opponent can only activate 1 Spell Card each turn.", "presence", True),
        ("en", "Each player can only attempt to activate 2 Trap Cards per turn.", "presence", False),
        ("en", "Each player can Special Summon a maximum of 3 monsters each turn.", "period", True),
        ("en", "Neither player can Summon more than 2 times per turn.", "period", True),
        ("ja", "①：相手は１ターンに１度しか魔法カードを発動できない。", "presence", True),
        ("ja", "①：お互いは１ターンに合計３体までしかモンスターを特殊召喚できない。", "period", True),
        (
            "ja",
            "①：このカードが存在する限り、その間はお互いに１ターンに合計２回までしか特殊召喚できない。",
            "presence",
            True,
        ),
        ("tr", "Rakibiniz turda yalnızca 1 Büyü çalıştırabilir.", "presence", True),
        ("tr", "Rakibiniz turda 2'den fazla canavar Özel Çağıramaz.", "period", True),
    ],
)
def test_ceilings_say_from_when_they_count(lang: str, text: str, counts_from: str, *, refunded: bool) -> None:
    (limit,) = read(text, lang=lang, game="yugioh").limits
    assert (limit.counts_from, limit.refunded_if_negated) == (counts_from, refunded)


@pytest.mark.parametrize(
    ("lang", "text", "each"),
    [
        (
            "en",
            (
                "You can activate 1 of these effects (but you can only use each "
                'effect of "A" once per turn);\n● Draw 1 card.\n● Gain 500 LP.'
            ),
            True,
        ),
        (
            "en",
            (
                "You can activate 1 of these effects;\n● Draw 1 card.\n● Gain "
                '500 LP.\nYou can only use this effect of "A" once per turn.'
            ),
            False,
        ),
        (
            "en",
            (
                "If this card is Summoned: You can draw 1 card. Once per Chain: You can apply 1 of these effects "
                '(but you cannot apply that same effect of "A" again this turn).\n● Draw 1 card.\n● Gain 500 LP.'
            ),
            True,
        ),
        (
            "ja",
            (
                "①：以下の効果から１つを選択して発動できる（このカード名の以下の効果はそれぞれ１ターンに１度しか選択できない）"
                "。●１枚ドローする。●５００ＬＰ回復する。"
            ),
            True,
        ),
        (
            "ja",
            (
                "このカード名の効果は１ターンに１度しか使用できない。"
                "①：以下の効果から１つを選択して発動できる。●１枚ドローする。●５００ＬＰ回復する。"
            ),
            False,
        ),
        (
            "tr",
            (
                'Şu efektlerden 1\'ini çalıştırabilirsiniz (ancak "A"nın her efektini '
                "turda yalnızca bir kez kullanabilirsiniz);\n● 1 kart çek.\n● 500 LP kazan."
            ),
            True,
        ),
    ],
)
def test_each_choice_of_an_effect_may_have_its_own_count(lang: str, text: str, *, each: bool) -> None:
    reading = read(text, lang=lang, game="yugioh", name="A")
    limit = reading.limits[-1]
    assert limit.each_option is each
    assert any(effect.options for effect in reading.effects if effect.index in limit.applies_to.effects)


@pytest.mark.parametrize(
    ("lang", "text", "each"),
    [
        (
            "en",
            "The first time each FIRE monster you control would be destroyed by battle each turn, it is not destroyed.",
            True,
        ),
        ("en", "The first time this card would be destroyed by battle each turn, it isn't destroyed.", False),
        ("en", "Once per turn, each FIRE monster you control cannot be destroyed by battle.", True),
        ("ja", "①：自分の炎族モンスターはそれぞれ１ターンに１度だけ戦闘では破壊されない。", True),
        ("ja", "①：このカードは１ターンに１度だけ戦闘では破壊されない。", False),
        ("tr", "Kontrol ettiğiniz her ATEŞ canavarı turda bir kez savaşta yok edilmez.", True),
        ("tr", "Turda bir kez, bu kart savaşta yok edilmez.", False),
    ],
)
def test_each_protected_card_may_have_its_own_count(lang: str, text: str, *, each: bool) -> None:
    (limit,) = read(text, lang=lang, game="yugioh").limits
    assert (limit.each_target, limit.verb) == (each, "apply")


@pytest.mark.parametrize(
    ("lang", "text", "words"),
    [
        (
            "en",
            EN + "You can use this effect a number of times per turn, up to the number of FIRE monsters in your GY.",
            "up to the number of FIRE monsters in your GY",
        ),
        (
            "en",
            "You take no effect damage, a number of times each turn up to the number of Counters on this card.",
            "up to the number of Counters on this card",
        ),
        (
            "en",
            (
                "Each turn, your opponent can only Special Summon monsters "
                "a number of times up to their number of draws this turn."
            ),
            "up to their number of draws this turn",
        ),
        (
            "ja",
            JA + "この効果は１ターン中に、自分の墓地の「灰」モンスターの数まで使用できる。",
            "自分の墓地の「灰」モンスターの数まで",
        ),
        (
            "tr",
            TR + "Bu efekti turda Mezarlığınızdaki ATEŞ canavarlarının sayısı kadar kullanabilirsiniz.",
            "Mezarlığınızdaki ATEŞ canavarlarının sayısı kadar",
        ),
    ],
)
def test_words_may_stand_in_place_of_a_number(lang: str, text: str, words: str) -> None:
    (limit,) = read(text, lang=lang, game="yugioh").limits
    assert (limit.count, limit.count_text) == (None, words)


@pytest.mark.parametrize(
    ("lang", "text", "condition", "count"),
    [
        (
            "en",
            EN + 'While "Ember Shrine" is on the field, you can activate this effect up to twice per turn.',
            'While "Ember Shrine" is on the field',
            2,
        ),
        (
            "en",
            EN + "If this card was Fusion Summoned using only Dragons, you can use this effect up to twice per turn.",
            "If this card was Fusion Summoned using only Dragons",
            2,
        ),
        (
            "en",
            EN + 'Unless you control a Dragon, you can only use this effect of "Ash Lord" once per turn.',
            "Unless you control a Dragon",
            1,
        ),
        (
            "en",
            EN + "You can use this effect up to twice per turn if you control a Dragon.",
            "if you control a Dragon",
            2,
        ),
        (
            "en",
            EN + 'If you control "A", "B", and "C", you can use this effect up to twice per turn.',
            'If you control "A", "B", and "C"',
            2,
        ),
        (
            "ja",
            JA + "フィールドに「灰の窯」が存在する場合、この効果は１ターンに２度まで使用できる。",
            "フィールドに「灰の窯」が存在する場合",
            2,
        ),
        (
            "ja",
            JA + "「灰の窯」がフィールドに存在する限り、この効果は１ターンに１度しか使用できない。",
            "「灰の窯」がフィールドに存在する限り",
            1,
        ),
        (
            "tr",
            TR + 'Sahada "Kor Ocağı" varken bu efekti turda en fazla iki kez kullanabilirsiniz.',
            'Sahada "Kor Ocağı" varken',
            2,
        ),
        (
            "tr",
            TR + "Bir Ejderha kontrol ediyorsanız, bu efekti turda en fazla iki kez kullanabilirsiniz.",
            "Bir Ejderha kontrol ediyorsanız",
            2,
        ),
    ],
)
def test_a_limit_may_hold_under_a_condition_alone(lang: str, text: str, condition: str, count: int) -> None:
    reading = read(text, lang=lang, game="yugioh", name="Ash Lord")
    (limit,) = reading.limits
    assert (limit.condition, limit.count, limit.applies_to.effects) == (condition, count, (1,))
    assert len(reading.effects) == 1
    assert reading.unread == ()


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", EN + "If you used this effect twice this turn, you can only use it once."),
        ("en", EN + 'You can only use this effect of "Ash Lord" once per turn while you control a Dragon.'),
        ("en", EN + "While this card is face-up on the field, your opponent can only activate 1 Trap each turn."),
        ("en", EN + "Once per turn, if you control a Dragon: You can draw 1 card."),
        ("ja", "①：１ターンに２度まで、相手が罠を発動した時、相手フィールドのカード１枚を対象として発動できる。"),
        ("ja", "①：このカードが存在する限り、お互いは１ターンに合計３体までしかデッキから特殊召喚できない。"),
    ],
)
def test_what_is_no_condition_of_a_limit_is_none(lang: str, text: str) -> None:
    limits = read(text, lang=lang, game="yugioh", name="Ash Lord").limits
    assert [limit.condition for limit in limits] == [None] * len(limits)


@pytest.mark.parametrize(
    ("lang", "text", "verb"),
    [
        (
            "en",
            (
                "If a monster you control would be destroyed, you can discard 1 "
                'card instead. You can only use this effect of "A" once per turn.'
            ),
            "apply",
        ),
        (
            "en",
            'If a monster is destroyed: You can draw 1 card. You can only use this effect of "A" once per turn.',
            "use",
        ),
        (
            "ja",
            (
                "このカード名の①の効果は１ターンに１度しか使用できない。"
                "①：自分フィールドのカードが破壊される場合、代わりに墓地のこのカードを除外できる。"
            ),
            "apply",
        ),
        (
            "ja",
            "このカード名の①の効果は１ターンに１度しか使用できない。①：手札を１枚捨てて発動できる。１枚ドローする。",
            "use",
        ),
    ],
)
def test_a_limit_is_applied_where_nothing_is_activated(lang: str, text: str, verb: str) -> None:
    (limit,) = read(text, lang=lang, game="yugioh", name="A").limits
    assert limit.verb == verb
    assert limit.spent_on == {"apply": "application", "use": "use"}[verb]
