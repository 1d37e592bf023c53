"""Whatever happens, possible or not: what must be true of every game."""

from __future__ import annotations

from itertools import filterfalse
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from onceper.contract.effect import Option
from onceper.contract.limit import CountedEvent
from onceper.errors import OnceperError
from onceper.evaluator import event as events
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator, Snapshot

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import MakeCard

    from onceper.contract.limit import Limit
    from onceper.contract.reading import CardReading
    from onceper.evaluator.event import Event

PLAYERS = ("A", "B")
NAMES = ("Ember Warden", "Frost Warden")
# The last one never appears.
COPIES = ("ember-1", "ember-2", "frost-1", "frost-2", "nobody")
EFFECTS = 9
SHRINE, NUMBER = "if you control a Shrine", "the number of Shrines you control"

players = st.sampled_from(PLAYERS)
copies = st.sampled_from(COPIES)
# Few ids, so that events speak of one another; one more effect than there are.
ids = st.sampled_from(["x1", "x2", "x3", "x4", "x5", "x6"])
options = st.sampled_from([None, None, 1, 2, 3])
summons = st.sampled_from(
    [
        Action("summon"),
        Action("special_summon"),
        Action("normal_summon"),
        Action("normal_summon", additional=True),
        Action("special_summon", controller="B"),
        Action("special_summon", summon_kind="link"),
        Action("set"),
        Action("flip_summon"),
    ]
)
manual = st.sampled_from([Action("change_position"), Action("equip"), Action("unequip")])
gained = st.builds(Action.use, st.integers(1, 3), of=st.sampled_from(NAMES))


def happenings(copies: Any, players: Any, ids: Any) -> st.SearchStrategy[Event]:
    """Return the strategy of what may be done with these copies, by these players, under these ids."""
    numbers, targets = st.integers(1, EFFECTS + 1), st.one_of(st.none(), copies)
    effects = st.builds(lambda n, k, c: Action.use(n, option=k, target=c), numbers, options, targets)
    uses = st.one_of(effects, gained)
    return st.one_of(
        st.builds(events.Activated, copies, st.one_of(uses, st.just(Action("activation"))), players, ids),
        st.builds(events.Applied, copies, manual, players, ids),
        st.builds(events.Applied, copies, uses, players, ids, st.one_of(st.none(), ids)),
        st.builds(events.Summoned, copies, summons, players, ids),
        st.builds(events.Summoned, copies, st.just(Action("special_summon")), players, ids, face_up=st.booleans()),
        st.builds(events.Declined, copies, uses, players, st.one_of(st.none(), ids)),
        st.builds(
            events.Occurred,
            st.sampled_from(["attack", "cast", "break"]),
            players,
            st.one_of(st.none(), copies),
            st.one_of(st.none(), copies),
            st.sampled_from([(), ("spell",)]),
        ),
        st.builds(events.LeftLocation, copies, st.sampled_from([None, "hand", "field", "graveyard", "extra_deck"])),
        st.builds(events.LeftLocation, copies, st.just("field"), face_up=st.booleans()),
        *(
            st.builds(kind, copies)
            for kind in (events.MovedWithinField, events.FlippedFaceUp, events.CopyNegated, events.CopyRestored)
        ),
        st.builds(events.FlippedFaceDown, copies, by_own_effect=st.booleans()),
        st.builds(events.ControlChanged, copies, players),
        st.builds(events.Renamed, copies, st.sampled_from([None, *NAMES])),
        st.builds(events.Evolved, copies, copies),
        st.builds(
            events.EffectsGained,
            copies,
            st.sampled_from(NAMES),
            st.sampled_from([(), (1,), (2, 3)]),
            st.sampled_from([None, "turn_ends"]),
        ),
        st.builds(events.EffectsLost, copies, st.sampled_from(NAMES)),
        st.builds(events.Stated, copies, st.just(SHRINE), st.booleans()),
        st.builds(events.Stated, copies, st.just(NUMBER), count=st.integers(0, 3)),
        *(
            st.builds(kind, ids)
            for kind in (
                events.ActivationNegated,
                events.SummonNegated,
                events.ResolutionBegan,
                events.Resolved,
                events.EffectNegated,
                events.CouldNotResolve,
            )
        ),
    )


