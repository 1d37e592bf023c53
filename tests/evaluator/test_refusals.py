"""What cannot be is a clear error that names what is near, and changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec.structs import replace

import onceper
from onceper.contract.limit import CountedEvent
from onceper.errors import OnceperError
from onceper.evaluator.action import Action, EventError, explain
from onceper.evaluator.cards import SetupError
from onceper.evaluator.evaluator import Evaluator, NothingToUndoError
from onceper.events import (
    Activated,
    ActivationNegated,
    Appeared,
    Applied,
    ControlChanged,
    CouldNotResolve,
    Declined,
    EffectNegated,
    EffectsGained,
    EffectsLost,
    Event,
    Evolved,
    FlippedFaceDown,
    LeftLocation,
    Occurred,
    PhaseEnded,
    Renamed,
    Resolved,
    Stated,
    Summoned,
    SummonNegated,
    TurnEnded,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

W, W2 = "Ember Warden-1", "Ember Warden-2"
READING = onceper.read("Once per turn: You can draw 1 card.", lang="en", name="Ash")


@pytest.fixture
def game(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with two activations, an application and a Summon, and a ceiling that speaks of Spells."""
    cap = make_limit("cap", scope="player", player="opponent", event=CountedEvent("activate", "opponent", "Spell Card"))
    soft = make_limit("soft", 1, condition="if it rains", count=None, count_text="the number of Shrines")
    game = new_game(make_card(make_limit("hard", 1, 2, verb="activate"), cap, soft))
    game.activate("a1")
    game.activate("a2", action=2)
    game.apply(Applied(W, Action.use(2), "A", "p1"), Summoned(W, Action("special_summon"), "A", "s0"))
    game.apply(Appeared("trap", "Ember Warden", "A", "hand", card_type="normal_trap"))
    return game


