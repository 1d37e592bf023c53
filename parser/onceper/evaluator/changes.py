"""What each event makes of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from msgspec.structs import replace

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.errors import OnceperError, one_of
from onceper.evaluator import event as events
from onceper.evaluator.action import Action
from onceper.evaluator.cards import ONE_SHOT, ImpossibleActionError
from onceper.evaluator.state import ACTIVATIONS, Copy, Use, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.evaluator.cards import Cards, KnownAction
    from onceper.evaluator.state import CameBy, Fate, How, State, Told

_PHASES = ("draw", "standby", "main1", "battle", "main2", "end")
# Where a card can lie face-down or face-up; null: nobody told where it is.
_HAS_A_FACE = {"field", "banished", "extra_deck", "shield_zone", None}
_CAME_TO_NOTHING = {"activation_negated", "effect_negated", "could_not_resolve"}
_HOW: dict[type, How] = {
    events.Activated: "activated",
    events.Applied: "applied",
    events.Summoned: "summoned",
    events.Declined: "declined",
}
# Which periods an event ends: an attack also where it was negated before there was a battle.
_ENDS: dict[type, tuple[str, ...]] = {
    events.ChainEnded: ("chains",),
    events.AttackEnded: ("attacks", "battles"),
    events.BattleEnded: ("battles",),
    events.PhaseEnded: ("chains", "phases"),
    events.TurnEnded: ("turns", "chains", "attacks", "battles", "phases"),
}
# What became of an activation; that its effect was negated gives nothing back (OCG Perfect Rulebook 2017, p. 176).
_FATES: dict[type, Fate] = {
    events.ActivationNegated: "activation_negated",
    events.EffectNegated: "effect_negated",
    events.CouldNotResolve: "could_not_resolve",
    events.Resolved: "resolved",
    events.SummonNegated: "summon_negated",
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


def find_in_chain(state: State, id_: str, kind: type = events.Activated) -> Told:
    """Return what was told under the id of an activation of the present Chain, or of a Summon.

    Raises:
        UnknownActivationError: there is none.
    """
    told = state.told.get(id_)
    is_one = told is not None and isinstance(told.first.told, kind)
    if told and is_one and told.first.when.chains == state.clock.chains:
        return told
    now = state.clock.chains
    chain = {use.told.id or "" for use in walk(state.log) if use.when.chains == now and isinstance(use.told, kind)}
    noun = "Summon" if kind is events.Summoned else "activation"
    raise UnknownActivationError(
        f"{noun} {id_!r} {'is not in this Chain any more' if is_one else 'is unknown'}",
        expected=one_of(chain, f"{noun} of this Chain", id_),
    )


def check_open(state: State, id_: str) -> None:
    """Refuse an activation that was negated, or whose effect was.

    Raises:
        FateError: nothing can come of it any more.
    """
    told = state.told.get(id_)
    if told and told.fate in _CAME_TO_NOTHING:
        raise FateError(f"{id_!r} was told before: {told.fate}", expected="one outcome per activation")


def is_repeated(state: State, event: events.Activated | events.Applied | events.Summoned) -> bool:
    """Tell whether this event was told before.

    Raises:
        ReusedIdError: its id was another's.
    """
    told, kind = state.told.get(event.id), event.action.kind
    if told is None or isinstance(told.first.told, events.Occurred):
        return False
    first = told.first.told
    is_by_same = first.player == event.player
    if isinstance(first, events.Activated) and isinstance(event, events.Applied):
        # One more application, also of the effect of a Spell whose activation was told as such.
        is_same = first.action.kind == "activation" or _is_same_effect(first.action, event.action)
        is_new = is_same and is_by_same and first.copy == event.copy
    else:
        if any(use.told == event for use in walk(told.uses)):
            return True
        # Several monsters can come by one Special Summon.
        is_new = first.action.kind == kind in {"summon", "special_summon"} and is_by_same and first.copy != event.copy
    if is_new:
        return False
    raise _reused(told.first)


def find_how(state: State, event: events.Applied, known: KnownAction) -> How:
    """Return whether an application is one of what was activated: by its ids, or because the activation is counted.

    What is never activated was counted when it was told so all the same.

    Raises:
        UnknownActivationError: there was no such activation.
    """
    by_id = state.told.get(event.activation or event.id)
    if by_id and isinstance(by_id.first.told, events.Activated):
        is_same = _is_same_effect(by_id.first.action, event.action) and by_id.first.told.copy == event.copy
        return "counted" if is_same and by_id.first.how == "applied" else "followed"
    if event.activation is not None:
        raise UnknownActivationError(f"activation {event.activation!r} is unknown", expected="one that was told")
    for counted, part in known.governing:
        uses = counted.find_uses(state, part, event.copy, event.player) if "activated" in counted.spent_by else []
        for use in reversed(uses):
            is_same = use.action.kind == "activation" or _is_same_effect(use.action, event.action)
            told = state.told.get(use.told.id or "")
            if told and is_same and use.how == "activated" and use.told.copy == event.copy:
                return "applied" if told.fate in _CAME_TO_NOTHING else "followed"
    return "applied"


def change(cards: Cards, state: State, event: events.Event) -> State:
    """Return the state after an event.

    Raises:
        OnceperError: it cannot be.
    """
    return _CHANGES[type(event)](cards, state, event)


def _begin_to_resolve(_: Cards, state: State, event: events.ResolutionBegan) -> State:
    told = find_in_chain(state, event.id)
    _check_resolving(state, f"{event.id!r} begins to resolve", event.id)
    check_open(state, event.id)
    return state if told.fate == "resolved" else state.change_clock(resolving=event.id)


def _occur(cards: Cards, state: State, event: events.Occurred) -> State:
    cards.check_player(event.player)
    cards.check_words(event.what, event.objects)
    copy, to = (None if one is None else state.find_copy(one) for one in (event.copy, event.to))
    use = Use(state.number, "occurred", event, state.clock, copy, to)
    keys = cards.find_keys(use)
    return state.with_use(use, keys) if keys else state


def _leave(_: Cards, state: State, event: events.LeftLocation) -> State:
    copy = state.find_copy(event.copy)
    if not event.face_up and event.to not in _HAS_A_FACE:
        raise LocationError(f"{event.copy!r} face-down in the {event.to}", expected="it in a place with faces")
    if event.to == "field" and copy.came_by == "activation":
        # It was told to be activated, which said so already.
        return state.change_copy(event.copy, came_by=None)
    moved = _as_moved(copy, event.to, state.number)
    return _uncover(state, event.copy, copy).change_copy(event.copy, moved, face_up=event.face_up)


def _move_within_field(_: Cards, state: State, event: events.MovedWithinField) -> State:
    # The entire field is one location: nothing counts anew (Yugipedia, "Once per turn").
    if state.find_copy(event.copy).location not in {"field", None}:
        raise LocationError(f"{event.copy!r} is not on the field", expected="a copy on the field")
    return state.change_copy(event.copy, came_by=None)


def _flip_face_down(_: Cards, state: State, event: events.FlippedFaceDown) -> State:
    # By its own effect it gets no use back (Yugipedia, "Once per turn", on Swarm of Locusts).
    copy = state.find_copy(event.copy)
    if not copy.face_up or copy.location not in _HAS_A_FACE:
        where = f"is in the {copy.location}" if copy.face_up else "is face-down already"
        raise LocationError(f"{event.copy!r} {where}", expected="a copy that lies face-up")
    by_other = copy.flips_by_other + (not event.by_own_effect)
    return state.change_copy(event.copy, face_up=False, flips=copy.flips + 1, flips_by_other=by_other)


def _flip_face_up(_: Cards, state: State, event: events.FlippedFaceUp) -> State:
    # What it says it says from now on.
    return state.change_copy(event.copy, face_up=True, since=state.number)


def _negate_copy(_: Cards, state: State, event: events.CopyNegated | events.CopyRestored) -> State:
    copy = state.find_copy(event.copy)
    is_change = copy.negated is isinstance(event, events.CopyRestored)
    return state.change_copy(event.copy, turned=(*copy.turned, state.number)) if is_change else state


def _change_control(cards: Cards, state: State, event: events.ControlChanged) -> State:
    # No count changes (OCG Perfect Rulebook 2017, p. 176).
    cards.check_player(event.controller)
    return state.change_copy(event.copy, controller=event.controller, taken=state.number)


def _rename(cards: Cards, state: State, event: events.Renamed) -> State:
    # It may be called what no card of this game is.
    called = event.name and cards.called.get(normalize("NFC", event.name), event.name)
    return state.change_copy(event.copy, called=called)


def _evolve(_: Cards, state: State, event: events.Evolved) -> State:
    # The same words on the evolution are another ability (DM 2).
    onto = state.find_copy(event.onto)
    if event.copy == event.onto or onto.location != "field" or onto.under:
        what = f"{event.copy!r} was put on {event.onto!r}, which is not there"
        raise TurnOrderError(what, expected="a creature on the field")
    state, upper = _arrive(state, event.copy, onto.controller)
    covers = (*upper.covers, event.onto)
    return state.change_copy(event.copy, upper, covers=covers).change_copy(event.onto, under=event.copy)


def _gain_effects(cards: Cards, state: State, event: events.EffectsGained) -> State:
    copy, event = state.find_copy(event.copy), replace(event, of=cards.find_card(event.of))
    for number in event.replaces:
        cards.look_up(copy, Action.use(number), None)
    kept = (gained for gained in copy.gained if gained.of != event.of)
    state = replace(state, passing=state.passing | {event.copy}) if event.until else state
    return state.change_copy(event.copy, gained=(*kept, event))


def _lose_effects(cards: Cards, state: State, event: events.EffectsLost) -> State:
    copy, of = state.find_copy(event.copy), cards.find_card(event.of)
    cards.check_gained(copy, of)
    return state.change_copy(event.copy, gained=tuple(gained for gained in copy.gained if gained.of != of))


def _state_words(cards: Cards, state: State, event: events.Stated) -> State:
    copy, field = state.find_copy(event.copy), "condition" if event.count is None else "count_text"
    names = (copy.name, *(gained.of for gained in copy.gained))
    words = {getattr(counted.limit, field) for name in names for counted in cards.limits[name]} - {None}
    if event.text not in words:
        what = f"{event.text!r} is stated of {event.copy!r} with count {event.count}"
        raise events.EventError(what, expected=one_of(words, f"{field} of a limit", event.text))
    others = (stated for stated in copy.stated if stated.text != event.text)
    return state.change_copy(event.copy, stated=(*others, event))


def _appear(cards: Cards, state: State, event: events.Appeared) -> State:
    known = state.copies.get(event.copy)
    if known:
        raise RepeatedCopyError(
            f"copy {event.copy!r} has appeared already, as {known.name!r}", expected="an id of its own per copy"
        )
    cards.check_player(event.controller)
    name = cards.find_card(event.name)
    new = Copy(name, event.controller, event.location, event.face_up, event.card_type, since=state.number)
    is_summoned = event.card_type == "monster" and new.is_face_up_on_field
    return state.change_copy(event.copy, new, came_by="summon" if is_summoned else None)


def _do(
    cards: Cards, state: State, event: events.Activated | events.Applied | events.Summoned | events.Declined
) -> State:
    """Return the state with one more use in the log."""
    copy = state.find_copy(event.copy)
    action = cards.find_action(copy, event.action)
    event = event if action is event.action else replace(event, action=action)
    how, is_activation = _HOW[type(event)], isinstance(event, events.Activated)
    if not isinstance(event, events.Declined):
        if is_repeated(state, event):
            return state
        state = state if isinstance(event, events.Applied) else _begin_chain(state)
    known = cards.check_action(copy, action, event.player)
    to, origin = state.find_copy(action.target) if action.target else None, copy.location
    match event:
        case events.Declined(id=str() as id_):
            told = find_in_chain(state, id_)
            if told.first.told.copy != event.copy or told.first.action != action:
                raise _reused(told.first)
            _check_resolving(state, f"{id_!r} is declined", id_)
            check_open(state, id_)
            return state.change_clock(resolving=None).change_told(told, declined=True)
        case events.Activated() if known.effect and known.effect.kind in NEVER_ACTIVATED and not known.is_activation:
            how = "applied"
        case events.Applied():
            check_open(state, event.activation or event.id)
            how = find_how(state, event, known)
        case events.Summoned():
            _check_elsewhere(copy, action)
            is_shown = event.face_up and action.kind != "set"
            state, copy = _arrive(state, event.copy, action.controller or event.player, "summon", face_up=is_shown)
    use = Use(state.number, how, event, state.clock, copy, to, origin)
    state = state.with_use(use, cards.find_keys(use, known))
    is_staying = is_activation and known.is_activation and copy.card_type not in {None, *ONE_SHOT}
    if is_staying and not copy.is_face_up_on_field:
        return _arrive(state, event.copy, event.player, "activation")[0]
    return state.change_copy(event.copy, came_by=None) if action.kind == "equip" else state


def _check_elsewhere(copy: Copy, action: Action) -> None:
    """Refuse the Summon of a monster that was Summoned and is there; a Gemini monster is Normal Summoned again."""
    is_there = copy.came_by == "summon" and copy.is_face_up_on_field and copy.card_type == "monster"
    if is_there and action.kind != "normal_summon":
        raise ImpossibleActionError(
            f"{action.kind!r} of {copy.name!r}, which was Summoned and is face-up on the field",
            expected="a monster in another place",
            remedy="say `left_location` where it left, or `moved_within_field` where it went to a Spell & Trap Zone",
        )


def _end(_: Cards, state: State, event: Any) -> State:
    """Return the state in which an activation of the present Chain, or a Summon, has ended."""
    id_, fate = event.id, _FATES[type(event)]
    told = find_in_chain(state, id_, events.Summoned if fate == "summon_negated" else events.Activated)
    if fate == "resolved":
        _check_resolving(state, f"{id_!r} resolved", id_)
    if told.fate not in {None, fate}:
        raise FateError(f"{id_!r} was told before: {told.fate}", expected="one outcome per activation")
    state = state.change_clock(resolving=None) if state.clock.resolving == id_ else state
    # The monsters never reached the field.
    for use in walk(told.uses) if (fate, told.fate) == ("summon_negated", None) else ():
        copy = use.told.copy or ""
        known = state.find_copy(copy)
        state = _uncover(state, copy, known).change_copy(copy, _as_moved(known, None, state.number))
    return state.change_told(told, fate=fate)


def _go_on(cards: Cards, state: State, event: Any) -> State:
    """Return the state after a period."""
    clock, ends = state.clock, {name: getattr(state.clock, name) + 1 for name in _ENDS[type(event)]}
    if "chains" in ends:
        _check_resolving(state, f"{type(event).__name__} was told")
    match event:
        case events.PhaseEnded():
            before, phase = clock.phase, event.next_phase
            if phase == "main":
                # Before the Battle Phase it is the first of the two, behind it the second.
                phase = "main2" if before in {"battle", "main2"} else "main1"
            if phase == before and not event.extra:
                return state
            is_later = before is None or _PHASES.index(before) < _PHASES.index(phase)
            # A Battle Phase that was forced in the middle of it goes back to Main Phase 1.
            if not (is_later or event.extra or (before, phase) == ("battle", "main1")):
                what, order = f"phase {event.next_phase!r} after phase {before!r}", f"the order {', '.join(_PHASES)}"
                raise TurnOrderError(what, expected=order, remedy="say `extra` where it is one more of this kind")
            return state.change_clock(phase=phase, **ends)
        case events.TurnEnded():
            cards.check_player(event.next_player)
            if not (clock.turns or clock.phase or state.log) and event == events.TurnEnded(clock.player):
                # So begin games that tell each turn.
                return state
            if (event.next_player == clock.player) is not event.extra:
                what = f"{'an extra' if event.extra else 'another'} turn of player {event.next_player!r}"
                expected = "the other player's turn, or with `extra` one more of the same player"
                raise TurnOrderError(what, expected=expected)
            for id_ in state.passing:
                kept = tuple(gained for gained in state.find_copy(id_).gained if not gained.until)
                state = state.change_copy(id_, gained=kept)
            # Where the game tells no phases, none is known in the next turn either.
            state = replace(state, passing=frozenset())
            return state.change_clock(player=event.next_player, phase="draw" if clock.phase else None, **ends)
    return state.change_clock(**ends)


def _end_duel(_: Cards, state: State, event: events.DuelEnded) -> State:  # noqa: ARG001
    return state.change_clock(is_over=True)


def _begin_chain(state: State) -> State:
    """End the Chain before, where all of it has resolved and nobody has told."""
    has_resolved = False
    for use in walk(state.found.get(ACTIVATIONS)):
        told = state.told.get(use.told.id or "")
        if use.when.chains != state.clock.chains or told is None:
            break
        if told.fate is None and not told.declined:
            return state
        has_resolved = has_resolved or (told.fate in {"resolved", "could_not_resolve"} and not told.declined)
    return state.change_clock(chains=state.clock.chains + 1) if has_resolved else state


def _check_resolving(state: State, what: str, id_: str | None = None) -> None:
    """Refuse what cannot be while another effect resolves."""
    resolving = state.clock.resolving
    if resolving not in {None, id_}:
        raise TurnOrderError(f"{what} while {resolving!r} resolves", expected="one effect to resolve at a time")


def _reused(use: Use) -> ReusedIdError:
    return ReusedIdError(
        f"id {use.told.id!r} was given to {use.action} of copy {use.told.copy!r} by {use.told.player!r}",
        expected="an id of its own per activation, application or Summon, an activation before what follows from it",
    )


def _is_same_effect(one: Action, other: Action) -> bool:
    return (one.effect, one.field, one.of) == (other.effect, other.field, other.of)


def _arrive(
    state: State, copy: str, controller: str, came_by: CameBy | None = None, *, face_up: bool = True
) -> tuple[State, Copy]:
    """Return the state in which a copy is on a player's field, and what is known of it there."""
    known = state.find_copy(copy)
    if known.location != "field":
        state, known = _uncover(state, copy, known), _as_moved(known, "field", state.number)
    known = replace(known, controller=controller, face_up=face_up, came_by=came_by or known.came_by)
    return state.change_copy(copy, known), known