ends = st.one_of(
    st.sampled_from([events.ChainEnded(), events.AttackEnded(), events.BattleEnded(), events.DuelEnded()]),
    st.builds(events.PhaseEnded, st.sampled_from(["standby", "main1", "battle", "main2", "end"])),
    st.builds(events.TurnEnded, players, st.booleans()),
)
# With every kind of event but the first one of a copy.
games = st.lists(st.one_of(happenings(copies, players, ids), happenings(copies, players, ids), ends), max_size=50)


@pytest.fixture(scope="session")
def cards(make_card: MakeCard, make_limit: MakeLimit) -> list[CardReading]:
    """Return two cards with a limit of every kind."""
    ability: dict[str, Any] = {"scope": "ability", "name": "Finale", "names": "ability", "spent_on": "resolution"}
    summon = CountedEvent("special_summon", "any", "monster")
    ceiling: dict[str, Any] = {"scope": "player", "player": "each", "event": summon}
    cast, attack = CountedEvent("cast", "own", "spell"), CountedEvent("attack", "this")
    limits = (
        make_limit("soft", 1),
        make_limit("hard", 2, 3, shared=True, count=2),
        make_limit("hard", 4, verb="activate", activation=True),
        make_limit("gain", 5),
        make_limit("summon", 6, summon=True),
        make_limit("summon", summon=True, verb="special_summon"),
        make_limit("ordinal", 7, spent_on="occurrence", count=2, event=cast),
        make_limit("event", 8, spent_on="occurrence", event=attack),
        make_limit("ability", 9, **ability),
        make_limit("ability", 9, period="duel", **ability),
        make_limit("cap", scope="player", player="opponent", event=CountedEvent("break", "opponent", "spell")),
        make_limit("control", scope="name", period=None, verb="control", names="card"),
        make_limit("soft", 1, period="phase", count=2),
        make_limit("soft", 1, count=3, condition=SHRINE),
        make_limit("soft", 3, count=None, count_text=NUMBER),
        make_limit("hard", 2, each_option=True, count=2),
        make_limit("soft", 3, verb="apply", each_target=True),
        make_limit("summon", summon=True, verb="special_summon", summon_kind="link"),
        make_limit("cap", counts_from="presence", refunded_if_negated=True, **ceiling),
        make_limit("cap", count=2, summon_kind="link", refunded_if_negated=True, **ceiling),
    )
    options = tuple(Option(number, None, (0, 4), "text") for number in (1, 2))
    cards = [make_card(*limits, name=name, effects=EFFECTS) for name in NAMES]
    return [replace(card, effects=tuple(replace(effect, options=options) for effect in card.effects)) for card in cards]