TELL: list[tuple[Any, str]] = [
    (Appeared(W, "Ember Warden", "A"), "has appeared already.*an id of its own"),
    (Appeared("w", "Ember Wardn", "A"), "unknown card 'Ember Wardn'; expected the card 'Ember Warden'"),
    (Appeared("w", "Ember Warden", "C"), "unknown player 'C'; expected one of 'A', 'B'"),
    (Activated("w", Action.use(1), "A", "a3"), "unknown copy 'w'; expected one of 'Ember Warden-1'"),
    (Activated(W, Action.use(3), "A", "a3"), "unknown effect of 'Ember Warden' 3; expected one of '1', '2'"),
    (Activated(W, Action.use(1, option=1), "A", "a3"), "unknown option of effect 1 of 'Ember Warden' 1"),
    (Activated(W, Action.use(1, target="x"), "A", "a3"), "unknown copy 'x'"),
    (Activated(W, Action.use(1, of="Ember Warden"), "A", "a3"), "unknown card with gained effects"),
    (Activated(W, Action.use(2), "A", "a1"), "given to .*effect=1"),
    (Activated(W, Action.use(2), "A", "p1"), "an activation before what follows"),
    (Applied(W, Action.use(2), "A", "a1"), "given to .*effect=1"),
    (Applied(W, Action.use(2), "A", "p1", "a1"), "given to .*effect=2"),
    (Applied(W, Action.use(1), "A", "p2", "a9"), "unknown activation 'a9'; expected one of 'a1', 'a2'"),
    (Summoned(W, Action("summon"), "A", "a1"), "given to .*effect=1"),
    (Summoned(W, Action("special_summon"), "B", "s0"), "given to .*special_summon"),
    (Summoned(W2, Action("flip_summon"), "A", "s0"), "given to .*special_summon"),
    (Summoned(W2, Action("special_summon", controller="C"), "A", "s1"), "unknown player 'C'"),
    (Summoned("trap", Action("set"), "A", "s1"), "which is a normal_trap; expected .*`left_location`"),
    (Declined(W, Action.use(1), "A", "a9"), "unknown activation 'a9'"),
    (Declined("w", Action.use(1), "A"), "unknown copy 'w'"),
    (ActivationNegated("p1"), "unknown activation 'p1'"),
    (SummonNegated("a2"), "unknown Summon 'a2'; expected the Summon 's0'"),
    (LeftLocation("w"), "unknown copy 'w'"),
    (FlippedFaceDown("w"), "unknown copy 'w'"),
    (ControlChanged(W, "C"), "unknown player 'C'"),
    (Evolved(W, "w"), "unknown copy 'w'"),
    (EffectsLost(W, "Ember Warden"), "unknown card with gained effects 'Ember Warden'"),
    (EffectsGained(W, "Ash Warden"), "unknown card 'Ash Warden'"),
    (EffectsGained(W, "Ember Warden", (3,)), "unknown effect"),
    (Stated(W, "if it rain"), "unknown condition of a limit of 'Ember Warden' 'if it rain'; .*'if it rains'"),
    (Stated(W, "if it rains", count=2), "unknown count_text .*expected .*'the number of Shrines'"),
    (Occurred("atack", "A"), "unknown event 'atack'; expected one of 'attack'"),
    (Occurred("attack", "A", "w"), "unknown copy 'w'"),
    (Occurred("attack", "A", to="w"), "unknown copy 'w'"),
    (Occurred("activate", "B", objects=("Spel",)), "unknown object 'Spel'; expected .*'Spell Card'"),
    (Occurred("attack", "B", objects=("火のクリチャー",)), "unknown object"),
    (TurnEnded("A"), "another turn of player 'A'; expected the other player's turn"),
    (TurnEnded("B", extra=True), "an extra turn of player 'B'"),
    ("chain_ended", "'chain_ended' is no event; expected a record of onceper.events"),
    ([], "is no event"),
]
MAKE: list[tuple[Callable[[], Any], str]] = [
    (lambda: Appeared("q", "E", "A", "filed"), "'filed' - at `\\$.location`; expected one of 'field', 'banished'"),  # type: ignore[arg-type]
    (lambda: Appeared("q", "E", "A", card_type="Normal Spell"), "expected one of 'normal_spell'"),  # type: ignore[arg-type]
    (lambda: Appeared("q", "E", "A", face_up="no"), "Expected `bool`, got `str` - at `\\$.face_up`"),  # type: ignore[arg-type]
    (lambda: Appeared(7, "E", "A"), "Expected `str`, got `int` - at `\\$.copy`"),  # type: ignore[arg-type]
    (lambda: Appeared("", "E", "A"), "length >= 1 - at `\\$.copy`"),
    (lambda: PhaseEnded("mian1"), "expected one of 'main1', 'main'"),  # type: ignore[arg-type]
    (lambda: Renamed("g", ""), "length >= 1 - at `\\$.name`"),
    (lambda: Occurred("attack", "A", objects="Spell"), "Expected `array`"),  # type: ignore[arg-type]
    (lambda: Activated("g", "use", "A", "a1"), "got `str` - at `\\$.action`"),  # type: ignore[arg-type]
    (
        lambda: Activated("g", Action("summon"), "A", "a1"),
        "'summon' is not activated; expected one of 'summoned', 'summoned face-down'",
    ),
    (lambda: Applied("g", Action("do", what="cast"), "A", "a1"), "'do' is not applied"),
    (lambda: Summoned("g", Action.use(1), "A", "a1"), "'effect' is not summoned"),
    (lambda: Summoned("g", Action("flip_summon"), "A", "s", face_up=False), "face-down; expected the event 'summoned'"),
    (lambda: Action.use(True), "got `bool` - at `\\$.effect`"),
    (lambda: Action.use(0), ">= 1"),
    (lambda: Action.use(1, field="txt"), "expected one of 'text', 'pendulum'"),  # type: ignore[arg-type]
    (lambda: Action("foo"), "'foo' - at `\\$.kind`; expected one of"),  # type: ignore[arg-type]
    (lambda: Action("effect"), "kind 'effect' that tells none; expected one that tells at least effect"),
    (lambda: Action("do"), "kind 'do' that tells none; expected one that tells at least what"),
    (lambda: Action("activation", 1), "kind 'activation' that tells effect; expected one .* at most field"),
    (lambda: Action("summon", of="Ash"), "that tells of;"),
    (lambda: Action("win", what="cast"), "that tells what;"),
    (lambda: Action("effect", 1, objects=("呪文",)), "that tells effect, objects;"),
    (lambda: Action("flip_summon", summon_kind="link"), "summon_kind 'link' .*; expected the summon_kind 'flip'"),
]


@pytest.mark.parametrize(("event", "message"), TELL)
def test_a_wrong_event_is_refused_and_changes_nothing(game: Game, event: Any, message: str) -> None:
    before = game.evaluator.snapshot()
    with pytest.raises(OnceperError, match=rf"event {len(before.events or ()) + 1}: .*{message}"):
        game.apply(event)
    assert game.evaluator.snapshot() == before
    game.apply(ActivationNegated("a2"))
    assert game.ask(action=2).allowed


