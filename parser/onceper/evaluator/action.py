"""What a player may ask to do with a copy of a card."""

from __future__ import annotations

from typing import Literal, assert_never

from msgspec import Struct

from onceper.errors import OnceperError

ActionKind = Literal["effect", "activation", "summon"]


class ActionError(OnceperError, ValueError):
    """An action that no card has; a ``ValueError`` so that JSON decoding reports the place too."""


class Action(Struct, frozen=True, gc=False):
    """Name one thing that a copy can do: effect n, the card's own activation, or its Summoning procedure.

    ``effect`` is the 1-based index of the reading's effects for kind ``effect``, and null for the others;
    anything else raises `ActionError`.

    >>> Action.use(2)
    Action(kind='effect', effect=2)
    >>> str(Action.activate_card())
    "the card's activation"
    """

    kind: ActionKind
    effect: int | None = None

    def __post_init__(self) -> None:
        """Refuse an effect without a number, and a number without an effect."""
        if self.kind != "effect" and self.effect is not None:
            raise ActionError(f"effect {self.effect} beside kind {self.kind!r}", expected="no effect number")
        if self.kind == "effect" and (self.effect is None or self.effect < 1):
            raise ActionError(f"effect {self.effect}", expected="the number of an effect, from 1")

    @classmethod
    def use(cls, effect: int) -> Action:
        """Return the use or activation of effect number ``effect``, counted from 1."""
        return cls("effect", effect)

    @classmethod
    def activate_card(cls) -> Action:
        """Return the activation of the card itself, as of a Spell or Trap."""
        return cls("activation")

    @classmethod
    def summon(cls) -> Action:
        """Return the use of the card's own Summoning procedure."""
        return cls("summon")

    def __str__(self) -> str:
        """Return the action in the words of a sentence."""
        match self.kind:
            case "effect":
                return f"effect {self.effect}"
            case "activation":
                return "the card's activation"
            case "summon":
                return "the Summoning procedure"
            case _:
                assert_never(self.kind)
