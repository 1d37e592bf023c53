"""Nothing wrong is taken silently: an error names what was near, and nothing has changed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import onceper
from onceper import events
from onceper.errors import OnceperError
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import (
    Activated,
    Appeared,
    ControlChanged,
    EventError,
    FlippedFaceDown,
    LeftLocation,
    Occurred,
    PhaseEnded,
    Renamed,
    Summoned,
    TurnEnded,
    explain,
)
from onceper.evaluator.limits import SetupError

GENERAL = onceper.read(
    "Your opponent can only activate 1 Spell Card per turn.", lang="en", game="yugioh", name="Ember General"
)
COURIER = onceper.read(
    "相手のクリーチャーは、各ターン合計２回までしか攻撃できない。", lang="ja", game="duelmasters", name="灰火の門番"
)
WRONG: list[Any] = [
    (
        Summoned("g", Action.special_summon(controller="Zed"), "A", "s1"),
        "unknown player 'Zed'; expected one of 'A', 'B'",
    ),
    (Occurred("atack", "A"), "unknown event 'atack'; expected one of 'attack', 'activate'"),
    (Occurred("activate", "B", objects=("Spel",)), "unknown object 'Spel'; expected .*'Spell Card'"),
    (Occurred("activate", "B", objects=("",)), "unknown object ''"),
    (Appeared("q", "Ember General", "A", "filed"), "'filed' - at `\\$.location`; expected one of 'field', 'banished'"),  # type: ignore[arg-type]
    (Appeared("q", "Ember General", "A", card_type="Normal Spell"), "expected one of 'normal_spell'"),  # type: ignore[arg-type]
    (Appeared("q", "Ember General", "A", face_up="no"), "Expected `bool`, got `str` - at `\\$.face_up`"),  # type: ignore[arg-type]
    (Appeared(7, "Ember General", "A"), "Expected `str`, got `int` - at `\\$.copy`"),  # type: ignore[arg-type]
    (Appeared("", "Ember General", "A"), "length >= 1 - at `\\$.copy`"),
    (Appeared("q", "Ember Genral", "A"), "named 'Ember Genral'; expected the card 'Ember General'"),
    (Activated("g", Action.use(True), "A", "a1"), "got `bool` - at `\\$.action.effect`"),
    (Activated("g", Action.use(10**30), "A", "a1"), "a number in .*at most 64 bits"),
    (PhaseEnded("mian1"), "expected one of 'main1', 'main'"),  # type: ignore[arg-type]
    (TurnEnded(None), "Expected `str`, got"),  # type: ignore[arg-type]
    (LeftLocation("g", "grave"), "expected one of 'graveyard'"),  # type: ignore[arg-type]
    (FlippedFaceDown("g", by_own_effect=1), "Expected `bool`"),  # type: ignore[arg-type]
    (ControlChanged("g", "a"), "unknown player 'a'"),
    (Renamed("g", ""), "length >= 1 - at `\\$.name`"),
    (Occurred("attack", "A", objects="Spell"), "Expected `array`"),  # type: ignore[arg-type]
    ("chain_ended", "'chain_ended' is no event; expected one of Appeared"),
    (None, "None is no event"),
    (Action.use(1), "is no event"),
    ([], "is no event"),
]


@pytest.fixture
def game() -> Evaluator:
    game = Evaluator([GENERAL])
    game.apply(Appeared("g", "Ember General", "A"))
    return game


@pytest.mark.parametrize(("event", "message"), WRONG)
def test_a_wrong_event_is_a_clear_error(game: Evaluator, event: Any, message: str) -> None:
    before = game.snapshot()
    with pytest.raises(OnceperError, match=f"event 2: .*{message}"):
        game.apply(event)
    assert game.snapshot() == before


@pytest.mark.parametrize(
    ("copy", "action", "player", "message"),
    [
        ("g", "use 1", "A", "'use 1' is no action; expected"),
        ("g", None, "A", "None is no action"),
        ("g", Action("foo"), "A", "'foo' - at `\\$.kind`; expected one of"),  # type: ignore[arg-type]
        ("g", Action.use(1, field="txt"), "A", "expected one of 'text', 'pendulum'"),  # type: ignore[arg-type]
        ("g", Action.do("atack"), "A", "unknown event 'atack'"),
        ("g", Action.special_summon(controller="Zed"), "A", "unknown player 'Zed'"),
        (["g"], Action.use(1), "A", r"unknown copy \['g'\]"),
        ("g", Action.use(1), None, "player None"),
        ("G", Action.use(1), "A", "unknown copy 'G'"),
    ],
)
def test_a_wrong_question_is_a_clear_error(game: Evaluator, copy: Any, action: Any, player: Any, message: str) -> None:
    with pytest.raises(OnceperError, match=message):
        game.may_use(copy, action, player)


@pytest.mark.parametrize("id_", [["a1"], None, 7, ""])
def test_a_wrong_id_is_a_clear_error(game: Evaluator, id_: Any) -> None:
    with pytest.raises(OnceperError):
        game.may_resolve(id_)
    with pytest.raises(OnceperError, match="unknown copy"):
        game.in_force(id_)


@pytest.mark.parametrize("readings", [None, 7, ["x"], GENERAL, [None]])
def test_what_is_no_reading_is_refused(readings: Any) -> None:
    with pytest.raises(SetupError, match=r"expected (a list of )?what onceper.read returns"):
        Evaluator(readings)


def test_a_row_that_was_not_read_is_refused() -> None:
    row = onceper.Row("1", "Ember General", "en", "yugioh", "text", error="no text")
    with pytest.raises(SetupError, match="row '1' was not read: no text"):
        Evaluator([row])


@pytest.mark.parametrize("players", [None, ("A",), ("A", 7), ("A", ""), "AB"])
def test_wrong_players_are_refused(players: Any) -> None:
    with pytest.raises(SetupError, match="expected two different names"):
        Evaluator([GENERAL], players=players)


@pytest.mark.parametrize("thing", [Activated, events.Applied, Summoned])
def test_what_is_done_must_be_an_action(thing: Any) -> None:
    with pytest.raises(EventError, match="'use' is no action"):
        thing("g", "use", "A", "a1")


@pytest.mark.parametrize("objects", [("クリーチャー",), ("水のクリーチャー",), ("相手プレイヤー",), ("火の呪文",)])
def test_a_thing_may_be_told_in_words_that_no_limit_counts(objects: tuple[str, ...]) -> None:
    game = Evaluator([COURIER])
    game.apply(Appeared("c", "灰火の門番", "A"), Occurred("attack", "B", objects=objects))
    assert game.may_use("c", Action.do("attack", *objects), "B").allowed


@pytest.mark.parametrize("objects", [("クリチャー",), ("火のクリチャー",), ("creeture",)])
def test_a_thing_that_is_on_no_card_is_refused(objects: tuple[str, ...]) -> None:
    game = Evaluator([COURIER])
    game.apply(Appeared("c", "灰火の門番", "A"))
    with pytest.raises(EventError, match="unknown object"):
        game.apply(Occurred("attack", "B", objects=objects))


def test_json_is_explained_with_the_same_words() -> None:
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.json.decode(b'{"type": "chain_endet"}', type=events.Event)
    assert "expected one of 'chain_ended'" in explain(raised.value)
