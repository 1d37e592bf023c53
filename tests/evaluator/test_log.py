"""Whatever happens in a game, as long as every use is asked for first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import (
    Activated,
    ActivationNegated,
    Appeared,
    Applied,
    ChainEnded,
    ControlChanged,
    Event,
    FlippedFaceDown,
    LeftLocation,
    TurnEnded,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import MakeCard

    from onceper.contract.limit import Limit
    from onceper.contract.reading import CardReading

NAMES = ("Ember Warden", "Frost Warden")
COPIES = {f"{name}-{number}": name for name in NAMES for number in (1, 2)}
EFFECTS = 8
PLAYERS = ("A", "B")

copies = st.sampled_from(sorted(COPIES))
moves = st.one_of(
    st.tuples(st.just("use"), copies, st.integers(1, EFFECTS), st.sampled_from(PLAYERS)),
    st.tuples(st.just("negate"), st.integers(0, 3)),
    st.tuples(st.just("repeat"), st.integers(0, 9)),
    copies.map(LeftLocation),
    st.builds(FlippedFaceDown, copies, by_own_effect=st.booleans()),
    st.builds(ControlChanged, copies, st.sampled_from(PLAYERS)),
    st.just(ChainEnded()),
    st.tuples(st.just("turn"), st.sampled_from(PLAYERS)),
)
games = st.lists(moves, max_size=40)


@pytest.fixture(scope="session")
def cards(make_card: MakeCard, make_limit: MakeLimit) -> list[CardReading]:
    """Return two cards with the same eight limits, one for each effect or two."""
    limits = (
        make_limit("soft", 1),
        make_limit("hard", 2),
        make_limit("hard", 3, 4, verb="activate", shared=True, count=2),
        make_limit("soft", 5, resets_on=("leaves_location", "flipped_by_other"), whose_turn="opponent"),
        make_limit("hard", 6, verb="activate", period="duel"),
        make_limit("soft", 7, period="while_there"),
        make_limit("soft", 7, period="chain", count=2),
        make_limit("gain", 8),
    )
    return [make_card(*limits, name=name, effects=EFFECTS) for name in NAMES]


def play(cards: list[CardReading], moves: Sequence[Any]) -> tuple[Evaluator, list[Event]]:
    """Play the moves that can be, each use only if it is allowed, and return the game and its log."""
    evaluator = Evaluator(cards)
    log: list[Event] = [Appeared(copy, name, "A") for copy, name in COPIES.items()]
    for event in log:
        evaluator.apply(event)
    for number, move in enumerate(moves):
        happened = possible(move, f"a{number}", evaluator, log)
        if happened:
            evaluator.apply(happened)
            log.append(happened)
    return evaluator, log


def possible(move: Any, new_id: str, evaluator: Evaluator, log: list[Event]) -> Event | None:
    """Return the event that a move is at this point, or None where it cannot be."""
    match move:
        case ("use", copy, effect, player):
            kind = Applied if effect == EFFECTS else Activated
            allowed = evaluator.may_use(copy, Action.use(effect), player).allowed
            return kind(copy, Action.use(effect), player, new_id) if allowed else None
        case ("negate", place):
            ends = [n for n, event in enumerate(log) if isinstance(event, ChainEnded | TurnEnded)]
            over = uses(log[: max(ends, default=0)], Activated)
            chain = [event for event in uses(log, Activated) if event not in over]
            return ActivationNegated(chain[place].id) if place < len(chain) else None
        case FlippedFaceDown() if not evaluator._state.copies[move.copy].face_up:
            return None
        case ("turn", player):
            turns = [event.next_player for event in log if isinstance(event, TurnEnded)]
            return TurnEnded(player, extra=player == [PLAYERS[0], *turns][-1])
        case ("repeat", place):
            past = uses(log, Activated | Applied)
            return past[place] if place < len(past) else None
        case _:
            return cast("Event", move)


def uses(log: list[Event], kind: Any) -> list[Activated | Applied]:
    """Return the first record of every activation and application of this kind, oldest first."""
    return list({event.id: event for event in reversed(log) if isinstance(event, kind)}.values())[::-1]


def recount(log: list[Event], limit: Limit, effect: int, copy: str, player: str) -> int:
    """Count the uses under a limit from the log alone: find each use, then look for what has freed it."""
    governed = limit.applies_to.effects if limit.shared else (effect,)
    seen, used = set(), 0
    for place, event in enumerate(log):
        if not isinstance(event, Activated | Applied) or event.id in seen:
            continue
        seen.add(event.id)
        if limit.kind == "gain":
            counts = event.player == player and event.action.effect in limit.applies_to.effects
        elif limit.kind == "hard":
            counts = event.player == player and COPIES[event.copy] == COPIES[copy]
        else:
            counts = event.copy == copy
        if counts and (limit.kind == "gain" or event.action.effect in governed):
            used += not any(frees(later, event, limit) for later in log[place + 1 :])
    return used


def frees(later: Event, use: Activated | Applied, limit: Limit) -> bool:
    """Tell whether a later event takes the use out of the count."""
    match later:
        case TurnEnded():
            return limit.period in {"turn", "chain"}
        case ChainEnded():
            return limit.period == "chain"
        case ActivationNegated():
            return bool(limit.refunded_if_negated) and later.id == use.id
        case LeftLocation():
            return limit.kind == "soft" and later.copy == use.copy
        case FlippedFaceDown() if limit.kind == "soft" and later.copy == use.copy:
            return "flipped_face_down" in limit.resets_on or not later.by_own_effect
        case _:
            return False


@settings(deadline=None)
@given(moves=games)
def test_no_count_exceeds_its_limit(cards: list[CardReading], moves: list[Any]) -> None:
    evaluator, log = play(cards, moves)
    for limit in cards[0].limits:
        for effect in limit.applies_to.effects:
            for copy in COPIES:
                for player in PLAYERS:
                    used = recount(log, limit, effect, copy, player)
                    assert used <= (limit.count or 1)
                    verdict = evaluator.may_use(copy, Action.use(effect), player)
                    assert verdict.limit != limit or verdict.used == used
                    assert not (verdict.allowed and used == limit.count)
