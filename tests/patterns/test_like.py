"""A language that is read as another one is: its signs and words stand for those of the other, at the same length."""

from __future__ import annotations

from onceper import read
from onceper.lang.languages import language

TEXT = "此卡名的①鐘擺效果，１回合僅限使用１次。\n①：可將場上的1隻怪獸做為對象發動。將該怪獸破壞。"


def test_a_text_is_read_as_the_other_language_is() -> None:
    reading = read(TEXT, lang="zh-TW", name="灰之窯")
    assert [(limit.kind, limit.count, limit.applies_to.effects) for limit in reading.limits] == [("hard", 1, (1,))]
    assert [(effect.label, effect.kind) for effect in reading.effects] == [("①", "activated")]
    assert reading.limits[0].text == TEXT.partition("\n")[0]
    assert reading.unread == ()


def test_it_has_rules_and_words_of_the_other_and_says_so_in_its_own() -> None:
    other, own = language("zh-CN"), language("zh-TW")
    assert [rule.id for rule in own.book.rules] == [rule.id for rule in other.book.rules]
    assert own.said
    assert (own.said.action["activation"], own.said.label["effects"]) == ("卡的發動", "效果")
    assert own.terms.monster == ("怪獸",)
    assert own.digest != other.digest


def test_what_is_folded_keeps_its_length() -> None:
    fold = language("zh-TW").fold
    assert fold("在場上的鐘擺怪獸 LP") == "在场上的灵摆怪兽 lp"
    assert fold(TEXT) != TEXT
    assert len(fold(TEXT)) == len(TEXT)


def test_each_sign_and_word_stands_for_one_as_long() -> None:
    like = language("zh-TW").folders.spelled
    assert like
    for own, other in ((like.signs, like.stand_for), *like.words.items()):
        assert len(own) == len(other)
