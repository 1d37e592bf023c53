"""The patterns and rulings of 「ターン1」, each on a card of our own that prints as its example does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from onceper.reader.read import read

if TYPE_CHECKING:
    from onceper.contract.limit import Limit


def limits(text: str) -> tuple[Limit, ...]:
    return read(text, lang="ja", game="duelmasters").limits


def only(text: str) -> Limit:
    (limit,) = limits(text)
    assert limit.text == text[slice(*limit.span)]
    return limit


def stated(limit: Limit, *fields: str) -> tuple[Any, ...]:
    return tuple(getattr(limit, field) for field in fields)


def event(limit: Limit) -> tuple[str, str, str]:
    assert limit.event
    return limit.event.what, limit.event.whose, limit.event.object


# ---- pattern 1: the nth event of a turn


@pytest.mark.parametrize(
    ("text", "words", "counted", "count"),
    [
        (
            "自分のターン中、そのターンはじめて自分のマナゾーンにカードを置いた時、カードを１枚引いてもよい。",
            "そのターンはじめて自分のマナゾーンにカードを置いた時",
            ("mana", "own", "カード"),
            1,
        ),
        (
            "各ターン、このクリーチャーがはじめてブロックされた時、アンタップする。",
            "各ターン、このクリーチャーがはじめてブロックされた時",
            ("block", "this", ""),
            1,
        ),
        (
            "各ターン、自分の水のクリーチャー１体目の召喚コストを１少なくしてもよい。",
            "各ターン、自分の水のクリーチャー１体目の召喚コスト",
            ("summon", "own", "水のクリーチャー"),
            1,
        ),
        (
            "各ターン、自分が1枚目の呪文を唱えた時、GR召喚を２回する。",
            "各ターン、自分が1枚目の呪文を唱えた時",
            ("cast", "own", "呪文"),
            1,
        ),
        (
            "自分のクリーチャーが攻撃する時、そのターン４度目の攻撃であれば、このクリーチャーをアンタップする。",
            "そのターン４度目の攻撃であれば",
            ("attack", "own", ""),
            4,
        ),
        (
            "各ターン、２回目に相手のクリーチャーがタップした時、カードを１枚引く。",
            "各ターン、２回目に相手のクリーチャーがタップした時",
            ("tap", "opponent", "クリーチャー"),
            2,
        ),
    ],
)
def test_an_ordinal_says_what_it_counts(text: str, words: str, counted: tuple[str, str, str], count: int) -> None:
    limit = only(text)
    assert stated(limit, "kind", "scope", "period", "spent_on") == ("ordinal", "copy", "turn", "occurrence")
    assert (limit.text, event(limit), limit.count, limit.at_least) == (words, counted, count, False)


def test_an_ordinal_may_count_every_later_event_too() -> None:
    limit = only("各ターン、自分が２枚目以降の呪文を唱えた時、カードを１枚引く。")
    assert (limit.count, limit.at_least) == (2, True)


def test_an_ordinal_and_an_event_stand_in_one_ability() -> None:
    text = (
        "自分のクリーチャーが攻撃する時、このクリーチャーが自分の手札にあり、その攻撃がこのターン2度目のクリーチャーによる攻撃であれば、"
        "このターン自分の《灰走り ドルク》が出ていなければ、このクリーチャーを出してもよい。"
    )
    first, second = limits(text)
    assert stated(first, "kind", "count", "scope", "optional") == ("ordinal", 2, "copy", True)
    assert stated(second, "kind", "scope", "name", "optional") == ("event", "name", "灰走り ドルク", True)
    assert event(second) == ("enter", "own", "")


def test_what_an_ordinal_governs_may_be_declined_or_not() -> None:
    assert only("各ターン、はじめて自分のクリーチャーが出た時、カードを１枚引いてもよい。").optional is True
    assert (
        only("各ターン、はじめて自分のクリーチャーが出た時、カードを１枚引く。その後、１枚捨ててもよい。").optional
        is False
    )


# ---- pattern 2: once each turn, and the player may


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("各ターンに一度、自分のタマシードが出た時、カードを１枚引いてもよい。", "各ターンに一度"),
        ("各ターンに１度、自分の呪文を１枚、手札に戻してもよい。", "各ターンに１度"),
        (
            "自分の進化クリーチャーが攻撃する時、カードを1枚引いてもよい。この能力は、各ターン1度しか使えない。",
            "この能力は、各ターン1度しか使えない。",
        ),
        (
            "自分のターン中、呪文を１枚、自分のマナゾーンから唱えてもよい。",
            "自分のターン中、呪文を１枚、自分のマナゾーンから唱えてもよい。",
        ),
    ],
)
def test_once_each_turn_is_spent_by_use(text: str, words: str) -> None:
    limit = only(text)
    assert stated(limit, "kind", "scope", "period", "count", "spent_on") == ("soft", "copy", "turn", 1, "use")
    assert (limit.text, limit.optional, limit.resets_on) == (words, True, ("leaves_location",))


def test_every_ability_has_its_own_once_each_turn() -> None:
    text = "各ターンに一度、カードを１枚引いてもよい。\n各ターンに一度、自分の手札を１枚捨ててもよい。"
    assert [limit.applies_to.effects for limit in limits(text)] == [(1,), (2,)]


def test_in_whose_turn_an_ability_is_used_stands_at_its_beginning() -> None:
    text = "自分のターンに自分の手札が３枚以上あれば、各ターンに一度、呪文を１枚、コストを支払わずに唱えてもよい。"
    assert only(text).whose_turn == "own"
    assert only("相手のターン中に一度、カードを１枚引いてもよい。").whose_turn == "opponent"


# ---- pattern 3: the note of PLAY'S

NOTE = "(この効果は、各ターン中1回のみ発動する)"
NAMED = "(自分の《灰王 ガルム》のこの効果は、各ターン中1回のみ発動する)"


@pytest.mark.parametrize(
    ("ability", "verb", "spent_on", "optional"),
    [
        ("自分の墓地からドラゴンが離れた時、カードを１枚引く。", "activate", "activation", False),
        ("自分の手札が捨てられた時、カードを１枚引いてもよい。", "activate", "activation", True),
        ("相手のクリーチャーが出る時、かわりに墓地に置かれる。", "apply", "application", False),
        ("自分のターン中、自分のマナゾーンからドラゴン１枚を召喚してもよい。", "apply", "application", True),
        ("コスト２以下の呪文を唱えるコストは０になる。", "apply", "application", False),
    ],
)
@pytest.mark.parametrize(("note", "kind", "scope"), [(NOTE, "soft", "copy"), (NAMED, "hard", "name")])
def test_a_trigger_spends_a_triggered_ability_and_only_application_any_other(
    ability: str, verb: str, spent_on: str, optional: bool, note: str, kind: str, scope: str
) -> None:
    limit = only(f"■W・ブレイカー\n■{ability}{note}")
    assert stated(limit, "kind", "scope", "verb", "spent_on", "optional") == (kind, scope, verb, spent_on, optional)
    assert (limit.text, limit.applies_to.effects) == (note[1:-1], (2,))
    assert limit.name == ("灰王 ガルム" if note == NAMED else None)
    assert limit.refunded_if_negated is False


def test_a_note_belongs_to_the_ability_before_it() -> None:
    (effect,) = read(f"■カードを１枚引く。その後、１枚捨てる。{NOTE}", lang="ja", game="duelmasters").effects
    assert effect.text == f"カードを１枚引く。その後、１枚捨てる。{NOTE}"


# ---- pattern 4: whether a keyword ability was used


@pytest.mark.parametrize(
    ("window", "period"), [("その攻撃中に", "attack"), ("そのターン中に", "turn"), ("このゲーム中に", "duel")]
)
@pytest.mark.parametrize("whose", ["", "他の", "自分の他の", "自分が他の"])
@pytest.mark.parametrize("unused", ["使っていなければ", "まだ使っていなければ", "使っていなかった場合"])
def test_a_keyword_is_asked_for_when_it_resolves(window: str, period: str, whose: str, unused: str) -> None:
    words = f"{window}{whose}「灰化」能力を{unused}"
    limit = only(f"灰化：このクリーチャーが出た時、{words}、カードを１枚引いてもよい。")
    assert (limit.text, limit.period, limit.name, limit.names) == (words, period, "灰化", "ability")
    assert stated(limit, "kind", "scope", "spent_on", "optional") == ("ability", "ability", "resolution", True)


@pytest.mark.parametrize(
    ("text", "words", "name", "period", "optional"),
    [
        ("ニンジャ・ストライク４", "ニンジャ・ストライク４", "ニンジャ・ストライク", "attack", True),
        (
            "ウラ・ニンジャ・ストライク２（水）",
            "ウラ・ニンジャ・ストライク２（水）",
            "ニンジャ・ストライク",
            "attack",
            True,
        ),
        ("ファイナル革命：相手のクリーチャーを１体破壊する。", "ファイナル革命", "ファイナル革命", "turn", False),
        ("ファイナル革命：カードを１枚引いてもよい。", "ファイナル革命", "ファイナル革命", "turn", True),
        ("終極宣言：次の中から４回選んでもよい。", "終極宣言", "終極宣言", "duel", True),
    ],
)
def test_a_keyword_holds_its_limit_without_a_note(
    text: str, words: str, name: str, period: str, optional: bool
) -> None:
    limit = only(f"ブロッカー\n{text}")
    assert stated(limit, "text", "name", "period", "optional") == (words, name, period, optional)
    assert (limit.kind, limit.count, limit.applies_to.effects) == ("ability", 1, (2,))


# ---- pattern 5: what can be so only once, and ceilings


def test_a_state_that_arises_once_is_an_event() -> None:
    named = only(
        "相手のクリーチャーが出る時、このターン中に相手のクリーチャーが１体も"
        "《灰の関 ドグマ》の能力によって墓地に置かれていなければ、かわりにそれを墓地に置く。"
    )
    assert stated(named, "kind", "scope", "name", "optional") == ("event", "name", "灰の関 ドグマ", False)
    attacked = only(
        "相手のターン中、そのターンにまだ攻撃を受けていない場合、相手のクリーチャーは可能ならこれを攻撃する。"
    )
    assert stated(attacked, "kind", "scope", "whose_turn") == ("event", "copy", "opponent")


def test_what_is_done_to_the_creature_is_counted_of_it() -> None:
    attacked = only(
        "相手のターン中、このクリーチャーがタップされていて、そのターンにまだ攻撃を受けていない場合、"
        "相手のクリーチャーは可能ならこれを攻撃する。"
    )
    assert (event(attacked), attacked.whose_turn) == (("attack", "any", "このクリーチャー"), "opponent")
    assert attacked.text == "そのターンにまだ攻撃を受けていない場合"
    blocked = only("このクリーチャーが、このターンまだブロックされていなければ、カードを１枚引く。")
    assert event(blocked) == ("block", "any", "このクリーチャー")


def test_a_ceiling_is_a_cap() -> None:
    limit = only("相手の灰のクリーチャーは、攻撃１回につきシールドを１枚しかブレイクできない。")
    assert stated(limit, "kind", "scope", "period", "player") == ("cap", "player", "attack", "opponent")
    assert (event(limit), limit.optional) == (("break", "opponent", "シールド"), False)


# ---- the supplements: once in a game


@pytest.mark.parametrize("switch", ["Dスイッチ", "幸せスイッチ"])
def test_a_switch_counts_for_its_object(switch: str) -> None:
    limit = only(f"{switch}：自分のターンのはじめに、このD2フィールドをゲーム中で一度上下逆さまにしてもよい。")
    assert stated(limit, "text", "kind", "scope", "period", "optional") == (
        "ゲーム中で一度",
        "soft",
        "copy",
        "duel",
        True,
    )


def test_the_first_of_a_name_counts_for_both_players() -> None:
    limit = only("このクリーチャーが出た時、それがこのゲーム中に出した最初の《灰の渦》なら、自分のターンを追加する。")
    assert stated(limit, "kind", "scope", "period", "name", "player") == ("ordinal", "name", "duel", "灰の渦", "each")


def test_a_note_of_the_keyword_is_its_one_limit() -> None:
    note = "（同じものを選んでもよい。「終極宣言」は、ゲーム中に一度だけ使える）"
    text = f"終極宣言：次の中から４回選んでもよい。{note}\n▶カードを１枚引く。"
    limit = only(text)
    assert stated(limit, "kind", "period", "optional") == ("ability", "duel", True)
    assert limit.text == "「終極宣言」は、ゲーム中に一度だけ使える"


@pytest.mark.parametrize(("of", "name"), [("", None), ("自分の《灰の姫》の", "灰の姫")])
def test_the_note_for_the_game_counts_by_name_with_or_without_one(of: str, name: str | None) -> None:
    text = f"自分がゲームに負ける時、かわりにこのクリーチャーを破壊する。({of}この効果は、ゲーム中1回のみ発動する)"
    limit = only(text)
    assert stated(limit, "kind", "scope", "period", "name") == ("hard", "name", "duel", name)
    assert stated(limit, "verb", "spent_on") == ("apply", "application")


# ---- what is none


@pytest.mark.parametrize(
    "text",
    [
        "自分のターンのはじめに、自分の山札の上から１枚目を見る。",
        "各ターンの終わりに、アンタップする。",
        "このクリーチャーは、可能なら毎ターン攻撃する。",
        "次の中から４回選ぶ。（同じものを選んでもよい）",
        "クロスするには、このカードのコストをもう一度支払う。",
        "このターン、自分の火のクリーチャーを召喚していなければ、このクリーチャーは攻撃できない。",
        "自分の、名前に《灰》とあるクリーチャーのパワーを+1000する。",
        "自分のシノビの「ニンジャ・ストライク」能力を使った時、カードを１枚引く。",
        "先攻プレイヤーの１ターン目には、このクリーチャーを召喚できない。",
        "残りのゲーム中、自分のクリーチャーのパワーを+1000する。",
        "このターンに自分のシールドが離れていなければ、このクリーチャーは離れない。",
    ],
)
def test_what_looks_like_a_limit_is_none(text: str) -> None:
    reading = read(text, lang="ja", game="duelmasters")
    assert (reading.limits, reading.unread) == ((), ())
