"""Which pattern of the definition of 「ターン1」 a limit follows, whose cards share it, and which trigger it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.reader.read import read

if TYPE_CHECKING:
    from onceper.contract.limit import Limit

COMES = "このクリーチャーが出た時"
DRAW = "カードを１枚引く。"


def only(text: str) -> Limit:
    (limit,) = read(text, lang="ja", game="duelmasters").limits
    return limit


@pytest.mark.parametrize(
    ("text", "pattern", "edition", "spent_on"),
    [
        (f"各ターン、はじめて自分のクリーチャーが攻撃する時、{DRAW}", "1", "paper", "occurrence"),
        (f"各ターン、自分が２枚目の呪文を唱えた時、{DRAW}", "1", "paper", "occurrence"),
        ("各ターンに一度、自分の呪文が墓地に置かれた時、カードを１枚引いてもよい。", "2", "paper", "use"),
        ("自分のターン中、呪文を１枚、自分の墓地から唱えてもよい。", "2", "paper", "use"),
        (f"{DRAW}《灰の番人》のこの能力は各ターン１度しか使えない。", "2", "paper", "use"),
        ("デュエリスト：灰の一族", "2", "paper", "use"),
        (f"自分の手札が捨てられた時、{DRAW}(この効果は、各ターン中1回のみ発動する)", "3", "plays", "activation"),
        (
            "相手のクリーチャーが出る時、かわりに墓地に置かれる。(自分の《灰王》のこの効果は、各ターン中1回のみ発動する)",
            "3",
            "plays",
            "application",
        ),
        (f"{DRAW}《灰王》の置換効果は各ターン２回しか働かない。", "3", "plays", "application"),
        ("ニンジャ・ストライク４", "4", "paper", "resolution"),
        (f"灰化：{COMES}、そのターン中に他の「灰化」をまだ使っていなければ、{DRAW}", "4", "paper", "resolution"),
        (
            "相手のターン中、そのターンにまだ攻撃を受けていない場合、相手のクリーチャーは可能ならこれを攻撃する。",
            "5",
            "paper",
            "occurrence",
        ),
        ("相手は各ターン、呪文を１枚しか唱えられない。", "5", "paper", "occurrence"),
        (
            "Dスイッチ：自分のターンのはじめに、このD2フィールドをゲーム中で一度上下逆さまにしてもよい。",
            "S1",
            "paper",
            "use",
        ),
        (f"灰化：{COMES}、このゲーム中に他の「灰化」をまだ使っていなければ、{DRAW}", "S1", "paper", "resolution"),
        (f"このゲーム中、はじめて自分のクリーチャーが破壊された時、{DRAW}", "S1", "paper", "occurrence"),
        (f"{COMES}、それがこのゲーム中に出した最初の《灰王》なら、{DRAW}", "S1", "paper", "occurrence"),
        (f"{COMES}、{DRAW}(この効果は、ゲーム中1回のみ発動する)", "S2", "plays", "activation"),
    ],
)
def test_a_limit_follows_a_pattern(text: str, pattern: str, edition: str, spent_on: str) -> None:
    limit = only(text)
    assert (limit.pattern, limit.edition, limit.spent_on) == (pattern, edition, spent_on)
    assert limit.optional in {True, False}


@pytest.mark.parametrize(
    ("text", "owner", "on_control_change"),
    [
        (f"{COMES}、{DRAW}(自分の《灰王》のこの効果は、各ターン中1回のみ発動する)", "you", "own_count"),
        (f"{COMES}、{DRAW}(《灰王》のこの効果は、各ターン中1回のみ発動する)", "any", "stays_spent"),
        (f"{COMES}、{DRAW}(この効果は、各ターン中1回のみ発動する)", None, "stays_spent"),
        (f"{COMES}、{DRAW}(自分の《灰王》のこの効果は、ゲーム中1回のみ発動する)", "you", "own_count"),
        # Last Avatar: all cards of the name, though none is printed.
        (f"{COMES}、{DRAW}(この効果は、ゲーム中1回のみ発動する)", "any", "stays_spent"),
        # Skoller: both players together.
        (f"{COMES}、それがこのゲーム中に出した最初の《灰王》なら、{DRAW}", "any", "stays_spent"),
        (f"{COMES}、このターン自分の《灰王》が出ていなければ、{DRAW}", "you", "own_count"),
        (f"{COMES}、このターン《灰王》が出ていなければ、{DRAW}", "any", "stays_spent"),
        (f"{DRAW}自分の《灰王》のこの能力は各ターン１度しか使えない。", "you", "own_count"),
        (f"{DRAW}《灰王》のこの能力は各ターン１度しか使えない。", "any", "stays_spent"),
        (f"灰化：{COMES}、そのターン中に他の「灰化」をまだ使っていなければ、{DRAW}", "you", None),
        (f"各ターンに一度、{COMES}、カードを１枚引いてもよい。", None, "stays_spent"),
        (f"各ターン、はじめて自分のクリーチャーが攻撃する時、{DRAW}", None, None),
        ("相手は各ターン、呪文を１枚しか唱えられない。", None, None),
    ],
)
def test_whose_cards_share_a_count(text: str, owner: str | None, on_control_change: str | None) -> None:
    limit = only(text)
    assert (limit.owner, limit.on_control_change) == (owner, on_control_change)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        (f"{COMES}、または各ターンはじめて自分が呪文を唱えた時、{DRAW}", "各ターンはじめて自分が呪文を唱えた時"),
        (f"{COMES}、または、相手が各ターンはじめて呪文を唱えた時、{DRAW}", "相手が各ターンはじめて呪文を唱えた時"),
        (f"自分が各ターンはじめて呪文を唱えた時、または{COMES}、{DRAW}", "自分が各ターンはじめて呪文を唱えた時"),
        (f"灰化：相手が各ターンはじめて呪文を唱えた時または{COMES}、{DRAW}", "相手が各ターンはじめて呪文を唱えた時"),
        (f"各ターンはじめて自分が呪文を唱えた時、{DRAW}または、手札を１枚捨てる。", None),
    ],
)
def test_one_of_two_triggers_is_counted(text: str, condition: str | None) -> None:
    limit = only(text)
    assert (limit.kind, limit.condition) == ("ordinal", condition)


@pytest.mark.parametrize(
    ("text", "whose", "thing"),
    [
        (
            f"自分の火のクリーチャーを１体選ぶ。そのクリーチャーがこのターンはじめてバトルに勝った時、{DRAW}",
            "own",
            "そのクリーチャー",
        ),
        (f"各ターン、自分の火のクリーチャーがはじめてバトルに勝った時、{DRAW}", "own", "火のクリーチャー"),
        (f"各ターン、相手のクリーチャーがはじめてバトルに勝った時、{DRAW}", "opponent", "クリーチャー"),
        (f"このクリーチャーが各ターンはじめてバトルに勝った時、{DRAW}", "this", ""),
    ],
)
def test_a_battle_is_counted_of_its_winner(text: str, whose: str, thing: str) -> None:
    event = only(text).event
    assert event
    assert (event.what, event.whose, event.object) == ("battle", whose, thing)


@pytest.mark.parametrize(
    ("keyword", "optional"), [("デュエリスト：灰", True), ("エスケープP'S", True), ("ファイナル革命", False)]
)
def test_a_keyword_without_its_note_may_be_declined_as_it_always_may(keyword: str, optional: bool) -> None:
    assert only(f"ブロッカー\n{keyword}").optional is optional
