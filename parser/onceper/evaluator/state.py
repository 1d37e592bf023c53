"""What is known of a Duel at one moment: values that never change, of which an event makes the next."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.contract.limit import Phase
from onceper.errors import OnceperError, one_of
from onceper.evaluator.action import Action, Names
from onceper.evaluator.event import CardType, Deed, EffectsGained, Location, Stated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from onceper.contract.effect import Effect
    from onceper.contract.limit import WhoseTurn
    from onceper.evaluator.limits import Counted

# What becomes of an activation or a Summon, by the types of the events that say so.
NEGATED = frozenset({"activation_negated", "summon_negated"})
CAME_TO_NOTHING = frozenset({"activation_negated", "effect_negated", "could_not_resolve"})
V = TypeVar("V")

# A layer of a mapping is merged into the next as soon as that is not so many times larger.
_LARGER = 4


class UnknownNameError(OnceperError):
    """There is no player, copy, card, effect, choice, event or activation of this name or number."""


def look_up(kind: str, said: object, known: Mapping[str, V]) -> V:
    """Return what is known by a name or a number.

    Raises:
        UnknownNameError: nothing is; the message names what is near.
    """
    found = known.get(str(said))
    if found is None:
        raise UnknownNameError(f"unknown {kind} {said!r}", expected=one_of(known, kind, str(said)))
    return found


class Mapped(Struct, Generic[V], frozen=True, gc=False):
    """Hold a mapping that never changes: what is put into it gives another one, which shares most of its parts."""

    layers: tuple[dict[Hashable, V], ...] = ()

    def get(self, key: Hashable) -> V | None:
        """Return the value of a key, or null."""
        for layer in self.layers:
            if key in layer:
                return layer[key]
        return None

    def put(self, new: dict[Hashable, V]) -> Mapped[V]:
        """Return the mapping with these values, too."""
        layers = self.layers
        while layers and len(layers[0]) < _LARGER * len(new):
            new, layers = layers[0] | new, layers[1:]
        return Mapped((new, *layers))


class Copy(Struct, frozen=True, gc=False):
    """Hold what is known of one copy.

    What frees a limit is counted under the name that it has there: ``leaves_location`` the places it has left, and how
    often it was turned face-down in this one, and not by its own effect. It lies ``under`` another copy, or ``covers``
    some, in Duel Masters. ``came_by`` says how it came to the field, as long as it is known to be in the zone where
    that put it. ``gained`` are effects by the card that has them, ``stated`` what was told of its limits.
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
    covers: tuple[str, ...] = ()
    came_by: str | None = None

    @property
    def is_hidden(self) -> bool:
        """Tell whether the copy lies face-down on the field, where its effects do not apply."""
        return self.location == "field" and not self.face_up

    @property
    def is_shown(self) -> bool:
        """Tell whether the copy can be seen on the field."""
        return self.location == "field" and self.face_up and self.under is None

    @property
    def names(self) -> set[str]:
        """The name that is printed on it, and the one that it has now."""
        return {self.name, self.called or self.name}


# Their effect is used by activating the card, and in no other way; they do not stay on the field.
ONE_SHOT = {"normal_spell", "quick_play_spell", "ritual_spell", "normal_trap", "counter_trap"}
# Who did something where no copy did.
NOBODY = Copy("", "")


# Limits by the name of the card that prints them.
Printed: TypeAlias = "dict[str, list[Counted]]"


class Known(NamedTuple):
    """Hold an action, and what the cards and the rulebook say of it: the limits that govern it, and its effect.

    ``spends`` has the keys of the counts into which it goes, those of events among them.
    ``is_activation``: it activates the card, as effect 1 of a Normal Spell does. ``ceilings`` is what may bind it
    while that is in play, and ``sorts`` are the sorts of card that it is done with.
    """

    action: Action
    governing: tuple[Counted, ...]
    spends: tuple[str, ...]
    effect: Effect | None
    is_activation: bool
    ceilings: Printed
    sorts: Names

    @property
    def options(self) -> int:
        """How many choices it has."""
        return len(self.effect.options) if self.effect else 0

    @property
    def is_applied(self) -> bool:
        """Tell whether nothing is activated: the effect applies by itself."""
        return self.effect is not None and self.effect.kind in NEVER_ACTIVATED and not self.is_activation


