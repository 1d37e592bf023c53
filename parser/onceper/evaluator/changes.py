"""What each event makes of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast
from unicodedata import normalize

from msgspec.structs import replace

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.errors import OnceperError, one_of
from onceper.evaluator.action import Action
from onceper.evaluator.cards import ONE_SHOT, ImpossibleActionError
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
    EventError,
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
from onceper.evaluator.state import UNKNOWN, Copy, Use, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.evaluator.cards import Cards
    from onceper.evaluator.event import Event, Location
    from onceper.evaluator.state import CameBy, How, KnownAction, State

_PHASES = ("draw", "standby", "main1", "battle", "main2", "end")
# Where a card can lie face-down or face-up; null: nobody told where it is.
_HAS_A_FACE = {"field", "banished", "extra_deck", "shield_zone", None}
_CAME_TO_NOTHING: set[How] = {"activation_negated", "effect_negated", "could_not_resolve"}
# Which periods an event ends: an attack also where it was negated before there was a battle.
_ENDS: dict[type, tuple[str, ...]] = {
    ChainEnded: ("chains",),
    AttackEnded: ("attacks", "battles"),
    BattleEnded: ("battles",),
    PhaseEnded: ("chains", "phases"),
    TurnEnded: ("turns", "chains", "attacks", "battles", "phases"),
}


class RepeatedCopyError(OnceperError):
    """A copy appeared twice."""


class LocationError(OnceperError):
    """What is said of a copy cannot be where it is."""


class TurnOrderError(OnceperError):
    """An event cannot be at this point of the turn."""


class UnknownActivationError(OnceperError):
    """An event speaks of an activation or a Summon that is not in the present Chain."""


class ReusedIdError(OnceperError):
    """One id was given to two different activations, applications or Summons."""


class FateError(OnceperError):
    """Two things are said to have become of one activation."""


def change(cards: Cards, state: State, event: Event) -> State:
    """Return the state after an event.

    Raises:
        OnceperError: it cannot be.
    """
    return _CHANGES.get(type(event), _change_copy)(cards, state, event)


def find_in_chain(state: State, id_: str, kind: type = Activated) -> tuple[list[Use], set[How]]:
    """Return what was told under the id of an activation of the present Chain, or of a Summon, and what became of it.

    Raises:
        UnknownActivationError: there is none.
    """
    uses, outcomes = state.find_by_id(id_)
    is_one, now = bool(uses) and isinstance(uses[0].told, kind), state.clock.chains
    if is_one and uses[0].when.chains == now:
        return uses, outcomes
    chain = {use.told.id or "" for use in walk(state.log) if use.when.chains == now and isinstance(use.told, kind)}
    noun = "Summon" if kind is Summoned else "activation"
    raise UnknownActivationError(
        f"{noun} {id_!r} {'is not in this Chain any more' if is_one else 'is unknown'}",
        expected=one_of(chain, f"{noun} of this Chain", id_),
    )


def check_open(id_: str, outcomes: set[How]) -> None:
    """Refuse an activation that was negated, or whose effect was.

    Raises:
        FateError: nothing can come of it any more.
    """
    for outcome in outcomes & _CAME_TO_NOTHING:
        raise FateError(f"{id_!r} was told before: {outcome}", expected="one outcome per activation")


def is_repeated(state: State, event: Activated | Applied | Summoned) -> bool:
    """Tell whether this event was told before.

    Raises:
        ReusedIdError: its id was another's.
    """
    uses, _ = state.find_by_id(event.id)
    if not uses:
        return False
    first, kind = uses[0], event.action.kind
    if isinstance(first.told, Activated) and isinstance(event, Applied):
        # One more application, also of the effect of a Spell whose activation was told as such.
        is_more = _is_done_by(first, event)
    elif any(use.told == event for use in uses):
        return True
    else:
        # Several monsters can come by one Special Summon.
        is_more = first.action.kind == kind in {"summon", "special_summon"} and first.told.copy != event.copy
    if not is_more or first.told.player != event.player:
        raise _reused(first)
    return False


def find_how(state: State, event: Applied, known: KnownAction) -> How:
    """Return whether an application is one of what was activated: by its ids, or because the activation is counted.

    What is never activated was counted when it was told so all the same.

    Raises:
        UnknownActivationError: there was no such activation.
        FateError: it came to nothing.
    """
    uses, outcomes = state.find_by_id(event.activation or event.id)
    check_open(event.activation or event.id, outcomes)
    if uses and isinstance(uses[0].told, Activated):
        is_counted = uses[0].how == "applied" and uses[0].action.kind == "effect" and _is_done_by(uses[0], event)
        return "counted" if is_counted else "followed"
    if event.activation is not None:
        raise UnknownActivationError(f"activation {event.activation!r} is unknown", expected="one that was told")
    for counted in known.governing:
        uses = counted.find_uses(state, event.copy, event.player) if "activated" in counted.spent_by else []
        for use in reversed(uses):
            if use.how == "activated" and _is_done_by(use, event):
                _, outcomes = state.find_by_id(use.told.id)
                return "followed" if outcomes.isdisjoint(_CAME_TO_NOTHING) else "applied"
    return "applied"


def _do(cards: Cards, state: State, event: Activated | Applied | Summoned | Declined) -> State:
    """Return the state with one more use in the log."""
    copy = state.find_copy(event.copy)
    action = cards.find_action(copy, event.action)
    event = event if action is event.action else replace(event, action=action)
    if not isinstance(event, Declined) and is_repeated(state, event):
        return state
    if isinstance(event, Activated | Summoned):
        state = _begin_chain(state)
    known, how = cards.check_action(copy, action, event.player), cast("How", event.__struct_config__.tag)
    to = state.find_copy(action.target) if action.target else None
    match event:
        case Activated() if known.effect and known.effect.kind in NEVER_ACTIVATED and not known.is_activation:
            how = "applied"
        case Applied():
            how = find_how(state, event, known)
        case Summoned():
            _check_elsewhere(copy, action)
            is_shown = event.face_up and action.kind != "set"
            state = _arrive(state, event.copy, action.controller or event.player, "summon", face_up=is_shown)
            copy = state.copies[event.copy]
    state = state.with_use(Use(state.number, how, event, action, known, state.clock, copy, to))
    is_staying = known.is_activation and copy.card_type not in {None, *ONE_SHOT} and not copy.is_face_up_on_field
    if is_staying and isinstance(event, Activated):
        return _arrive(state, event.copy, event.player, "activation")
    return state.change_copy(event.copy, came_by=None) if action.kind == "equip" else state


def _decline(cards: Cards, state: State, event: Declined) -> State:
    """Return the state in which a player made nothing of what may be done, or of what had triggered."""
    copy = state.find_copy(event.copy)
    if event.id is None:
        return _do(cards, state, event)
    cards.check_action(copy, action := cards.find_action(copy, event.action), event.player)
    (activated, *_), outcomes = find_in_chain(state, event.id)
    if activated.told.copy != event.copy or activated.action != action:
        raise _reused(activated)
    _check_resolving(state, f"{event.id!r} is declined", event.id)
    check_open(event.id, outcomes)
    return _conclude(state, activated, "declined")


def _occur(cards: Cards, state: State, event: Occurred) -> State:
    cards.check_player(event.player)
    cards.check_words(event.what, event.objects)
    copy, to = (None if one is None else state.find_copy(one) for one in (event.copy, event.to))
    action = Action.do(event.what, *event.objects)
    known = cards.look_up(copy or NOBODY, action, None)
    is_counted = known.keys or known.spends
    return (
        state.with_use(Use(state.number, "occurred", event, action, known, state.clock, copy, to))
        if is_counted
        else state
    )


def _begin_to_resolve(_: Cards, state: State, event: ResolutionBegan) -> State:
    outcomes = find_in_chain(state, event.id)[1]
    _check_resolving(state, f"{event.id!r} begins to resolve", event.id)
    check_open(event.id, outcomes)
    return state if "resolved" in outcomes else state.change_clock(resolving=event.id)


def _end(_: Cards, state: State, event: Any) -> State:
    """Return the state in which an activation of the present Chain, or a Summon, has ended.

    That its effect was negated gives nothing back (OCG Perfect Rulebook 2017, p. 176).
    """
    outcome = event.__struct_config__.tag
    uses, outcomes = find_in_chain(state, event.id, Summoned if outcome == "summon_negated" else Activated)
    if outcome == "resolved":
        _check_resolving(state, f"{event.id!r} resolved", event.id)
    for other in outcomes - {"declined", outcome}:
        raise FateError(f"{event.id!r} was told before: {other}", expected="one outcome per activation")
    if outcome in outcomes:
        return state
    # The monsters never reached the field.
    for use in uses if outcome == "summon_negated" else ():
        state = _move(state, use.told.copy or "", None)
    return _conclude(state, uses[0], outcome)


def _conclude(state: State, use: Use, outcome: How) -> State:
    """Return the state in which something became of what was done."""
    if state.clock.resolving == use.told.id:
        state = state.change_clock(resolving=None)
    return state.with_use(Use(state.number, outcome, use.told, use.action, UNKNOWN, state.clock))


def _appear(cards: Cards, state: State, event: Appeared) -> State:
    known = state.copies.get(event.copy)
    if known:
        what = f"copy {event.copy!r} has appeared already, as {known.name!r}"
        raise RepeatedCopyError(what, expected="an id of its own per copy")
    cards.check_player(event.controller)
    name = cards.find_card(event.name)
    new = Copy(name, event.controller, event.location, event.face_up, event.card_type, since=state.number)
    is_summoned = event.card_type == "monster" and new.is_face_up_on_field
    return state.with_copies({event.copy: replace(new, came_by="summon") if is_summoned else new})


def _leave(_: Cards, state: State, event: LeftLocation) -> State:
    if not event.face_up and event.to not in _HAS_A_FACE:
        raise LocationError(f"{event.copy!r} face-down in the {event.to}", expected="it in a place with faces")
    if event.to == "field" and state.find_copy(event.copy).came_by == "activation":
        # It was told to be activated, which said so already.
        return state.change_copy(event.copy, came_by=None)
    return _move(state, event.copy, event.to, face_up=event.face_up)


def _evolve(_: Cards, state: State, event: Evolved) -> State:
    # The same words on the evolution are another ability (DM 2).
    onto = state.find_copy(event.onto)
    if event.copy == event.onto or onto.location != "field" or onto.under:
        what = f"{event.copy!r} was put on {event.onto!r}, which is not there"
        raise TurnOrderError(what, expected="a creature on the field")
    state = _arrive(state, event.copy, onto.controller)
    covers = (*state.copies[event.copy].covers, event.onto)
    return state.change_copy(event.copy, covers=covers).change_copy(event.onto, under=event.copy)


def _change_copy(cards: Cards, state: State, event: Any) -> State:
    """Return the state in which something became of one copy where it is."""
    copy, number = state.find_copy(event.copy), state.number
    changes: dict[str, Any]
    match event:
        # The entire field is one location: nothing counts anew (Yugipedia, "Once per turn").
        case MovedWithinField() if copy.location in {"field", None}:
            changes = {"came_by": None}
        # By its own effect it gets no use back (Yugipedia, "Once per turn", on Swarm of Locusts).
        case FlippedFaceDown() if copy.face_up and copy.location in _HAS_A_FACE:
            by_other = copy.flips_by_other + (not event.by_own_effect)
            changes = {"face_up": False, "flips": copy.flips + 1, "flips_by_other": by_other}
        # What it says it says from now on.
        case FlippedFaceUp():
            changes = {"face_up": True, "since": number}
        case CopyNegated() | CopyRestored():
            is_change = copy.is_negated() is isinstance(event, CopyRestored)
            changes = {"turned": (*copy.turned, number)} if is_change else {}
        # No count changes (OCG Perfect Rulebook 2017, p. 176).
        case ControlChanged():
            cards.check_player(event.controller)
            changes = {"controller": event.controller, "taken": number}
        # It may be called what no card of this game is.
        case Renamed():
            changes = {"called": event.name and cards.called.get(normalize("NFC", event.name), event.name)}
        case _:
            where = f"{'' if copy.face_up else 'face-down '}in the {copy.location}"
            what = f"{event.copy!r} is {where}: it was not {event.__struct_config__.tag}"
            raise LocationError(what, expected="a copy that lies face-up on the field")
    return state.change_copy(event.copy, **changes)


def _change_text(cards: Cards, state: State, event: EffectsGained | EffectsLost | Stated) -> State:
    """Return the state in which a copy has other effects, or something was stated of its text."""
    copy = state.find_copy(event.copy)
    if isinstance(event, Stated):
        field = "condition" if event.count is None else "count_text"
        words = {getattr(one.limit, field) for name in (copy.name, *copy.gained) for one in cards.limits[name]} - {None}
        if event.text not in words:
            what = f"{event.text!r} is stated of {event.copy!r} with count {event.count}"
            raise EventError(what, expected=one_of(words, f"{field} of a limit", event.text))
        return state.change_copy(event.copy, stated=copy.stated | {event.text: event})
    of = cards.find_card(event.of)
    if isinstance(event, EffectsLost):
        cards.check_gained(copy, of)
        return state.change_copy(event.copy, gained={name: one for name, one in copy.gained.items() if name != of})
    for number in event.replaces:
        cards.look_up(copy, Action.use(number), None)
    return state.change_copy(event.copy, gained=copy.gained | {of: event})


def _end_period(_: Cards, state: State, event: Any) -> State:
    ends = _ENDS[type(event)]
    if "chains" in ends:
        _check_resolving(state, f"{type(event).__name__} was told")
    return state.change_clock(**{name: getattr(state.clock, name) + 1 for name in ends})


def _end_phase(cards: Cards, state: State, event: PhaseEnded) -> State:
    before, phase = state.clock.phase, event.next_phase
    if phase == "main":
        # Before the Battle Phase it is the first of the two, behind it the second.
        phase = "main2" if before in {"battle", "main2"} else "main1"
    if phase == before and not event.extra:
        _check_resolving(state, "PhaseEnded was told")
        return state
    # A Battle Phase that was forced in the middle of it goes back to Main Phase 1.
    is_later = before is None or _PHASES.index(before) < _PHASES.index(phase) or (before, phase) == ("battle", "main1")
    if not (is_later or event.extra):
        what, order = f"phase {event.next_phase!r} after phase {before!r}", f"the order {', '.join(_PHASES)}"
        raise TurnOrderError(what, expected=order, remedy="say `extra` where it is one more of this kind")
    return _end_period(cards, state, event).change_clock(phase=phase)


def _end_turn(cards: Cards, state: State, event: TurnEnded) -> State:
    clock, player = state.clock, event.next_player
    cards.check_player(player)
    if not (clock.turns or clock.phase or state.log) and event == TurnEnded(clock.player):
        # So begin games that tell each turn.
        return state
    if (player == clock.player) is not event.extra:
        what = f"{'an extra' if event.extra else 'another'} turn of player {player!r}"
        raise TurnOrderError(what, expected="the other player's turn, or with `extra` one more of the same player")
    for id_, copy in state.copies.items():
        if copy.gained and any(gained.until for gained in copy.gained.values()):
            kept = {of: gained for of, gained in copy.gained.items() if not gained.until}
            state = state.change_copy(id_, gained=kept)
    # Where the game tells no phases, none is known in the next turn either.
    return _end_period(cards, state, event).change_clock(player=player, phase="draw" if clock.phase else None)


def _end_duel(_: Cards, state: State, event: DuelEnded) -> State:  # noqa: ARG001
    return state.change_clock(is_over=True)


def _begin_chain(state: State) -> State:
    """End the Chain before, where all of it has resolved and nobody has told."""
    has_resolved = False
    for use in walk(state.log):
        if use.when.chains != state.clock.chains:
            break
        if use.copy and isinstance(use.told, Activated):
            _, outcomes = state.find_by_id(use.told.id)
            if not outcomes:
                return state
            has_resolved |= "declined" not in outcomes and not outcomes.isdisjoint({"resolved", "could_not_resolve"})
    return state.change_clock(chains=state.clock.chains + 1) if has_resolved else state


def _check_resolving(state: State, what: str, id_: str | None = None) -> None:
    """Refuse what cannot be while another effect resolves."""
    resolving = state.clock.resolving
    if resolving not in {None, id_}:
        raise TurnOrderError(f"{what} while {resolving!r} resolves", expected="one effect to resolve at a time")


def _check_elsewhere(copy: Copy, action: Action) -> None:
    """Refuse the Summon of a monster that was Summoned and is there; a Gemini monster is Normal Summoned again."""
    is_there = copy.came_by == "summon" and copy.is_face_up_on_field and copy.card_type == "monster"
    if is_there and action.kind != "normal_summon":
        raise ImpossibleActionError(
            f"{action.kind!r} of {copy.name!r}, which was Summoned and is face-up on the field",
            expected="a monster in another place",
            remedy="say `left_location` where it left, or `moved_within_field` where it went to a Spell & Trap Zone",
        )


def _reused(use: Use) -> ReusedIdError:
    return ReusedIdError(
        f"id {use.told.id!r} was given to {use.action} of copy {use.told.copy!r} by {use.told.player!r}",
        expected="an id of its own per activation, application or Summon, an activation before what follows from it",
    )


def _is_done_by(use: Use, event: Applied) -> bool:
    """Tell whether an application is of the effect that was activated so, or with the card."""
    one, other = use.action, event.action
    is_same = one.kind == "activation" or (one.effect, one.field, one.of) == (other.effect, other.field, other.of)
    return is_same and use.told.copy == event.copy


def _arrive(state: State, copy: str, controller: str, came_by: CameBy | None = None, *, face_up: bool = True) -> State:
    """Return the state in which a copy is on a player's field."""
    known = state.find_copy(copy)
    if known.location != "field":
        return _move(state, copy, "field", controller, came_by, face_up=face_up)
    return state.change_copy(copy, controller=controller, face_up=face_up, came_by=came_by or known.came_by)


