"""What happens in a game, as far as limits care: one small record per event.

``msgspec.json.decode(data, type=Event)`` reads one event, told apart by its ``type``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeAlias, Union

from msgspec import Meta

from onceper.contract.limit import Period, Phase
from onceper.errors import one_of
from onceper.evaluator.action import Action, EventError, Told, Words, look_up

Id = Annotated[str, Meta(min_length=1)]
Location = Literal[
    "field", "hand", "deck", "extra_deck", "graveyard", "banished", "xyz_material", "mana_zone", "shield_zone"
]
CardType = Literal[
    "monster",
    "normal_spell",
    "quick_play_spell",
    "ritual_spell",
    "continuous_spell",
    "equip_spell",
    "field_spell",
    "normal_trap",
    "continuous_trap",
    "counter_trap",
]


def _name_type(name: str) -> str:
    """Return the ``type`` of a record: its name in small letters, the words apart."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class _Record(Told, frozen=True, gc=False, tag_field="type", tag=_name_type):
    """Tag every event with its ``type``."""


class OfId(_Record, frozen=True):
    """Tell what became of an activation or a Summon."""

    id: Id


class OfCopy(_Record, frozen=True):
    """Tell what became of a copy."""

    copy: Id


class OfTime(_Record, frozen=True):
    """Tell that time goes on, by which these periods have ended."""

    ends: ClassVar[tuple[Period, ...]] = ()


class _OfAction(_Record, frozen=True):
    """Tell who did, or would do, which action with which copy."""

    copy: Id
    action: Action
    player: Id


class Done(_OfAction, frozen=True):
    """Tell that an action was done, under an id of its own; an action has its own events."""

    id: Id

    def __post_init__(self) -> None:
        super().__post_init__()
        kind = self.action.kind
        events = look_up("events", kind)
        told = f"{self.__struct_config__.tag}{'' if getattr(self, 'face_up', True) else ' face-down'}"
        if told not in events:
            raise EventError(f"{kind!r} is not {told}", expected=one_of(events, "event"))


class Appeared(OfCopy, frozen=True):
    """A copy that the game has not seen yet is there: its id, its printed name, who controls or holds it, where.

    ``field`` is the field or the battle zone. ``card_type`` is needed for Spells and Traps: effect 1 of a Normal
    Spell is its activation, and ceilings speak of Spells or Traps. Without it, a limit on the activation is known to
    bind effect 1 only while the copy is not face-up on the field, and no more.
    """

    name: Id
    controller: Id
    location: Location = "field"
    face_up: bool = True
    card_type: CardType | None = None


class Activated(Done, frozen=True):
    """A player activated a card or an effect, or in Duel Masters an ability triggered or was declared.

    ``id`` names this one activation in later events.
    """


class Applied(Done, frozen=True):
    """Something that starts no Chain took place: a continuous effect, or a manual change by the rules.

    ``id`` names this one application, and ``activation`` the activation that it follows from, if any. Without an id of
    its own it is told under the activation's, each time as one more application.
    """

    activation: Id | None = None


class Summoned(Done, frozen=True):
    """A player Summons or Sets a monster; ``id`` names this one Summon.

    Monsters that are Special Summoned together have one id, and an event each. ``face_up`` is of Special Summons alone,
    a Set is never so.
    """

    face_up: bool = True


class Declined(_OfAction, frozen=True):
    """A player chose not to do what they may; ``id`` is that of the activation where it had triggered."""

    id: Id | None = None


class ActivationNegated(OfId, frozen=True):
    """The activation with this id was negated."""


class SummonNegated(OfId, frozen=True):
    """The Summon with this id was negated: the monster never reached the field."""


class ResolutionBegan(OfId, frozen=True):
    """The effect of the activation with this id begins to resolve."""


class Resolved(OfId, frozen=True):
    """The effect of the activation with this id has fully resolved."""


class EffectNegated(OfId, frozen=True):
    """The activation with this id stood, but its effect was negated."""


class CouldNotResolve(OfId, frozen=True):
    """The activation with this id stood, but its effect could not resolve."""


