"""What is known of a Duel at one moment: values that never change, of which an event makes the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.limit import Phase
from onceper.errors import OnceperError, one_of
from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    Activated,
    Applied,
    CardType,
    Declined,
    EffectsGained,
    Location,
    Occurred,
    Stated,
    Summoned,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.effect import Effect
    from onceper.contract.limit import SummonKind
    from onceper.evaluator.limits import Counted
    from onceper.patterns.language_files import Sort

CameBy = Literal["summon", "activation"]
# What becomes of an activation or a Summon; who declines makes nothing of it.
Outcome = Literal["activation_negated", "summon_negated", "effect_negated", "could_not_resolve", "resolved", "declined"]
# How something is done: `followed` is one application of what was activated, `counted` one that was counted then.
How = Literal["activated", "applied", "followed", "counted", "summoned", "occurred"] | Outcome
NEGATED: frozenset[How] = frozenset({"activation_negated", "summon_negated"})
V = TypeVar("V")

# A layer of a mapping is merged into the next as soon as that is not so many times larger.
_LARGER = 8


class UnknownCopyError(OnceperError):
    """A copy was named that has not appeared."""


class Mapped(Struct, Generic[V], frozen=True, gc=False):
    """Hold a mapping that never changes: what is put into it gives another one, which shares most of its parts."""

    layers: tuple[dict[str, V], ...] = ()

    def get(self, key: str) -> V | None:
        """Return the value of a key, or null."""
        for layer in self.layers:
            if key in layer:
                return layer[key]
        return None

    def put(self, new: dict[str, V]) -> Mapped[V]:
        """Return the mapping with these values, too."""
        layers = self.layers
        while layers and len(layers[0]) < _LARGER * len(new):
            new, layers = {**layers[0], **new}, layers[1:]
        return Mapped((new, *layers))


class Clock(Struct, frozen=True, gc=False):
    """Hold one moment.

    ``turns`` to ``phases`` count the periods that have ended. ``phase`` is null where the game tells no phases,
    ``resolving`` the id of the activation whose effect is resolving.
    """

    player: str
    phase: Phase | None = None
    resolving: str | None = None
    turns: int = 0
    chains: int = 0
    attacks: int = 0
    battles: int = 0
    phases: int = 0
    is_over: bool = False


class Copy(Struct, frozen=True, gc=False):
    """Hold what is known of one copy.

    ``stay`` counts the places it has left, ``flips`` how often it was turned face-down, ``flips_by_other`` how
    often not by its own effect. So many uses were in the log when it came or was turned face-up (``since``), when
    its control changed (``taken``), and each time that its effects were negated or restored (``turned``). It lies
    ``under`` another copy, or ``covers`` some, in Duel Masters. ``came_by`` says how it came to the field, as long as
    it is known to be in the zone where that put it. ``gained`` are effects by the card that has them, ``stated`` what
    was told of its limits by their words.
    """

    name: str
    controller: str
    location: Location | None = "field"
    face_up: bool = True
    card_type: CardType | None = None
    called: str | None = None
    stay: int = 0
    flips: int = 0
    flips_by_other: int = 0
    since: int = 0
    taken: int = 0
    turned: tuple[int, ...] = ()
    gained: dict[str, EffectsGained] = {}
    stated: dict[str, Stated] = {}
    under: str | None = None
    covers: tuple[str, ...] = ()
    came_by: CameBy | None = None

    @property
    def is_face_down_on_field(self) -> bool:
        """Tell whether the copy lies face-down on the field, where its effects do not apply."""
        return self.location == "field" and not self.face_up

    @property
    def is_face_up_on_field(self) -> bool:
        """Tell whether the copy can be seen on the field."""
        return self.location == "field" and self.face_up and self.under is None

    def is_negated(self, number: float = float("inf")) -> bool:
        """Tell whether its effects are negated, or were so when so many uses were in the log."""
        return sum(turn <= number for turn in self.turned) % 2 == 1

    @property
    def names(self) -> frozenset[str]:
        """The name that is printed on it, and the one that it has now."""
        return frozenset({self.name, self.called or self.name})


class KnownAction(NamedTuple):
    """Hold what the cards and the rulebook say of an action: the limits that govern it, and its effect.

    ``spends`` are the counts, and the part of each, into which it goes, ``keys`` those by which it is found, and
    ``keys_by_copy`` those by which it is with its copy.
    ``is_activation``: it activates the card, as effect 1 of a Normal Spell does. ``summon_kinds`` are the kinds of
    Summon that it is or may be, ``counted_as`` the events that ceilings count it as, and ``sorts`` the sorts of card
    that it is done with. It has so many choices (``options``).
    """

    governing: tuple[Counted, ...] = ()
    spends: frozenset[tuple[str, str]] = frozenset()
    keys: tuple[str, ...] = ()
    keys_by_copy: tuple[str, ...] = ()
    effect: Effect | None = None
    is_activation: bool = False
    summon_kinds: frozenset[SummonKind] = frozenset()
    counted_as: tuple[str, ...] = ()
    sorts: frozenset[Sort] = frozenset()
    options: int = 0


UNKNOWN = KnownAction()


class Use(Struct, frozen=True, gc=False):
    """Hold one thing that was done or occurred, or what became of it: as it was told, when, and with which copy.

    The copy is as it was then, of a Summon as it has arrived; of an outcome there is none. ``to`` is the copy that it
    was done to.
    """

    number: int
    how: How
    told: Activated | Applied | Summoned | Declined | Occurred
    action: Action
    known: KnownAction
    when: Clock
    copy: Copy | None = None
    to: Copy | None = None


# The newest use and those before it: what never changes can be shared by all the states that come after.
Chain: TypeAlias = "tuple[Use, Chain] | None"


class State(Struct, frozen=True, gc=False):
    """Hold one moment of a Duel: the ``log`` has all that was done, ``found`` the same by id, by copy and by limit."""

    clock: Clock
    copies: dict[str, Copy] = {}
    log: Chain = None
    found: Mapped[Chain] = Mapped()
    number: int = 0

    def find_copy(self, copy: str) -> Copy:
        """Return what is known of a copy.

        Raises:
            UnknownCopyError: it has not appeared.
        """
        known = self.copies.get(copy) if isinstance(copy, str) else None
        if known is None:
            what, expected = f"unknown copy {copy!r}", one_of(self.copies, "copy", str(copy))
            raise UnknownCopyError(what, expected=expected, remedy="apply an `appeared` event for it first")
        return known

    def change_copy(self, copy: str, **changes: Any) -> State:
        """Return the state in which these fields of a copy are others.

        Raises:
            UnknownCopyError: it has not appeared.
        """
        return self.with_copies({copy: replace(self.find_copy(copy), **changes)})

    def with_copies(self, copies: dict[str, Copy]) -> State:
        """Return the state in which these copies are so."""
        return State(self.clock, {**self.copies, **copies}, self.log, self.found, self.number)

    def change_clock(self, **changes: Any) -> State:
        """Return the state at another moment."""
        return State(replace(self.clock, **changes), self.copies, self.log, self.found, self.number)

    def with_use(self, use: Use) -> State:
        """Return the state with one more use, which is found by its id, its copy and what counts it."""
        keys = [*use.known.keys]
        if use.told.id is not None:
            keys.append(f"\0{use.told.id}")
        if use.known.keys_by_copy:
            keys += [f"{key}\0{use.told.copy}" for key in use.known.keys_by_copy]
        found = self.found.put({key: (use, self.found.get(key)) for key in keys}) if keys else self.found
        return State(self.clock, self.copies, (use, self.log), found, self.number + 1)

    def find_by_id(self, id_: str | None) -> tuple[list[Use], set[How]]:
        """Return what was done under an id, the oldest first, and what became of it."""
        chain = self.found.get(f"\0{id_}") if id_ else None
        if chain is None:
            return [], set()
        uses = [*walk(chain)][::-1]
        return [use for use in uses if use.copy], {use.how for use in uses if not use.copy}


def walk(chain: Chain) -> Iterator[Use]:
    """Yield uses, the newest first."""
    while chain:
        use, chain = chain
        yield use
