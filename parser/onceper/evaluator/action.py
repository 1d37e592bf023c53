"""What a player may ask to do with a copy of a card."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from onceper.contract.reading import Field
from onceper.errors import OnceperError

ActionKind = Literal[
    "effect",
    "activation",
    "summon",
    "special_summon",
    "normal_summon",
    "set",
    "flip_summon",
    "change_position",
    "equip",
    "unequip",
    "take_control",
    "do",
    "win",
]
SUMMONS: frozenset[ActionKind] = frozenset({"summon", "special_summon", "normal_summon", "set", "flip_summon"})
MANUAL: frozenset[ActionKind] = frozenset({"change_position", "equip", "unequip"})


class ActionError(OnceperError, ValueError):
    """An action that no card has; a ``ValueError`` so that JSON decoding reports the place too."""


class Action(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Name one thing that can be done with a copy; the class methods make each kind.

    ``effect`` is the 1-based index of the reading's effects for kind ``effect``, of the text that ``field``
    names, and ``of`` names the card from which the copy has gained that effect. ``what`` and ``objects`` are
    for kind ``do``: a counted event and the printed words that fit what it happens to. A Normal Summon or Set is
    ``additional`` where an effect grants it. ``controller`` is the player to whose field a monster is Summoned,
    where that is not who Summons it. Anything else raises `ActionError`.

    >>> Action.use(2)
    Action(kind='effect', effect=2, field='text', of=None, what=None, objects=(), additional=False, controller=None)
    """

    kind: ActionKind
    effect: int | None = None
    field: Field = "text"
    of: str | None = None
    what: str | None = None
    objects: tuple[str, ...] = ()
    additional: bool = False
    controller: str | None = None

    def __post_init__(self) -> None:
        """Refuse what does not belong to the kind."""
        if self.kind == "effect":
            if self.effect is None or self.effect < 1:
                raise ActionError(f"effect {self.effect}", expected="the number of an effect, from 1")
        elif self.effect is not None or self.of is not None:
            raise ActionError(f"effect {self.effect} beside kind {self.kind!r}", expected="no effect number")
        if self.kind == "do":
            if not self.what:
                raise ActionError("kind 'do' without `what`", expected="the event that is counted, such as 'cast'")
        elif self.what is not None or self.objects:
            raise ActionError(f"`what` or `objects` beside kind {self.kind!r}", expected="them for kind 'do' alone")
        if self.additional and self.kind not in {"normal_summon", "set"}:
            raise ActionError(f"`additional` beside kind {self.kind!r}", expected="it for a Normal Summon or Set alone")
        if self.controller is not None and self.kind not in SUMMONS:
            raise ActionError(f"`controller` beside kind {self.kind!r}", expected="it for Summons alone")

    @classmethod
    def use(cls, effect: int, *, field: Field = "text", of: str | None = None) -> Action:
        """Return the use or activation of effect number ``effect``, counted from 1."""
        return cls("effect", effect, field, of)

    @classmethod
    def activate_card(cls) -> Action:
        """Return the activation of the card itself, as of a Spell or Trap."""
        return cls("activation")

    @classmethod
    def summon(cls, *, controller: str | None = None) -> Action:
        """Return the use of the card's own Summoning procedure."""
        return cls("summon", controller=controller)

    @classmethod
    def special_summon(cls, *, controller: str | None = None) -> Action:
        """Return a Special Summon of the copy by anything but its own procedure."""
        return cls("special_summon", controller=controller)

    @classmethod
    def normal_summon(cls, *, additional: bool = False) -> Action:
        """Return the Normal Summon of the copy, a Tribute Summon included."""
        return cls("normal_summon", additional=additional)

    @classmethod
    def set_monster(cls, *, additional: bool = False) -> Action:
        """Return the Normal Set of the copy."""
        return cls("set", additional=additional)

    @classmethod
    def flip_summon(cls) -> Action:
        """Return the Flip Summon of the copy, which is a manual change of its battle position."""
        return cls("flip_summon")

    @classmethod
    def change_position(cls) -> Action:
        """Return a manual change of the battle position of the copy."""
        return cls("change_position")

    @classmethod
    def equip(cls) -> Action:
        """Return the equipping of a Union monster by its own effect."""
        return cls("equip")

    @classmethod
    def unequip(cls) -> Action:
        """Return the unequipping of a Union monster by its own effect."""
        return cls("unequip")

    @classmethod
    def take_control(cls) -> Action:
        """Return the taking of control of the copy."""
        return cls("take_control")

    @classmethod
    def do(cls, what: str, *objects: str) -> Action:
        """Return something that limits count, such as ``do("cast", "呪文")`` (cast a spell).

        ``what`` is one of the counted events of the contract (``attack``, ``cast``, ``break`` ...), ``objects``
        are the printed words of limits in play that fit what it happens to.
        """
        return cls("do", what=what, objects=objects)

    @classmethod
    def win(cls) -> Action:
        """Return the winning of the Duel by the card's victory text."""
        return cls("win")

    def __str__(self) -> str:
        """Return the action as an error names it."""
        return f"{self.kind} {self.effect or self.what or ''}".rstrip()