def new_game(cards: list[CardReading]) -> Evaluator:
    """Return a game in which every copy but the last is there, two with each player."""
    game = Evaluator(cards)
    for number, copy in enumerate(COPIES[:-1]):
        game.apply(events.Appeared(copy, NAMES[number // 2], PLAYERS[number // 2]))
    return game


def play(game: Evaluator, log: list[Event]) -> None:
    """Play all that can be."""
    for event in log:
        refusal(game.apply, event)


def refusal(tell: Callable[[Event], object], event: Event) -> str | None:
    """Return why an event cannot be, or null where it can."""
    try:
        tell(event)
    except OnceperError as error:
        return str(error)
    return None


def answers(game: Evaluator) -> list[Any]:
    """Return what the game says to every question."""
    questions = [
        *(Action.use(number) for number in range(1, EFFECTS + 1)),
        Action.use(2, option=1),
        Action.use(3, target=COPIES[0]),
        Action("special_summon", summon_kind="link"),
        Action("activation"),
        Action("summon"),
        Action("special_summon"),
        Action("normal_summon"),
        Action("change_position"),
        Action("equip"),
        Action("take_control"),
        Action("do", what="break", objects=("spell",)),
    ]
    return [
        *(game.may_use(copy, action, player) for copy in COPIES[:-1] for action in questions for player in PLAYERS),
        *(game.may_do(player) for player in PLAYERS),
        *(game.in_force(copy) for copy in COPIES[:-1]),
    ]


# A game takes as long as many texts.
GAMES = settings().max_examples // 3


@settings(max_examples=GAMES)
@given(log=games)
def test_what_is_refused_changes_nothing(cards: list[CardReading], log: list[Event]) -> None:
    game = new_game(cards)
    for event in log:
        before = game.snapshot()
        asked, refused = refusal(game.may_happen, event), refusal(game.apply, event)
        assert refused or not asked
        if refused:
            assert refused.startswith(f"event {len(before.events or ()) + 1}: ")
            assert game.snapshot() == before


@settings(max_examples=GAMES)
@given(log=games)
def test_undo_is_the_inverse_of_apply(cards: list[CardReading], log: list[Event]) -> None:
    game = new_game(cards)
    states = [game.snapshot()]
    for event in log:
        play(game, [event])
        if game.snapshot() != states[-1]:
            states.append(game.snapshot())
    for state in reversed(states[:-1]):
        game.undo()
        assert game.snapshot() == state


@settings(max_examples=GAMES)
@given(before=games, after=games)
def test_the_state_survives_json_at_any_point(
    cards: list[CardReading], before: list[Event], after: list[Event]
) -> None:
    game = new_game(cards)
    play(game, before)
    again = Evaluator(cards)
    again.restore(msgspec.json.decode(msgspec.json.encode(game.snapshot()), type=Snapshot))
    assert answers(again) == answers(game)
    play(game, after)
    play(again, after)
    assert again.snapshot() == game.snapshot()
    assert answers(again) == answers(game)


@settings(max_examples=GAMES)
@given(before=games, after=games)
def test_what_happens_in_a_copy_is_not_in_the_other(
    cards: list[CardReading], before: list[Event], after: list[Event]
) -> None:
    game = new_game(cards)
    play(game, before)
    then, said = game.snapshot(), answers(game)
    other = game.copy()
    play(other, after)
    assert (game.snapshot(), answers(game)) == (then, said)
    now = other.snapshot()
    play(game, after)
    game.undo()
    assert (other.snapshot(), game.copy().snapshot()) == (now, game.snapshot())


def without_resolutions(log: list[Event]) -> list[Event]:
    # What has resolved ends the Chain, which all share.
    kinds = events.ResolutionBegan | events.Resolved | events.CouldNotResolve
    return [event for event in log if not isinstance(event, kinds)]


def _relates_others(limit: Limit) -> bool:
    # A ceiling that counts from when its card came, and what happens for the nth time while it is there, hang on
    # whatever else happens.
    return limit.kind == "ordinal" or limit.counts_from == "presence"


# What is counted for a player, or for all cards together, relates copies of different cards.
ember = happenings(st.sampled_from(COPIES[:2]), st.just("A"), st.sampled_from(["x1", "x2", "x3"]))
frost = happenings(st.sampled_from(COPIES[2:4]), st.just("B"), st.sampled_from(["x4", "x5", "x6"]))


@settings(max_examples=GAMES)
@given(first=st.lists(ember, max_size=20), second=st.lists(frost, max_size=20), order=st.randoms(use_true_random=False))
def test_unrelated_copies_commute(
    cards: list[CardReading], first: list[Event], second: list[Event], order: Any
) -> None:
    cards = [replace(card, limits=tuple(filterfalse(_relates_others, card.limits))) for card in cards]
    # One effect resolves at a time: there the two lists do wait for each other.
    first, second = without_resolutions(first), without_resolutions(second)
    one_by_one, mixed = new_game(cards), new_game(cards)
    play(one_by_one, first + second)
    rest = [list(reversed(first)), list(reversed(second))]
    while any(rest):
        play(mixed, [order.choice([log for log in rest if log]).pop()])
    # The log has an order, the answers have none.
    assert answers(mixed) == answers(one_by_one)
