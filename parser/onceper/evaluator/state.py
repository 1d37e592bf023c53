"""What is known of a Duel at one moment: values that never change, of which an event makes the next."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.limit import Phase
from onceper.errors import OnceperError, one_of
from onceper.evaluator.action import Action, Names, look_up
from onceper.evaluator.event import CardType, Deed, EffectsGained, Event, Location, Stated

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from onceper.contract.effect import Effect
    from onceper.evaluator.limits import Counted

# What becomes of an activation or a Summon, by the types of the events that say so.
NEGATED = frozenset({"activation_negated", "summon_negated"})

# A part of the log is merged into the next as soon as that is not so many times larger.
_LARGER = 4


class UnknownNameError(OnceperError):
    """There is no player, copy, card, effect, choice, event or activation of this name or number."""


def check_known(kind: str, said: object, known: Collection[str]) -> str:
    """Return a name or a number that is known.

    Raises:
        UnknownNameError: it is not; the message names what is near.
    """
    if str(said) not in known:
        raise UnknownNameError(f"unknown {kind} {said!r}", expected=one_of(known, kind, str(said)))
    return str(said)


class Copy(Struct, frozen=True, gc=False):
    """Hold what is known of one copy.

    What frees a limit is counted under the name that it has there: ``leaves_location`` the places it has left, and how
    often it was turned face-down in this one, and not by its own effect. It lies ``under`` another copy, or
    ``covers`` some, in Duel Masters. ``came_by`` says how it came to the field, as long as it is known to be in the
    zone where that put it. ``gained`` are effects by the card that has them, ``stated`` what was told of its limits.
    """

    name: str
    controller: str
    location: Location | None = "field"
    face_up: bool = True
    card_type: CardType | None = None
    called: str | None = None
    leaves_location: int = 0
    flipped_face_down: int = 0
    flipped_by_other: int = 0
    negated: bool = False
    gained: dict[str, EffectsGained] = {}
    stated: dict[str, Stated] = {}
    under: str | None = None
    covers: bool = False
    came_by: str | None = None

    @property
    def is_hidden(self) -> bool:
        """Tell whether the copy lies face-down on the field, where its effects do not apply."""
        return self.location == "field" and not self.face_up

    @property
    def is_shown(self) -> bool:
        """Tell whether the copy can be seen on the field."""
        return self.location == "field" and self.face_up and self.under is None


# Their effect is used by activating the card, and in no other way; they do not stay on the field.
ONE_SHOT = {"normal_spell", "quick_play_spell", "ritual_spell", "normal_trap", "counter_trap"}
# Who did something where no copy did.
NOBODY = Copy("", "")


class Known(NamedTuple):
    """Hold an action, and what the cards and the rulebook say of it: the limits that govern it, and its effect.

    ``spends`` has the keys of the counts into which it goes, those of events among them, and ``ceilings`` is what may
    bind it while that is in play. ``options`` is how many choices it has, and ``sorts`` are the sorts of card that it
    is done with. ``is_activation``: it activates the card, as effect 1 of a Normal Spell does; ``is_applied``: nothing
    is activated, the effect applies by itself. ``controls`` are limits on how many are there, and ``is_certain``: none
    of all these hangs on what somebody has to state.
    """

    action: Action
    governing: list[Counted]
    spends: set[str]
    ceilings: list[Counted]
    effect: Effect | None
    options: int
    sorts: Names
    is_activation: bool
    is_applied: bool
    controls: list[Counted]
    is_certain: bool


class Use(Struct, frozen=True, gc=False):
    """Hold one thing that was done, occurred or is asked for: as it was told, and the state as it was then.

    ``how`` is the type of what was told, ``applied`` of what is never activated, and ``followed`` of one application
    of what was activated. The ``state`` of a Summon is that in which the monster has arrived.
    """

    how: str
    told: Deed
    known: Known
    state: State

    @property
    def copy(self) -> Copy:
        """The copy that did it, as it was then."""
        return self.state.copies.get(self.told.copy, NOBODY)

    @property
    def target(self) -> Copy:
        """The copy that it was done to, as it was then."""
        return self.state.copies.get(self.known.action.target, NOBODY)

    def land(self) -> State:
        """Return the state in which the copy is where this puts it, the same state where it stays."""
        state, id_, player, action = self.state, self.told.copy or "", self.told.player, self.known.action
        if "summoned" in look_up("events", action.kind):
            is_shown = action.kind != "set" and getattr(self.told, "face_up", True)
            return state.arrive(id_, action.controller or player, "summon", face_up=is_shown)
        if action.kind == "take_control":
            return state.change_copy(id_, controller=player)
        if action.kind == "activation" and self.copy.card_type not in ONE_SHOT:
            return state.arrive(id_, player, "activation")
        return state


# The newest use and those before it: what never changes can be shared by all the states that come after.
Chain: TypeAlias = "tuple[Use, Chain] | None"


class State(Struct, frozen=True, gc=False):
    """Hold one moment of a Duel, in the turn of a ``player``.

    ``phase`` is null where the game tells no phases, and ``ended`` counts the periods that have ended. ``number`` is
    how many events there were, the last of which made it of the state ``before``.
    ``log`` has the uses that there were: by the keys of what counts them, by their id as a tuple, and all of them under
    an empty key; what became of an id, which one is ``resolving``, and in which Chain one has ``resolved``. Its parts,
    the newest first, are shared by many states.
    """

    player: str
    phase: Phase | None = None
    ended: dict[Any, int] = {}
    copies: dict[Any, Copy] = {}
    log: tuple[dict[Hashable, Any], ...] = ()
    number: int = 0
    before: tuple[Event, State] | None = None

    def find_copy(self, copy: str) -> Copy:
        """Return what is known of a copy.

        Raises:
            UnknownNameError: it has not appeared.
        """
        return self.copies[check_known("copy", copy, self.copies)]

    def end(self, *periods: str) -> State:
        """Return the state after these periods."""
        return replace(self, ended=self.ended | {period: self.ended.get(period, 0) + 1 for period in periods})

    def change_copy(self, copy: str, **changes: Any) -> State:
        """Return the state in which these fields of a copy are others."""
        return replace(self, copies=self.copies | {copy: replace(self.find_copy(copy), **changes)})

    def move(self, copy: str, to: Location | None, **fields: Any) -> State:
        """Return the state in which a copy begins anew in another place, and nothing lies under it any more."""
        known = self.find_copy(copy)
        new = Copy(
            known.name, known.controller, to, card_type=known.card_type, leaves_location=known.leaves_location + 1
        )
        moved = {copy: replace(new, **fields)}
        if known.covers:
            moved |= {id_: replace(one, under=None) for id_, one in self.copies.items() if one.under == copy != id_}
        return replace(self, copies=self.copies | moved)

    def arrive(self, copy: str, controller: str, came_by: str, *, face_up: bool = True) -> State:
        """Return the state in which a copy is on a player's field."""
        fields = {"controller": controller, "face_up": face_up, "came_by": came_by}
        is_there = self.find_copy(copy).location == "field"
        return self.change_copy(copy, **fields) if is_there else self.move(copy, "field", **fields)

    def find(self, key: Hashable) -> Any:
        """Return what the log has under a key, or null."""
        for part in self.log:
            if key in part:
                return part[key]
        return None

    def put(self, new: dict[Hashable, Any]) -> State:
        """Return the state with more in its log."""
        log = self.log
        while log and len(log[0]) < _LARGER * len(new):
            new, log = log[0] | new, log[1:]
        return replace(self, log=(new, *log))

    def walk(self, key: Hashable) -> Iterator[Use]:
        """Yield the uses under a key, the newest first."""
        chain: Chain = self.find(key)
        while chain:
            use, chain = chain
            yield use

    def fate(self, id_: str | None) -> Names:
        """Return what became of an id."""
        return self.find(("fate", id_)) or Names()
