"""What is known of a Duel at one moment: values that never change, of which an event makes the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct
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
    from collections.abc import Iterator, Sequence

Count = Annotated[int, Meta(ge=0)]
Fate = Literal["activation_negated", "summon_negated", "effect_negated", "could_not_resolve", "resolved"]
CameBy = Literal["summon", "activation"]
# How something is done: `followed` is one application of what was activated, `counted` one that was counted then.
How = Literal["activated", "applied", "followed", "counted", "summoned", "declined", "occurred", "turn_player"]
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

    def to_dict(self) -> dict[str, V]:
        """Return all of it, what came first at the front."""
        return {key: value for layer in reversed(self.layers) for key, value in layer.items()}


class Clock(Struct, frozen=True, gc=False, omit_defaults=True):
    """Hold one moment.

    ``turns`` to ``phases`` count the periods that have ended. ``phase`` is null where the game tells no phases,
    ``resolving`` the id of the activation whose effect is resolving.
    """

    player: str
    phase: Phase | None = None
    resolving: str | None = None
    turns: Count = 0
    chains: Count = 0
    attacks: Count = 0
    battles: Count = 0
    phases: Count = 0
    is_over: bool = False


class Copy(Struct, frozen=True, gc=False, omit_defaults=True):
    """Hold what is known of one copy.

    ``stay`` counts the places it has left, ``flips`` how often it was turned face-down, ``flips_by_other`` how
    often not by its own effect. So many uses were in the log when it came or was turned face-up (``since``), when
    its control changed (``taken``), and each time that its effects were negated or restored (``turned``). It lies
    ``under`` another copy, or ``covers`` some, in Duel Masters. ``came_by`` says how it came to the field, as long as
    it is known to be in the zone where that put it.
    """

    name: str
    controller: str
    location: Location | None = "field"
    face_up: bool = True
    card_type: CardType | None = None
    called: str | None = None
    stay: Count = 0
    flips: Count = 0
    flips_by_other: Count = 0
    since: Count = 0
    taken: Count = 0
    turned: tuple[Count, ...] = ()
    gained: tuple[EffectsGained, ...] = ()
    stated: tuple[Stated, ...] = ()
    under: str | None = None
    covers: tuple[str, ...] = ()
    came_by: CameBy | None = None

    @property
    def negated(self) -> bool:
        """Tell whether its effects are negated."""
        return len(self.turned) % 2 == 1

    @property
    def is_face_down_on_field(self) -> bool:
        """Tell whether the copy lies face-down on the field, where its effects do not apply."""
        return self.location == "field" and not self.face_up

    @property
    def is_face_up_on_field(self) -> bool:
        """Tell whether the copy can be seen on the field."""
        return self.location == "field" and self.face_up and self.under is None

    def is_negated_at(self, number: int) -> bool:
        """Tell whether its effects were negated when so many uses were in the log."""
        return sum(turn <= number for turn in self.turned) % 2 == 1

    @property
    def names(self) -> frozenset[str]:
        """The name that is printed on it, and the one that it has now."""
        return frozenset({self.name, self.called or self.name})

    def find_stated(self, text: str) -> Stated | None:
        """Return what was stated of these words of its text."""
        return next((stated for stated in self.stated if stated.text == text), None)


class Use(Struct, frozen=True, gc=False, omit_defaults=True):
    """Hold one thing that was done or occurred: as it was told, when, and with which copy as it was then.

    Of a Summon the copy is the one that has arrived, from ``origin``. ``to`` is the copy that it was done to.
    """

    number: Count
    how: How
    told: Activated | Applied | Summoned | Declined | Occurred
    when: Clock
    copy: Copy | None = None
    to: Copy | None = None
    origin: Location | None = None

    @property
    def action(self) -> Action:
        """What was done."""
        told = self.told
        return Action.do(told.what, *told.objects) if isinstance(told, Occurred) else told.action


# The newest use and those before it: what never changes can be shared by all the states that come after.
Chain: TypeAlias = "tuple[Use, Chain] | None"
# Under which all activations are found, of which the last ones are a Chain.
ACTIVATIONS = "activations"


class Told(Struct, frozen=True, gc=False):
    """Hold what was told under one id, and what became of it."""

    first: Use
    uses: Chain
    fate: Fate | None = None
    declined: bool = False


class State(Struct, frozen=True, gc=False):
    """Hold one moment of a Duel.

    ``log`` has all that was done, and ``told`` the same by id. ``found`` is an index of the log, made from it alone.
    ``passing`` are the copies that have gained something until the turn ends.
    """

    clock: Clock
    copies: Mapped[Copy] = Mapped()
    log: Chain = None
    told: Mapped[Told] = Mapped()
    found: Mapped[Chain] = Mapped()
    number: int = 0
    passing: frozenset[str] = frozenset()

    def find_copy(self, copy: str) -> Copy:
        """Return what is known of a copy.

        Raises:
            UnknownCopyError: it has not appeared.
        """
        known = self.copies.get(copy) if isinstance(copy, str) else None
        if known is None:
            raise UnknownCopyError(
                f"unknown copy {copy!r}",
                expected=one_of(self.copies.to_dict(), "copy", str(copy)),
                remedy="apply an `appeared` event for it first",
            )
        return known

    def change_copy(self, copy: str, known: Copy | None = None, **changes: Any) -> State:
        """Return the state in which a copy is this one, or the present one, with these fields.

        Raises:
            UnknownCopyError: it has not appeared.
        """
        known = known or self.find_copy(copy)
        return replace(self, copies=self.copies.put({copy: replace(known, **changes) if changes else known}))

    def change_clock(self, **changes: Any) -> State:
        """Return the state at another moment."""
        return replace(self, clock=replace(self.clock, **changes))

    def change_told(self, told: Told, **changes: Any) -> State:
        """Return the state in which something became of what was told under an id."""
        return replace(self, told=self.told.put({told.first.told.id or "": replace(told, **changes)}))

    def with_use(self, use: Use, keys: Sequence[str]) -> State:
        """Return the state with one more use, which is found under these keys."""
        found, told, id_ = self.found, self.told, use.told.id
        if keys:
            found = found.put({key: (use, found.get(key)) for key in keys})
        if id_ is not None and use.how != "declined":
            before = told.get(id_)
            told = told.put({id_: replace(before, uses=(use, before.uses)) if before else Told(use, (use, None))})
        return State(self.clock, self.copies, (use, self.log), told, found, self.number + 1, self.passing)


def walk(chain: Chain) -> Iterator[Use]:
    """Yield uses, the newest first."""
    while chain:
        use, chain = chain
        yield use
