"""What is known of a Duel at one moment: values that never change, of which an event makes the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.effect import NEVER_ACTIVATED
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
    from collections.abc import Iterable, Iterator

    from onceper.contract.effect import Effect
    from onceper.contract.limit import SummonKind
    from onceper.evaluator.limits import Counted
    from onceper.patterns.language_files import Sort

CameBy = Literal["summon", "activation"]
# What becomes of an activation or a Summon; who declines makes nothing of it.
Outcome = Literal[
    "activation_negated",
    "summon_negated",
    "effect_negated",
    "could_not_resolve",
    "resolution_began",
    "resolved",
    "declined",
]
# How something is done: `followed` is one application of what was activated, `counted` one that was counted then.
How = Literal["activated", "applied", "followed", "counted", "summoned", "occurred"] | Outcome
NEGATED: frozenset[How] = frozenset({"activation_negated", "summon_negated"})
CAME_TO_NOTHING: frozenset[How] = frozenset({"activation_negated", "effect_negated", "could_not_resolve"})
V = TypeVar("V")

# A layer of a mapping is merged into the next as soon as that is not so many times larger.
_LARGER = 4


class UnknownNameError(OnceperError):
    """There is no player, copy, card, effect, choice, event or activation of this name or number."""

    def __init__(self, kind: str, said: object, known: Iterable[str]) -> None:
        super().__init__(f"unknown {kind} {said!r}", expected=one_of(known, kind, str(said)))


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
            new, layers = layers[0] | new, layers[1:]
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


class Copy(Struct, frozen=True, gc=False):
    """Hold what is known of one copy.

    ``stay`` counts the places it has left, ``flips`` how often it was turned face-down, ``flips_by_other`` how
    often not by its own effect. It lies ``under`` another copy, or ``covers`` some, in Duel Masters. ``came_by`` says
    how it came to the field, as long as it is known to be in the zone where that put it. ``gained`` are effects by the
    card that has them, ``stated`` what was told of its limits by their words.
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
    negated: bool = False
    gained: dict[str, EffectsGained] = {}
    stated: dict[str, Stated] = {}
    under: str | None = None
    covers: tuple[str, ...] = ()
    came_by: CameBy | None = None

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


# Who did something where no copy did.
NOBODY = Copy("", "")


class Known(NamedTuple):
    """Hold an action, and what the cards and the rulebook say of it: the limits that govern it, and its effect.

    ``spends`` has the keys of the counts into which it goes. ``is_activation``: it activates
    the card, as effect 1 of a Normal Spell does. ``summon_kinds`` are the kinds of Summon that it is or may be,
    ``counted_as`` the events as which some limit counts it, and ``sorts`` the sorts of card that it is done with.
    """

    action: Action
    governing: tuple[Counted, ...] = ()
    spends: tuple[str, ...] = ()
    effect: Effect | None = None
    is_activation: bool = False
    summon_kinds: frozenset[SummonKind] = frozenset()
    counted_as: tuple[str, ...] = ()
    sorts: frozenset[Sort] = frozenset()

    @property
    def options(self) -> int:
        """How many choices it has."""
        return len(self.effect.options) if self.effect else 0

    @property
    def is_applied(self) -> bool:
        """Tell whether nothing is activated: the effect applies by itself."""
        return self.effect is not None and self.effect.kind in NEVER_ACTIVATED and not self.is_activation


class Use(Struct, frozen=True, gc=False):
    """Hold one thing that was done or occurred, or what became of it: as it was told, and the state as it was then.

    Of a Summon that is the state in which the monster has arrived.
    """

    how: How
    told: Activated | Applied | Summoned | Declined | Occurred
    known: Known
    state: State

    @property
    def copy(self) -> Copy:
        """The copy that did it, as it was then."""
        return self.state.copies.get(self.told.copy or "", NOBODY)

    @property
    def target_id(self) -> str:
        """The id of the copy that it was done to, empty for none."""
        return (self.told.to if isinstance(self.told, Occurred) else self.told.action.target) or ""

    @property
    def target(self) -> Copy:
        """The copy that it was done to, as it was then."""
        return self.state.copies.get(self.target_id, NOBODY)


# The newest use and those before it: what never changes can be shared by all the states that come after.
Chain: TypeAlias = "tuple[Use, Chain] | None"


class State(Struct, frozen=True, gc=False):
    """Hold one moment of a Duel: the ``log`` has all that was done, ``found`` the same by id and by limit."""

    clock: Clock
    copies: dict[str, Copy] = {}
    log: Chain = None
    found: Mapped[Chain] = Mapped()
    number: int = 0

    def find_copy(self, copy: str) -> Copy:
        """Return what is known of a copy.

        Raises:
            UnknownNameError: it has not appeared.
        """
        known = self.copies.get(copy) if isinstance(copy, str) else None
        if known is None:
            raise UnknownNameError("copy", copy, self.copies)
        return known

    def change_copy(self, copy: str, **changes: Any) -> State:
        """Return the state in which these fields of a copy are others."""
        return self.with_copy(copy, replace(self.find_copy(copy), **changes))

    def with_copy(self, copy: str, known: Copy) -> State:
        """Return the state in which a copy is so."""
        return replace(self, copies=self.copies | {copy: known})

    def change_clock(self, **changes: Any) -> State:
        """Return the state at another moment."""
        return replace(self, clock=replace(self.clock, **changes))

    def with_use(self, use: Use) -> State:
        """Return the state with one more use, which is found by its id and by what counts it."""
        keys = [*use.known.spends, *use.known.counted_as, *([f"\0{use.told.id}"] if use.told.id else ())]
        found = self.found.put({key: (use, self.found.get(key)) for key in keys}) if keys else self.found
        return State(self.clock, self.copies, (use, self.log), found, self.number + 1)

    def find_by_id(self, id_: str | None) -> tuple[list[Use], set[How]]:
        """Return what was done under an id, the oldest first, and what became of it."""
        chain = self.found.get(f"\0{id_}")
        if chain is None:
            return [], set()
        told = [*walk(chain)][::-1]
        outcomes: set[How] = {use.how for use in told if use.known is OUTCOME}
        return [use for use in told if use.known is not OUTCOME], outcomes


# No card says anything of what becomes of an activation.
OUTCOME = Known(Action.take_control())


def walk(chain: Chain) -> Iterator[Use]:
    """Yield uses, the newest first."""
    while chain:
        use, chain = chain
        yield use
