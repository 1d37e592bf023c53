"""Abilities of Duel Masters: their lines, kinds and notes, and what is none of them."""

from __future__ import annotations

import pytest

from onceper.lang.languages import language
from onceper.reader.read import read
from onceper.reader.readers import reader_of

BLOCKER = "ブロッカー（このクリーチャーをタップして、相手の攻撃先をこれに変えてもよい）"
DRAWS = "このクリーチャーが出た時、カードを１枚引く。"


def effects(text: str) -> list[tuple[str, str]]:
    return [(effect.kind, effect.text) for effect in read(text, lang="ja", game="duelmasters").effects]


@pytest.mark.parametrize(
    ("ability", "kind"),
    [
        ("W・ブレイカー", "keyword"),
        (BLOCKER, "keyword"),
        ("革命チェンジ：火のコスト４以上のドラゴン", "keyword"),
        (DRAWS, "triggered"),
        ("攻撃の後、アンタップする。", "triggered"),
        ("このクリーチャーが破壊される時、かわりに手札に戻す。", "replacement"),
        ("このクリーチャーは攻撃できない。", "static"),
        ("自分のクリーチャーの召喚コストを１少なくする。", "static"),
        ("相手のクリーチャーを２体破壊する。", "spell"),
    ],
)
def test_an_ability_has_a_kind(ability: str, kind: str) -> None:
    assert effects(ability) == [(kind, ability)]


def test_what_acts_in_the_text_of_a_creature_is_no_spell() -> None:
    assert effects(f"{DRAWS}\nカードを１枚引く。")[1] == ("triggered", "カードを１枚引く。")


@pytest.mark.parametrize(
    "text",
    [
        f"{BLOCKER}\n{DRAWS}\nW・ブレイカー",
        f"■{BLOCKER}\n■{DRAWS}\n■W・ブレイカー",
        f"◇{BLOCKER} ■{DRAWS} ■W・ブレイカー",
        f"{BLOCKER}{DRAWS}W・ブレイカー",
        f"{BLOCKER} {DRAWS} W・ブレイカー",
    ],
)
def test_abilities_are_told_apart_with_and_without_their_lines(text: str) -> None:
    assert [effect for _, effect in effects(text)] == [BLOCKER, DRAWS, "W・ブレイカー"]


def test_bare_keywords_on_one_line_are_abilities() -> None:
    assert [text for _, text in effects(f"スピードアタッカー W・ブレイカー {DRAWS}")] == [
        "スピードアタッカー",
        "W・ブレイカー",
        DRAWS,
    ]


def test_an_ability_of_a_joined_text_ends_where_another_waits_for_something() -> None:
    text = f"{DRAWS}その後、１枚捨てる。自分の他のクリーチャーが破壊された時、カードを引く。"
    assert [effect for _, effect in effects(text)] == [f"{DRAWS}その後、１枚捨てる。", text[-26:]]


def test_what_an_ability_offers_is_part_of_it() -> None:
    text = "次のうち１つを選ぶ。\n▶カードを１枚引く。\n▶︎相手のクリーチャーを１体タップする。"
    assert [effect for _, effect in effects(text)] == [text]


def test_an_ability_that_gives_the_next_line_holds_it() -> None:
    text = "アクセル（クロスされていれば、このクリーチャーは次の能力を得る）\nこのクリーチャーはブロックされない。"
    assert [effect for _, effect in effects(f"{text}\n{DRAWS}")] == [text, DRAWS]


def test_names_and_keywords_are_masked_with_all_their_marks() -> None:
    text = (
        "＜灰の陣。各ターンに一度＞：このクリーチャーが出た時、名前に≪灰。各ターンに一度≫または《王「灰」。》とあるクリーチャーに「各ターンに一度、"
        "カードを引いてもよい。」を与える。"
    )
    reading = read(text, lang="ja", game="duelmasters")
    assert (reading.limits, len(reading.effects)) == ((), 1)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("進化－自分のドラゴン１体の上に置く。", "material_requirement"),
        (
            "NEO進化：水のクリーチャー１体の上に置いてもよい。（下にカードがあれば、これを進化クリーチャーとして扱う）",
            "material_requirement",
        ),
        ("自分の墓地にカードが５枚以上なければ、このクリーチャーを召喚できない。", "summoning_condition"),
    ],
)
def test_a_condition_of_its_summoning_is_no_effect(line: str, kind: str) -> None:
    reading = read(f"{line}\n{DRAWS}", lang="ja", game="duelmasters")
    assert {found.kind for found in reading.non_effects} == {kind}
    assert [effect.text for effect in reading.effects] == [DRAWS]


@pytest.mark.parametrize(
    "line",
    [
        "進化－水のクリーチャー",
        "スター進化：光のクリーチャー１体の上に置く。",
        "究極進化-自分の進化クリーチャー１体の上に置く。",
    ],
)
def test_what_a_creature_is_put_on_is_one_sentence_with_its_keyword(line: str) -> None:
    reading = read(f"{line}\n{DRAWS}", lang="ja", game="duelmasters")
    assert [(found.kind, found.text) for found in reading.non_effects] == [("material_requirement", line)]


def test_where_a_card_begins_is_no_effect() -> None:
    note = "ゲーム開始時、灰のクリーチャーは山札には含めず、超次元ゾーンに置く"
    reading = read(f"{DRAWS}（{note}）", lang="ja", game="duelmasters")
    assert [(found.kind, found.text) for found in reading.non_effects] == [("placement_restriction", note)]


def test_the_game_is_told_and_has_a_reader_of_its_own() -> None:
    reading = read("各ターンに一度、自分の灰のクリーチャーがバトルゾーンに出た時、相手のシールドを１つ見てもよい。")
    assert (reading.lang, reading.game) == ("ja", "duelmasters")
    assert [limit.rule for limit in reading.limits] == ["once.each_turn"]
    assert reader_of("ja", "duelmasters") is not reader_of("ja", None)


def test_no_id_is_used_in_two_games() -> None:
    ids = [rule.id for rule in language("ja").every_rule]
    assert len(ids) == len(set(ids))


def test_optional_is_always_told() -> None:
    for rule in language("ja").every_rule:
        for example in rule.matches if rule.game == "duelmasters" else ():
            for limit in read(example, lang="ja", game="duelmasters").limits:
                assert limit.optional is not None, example
