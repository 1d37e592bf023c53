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
from onceper.evaluator.action import MANUAL, SUMMONS, Action

if TYPE_CHECKING:
    from collections.abc import Callable

# What begins with a control character is the evaluator's own.
Id = Annotated[str, Meta(min_length=1)]
NewId = Annotated[str, Meta(min_length=1, pattern=r"^[^\x00-\x1f\x7f]")]
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


class _Record(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """Tag every event with its ``type``, and refuse fields that it does not have."""


# The event that tells of an action of each kind.
_TOLD_BY: dict[str, str] = {
    **dict.fromkeys(SUMMONS, "summoned"),
    **dict.fromkeys(MANUAL, "applied"),
    "activation": "activated",
    "take_control": "control_changed",
    "do": "occurred",
    "win": "duel_ended",
}


def _check_told(event: Activated | Applied | Summoned) -> None:
    """Refuse an action that another event tells of; an effect is activated or applied."""
    if not isinstance(event.action, Action):
        raise EventError(f"{event.action!r} is no action", expected="one that a method of Action makes")
    kind, tag = event.action.kind, type(event).__struct_config__.tag
    right = _TOLD_BY.get(kind, "applied" if tag == "applied" else "activated")
    if tag != right:
        raise EventError(f"{kind!r} is not {tag}", expected=f"it in an event of type `{right}`")


class Appeared(_Record, frozen=True, tag="appeared"):
    """A copy that the game has not seen yet is there: its id, its printed name, who controls or holds it, where.

    ``field`` is the field or the battle zone. ``card_type`` is needed for Spells and Traps: effect 1 of a Normal
    Spell is its activation, and ceilings speak of Spells or Traps. Without it, a limit on the activation is known to
    bind effect 1 only while the copy is not face-up on the field, and no more.
    """

    copy: NewId
    name: Id
    controller: Id
    location: Location = "field"
    face_up: bool = True
    card_type: CardType | None = None


class Activated(_Record, frozen=True, tag="activated"):
    """A player activated a card or an effect, or in Duel Masters an ability triggered or was declared.

    ``id`` names this one activation in later events.
    """

    copy: Id
    action: Action
    player: Id
    id: NewId

    def __post_init__(self) -> None:
        """Refuse what starts no Chain."""
        _check_told(self)


class Applied(_Record, frozen=True, tag="applied"):
    """Something that starts no Chain took place: a continuous effect, or a manual change by the rules.

    ``id`` names this one application, and ``activation`` the activation that it follows from, if any. Without an id of
    its own it is told under the activation's, each time as one more application.
    """

    copy: Id
    action: Action
    player: Id
    id: NewId
    activation: Id | None = None

    def __post_init__(self) -> None:
        """Refuse what has an event of its own."""
        _check_told(self)
        if self.activation is not None and self.action.kind != "effect":
            raise EventError(f"`activation` beside {self.action.kind!r}", expected="it beside an effect alone")


class Summoned(_Record, frozen=True, tag="summoned"):
    """A player Summons or Sets a monster; ``id`` names this one Summon.

    Monsters that are Special Summoned together have one id, and an event each. ``face_up`` is of Special Summons alone,
    a Set is never so.
    """

    copy: Id
    action: Action
    player: Id
    id: NewId
    face_up: bool = True

    def __post_init__(self) -> None:
        """Refuse what is no Summon."""
        _check_told(self)
        if not self.face_up and self.action.kind in {"normal_summon", "flip_summon"}:
            raise EventError(f"{self.action.kind!r} face-down", expected="`set`, or a Special Summon")


class Declined(_Record, frozen=True, tag="declined"):
    """A player chose not to do what they may; ``id`` is that of the activation where it had triggered."""

    copy: Id
    action: Action
    player: Id
    id: Id | None = None


class ActivationNegated(_Record, frozen=True, tag="activation_negated"):
    """The activation with this id was negated."""

    id: Id


class SummonNegated(_Record, frozen=True, tag="summon_negated"):
    """The Summon with this id was negated: the monster never reached the field."""

    id: Id


class ResolutionBegan(_Record, frozen=True, tag="resolution_began"):
    """The effect of the activation with this id begins to resolve."""

    id: Id


class Resolved(_Record, frozen=True, tag="resolved"):
    """The effect of the activation with this id has fully resolved."""

    id: Id


class EffectNegated(_Record, frozen=True, tag="effect_negated"):
    """The activation with this id stood, but its effect was negated."""

    id: Id


class CouldNotResolve(_Record, frozen=True, tag="could_not_resolve"):
    """The activation with this id stood, but its effect could not resolve."""

    id: Id


class Occurred(_Record, frozen=True, tag="occurred"):
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


class LeftLocation(_Record, frozen=True, tag="left_location"):
    """A copy left the place where it was; ``to`` is null for a place that need not be told.

    A Spell or Trap is Set to the field with ``face_up`` false.
    """

    copy: Id
    to: Location | None = None
    face_up: bool = True


class MovedWithinField(_Record, frozen=True, tag="moved_within_field"):
    """A copy moved to another zone of the field, which is one place."""

    copy: Id


class FlippedFaceDown(_Record, frozen=True, tag="flipped_face_down"):
    """A copy was turned face-down, by its own effect or by anything else."""

    copy: Id
    by_own_effect: bool = False


class FlippedFaceUp(_Record, frozen=True, tag="flipped_face_up"):
    """A copy was turned face-up, otherwise than by a Flip Summon."""

    copy: Id


class ControlChanged(_Record, frozen=True, tag="control_changed"):
    """A copy is now controlled by another player."""

    copy: Id
    controller: Id


class Renamed(_Record, frozen=True, tag="renamed"):
    """The name of a copy is now treated as another; null: it has its printed name again."""

    copy: Id
    name: Id | None


class Evolved(_Record, frozen=True, tag="evolved"):
    """An evolution creature was put on top of another creature, which lies under it until it leaves."""

    copy: Id
    onto: Id


class CopyNegated(_Record, frozen=True, tag="copy_negated"):
    """From now on the effects of a copy are negated, as while a card says so."""

    copy: Id


class CopyRestored(_Record, frozen=True, tag="copy_restored"):
    """The effects of a copy are no longer negated."""

    copy: Id


class EffectsGained(_Record, frozen=True, tag="effects_gained"):
    """A copy gained the effects of the card with this printed name, while it stays where it is.

    They come in place of its own effects that ``replaces`` numbers, and go sooner where ``until`` says so.
    """

    copy: Id
    of: Id
    replaces: tuple[int, ...] = ()
    until: Literal["turn_ends"] | None = None


class EffectsLost(_Record, frozen=True, tag="effects_lost"):
    """A copy has the effects of the card with this printed name no longer."""

    copy: Id
    of: Id


class Stated(_Record, frozen=True, tag="stated"):
    """What the ``text`` of a limit of this copy speaks of is so (``holds``), or is so many (``count``).

    ``text`` is the ``condition`` or the ``count_text`` of the limit; of an "unless", what follows it is so. It stays so
    until it is stated otherwise, or the copy leaves the place where it is.
    """

    copy: Id
    text: str
    holds: bool = True
    count: Annotated[int, Meta(ge=0)] | None = None


class ChainEnded(_Record, frozen=True, tag="chain_ended"):
    """The Chain has resolved to its end."""


class AttackEnded(_Record, frozen=True, tag="attack_ended"):
    """One attack is over."""


class BattleEnded(_Record, frozen=True, tag="battle_ended"):
    """One battle is over."""


class PhaseEnded(_Record, frozen=True, tag="phase_ended"):
    """The phase is over, and ``next_phase`` of the same turn begins; ``extra``: one more that was there before."""

    next_phase: Phase
    extra: bool = False


class TurnEnded(_Record, frozen=True, tag="turn_ended"):
    """The turn is over, and the turn of ``next_player`` begins; ``extra``: one more of the same player.

    As the first event it may tell that the game begins.
    """

    next_player: Id
    extra: bool = False


class DuelEnded(_Record, frozen=True, tag="duel_ended"):
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

_KINDS = get_args(Event)
_INVALID = re.compile(r"Invalid (?:enum )?value ['\"](?P<value>.*)['\"] - at `(?P<path>.*)`")
_encode = msgspec.msgpack.Encoder().encode
_decoders: dict[type, Callable[[bytes], object]] = {
    kind: msgspec.msgpack.Decoder(kind).decode for kind in (*_KINDS, Action)
}


def check_types(told: object, error: type[OnceperError] = EventError) -> None:
    """Refuse what is no event or action, or has a field of another type: constructors check nothing.

    Raises:
        OnceperError: of this type; the message names the field, and the words that were expected there.
    """
    decode = _decoders.get(type(told))
    if decode is None or (error is EventError) is isinstance(told, Action):
        if error is EventError:
            raise error(f"{told!r} is no event", expected=f"one of {', '.join(kind.__name__ for kind in _KINDS)}")
        raise error(f"{told!r} is no action", expected="one that a method of Action makes, such as Action.use(1)")
    try:
        decode(_encode(told))
    except msgspec.ValidationError as wrong:
        raise error(explain(wrong)) from wrong
    except OverflowError as wrong:
        raise error(f"a number in {told!r}", expected="one of at most 64 bits") from wrong


def explain(error: Exception) -> str:
    """Return what is wrong with JSON or a record, with the words that were expected instead."""
    told = str(error).replace(r" matching regex '^[^\\x00-\\x1f\\x7f]'", " that begins with no control character")
    wrong = _INVALID.fullmatch(told)
    if not wrong:
        return told
    field = wrong["path"].rpartition(".")[2].rstrip("]")
    return f"{told}; expected {one_of(_find_words(field), field, wrong['value'])}"


def _find_words(field: str) -> set[str]:
    """Return the words that may stand in a field that has but a few."""
    if field == "type":
        return {str(kind.__struct_config__.tag) for kind in _KINDS}
    kinds = [get_type_hints(kind).get(field) for kind in (*_KINDS, Action)]
    return {
        word for kind in kinds for part in (kind, *get_args(kind)) for word in get_args(part) if isinstance(word, str)
    }
