"""What happens in a game, as far as limits care: one small record per event.

``msgspec.json.decode(data, type=Event)`` reads one event, told apart by its ``type``.
"""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from onceper.contract.limit import Phase
from onceper.evaluator.action import MANUAL, SUMMONS, Action, ActionKind, EventError, Told, Words

Id = Annotated[str, Meta(min_length=1)]
Location = Literal[
    "field",
    "hand",
    "deck",
    "extra_deck",
    "graveyard",
    "banished",
    "xyz_material",
    "mana_zone",
    "shield_zone",
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


class _Deed(_Record, frozen=True):
    """Tell who did which action with which copy, under which id; an action has its own events."""

    kinds: ClassVar[frozenset[ActionKind]]

    copy: Id
    action: Action
    player: Id
    id: Id

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.action.kind not in self.kinds:
            what = f"{self.action.kind!r} is not {self.__struct_config__.tag}"
            raise EventError(what, expected=f"one of {', '.join(sorted(self.kinds))}")


class Appeared(_Record, frozen=True):
    """A copy that the game has not seen yet is there: its id, its printed name, who controls or holds it, where.

    ``field`` is the field or the battle zone. ``card_type`` is needed for Spells and Traps: effect 1 of a Normal
    Spell is its activation, and ceilings speak of Spells or Traps. Without it, a limit on the activation is known to
    bind effect 1 only while the copy is not face-up on the field, and no more.
    """

    copy: Id
    name: Id
    controller: Id
    location: Location = "field"
    face_up: bool = True
    card_type: CardType | None = None


class Activated(_Deed, frozen=True):
    """A player activated a card or an effect, or in Duel Masters an ability triggered or was declared.

    ``id`` names this one activation in later events.
    """

    kinds = frozenset({"effect", "activation"})


class Applied(_Deed, frozen=True):
    """Something that starts no Chain took place: a continuous effect, or a manual change by the rules.

    ``id`` names this one application, and ``activation`` the activation that it follows from, if any. Without an id of
    its own it is told under the activation's, each time as one more application.
    """

    kinds = MANUAL | {"effect"}

    activation: Id | None = None


class Summoned(_Deed, frozen=True):
    """A player Summons or Sets a monster; ``id`` names this one Summon.

    Monsters that are Special Summoned together have one id, and an event each. ``face_up`` is of Special Summons alone,
    a Set is never so.
    """

    kinds = SUMMONS

    face_up: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.face_up and self.action.kind in {"normal_summon", "flip_summon"}:
            raise EventError(f"{self.action.kind!r} face-down", expected="`set`, or a Special Summon")


class Declined(_Record, frozen=True):
    """A player chose not to do what they may; ``id`` is that of the activation where it had triggered."""

    copy: Id
    action: Action
    player: Id
    id: Id | None = None


class ActivationNegated(_Record, frozen=True):
    """The activation with this id was negated."""

    id: Id


class SummonNegated(_Record, frozen=True):
    """The Summon with this id was negated: the monster never reached the field."""

    id: Id


class ResolutionBegan(_Record, frozen=True):
    """The effect of the activation with this id begins to resolve."""

    id: Id


class Resolved(_Record, frozen=True):
    """The effect of the activation with this id has fully resolved."""

    id: Id


class EffectNegated(_Record, frozen=True):
    """The activation with this id stood, but its effect was negated."""

    id: Id


class CouldNotResolve(_Record, frozen=True):
    """The activation with this id stood, but its effect could not resolve."""

    id: Id


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


class LeftLocation(_Record, frozen=True):
    """A copy left the place where it was; ``to`` is null for a place that need not be told.

    A Spell or Trap is Set to the field with ``face_up`` false.
    """

    copy: Id
    to: Location | None = None
    face_up: bool = True


class MovedWithinField(_Record, frozen=True):
    """A copy moved to another zone of the field, which is one place."""

    copy: Id


class FlippedFaceDown(_Record, frozen=True):
    """A copy was turned face-down, by its own effect or by anything else."""

    copy: Id
    by_own_effect: bool = False


class FlippedFaceUp(_Record, frozen=True):
    """A copy was turned face-up, otherwise than by a Flip Summon."""

    copy: Id


class ControlChanged(_Record, frozen=True):
    """A copy is now controlled by another player."""

    copy: Id
    controller: Id


class Renamed(_Record, frozen=True):
    """The name of a copy is now treated as another; null: it has its printed name again."""

    copy: Id
    name: Id | None


class Evolved(_Record, frozen=True):
    """An evolution creature was put on top of another creature, which lies under it until it leaves."""

    copy: Id
    onto: Id


class CopyNegated(_Record, frozen=True):
    """From now on the effects of a copy are negated, as while a card says so."""

    copy: Id


class CopyRestored(_Record, frozen=True):
    """The effects of a copy are no longer negated."""

    copy: Id


class EffectsGained(_Record, frozen=True):
    """A copy gained the effects of the card with this printed name, while it stays where it is.

    They come in place of its own effects that ``replaces`` numbers, and go sooner where ``until`` says so.
    """

    copy: Id
    of: Id
    replaces: tuple[int, ...] = ()
    until: Literal["turn_ends"] | None = None


class EffectsLost(_Record, frozen=True):
    """A copy has the effects of the card with this printed name no longer."""

    copy: Id
    of: Id


class Stated(_Record, frozen=True):
    """What the ``text`` of a limit of this copy speaks of is so (``holds``), or is so many (``count``).

    ``text`` is the ``condition`` or the ``count_text`` of the limit; of an "unless", what follows it is so. It stays so
    until it is stated otherwise, or the copy leaves the place where it is.
    """

    copy: Id
    text: str
    holds: bool = True
    count: Annotated[int, Meta(ge=0)] | None = None


class ChainEnded(_Record, frozen=True):
    """The Chain has resolved to its end."""


class AttackEnded(_Record, frozen=True):
    """One attack is over."""


class BattleEnded(_Record, frozen=True):
    """One battle is over."""


class PhaseEnded(_Record, frozen=True):
    """The phase is over, and ``next_phase`` of the same turn begins; ``extra``: one more that was there before."""

    next_phase: Phase
    extra: bool = False


class TurnEnded(_Record, frozen=True):
    """The turn is over, and the turn of ``next_player`` begins; ``extra``: one more of the same player.

    As the first event it may tell that the game begins.
    """

    next_player: Id
    extra: bool = False


class DuelEnded(_Record, frozen=True):
    """The Duel is over."""


Event: TypeAlias = (
    Appeared
    | Activated
    | Applied
    | Summoned
    | Declined
    | ActivationNegated
    | SummonNegated
    | ResolutionBegan
    | Resolved
    | EffectNegated
    | CouldNotResolve
    | Occurred
    | LeftLocation
    | MovedWithinField
    | FlippedFaceDown
    | FlippedFaceUp
    | ControlChanged
    | Renamed
    | Evolved
    | CopyNegated
    | CopyRestored
    | EffectsGained
    | EffectsLost
    | Stated
    | ChainEnded
    | AttackEnded
    | BattleEnded
    | PhaseEnded
    | TurnEnded
    | DuelEnded
)
