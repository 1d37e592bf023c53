"""What a player may ask to do with a copy of a card."""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from onceper.contract.limit import SummonKind
from onceper.contract.reading import Field
from onceper.errors import OnceperError

Number = Annotated[int, Meta(ge=1)]
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
_SPECIAL: frozenset[SummonKind] = frozenset({"special", "fusion", "ritual", "synchro", "xyz", "pendulum", "link"})
_ANY_OF: dict[ActionKind, frozenset[SummonKind]] = {
    "summon": _SPECIAL,
    "special_summon": _SPECIAL,
    "normal_summon": frozenset({"normal", "tribute"}),
    "flip_summon": frozenset({"flip"}),
}
# What a Special Summon can be that nobody has told, by where the monster comes from; null: nobody told that either.
_UNTOLD: dict[str | None, frozenset[SummonKind]] = {
    "extra_deck": _SPECIAL - {"ritual"},
    "hand": frozenset({"special", "ritual", "pendulum"}),
    None: _SPECIAL,
}
_PLAIN: frozenset[SummonKind] = frozenset({"special"})
# What an action may tell beside its kind, and of which kinds alone.
_TOLD_OF: dict[str, frozenset[ActionKind]] = {
    **dict.fromkeys(("effect", "of", "option", "target", "words"), frozenset({"effect"})),
    "what": frozenset({"do"}),
    "objects": SUMMONS - {"set"} | {"do"},
    "controller": SUMMONS,
    "additional": frozenset({"normal_summon", "set"}),
}
_find_foreign = {
    kind: attrgetter(*(part for part, kinds in _TOLD_OF.items() if kind not in kinds)) for kind in get_args(ActionKind)
}


class ActionError(OnceperError, ValueError):
    """An action that no card has; a ``ValueError`` so that JSON decoding reports the place too."""


class Action(Struct, frozen=True, gc=False, omit_defaults=True, repr_omit_defaults=True, forbid_unknown_fields=True):
    """Name one thing that can be done with a copy; the class methods make each kind.

    ``effect`` is the 1-based index of the reading's effects for kind ``effect``, of the text that ``field``
    names, and ``of`` names the card from which the copy has gained that effect; ``option`` is the 1-based index of
    the effect's choices, and ``target`` the copy that it protects or touches. ``what`` and ``objects`` are for kind
    ``do``: a counted event and the printed words that fit what it happens to, which a Summon may have too. A Normal
    Summon or Set is ``additional`` where an effect grants it. ``controller`` is the player to whose field a monster is
    Summoned, where that is not who Summons it, and ``summon_kind`` says what Summon it is. An effect may be named by
    its label or first ``words`` in place of its number. Anything else raises `ActionError`.

    >>> Action.use(2, option=1)
    Action(kind='effect', effect=2, option=1)
    """

    kind: ActionKind
    effect: Number | None = None
    field: Field = "text"
    of: str | None = None
    what: str | None = None
    objects: tuple[str, ...] = ()
    additional: bool = False
    controller: str | None = None
    option: Number | None = None
    target: str | None = None
    summon_kind: SummonKind | None = None
    words: str | None = None

    def __post_init__(self) -> None:
        """Refuse what does not belong to the kind."""
        find_foreign = _find_foreign.get(self.kind)
        if find_foreign and any(find_foreign(self)):
            part = next(part for part, kinds in _TOLD_OF.items() if self.kind not in kinds and getattr(self, part))
            expected = f"it for {', '.join(sorted(_TOLD_OF[part]))} alone"
            raise ActionError(f"`{part}` beside kind {self.kind!r}", expected=expected)
        if self.kind == "effect" and (bool(self.effect) is bool(self.words) or (self.effect or 1) < 1):
            raise ActionError(f"effect {self.effect}", expected="its number, from 1, or its label or first words")
        if self.kind == "do" and not self.what:
            raise ActionError("kind 'do' without `what`", expected="the event that is counted, such as 'cast'")
        if self.summon_kind and self.summon_kind not in (kinds := _ANY_OF.get(self.kind, frozenset())):
            what = f"summon_kind {self.summon_kind!r} beside kind {self.kind!r}"
            raise ActionError(what, expected=f"one of {', '.join(sorted(kinds))}" if kinds else "it for Summons alone")

    @classmethod
    def use(
        cls,
        effect: int | str,
        *,
        field: Field = "text",
        of: str | None = None,
        option: int | None = None,
        target: str | None = None,
    ) -> Action:
        """Return the use or activation of an effect: its number, counted from 1, its label or its first words."""
        if isinstance(effect, str):
            return cls("effect", None, field, of, option=option, target=target, words=effect)
        return cls("effect", effect, field, of, option=option, target=target)

    @classmethod
    def activate_card(cls) -> Action:
        """Return the activation of the card itself, as of a Spell or Trap."""
        return cls("activation")

    @classmethod
    def summon(
        cls,
        *,
        controller: str | None = None,
        summon_kind: SummonKind | None = None,
        objects: tuple[str, ...] = (),
    ) -> Action:
        """Return the use of the card's own Summoning procedure."""
        return cls("summon", controller=controller, summon_kind=summon_kind, objects=objects)

    @classmethod
    def special_summon(
        cls,
        *,
        controller: str | None = None,
        summon_kind: SummonKind | None = None,
        objects: tuple[str, ...] = (),
    ) -> Action:
        """Return a Special Summon of the copy by anything but its own procedure.

        ``objects`` are the printed words of ceilings in play that fit the monster.
        """
        return cls("special_summon", controller=controller, summon_kind=summon_kind, objects=objects)

    @classmethod
    def normal_summon(cls, *, additional: bool = False, summon_kind: SummonKind | None = None) -> Action:
        """Return the Normal Summon of the copy, a Tribute Summon included."""
        return cls("normal_summon", additional=additional, summon_kind=summon_kind)

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

    def find_summon_kinds(self, origin: str | None) -> frozenset[SummonKind]:
        """Return the kinds of Summon that it is, or may be where nobody has told, of a copy from this place."""
        told, kinds = self.summon_kind, _ANY_OF.get(self.kind, frozenset())
        if told is None:
            return _UNTOLD.get(origin, _PLAIN) if kinds is _SPECIAL else kinds
        # A Tribute Summon is a Normal Summon too, and each of the others a Special Summon.
        return frozenset({told, "normal" if told == "tribute" else told if kinds is not _SPECIAL else "special"})

    def __str__(self) -> str:
        """Return the action as an error names it."""
        return f"{self.kind} {self.effect or self.what or ''}".rstrip()
