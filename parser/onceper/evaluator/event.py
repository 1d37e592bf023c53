"""What happens in a game, as far as limits care: one small record per event.

``msgspec.json.decode(data, type=Event)`` reads one event, told apart by its ``type``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeAlias, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from onceper.contract.limit import Phase
from onceper.errors import OnceperError, one_of
from onceper.evaluator.action import MANUAL, SUMMONS, Action, ActionError

if TYPE_CHECKING:
    from collections.abc import Callable

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


class EventError(OnceperError, ValueError):
    """An event that no game has; a ``ValueError`` so that JSON decoding reports the place too."""


def _name_type(name: str) -> str:
    """Return the ``type`` of a record: its name in small letters, the words apart."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class _Record(Struct, frozen=True, gc=False, tag_field="type", tag=_name_type, forbid_unknown_fields=True):
    """Tag every event with its ``type``, and refuse fields that it does not have."""


# The events that tell of an action of each kind.
_TOLD_BY: dict[str, tuple[str, ...]] = {
    "effect": ("activated", "applied"),
    "activation": ("activated",),
    **dict.fromkeys(SUMMONS, ("summoned",)),
    **dict.fromkeys(MANUAL, ("applied",)),
    "take_control": ("control_changed",),
    "do": ("occurred",),
    "win": ("duel_ended",),
}


class _Deed(_Record, frozen=True):
    """Tell who did which action with which copy, under which id; an action has its own events."""

    copy: Id
    action: Action
    player: Id
    id: Id

    def __post_init__(self) -> None:
        if not isinstance(self.action, Action):
            raise EventError(f"{self.action!r} is no action", expected="one that a method of Action makes")
        kind, right = self.action.kind, _TOLD_BY.get(self.action.kind)
        if right and (told := self.__struct_config__.tag) not in right:
            raise EventError(f"{kind!r} is not {told}", expected=f"it in an event of type `{'` or `'.join(right)}`")


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


class Applied(_Deed, frozen=True):
    """Something that starts no Chain took place: a continuous effect, or a manual change by the rules.

    ``id`` names this one application, and ``activation`` the activation that it follows from, if any. Without an id of
    its own it is told under the activation's, each time as one more application.
    """

    activation: Id | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.activation is not None and self.action.kind != "effect":
            raise EventError(f"`activation` beside {self.action.kind!r}", expected="it beside an effect alone")


class Summoned(_Deed, frozen=True):
    """A player Summons or Sets a monster; ``id`` names this one Summon.

    Monsters that are Special Summoned together have one id, and an event each. ``face_up`` is of Special Summons alone,
    a Set is never so.
    """

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
    objects: tuple[str, ...] = ()


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
    """The Duel is over; nothing follows."""


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

_INVALID = re.compile(r"Invalid (?:enum )?value ['\"](?P<value>.*)['\"] - at `(?P<path>.*)`")
_encode = msgspec.msgpack.Encoder().encode


def _drop_checks(kind: type[Struct], parts: dict[object, object]) -> type[Struct]:
    """Return a record with these fields and their types, which were checked for sense when the other one was made."""
    return msgspec.defstruct(
        kind.__name__,
        [(one.name, parts.get(one.type, one.type), None) for one in msgspec.structs.fields(kind)],
        gc=False,
    )


_PLAIN: dict[object, object] = {Action: _drop_checks(Action, {})}
_decoders: dict[type, dict[type, Callable[[bytes], object]]] = {
    error: {kind: msgspec.msgpack.Decoder(_drop_checks(kind, _PLAIN)).decode for kind in kinds}
    for error, kinds in ((EventError, get_args(Event)), (ActionError, (Action,)))
}


def check_types(told: object, error: type[EventError | ActionError] = EventError) -> None:
    """Refuse what is no event or action, or has a field of another type: constructors check nothing.

    Raises:
        OnceperError: of this type; the message names the field, and the words that were expected there.
    """
    decode = _decoders[error].get(type(told))
    if decode is None:
        noun = error.__name__.removesuffix("Error").lower()
        kinds = ", ".join(kind.__name__ for kind in _decoders[error])
        raise error(f"{told!r} is no {noun}", expected=f"one of {kinds}")
    try:
        decode(_encode(told))
    except msgspec.ValidationError as wrong:
        raise error(explain(wrong)) from wrong
    except OverflowError as wrong:
        raise error(f"a number in {told!r}", expected="one of at most 64 bits") from wrong


def explain(error: Exception) -> str:
    """Return what is wrong with JSON or a record, with the words that were expected instead."""
    wrong = _INVALID.fullmatch(str(error))
    if not wrong:
        return str(error)
    field = wrong["path"].rpartition(".")[2].rstrip("]")
    return f"{error}; expected {one_of(_find_words(field), field, wrong['value'])}"


def _find_words(field: str) -> set[str]:
    """Return the words that may stand in a field that has but a few."""
    kinds = (*get_args(Event), Action)
    if field == "type":
        return {str(kind.__struct_config__.tag) for kind in kinds} - {"None"}
    hints = [get_type_hints(kind).get(field) for kind in kinds]
    return {
        word for hint in hints for part in (hint, *get_args(hint)) for word in get_args(part) if isinstance(word, str)
    }