class Use(Struct, frozen=True, gc=False):
    """Hold one thing that was done, occurred or is asked for: as it was told, and the state as it was then.

    ``how`` is the type of what was told, ``applied`` of what is never activated, and ``followed`` of one application
    of what was activated.

    Of a Summon that is the state in which the monster has arrived.
    """

    how: str
    told: Deed
    known: Known
    state: State

    @property
    def copy_id(self) -> str:
        """The id of the copy that did it, empty for none."""
        return self.told.copy or ""

    @property
    def copy(self) -> Copy:
        """The copy that did it, as it was then."""
        return self.state.copies.get(self.copy_id, NOBODY)

    @property
    def target(self) -> Copy:
        """The copy that it was done to, as it was then."""
        return self.state.copies.get(self.known.action.target or "", NOBODY)

    @property
    def turn(self) -> WhoseTurn:
        """Whose turn it was then, seen from who did it."""
        return "own" if self.told.player == self.state.player else "opponent"

    def land(self) -> State:
        """Return the state in which the copy is where this puts it, the same state where it stays."""
        told, action, copy = self.told, self.known.action, self.copy
        if action.is_summon:
            is_shown = action.kind != "set" and getattr(told, "face_up", True)
            return self.state.arrive(self.copy_id, action.controller or told.player, "summon", face_up=is_shown)
        if action.kind == "take_control":
            return self.state.change_copy(self.copy_id, controller=told.player)
        if action.kind == "activation" and copy.card_type not in ONE_SHOT:
            return self.state.arrive(self.copy_id, told.player, "activation")
        return self.state


# The newest use and those before it: what never changes can be shared by all the states that come after.
Chain: TypeAlias = "tuple[Use, Chain] | None"


class State(Struct, frozen=True, gc=False):
    """Hold one moment of a Duel, in the turn of a ``player``.

    ``phase`` is null where the game tells no phases, ``resolving`` the id of the activation whose effect is resolving,
    and ``ended`` counts the periods that have ended.
    ``log`` has the uses that there were: by the keys of what counts them, by their id as a tuple, and all of them under
    an empty key. ``fates`` has what became of each id, and ``number`` how many events there were.
    """

    player: str
    phase: Phase | None = None
    resolving: str | None = None
    ended: dict[str, int] = {}
    copies: dict[str, Copy] = {}
    log: Mapped[Chain] = Mapped()
    fates: Mapped[Names] = Mapped()
    number: int = 0

    def find_copy(self, copy: str) -> Copy:
        """Return what is known of a copy.

        Raises:
            UnknownNameError: it has not appeared.
        """
        return look_up("copy", copy, self.copies)

    def change_copy(self, copy: str, **changes: Any) -> State:
        """Return the state in which these fields of a copy are others."""
        return replace(self, copies=self.copies | {copy: replace(self.find_copy(copy), **changes)})

    def move(self, copy: str, to: Location | None, **fields: Any) -> State:
        """Return the state in which a copy begins anew in another place, and nothing lies under it any more."""
        known = self.find_copy(copy)
        kept = {"controller": known.controller, "card_type": known.card_type, **fields}
        moved = Copy(known.name, location=to, leaves_location=known.leaves_location + 1, **kept)
        state = replace(self, copies=self.copies | {copy: moved})
        for lower in known.covers:
            if self.copies[lower].under == copy:
                state = state.change_copy(lower, under=None)
        return state

    def arrive(self, copy: str, controller: str, came_by: str | None = None, *, face_up: bool = True) -> State:
        """Return the state in which a copy is on a player's field."""
        known = self.find_copy(copy)
        fields = {"controller": controller, "face_up": face_up, "came_by": came_by or known.came_by}
        return self.change_copy(copy, **fields) if known.location == "field" else self.move(copy, "field", **fields)

    def with_use(self, use: Use) -> State:
        """Return the state with one more use."""
        keys = ("", (use.told.id,), *use.known.spends)
        log = self.log.put({key: (use, self.log.get(key)) for key in keys})
        return replace(self, log=log)

    def find_uses(self, id_: str | None) -> list[Use]:
        """Return what was done under an id, the oldest first."""
        return [*walk(self.log.get((id_,)))][::-1] if isinstance(id_, str) else []

    def fate(self, id_: str | None) -> Names:
        """Return what became of an id."""
        return self.fates.get(id_) or frozenset()


def walk(chain: Chain) -> Iterator[Use]:
    """Yield uses, the newest first."""
    while chain:
        use, chain = chain
        yield use
