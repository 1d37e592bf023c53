"""What separates text that is not an effect from the effects that look like it, contrast by contrast.

The numbers are those of the project's list of contrasts. The rulings are the Perfect Rulebook's of 2017 (PR), Konami's
own marking since 2014 (un-numbered in Japanese print), or named.
"""

from __future__ import annotations

from tests.cases import cases

from onceper.reader.read import read

NEXT = {"en": " Once per turn: You can draw 1 card.", "ja": "\n①：自分はカードを１枚ドローする。"}


def found(text: str, lang: str = "en") -> list[tuple[str, str]]:
    return [(non_effect.kind, non_effect.text) for non_effect in read(text, lang=lang, game="yugioh").non_effects]


def kinds(text: str, lang: str = "en") -> list[str]:
    return [kind for kind, _ in found(text, lang)]


@cases
def test_text_that_is_not_an_effect(lang: str, contrast: str, kind: str, text: str) -> None:
    following = NEXT[lang]
    non_effects = [pair for pair in found(text + following, lang) if pair[0] != "activation_limit"]
    assert non_effects == [(kind, text.strip("()"))], contrast
    assert [effect.text for effect in read(text + following, lang=lang, game="yugioh").effects] == [following.strip()]


@cases
def test_effects_that_look_like_it(lang: str, contrast: str, text: str) -> None:
    assert kinds(text, lang) == [], contrast
    assert len(read(text, lang=lang, game="yugioh").effects) == 1


# What the rulebook calls no effect wherever it stands, as English print, which has no numbers, is read.


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