def _uncover(state: State, copy: str, known: Copy) -> State:
    """Return the state in which nothing lies under a copy any more."""
    for lower in known.covers:
        if state.find_copy(lower).under == copy:
            state = state.change_copy(lower, under=None)
    return state


def _as_moved(known: Copy, to: events.Location | None, number: int) -> Copy:
    """Return what is still so of a copy in another place."""
    stay, flips, by_other = known.stay + 1, known.flips, known.flips_by_other
    return Copy(known.name, known.controller, to, True, known.card_type, None, stay, flips, by_other, number)


# The one list of what each event does.
_CHANGES: dict[type, Callable[[Cards, State, Any], State]] = {
    **dict.fromkeys(_HOW, _do),
    **dict.fromkeys(_FATES, _end),
    **dict.fromkeys(_ENDS, _go_on),
    events.Appeared: _appear,
    events.ResolutionBegan: _begin_to_resolve,
    events.Occurred: _occur,
    events.LeftLocation: _leave,
    events.MovedWithinField: _move_within_field,
    events.FlippedFaceDown: _flip_face_down,
    events.FlippedFaceUp: _flip_face_up,
    events.CopyNegated: _negate_copy,
    events.CopyRestored: _negate_copy,
    events.ControlChanged: _change_control,
    events.Renamed: _rename,
    events.Evolved: _evolve,
    events.EffectsGained: _gain_effects,
    events.EffectsLost: _lose_effects,
    events.Stated: _state_words,
    events.DuelEnded: _end_duel,
}
