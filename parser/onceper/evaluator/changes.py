"""What each event makes of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from onceper.errors import OnceperError
from onceper.evaluator.action import Action, EventError
from onceper.evaluator.cards import ImpossibleError
from onceper.evaluator.event import (
    Activated,
    Appeared,
    Applied,
    Declined,
    Done,
    Occurred,
    OfCopy,
    OfId,
    OfTime,
    PhaseEnded,
    Summoned,
    TurnEnded,
)
from onceper.evaluator.state import Copy, Use, check_known

if TYPE_CHECKING:
    from onceper.evaluator.cards import Cards
    from onceper.evaluator.event import Deed
    from onceper.evaluator.state import State

# What becomes of a copy where it is; the entire field is one location, where nothing counts anew (Yugipedia, "Once per
# turn").
_BECOMES: dict[str, dict[str, Any]] = {
    "moved_within_field": {"came_by": None},
    "flipped_face_up": {"face_up": True},
    "copy_negated": {"negated": True},
    "copy_restored": {"negated": False},
}
# By one of these several monsters may come.
_TOGETHER = {"summon", "special_summon"}


class ReusedIdError(OnceperError):
    """One id was given to two different copies, activations, applications or Summons."""


def change(cards: Cards, state: State, event: object) -> State:
    """Return the state after an event.

    Raises:
        OnceperError: it names what is not there, or gives an id a second time.
    """
    match event:
        case Declined(id=str() as id_) | OfId(id=id_):
            return _end(state, event, id_)
        case Done() | Declined() | Occurred():
            return _do(cards, state, event)
        case OfTime():
            return _end_period(cards, state, event)
        case Appeared():
            return _appear(cards, state, event)
        case OfCopy():
            return _change_copy(cards, state, event)
    raise EventError(f"{event!r} is no event", expected="a record of onceper.events, such as ChainEnded()")


def _appear(cards: Cards, state: State, event: Appeared) -> State:
    if event.copy in state.copies:
        raise ReusedIdError(f"copy {event.copy!r} has appeared already", expected="an id of its own per copy")
    name = cards.find_card(event.name)
    copy = Copy(name, cards.check_player(event.controller), event.location, event.face_up, event.card_type)
    return replace(state, copies=state.copies | {event.copy: copy})


def _change_copy(cards: Cards, state: State, event: Any) -> State:
    copy, happened = state.find_copy(event.copy), event.__struct_config__.tag
    changes = _BECOMES.get(happened, {})
    match happened:
        # What was told to be activated is said to be on the field already.
        case "left_location" if event.to == "field" and copy.came_by == "activation":
            changes = {"came_by": None}
        case "left_location":
            return state.move(event.copy, event.to, face_up=event.face_up)
        # The same words on the evolution are another ability (DM 2).
        case "evolved":
            state = state.arrive(event.copy, state.find_copy(event.onto).controller, "summon")
            state = state.change_copy(event.onto, under=event.copy)
            changes = {"covers": True}
        # By its own effect it gets no use back (Yugipedia, "Once per turn", on Swarm of Locusts).
        case "flipped_face_down":
            times, by_other = copy.flipped_face_down + 1, copy.flipped_by_other + (not event.by_own_effect)
            changes = {"face_up": False, "flipped_face_down": times, "flipped_by_other": by_other}
        # No count changes (OCG Perfect Rulebook 2017, p. 176).
        case "control_changed":
            changes = {"controller": cards.check_player(event.controller)}
        case "renamed":
            changes = {"called": event.name}
        case "stated":
            cards.check_stated(copy, event)
            changes = {"stated": copy.stated | {event.text: event}}
        case "effects_gained":
            for number in event.replaces:
                cards.find_effect(copy, Action.use(number), copy.name)
            changes = {"gained": copy.gained | {cards.find_card(event.of): event}}
        case "effects_lost":
            lost = cards.check_gained(copy, event.of)
            changes = {"gained": {name: one for name, one in copy.gained.items() if name != lost}}
    return state.change_copy(event.copy, **changes)


def find_told(state: State, id_: str, kind: type = Activated) -> list[Use]:
    """Return what was told under the id of an activation or of a Summon, the newest first.

    Raises:
        UnknownNameError: there is none.
    """
    uses = [use for use in state.walk((str(id_),)) if isinstance(use.told, kind)]
    if not uses:
        every = {use.told.id or "" for use in state.walk("") if isinstance(use.told, kind)}
        check_known("Summon" if kind is Summoned else "activation", id_, every)
    return uses


def find_use(cards: Cards, state: State, deed: Deed) -> Use | None:
    """Return what is told as a use, null for what was told before.

    Raises:
        OnceperError: it names what is not there, or an id that was another's.
    """
    uses = [*state.walk((deed.id,))] if deed.id else []
    begun = [use for use in uses if isinstance(deed, Applied) and isinstance(use.told, Activated)]
    if not begun and any(use.told == deed for use in uses):
        return None
    asked = cards.ask(state, deed)
    if uses:
        before = uses[-1].told
        # One more application, or one of several monsters that come by one Special Summon.
        is_other = before.action.kind == deed.action.kind in _TOGETHER and before.copy != deed.copy
        if before.player != deed.player or not (_is_done_by(uses[-1], asked) if begun else is_other):
            raise ReusedIdError(
                f"id {deed.id!r} was given to {before!r}",
                expected="an id of its own for each, an activation before what follows from it",
            )
    if not isinstance(deed, Applied):
        return asked
    if deed.activation is not None:
        begun = find_told(state, deed.activation)
    elif not begun:
        # What its activation has spent is not spent once more, also where nobody says from which it follows.
        spent = [use for counted in asked.known.governing for use in counted.find(asked, deed.copy)]
        begun = [use for use in spent if use.how == "activated" and _is_done_by(use, asked)]
        if not begun:
            return asked
    # What is never activated was counted when it was told so all the same.
    is_counted = begun[-1].how == "applied" and _is_done_by(begun[-1], asked)
    return None if is_counted else replace(asked, how="followed")


def _is_done_by(use: Use, asked: Use) -> bool:
    """Tell whether an application is of the effect that was activated so, or with the card."""
    return use.told.copy == asked.told.copy and (
        use.known.action.kind == "activation" or use.known.effect is asked.known.effect
    )


def _do(cards: Cards, state: State, deed: Deed) -> State:
    """Return the state with one more use in the log."""
    use = find_use(cards, state, deed)
    if use is None:
        return state
    # In a Chain that resolves nothing is activated any more.
    if isinstance(deed, Activated) and state.find("resolved") == state.ended.get("chain", 0):
        state = state.end("chain")
    use = replace(use, state=state)
    # A card whose type nobody has told may not stay.
    if isinstance(deed, Summoned) or use.copy.card_type:
        state = use.land()
    if isinstance(deed, Summoned):
        use = replace(use, state=state)
    return state.put({key: (use, state.find(key)) for key in ("", (deed.id,), *use.known.spends)})


def _end(state: State, event: Any, id_: str) -> State:
    """Return the state in which something became of an activation of the present Chain, or of a Summon.

    That its effect was negated gives nothing back (OCG Perfect Rulebook 2017, p. 176).
    """
    outcome, fate = event.__struct_config__.tag, state.fate(id_)
    uses = find_told(state, id_, Summoned if outcome == "summon_negated" else Activated)
    if outcome in fate:
        return state
    # The monsters never reached the field.
    for use in reversed(uses) if outcome == "summon_negated" else ():
        state = state.move(use.told.copy or "", None)
    became: dict[Any, Any] = {("fate", id_): fate | {outcome}}
    # What an effect negates while it resolves is not its own end.
    if outcome == "resolution_began" or state.find("resolving") == id_:
        became["resolving"] = id_ if outcome == "resolution_began" else None
    if outcome in {"resolved", "could_not_resolve"}:
        became["resolved"] = state.ended.get("chain", 0)
    return state.put(became)


def _end_period(cards: Cards, state: State, event: OfTime) -> State:
    after = state.end(*event.ends)
    match event:
        # Simulators tell a phase twice.
        case PhaseEnded(next_phase=state.phase, extra=False):
            return state
        case PhaseEnded():
            return replace(after, phase=event.next_phase)
        # So begin games that tell each turn.
        case TurnEnded(next_player=state.player, extra=False) if not (state.ended or state.log):
            return state
        case TurnEnded(next_player=player, extra=extra):
            if (cards.check_player(player) == state.player) is not extra:
                raise ImpossibleError(
                    f"{'an extra' if extra else 'another'} turn of player {player!r}",
                    expected="the other player's turn, or with `extra` one more of the same player",
                )
            for id_, copy in state.copies.items():
                if copy.gained:
                    kept = {of: gained for of, gained in copy.gained.items() if not gained.until}
                    after = after.change_copy(id_, gained=kept)
            # Where the game tells no phases, none is known in the next turn either.
            return replace(after, player=player, phase="draw" if state.phase else None)
    return after
