"""What each event makes of a state."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, cast
from unicodedata import normalize

from msgspec.structs import replace

from onceper.errors import OnceperError
from onceper.evaluator.action import Action, EventError
from onceper.evaluator.cards import ONE_SHOT, ImpossibleError
from onceper.evaluator.event import (
    Activated,
    ActivationNegated,
    Appeared,
    Applied,
    AttackEnded,
    BattleEnded,
    ChainEnded,
    ControlChanged,
    CopyNegated,
    CopyRestored,
    CouldNotResolve,
    Declined,
    DuelEnded,
    EffectNegated,
    EffectsGained,
    EffectsLost,
    Evolved,
    FlippedFaceDown,
    FlippedFaceUp,
    LeftLocation,
    MovedWithinField,
    Occurred,
    PhaseEnded,
    Renamed,
    ResolutionBegan,
    Resolved,
    Stated,
    Summoned,
    SummonNegated,
    TurnEnded,
)
from onceper.evaluator.judge import ask
from onceper.evaluator.state import CAME_TO_NOTHING, OUTCOME, Copy, UnknownNameError, Use, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.evaluator.cards import Cards
    from onceper.evaluator.event import Event, Location
    from onceper.evaluator.judge import Inquiry
    from onceper.evaluator.state import CameBy, How, State

# Which periods an event ends: an attack also where it was negated before there was a battle.
_ENDS: dict[type, tuple[str, ...]] = {
    ChainEnded: ("chains",),
    AttackEnded: ("attacks", "battles"),
    BattleEnded: ("battles",),
    PhaseEnded: ("chains", "phases"),
    TurnEnded: ("turns", "chains", "attacks", "battles", "phases"),
}
# What a copy begins anew with in each place.
_ANEW: dict[str, Any] = {
    "face_up": True,
    "called": None,
    "negated": False,
    "gained": {},
    "stated": {},
    "under": None,
    "covers": (),
    "came_by": None,
}


class ReusedIdError(OnceperError):
    """One id was given to two different copies, activations, applications or Summons."""


def change(cards: Cards, state: State, event: Event) -> State:
    """Return the state after an event.

    Raises:
        OnceperError: it names what is not there, or gives an id a second time.
    """
    do = _CHANGES.get(type(event))
    if do is None:
        expected = f"one of {', '.join(kind.__name__ for kind in _CHANGES)}"
        raise EventError(f"{event!r} is no event", expected=expected)
    return do(cards, state, event)


def find_told(state: State, id_: str, kind: type = Activated) -> list[Use]:
    """Return what was told under the id of an activation or of a Summon.

    Raises:
        UnknownNameError: there is none.
    """
    uses, _ = state.find_by_id(id_)
    if uses and isinstance(uses[0].told, kind):
        return uses
    ids = {use.told.id or "" for use in walk(state.log) if isinstance(use.told, kind)}
    raise UnknownNameError("Summon" if kind is Summoned else "activation", id_, ids)


def find_deed(cards: Cards, state: State, event: Activated | Applied | Summoned) -> Inquiry | None:
    """Return what an event asks of the limits, null for what was told before.

    Raises:
        OnceperError: it names what is not there, or an id that was another's.
    """
    uses, _ = state.find_by_id(event.id)
    if uses and not _is_more(uses, event):
        return None
    if isinstance(event, Summoned):
        return ask(cards, state, event.copy, event.action, event.player, event.id, event.face_up)
    asked = ask(cards, state, event.copy, event.action, event.player)
    return replace(asked, how=_find_how(asked, event)) if isinstance(event, Applied) else asked


def _is_more(uses: list[Use], event: Activated | Applied | Summoned) -> bool:
    """Tell whether an event is one more under an id, or was told before.

    Raises:
        ReusedIdError: the id was another's.
    """
    first, kind = uses[0], event.action.kind
    if isinstance(first.told, Activated) and isinstance(event, Applied):
        # One more application, also of the effect of a Spell whose activation was told as such.
        is_more = _is_done_by(first, event)
    elif any(use.told == event for use in uses):
        return False
    else:
        # Several monsters can come by one Special Summon.
        is_more = first.known.action.kind == kind in {"summon", "special_summon"} and first.told.copy != event.copy
    if not is_more or first.told.player != event.player:
        raise ReusedIdError(
            f"id {event.id!r} was given to {first.known.action} of copy {first.told.copy!r} by {first.told.player!r}",
            expected="an id of its own for each, an activation before what follows from it",
        )
    return True


def _find_how(asked: Inquiry, event: Applied) -> How:
    """Return whether an application is one of what was activated: by its ids, or because the activation is counted.

    What is never activated was counted when it was told so all the same.
    """
    uses, _ = asked.state.find_by_id(event.id)
    if event.activation is not None:
        uses = find_told(asked.state, event.activation)
    if uses:
        return "counted" if uses[0].how == "applied" and _is_done_by(uses[0], event) else "followed"
    for use in [use for counted in asked.known.governing for use in asked.find_uses(counted)[::-1]]:
        if use.how == "activated" and _is_done_by(use, event):
            _, outcomes = asked.state.find_by_id(use.told.id)
            return "followed" if outcomes.isdisjoint(CAME_TO_NOTHING) else "applied"
    return "applied"


def _do(cards: Cards, state: State, event: Activated | Applied | Summoned) -> State:
    """Return the state with one more use in the log."""
    asked = find_deed(cards, state, event)
    if asked is None:
        return state
    copy, known, action = asked.copy, asked.known, event.action
    if isinstance(event, Activated | Summoned):
        state = _begin_chain(state)
    if isinstance(event, Summoned):
        is_shown = event.face_up and action.kind != "set"
        state = _arrive(state, event.copy, action.controller or event.player, "summon", face_up=is_shown)
    how = "applied" if known.is_applied else cast("How", event.__struct_config__.tag)
    state = state.with_use(Use(asked.how or how, event, known, state))
    is_staying = known.is_activation and copy.card_type not in {None, *ONE_SHOT} and not copy.is_shown
    if is_staying and isinstance(event, Activated):
        return _arrive(state, event.copy, event.player, "activation")
    return state.change_copy(event.copy, came_by=None) if action.kind == "equip" else state


def _decline(cards: Cards, state: State, event: Declined) -> State:
    if event.id is not None:
        return _end(cards, state, event)
    known = ask(cards, state, event.copy, event.action, event.player).known
    return state.with_use(Use("declined", event, known, state))


def _occur(cards: Cards, state: State, event: Occurred) -> State:
    if event.to is not None:
        state.find_copy(event.to)
    known = ask(cards, state, event.copy, _done(event.what, *event.objects), event.player).known
    return state.with_use(Use("occurred", event, known, state)) if known.spends or known.counted_as else state


_done = lru_cache(1_024)(Action.do)


def _end(_: Cards, state: State, event: Any) -> State:
    """Return the state in which something became of an activation of the present Chain, or of a Summon.

    That its effect was negated gives nothing back (OCG Perfect Rulebook 2017, p. 176).
    """
    outcome = event.__struct_config__.tag
    uses = find_told(state, event.id, Summoned if outcome == "summon_negated" else Activated)
    if outcome in state.find_by_id(event.id)[1]:
        return state
    # The monsters never reached the field.
    for use in uses if outcome == "summon_negated" else ():
        state = _move(state, use.told.copy or "", None)
    state = state.change_clock(resolving=event.id if outcome == "resolution_began" else None)
    return state.with_use(Use(outcome, uses[0].told, OUTCOME, state))


def _appear(cards: Cards, state: State, event: Appeared) -> State:
    known = state.copies.get(event.copy)
    if known:
        what = f"copy {event.copy!r} has appeared already, as {known.name!r}"
        raise ReusedIdError(what, expected="an id of its own per copy")
    cards.check_player(event.controller)
    name = cards.find_card(event.name)
    return state.with_copy(event.copy, Copy(name, event.controller, event.location, event.face_up, event.card_type))


def _leave(_: Cards, state: State, event: LeftLocation) -> State:
    if event.to == "field" and state.find_copy(event.copy).came_by == "activation":
        # It was told to be activated, which said so already.
        return state.change_copy(event.copy, came_by=None)
    return _move(state, event.copy, event.to, face_up=event.face_up)


def _evolve(_: Cards, state: State, event: Evolved) -> State:
    # The same words on the evolution are another ability (DM 2).
    state = _arrive(state, event.copy, state.find_copy(event.onto).controller)
    covers = (*state.copies[event.copy].covers, event.onto)
    return state.change_copy(event.copy, covers=covers).change_copy(event.onto, under=event.copy)


def _change_copy(cards: Cards, state: State, event: Any) -> State:
    """Return the state in which something became of one copy where it is."""
    copy = state.find_copy(event.copy)
    changes: dict[str, Any]
    match event:
        # The entire field is one location: nothing counts anew (Yugipedia, "Once per turn").
        case MovedWithinField():
            changes = {"came_by": None}
        # By its own effect it gets no use back (Yugipedia, "Once per turn", on Swarm of Locusts).
        case FlippedFaceDown():
            by_other = copy.flips_by_other + (not event.by_own_effect)
            changes = {"face_up": False, "flips": copy.flips + 1, "flips_by_other": by_other}
        case FlippedFaceUp():
            changes = {"face_up": True}
        case CopyNegated() | CopyRestored():
            changes = {"negated": isinstance(event, CopyNegated)}
        # No count changes (OCG Perfect Rulebook 2017, p. 176).
        case ControlChanged():
            cards.check_player(event.controller)
            changes = {"controller": event.controller}
        # It may be called what no card of this game is.
        case Renamed():
            changes = {"called": event.name and cards.called.get(normalize("NFC", event.name), event.name)}
        case Stated():
            cards.check_stated(copy, event)
            changes = {"stated": copy.stated | {event.text: event}}
        case EffectsGained():
            for number in event.replaces:
                cards.know(copy, Action.use(number), copy.controller)
            changes = {"gained": copy.gained | {cards.find_card(event.of): event}}
        case _:
            lost = cards.check_gained(copy, event.of)
            changes = {"gained": {name: one for name, one in copy.gained.items() if name != lost}}
    return state.change_copy(event.copy, **changes)


def _end_period(_: Cards, state: State, event: Any) -> State:
    return state.change_clock(**{name: getattr(state.clock, name) + 1 for name in _ENDS[type(event)]})


def _end_phase(cards: Cards, state: State, event: PhaseEnded) -> State:
    # Simulators tell a phase twice.
    if event.next_phase == state.clock.phase and not event.extra:
        return state
    return _end_period(cards, state, event).change_clock(phase=event.next_phase)


def _end_turn(cards: Cards, state: State, event: TurnEnded) -> State:
    clock, player = state.clock, event.next_player
    cards.check_player(player)
    if not (clock.turns or clock.phase or state.log) and event == TurnEnded(clock.player):
        # So begin games that tell each turn.
        return state
    if (player == clock.player) is not event.extra:
        what = f"{'an extra' if event.extra else 'another'} turn of player {player!r}"
        raise ImpossibleError(what, expected="the other player's turn, or with `extra` one more of the same player")
    for id_, copy in state.copies.items():
        if any(gained.until for gained in copy.gained.values()):
            kept = {of: gained for of, gained in copy.gained.items() if not gained.until}
            state = state.change_copy(id_, gained=kept)
    # Where the game tells no phases, none is known in the next turn either.
    return _end_period(cards, state, event).change_clock(player=player, phase="draw" if clock.phase else None)


def _begin_chain(state: State) -> State:
    """End the Chain before, where all of it has resolved and nobody has told."""
    has_resolved, now = False, state.clock.chains
    for use in takewhile(lambda use: use.state.clock.chains == now, walk(state.log)):
        if use.known is not OUTCOME and isinstance(use.told, Activated):
            _, outcomes = state.find_by_id(use.told.id)
            if outcomes <= {"resolution_began"}:
                return state
            has_resolved |= "declined" not in outcomes and not outcomes.isdisjoint({"resolved", "could_not_resolve"})
    return state.change_clock(chains=now + 1) if has_resolved else state


def _is_done_by(use: Use, event: Applied) -> bool:
    """Tell whether an application is of the effect that was activated so, or with the card."""
    one, other = use.known.action, event.action
    is_same = one.kind == "activation" or (one.effect, one.field, one.of) == (other.effect, other.field, other.of)
    return is_same and use.told.copy == event.copy


def _arrive(state: State, copy: str, controller: str, came_by: CameBy | None = None, *, face_up: bool = True) -> State:
    """Return the state in which a copy is on a player's field."""
    known = state.find_copy(copy)
    fields = {"controller": controller, "face_up": face_up, "came_by": came_by or known.came_by}
    return state.change_copy(copy, **fields) if known.location == "field" else _move(state, copy, "field", **fields)