@pytest.mark.parametrize(("make", "message"), MAKE)
def test_what_is_made_wrong_is_refused_where_it_is_made(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(EventError, match=message):
        make()


@pytest.mark.parametrize(
    ("copy", "action", "player", "message"),
    [
        ("w", Action.use(1), "A", "unknown copy 'w'"),
        (["g"], Action.use(1), "A", r"Expected `str`, got `array` - at `\$.copy`"),
        (W, Action.use(3), "A", "unknown effect"),
        (W, Action.use(1), "C", "unknown player 'C'"),
        (W, Action.use(1), None, r"Expected `str`, got `null` - at `\$.player`"),
        (W, "use 1", "A", r"got `str` - at `\$.action`"),
        (W, Action("do", what="atack"), "A", "unknown event 'atack'"),
        (W, Action("win"), "A", "unknown victory text of 'Ember Warden'"),
    ],
)
def test_a_wrong_question_is_refused(game: Game, copy: Any, action: Any, player: Any, message: str) -> None:
    with pytest.raises(OnceperError, match=message):
        game.evaluator.may_use(copy, action, player)


@pytest.mark.parametrize("id_", [["a1"], None, 7, "", "p1"])
def test_a_wrong_id_is_refused(game: Game, id_: Any) -> None:
    with pytest.raises(OnceperError, match="unknown activation"):
        game.evaluator.may_resolve(id_)
    with pytest.raises(OnceperError, match="unknown copy"):
        game.evaluator.in_force(id_)


@pytest.mark.parametrize("objects", [("クリーチャー",), ("水のクリーチャー",), ("相手プレイヤー",), ("火の呪文",)])
def test_a_thing_may_be_told_in_words_that_no_limit_counts(game: Game, objects: tuple[str, ...]) -> None:
    game.apply(Occurred("attack", "B", objects=objects))
    assert game.ask(action=Action("do", what="attack", objects=objects), player="B").allowed


@pytest.mark.parametrize(
    ("json", "message"),
    [
        (b'{"type": "chain_endet"}', "expected one of 'chain_ended'"),
        (b'{"type": "chain_ended", "copy": "w"}', "unknown field `copy`"),
        (b'{"type": "turn_ended"}', "missing required field `next_player`"),
        (b'{"type": "left_location", "copy": ""}', "length >= 1"),
        (
            b'{"type": "activated", "copy": "c", "player": "A", "id": "a", "action": {"kind": "summon"}}',
            "not activated",
        ),
        (b'{"type": "phase_ended", "next_phase": "morning"}', "morning"),
    ],
)
def test_json_is_refused_with_the_same_words(json: bytes, message: str) -> None:
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.json.decode(json, type=Event)
    assert message in explain(raised.value, Event)


@pytest.mark.parametrize(
    ("readings", "message"),
    [
        (None, "None is no reading"),
        (["Ash"], "'Ash' is no reading .*; expected what onceper.read"),
        ([None], "None is no reading"),
        ([onceper.Row("1", "Ash", "en", "yugioh", "text", error="no text")], "'Ash' could not be read: no text;"),
        ([replace(READING, name="")], "is no reading of a card with a name"),
        ([READING, READING, replace(READING, limits=())], "two different readings of 'Ash'"),
    ],
)
def test_what_are_no_readings(readings: Any, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        Evaluator(readings)


@pytest.mark.parametrize("players", [None, ("A",), ("A", 7), ("A", ""), "AB", ("A", "A")])
def test_there_are_two_players(players: Any) -> None:
    with pytest.raises(SetupError, match="expected two different names"):
        Evaluator([READING], players=players)


def test_what_is_told_late_is_taken(game: Game) -> None:
    """A core tells that an activation was negated, and then that its Chain Link is over."""
    for event in (ActivationNegated("a2"), Resolved("a2"), EffectNegated("a1"), CouldNotResolve("a1"), Resolved("a1")):
        game.apply(event)
    assert game.ask(action=2).allowed
    assert not game.ask().allowed


def test_nothing_is_left_to_undo(game: Game) -> None:
    again = game.evaluator.copy()
    again.restore(game.evaluator.snapshot())
    for _ in game.evaluator.snapshot().events or ():
        again.undo()
    with pytest.raises(NothingToUndoError, match="no event to take back"):
        again.undo()
