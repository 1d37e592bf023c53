"""What happens in a game, as far as limits care: one small record per event.

``msgspec.json.decode(data, type=Event)`` reads one event, told apart by its ``type``.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from onceper.errors import OnceperError
from onceper.evaluator.action import Action

Id = Annotated[str, Meta(min_length=1)]


class EventError(OnceperError, ValueError):
    """An event that no game has; a ``ValueError`` so that JSON decoding reports the place too."""


class _Record(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """Tag every event with its ``type``, and refuse fields that it does not have."""


class Appeared(_Record, frozen=True, tag="appeared"):
    """A copy that the game has not seen yet is there: its id, its printed name, who controls or holds it."""

    copy: Id
    name: Id
    controller: Id


class Activated(_Record, frozen=True, tag="activated"):
    """A player activated a card or an effect; ``id`` names this one activation in later events."""

    copy: Id
    action: Action
    player: Id
    id: Id

    def __post_init__(self) -> None:
        """Refuse a Summoning procedure: it starts no Chain."""
        if self.action.kind == "summon":
            raise EventError("a Summoning procedure is not activated", expected="it in an `applied` event")


class Applied(_Record, frozen=True, tag="applied"):
    """Something that starts no Chain took place: a continuous effect, or a Summoning procedure.

    ``id`` names this one application; where an activated effect is applied, it is the activation's id.
    """

    copy: Id
    action: Action
    player: Id
    id: Id

    def __post_init__(self) -> None:
        """Refuse a card's own activation: it always starts a Chain, or is a link of one."""
        if self.action.kind == "activation":
            raise EventError("a card's activation is not applied", expected="it in an `activated` event")


class ActivationNegated(_Record, frozen=True, tag="activation_negated"):
    """The activation with this id was negated."""

    id: Id


class EffectNegated(_Record, frozen=True, tag="effect_negated"):
    """The activation with this id stood, but its effect was negated."""

    id: Id


class CouldNotResolve(_Record, frozen=True, tag="could_not_resolve"):
    """The activation with this id stood, but its effect could not resolve."""

    id: Id


class LeftLocation(_Record, frozen=True, tag="left_location"):
    """A copy left the place where it was; the entire field is one place, so moving within it is no event."""

    copy: Id


class FlippedFaceDown(_Record, frozen=True, tag="flipped_face_down"):
    """A copy was turned face-down, by its own effect or by anything else."""

    copy: Id
    by_own_effect: bool = False


class ControlChanged(_Record, frozen=True, tag="control_changed"):
    """A copy is now controlled by another player."""

    copy: Id
    controller: Id


class ChainEnded(_Record, frozen=True, tag="chain_ended"):
    """The Chain has resolved to its end."""


class TurnEnded(_Record, frozen=True, tag="turn_ended"):
    """The turn is over, and the turn of ``next_player`` begins."""

    next_player: Id


class DuelEnded(_Record, frozen=True, tag="duel_ended"):
    """The Duel is over; nothing follows."""


Event: TypeAlias = (
    Appeared
    | Activated
    | Applied
    | ActivationNegated
    | EffectNegated
    | CouldNotResolve
    | LeftLocation
    | FlippedFaceDown
    | ControlChanged
    | ChainEnded
    | TurnEnded
    | DuelEnded
)