def _move(state: State, copy: str, to: Location | None, **fields: Any) -> State:
    """Return the state in which a copy is in another place, and nothing lies under it any more."""
    known = state.find_copy(copy)
    for lower in known.covers:
        if state.copies[lower].under == copy:
            state = state.change_copy(lower, under=None)
    return state.change_copy(copy, **{**_ANEW, "location": to, "stay": known.stay + 1, **fields})


# The one list of what each event does.
_CHANGES: dict[type, Callable[[Cards, State, Any], State]] = {
    Appeared: _appear,
    **dict.fromkeys((Activated, Applied, Summoned), _do),
    Declined: _decline,
    **dict.fromkeys((ActivationNegated, SummonNegated, EffectNegated, CouldNotResolve), _end),
    **dict.fromkeys((ResolutionBegan, Resolved), _end),
    Occurred: _occur,
    LeftLocation: _leave,
    **dict.fromkeys((MovedWithinField, FlippedFaceDown, FlippedFaceUp, ControlChanged, Renamed), _change_copy),
    Evolved: _evolve,
    **dict.fromkeys((CopyNegated, CopyRestored, EffectsGained, EffectsLost, Stated), _change_copy),
    **dict.fromkeys((ChainEnded, AttackEnded, BattleEnded), _end_period),
    PhaseEnded: _end_phase,
    TurnEnded: _end_turn,
    DuelEnded: lambda _, state, __: state,
}