class Occurred(_Record, frozen=True):
    """Something that limits count happened, such as an attack: what, by whom, by which copy, and to which.

    ``objects`` are the printed words that fit what it happened to; the names of the copies always fit.
    """

    # Told without one.
    id: ClassVar[None] = None

    what: Id
    player: Id
    copy: Id | None = None
    to: Id | None = None
    objects: Words = ()

    @property
    def action(self) -> Action:
        """What was done, as one asks for it."""
        return _do("do", what=self.what, objects=self.objects, target=self.to)


# The same occurs again and again.
_do = lru_cache(1_024)(Action)


class LeftLocation(OfCopy, frozen=True):
    """A copy left the place where it was; ``to`` is null for a place that need not be told.

    A Spell or Trap is Set to the field with ``face_up`` false.
    """

    to: Location | None = None
    face_up: bool = True


class MovedWithinField(OfCopy, frozen=True):
    """A copy moved to another zone of the field, which is one place."""


class FlippedFaceDown(OfCopy, frozen=True):
    """A copy was turned face-down, by its own effect or by anything else."""

    by_own_effect: bool = False


class FlippedFaceUp(OfCopy, frozen=True):
    """A copy was turned face-up, otherwise than by a Flip Summon."""


class ControlChanged(OfCopy, frozen=True):
    """A copy is now controlled by another player."""

    controller: Id


class Renamed(OfCopy, frozen=True):
    """The name of a copy is now treated as another; null: it has its printed name again."""

    name: Id | None


class Evolved(OfCopy, frozen=True):
    """An evolution creature was put on top of another creature, which lies under it until it leaves."""

    onto: Id


class CopyNegated(OfCopy, frozen=True):
    """From now on the effects of a copy are negated, as while a card says so."""


class CopyRestored(OfCopy, frozen=True):
    """The effects of a copy are no longer negated."""


class EffectsGained(OfCopy, frozen=True):
    """A copy gained the effects of the card with this printed name, while it stays where it is.

    They come in place of its own effects that ``replaces`` numbers, and go sooner where ``until`` says so.
    """

    of: Id
    replaces: tuple[int, ...] = ()
    until: Literal["turn_ends"] | None = None


class EffectsLost(OfCopy, frozen=True):
    """A copy has the effects of the card with this printed name no longer."""

    of: Id


class Stated(OfCopy, frozen=True):
    """What the ``text`` of a limit of this copy speaks of is so (``holds``), or is so many (``count``).

    ``text`` is the ``condition`` or the ``count_text`` of the limit; of an "unless", what follows it is so. It stays so
    until it is stated otherwise, or the copy leaves the place where it is.
    """

    text: str
    holds: bool = True
    count: Annotated[int, Meta(ge=0)] | None = None


class ChainEnded(OfTime, frozen=True):
    """The Chain has resolved to its end."""

    ends = ("chain",)


class AttackEnded(OfTime, frozen=True):
    """One attack is over."""

    # An attack is over also where it was negated before there was a battle.
    ends = ("attack", "battle")


class BattleEnded(OfTime, frozen=True):
    """One battle is over."""

    ends = ("battle",)


class PhaseEnded(OfTime, frozen=True):
    """The phase is over, and ``next_phase`` of the same turn begins; ``extra``: one more that was there before."""

    ends = ("chain", "phase")

    next_phase: Phase
    extra: bool = False


class TurnEnded(OfTime, frozen=True):
    """The turn is over, and the turn of ``next_player`` begins; ``extra``: one more of the same player.

    As the first event it may tell that the game begins.
    """

    ends = ("turn", "chain", "attack", "battle", "phase")

    next_player: Id
    extra: bool = False


class DuelEnded(OfTime, frozen=True):
    """The Duel is over."""


class Asked(_OfAction, frozen=True):
    """Somebody wants to know whether a player may do something now; nothing happens."""

    id: ClassVar[None] = None


Deed: TypeAlias = Asked | Done | Declined | Occurred
if TYPE_CHECKING:
    Event: TypeAlias = Done | Declined | Occurred | OfId | OfCopy | OfTime
else:
    Event = Union[
        Declined, Occurred, *(kind for base in (Done, OfId, OfCopy, OfTime) for kind in base.__subclasses__())
    ]