def _move(
    state: State,
    copy: str,
    to: Location | None,
    controller: str | None = None,
    came_by: CameBy | None = None,
    *,
    face_up: bool = True,
) -> State:
    """Return the state in which a copy is in another place, and nothing lies under it any more."""
    known = state.find_copy(copy)
    for lower in known.covers:
        if state.copies[lower].under == copy:
            state = state.change_copy(lower, under=None)
    moved = Copy(
        known.name,
        controller or known.controller,
        to,
        face_up,
        known.card_type,
        stay=known.stay + 1,
        flips=known.flips,
        flips_by_other=known.flips_by_other,
        since=state.number,
        came_by=came_by,
    )
    return state.with_copies({copy: moved})


# Who did something where no copy did.
NOBODY = Copy("", "")
# The one list of what each event does.
_CHANGES: dict[type, Callable[[Cards, State, Any], State]] = {
    Appeared: _appear,
    **dict.fromkeys((Activated, Applied, Summoned), _do),
    Declined: _decline,
    **dict.fromkeys((ActivationNegated, SummonNegated, EffectNegated, CouldNotResolve, Resolved), _end),
    ResolutionBegan: _begin_to_resolve,
    Occurred: _occur,
    LeftLocation: _leave,
    Evolved: _evolve,
    **dict.fromkeys((EffectsGained, EffectsLost, Stated), _change_text),
    **dict.fromkeys((ChainEnded, AttackEnded, BattleEnded), _end_period),
    PhaseEnded: _end_phase,
    TurnEnded: _end_turn,
    DuelEnded: _end_duel,
}
