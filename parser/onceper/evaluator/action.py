"""What a player may ask to do with a copy of a card."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

from onceper.contract.limit import SummonKind
from onceper.contract.reading import Field
from onceper.errors import OnceperError, one_of

Number = Annotated[int, Meta(ge=1)]
Words = tuple[str, ...]
Names = frozenset[str]
_NONE = Names()
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
_INVALID = re.compile(r"Invalid (?:enum )?value ['\"](?P<value>.*)['\"] - at `(?P<path>.*)`")


class EventError(OnceperError, ValueError):
    """An event or action that no game has; a ``ValueError`` so that JSON decoding reports the place too."""


class Told(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Refuse fields of another type, as JSON does: the constructor alone would take anything."""

    def __post_init__(self) -> None:
        try:
            msgspec.convert(self, _without_checks(type(self)), from_attributes=True)
        except msgspec.ValidationError as wrong:
            raise EventError(explain(wrong)) from wrong


@cache
def _without_checks(kind: type[Struct]) -> type[Struct]:
    """Return a record with the same fields and their types, which is not checked when it is made."""
    return msgspec.defstruct(kind.__name__, [(one.name, one.type) for one in fields(kind)])


def explain(error: Exception) -> str:
    """Return what is wrong with JSON or a record, with the words that were expected instead."""
    wrong = _INVALID.fullmatch(str(error))
    if not wrong:
        return str(error)
    field = wrong["path"].rpartition(".")[2].rstrip("]")
    return f"{error}; expected {one_of(_find_words(field), field, wrong['value'])}"


def _find_words(field: str) -> set[str]:
    """Return the words that may stand in a field that has but a few."""
    kinds: list[type[Struct]] = [Told]
    for kind in kinds:
        kinds += kind.__subclasses__()
    if field == "type":
        return {str(kind.__struct_config__.tag) for kind in kinds if not kind.__subclasses__()} - {"None"}
    types = [one.type for kind in kinds for one in fields(kind) if one.name == field]
    return {word for one in types for part in (one, *get_args(one)) for word in get_args(part) if isinstance(word, str)}


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what one kind of action is."""

    events: Names = _NONE
    tells: Names = _NONE
    needs: Names = _NONE
    summon_kinds: Names = _NONE
    counted_as: Names = _NONE
    offered: Names = _NONE
    free: str = "not_governed"


class _Actions(Struct, frozen=True, forbid_unknown_fields=True):
    kinds: dict[ActionKind, Kind]
    told: dict[str, Names]
    untold: dict[str, Names]
    spent_by: dict[str, Names]
    count_themselves: dict[str, Names]
    sorts: dict[str, Names]


ACTIONS = msgspec.toml.decode(Path(__file__).with_name("actions.toml").read_bytes(), type=_Actions)


class Action(Told, frozen=True, gc=False, omit_defaults=True, repr_omit_defaults=True, cache_hash=True):
    """Name one thing that can be done with a copy; the class methods make each kind.

    ``effect`` is the 1-based index of the reading's effects for kind ``effect``, of the text that ``field``
    names, and ``of`` names the card from which the copy has gained that effect; ``option`` is the 1-based index of
    the effect's choices, and ``target`` the copy that it protects or touches. ``what`` and ``objects`` are for kind
    ``do``: a counted event and the printed words that fit what it happens to, which a Summon may have too. A Normal
    Summon or Set is ``additional`` where an effect grants it. ``controller`` is the player to whose field a monster is
    Summoned, where that is not who Summons it, and ``summon_kind`` says what Summon it is. Anything else raises
    `EventError`.

    >>> Action.use(2, option=1)
    Action(kind='effect', effect=2, option=1)
    """

    kind: ActionKind
    effect: Number | None = None
    field: Field = "text"
    of: str | None = None
    what: str | None = None
    objects: Words = ()
    additional: bool = False
    controller: str | None = None
    option: Number | None = None
    target: str | None = None
    summon_kind: SummonKind | None = None

    def __post_init__(self) -> None:
        """Refuse what does not belong to the kind."""
        super().__post_init__()
        kind, kinds = self.kind, ACTIONS.kinds
        told = msgspec.to_builtins(self).keys() - {"kind"}
        for part in told - kinds[kind].tells:
            those = ", ".join(name for name, one in kinds.items() if part in one.tells)
            raise EventError(f"`{part}` beside kind {kind!r}", expected=f"it for {those} alone")
        if kinds[kind].needs - told:
            raise EventError(f"kind {kind!r} alone", expected="the number of the effect, or for 'do' what is counted")
        if self.summon_kind and self.summon_kind not in kinds[kind].summon_kinds:
            what = f"summon_kind {self.summon_kind!r} beside kind {kind!r}"
            raise EventError(what, expected=f"one of {', '.join(sorted(kinds[kind].summon_kinds))}")

    @property
    def is_summon(self) -> bool:
        """Tell whether a monster is Summoned or Set."""
        return "summoned" in ACTIONS.kinds[self.kind].events

    @classmethod
    def use(
        cls,
        effect: int,
        *,
        field: Field = "text",
        of: str | None = None,
        option: int | None = None,
        target: str | None = None,
    ) -> Action:
        """Return the use or activation of an effect by its number, counted from 1."""
        return cls("effect", effect, field, of, option=option, target=target)

    @classmethod
    def activate_card(cls) -> Action:
        """Return the activation of the card itself, as of a Spell or Trap."""
        return cls("activation")

    @classmethod
    def summon(
        cls, *, controller: str | None = None, summon_kind: SummonKind | None = None, objects: Words = ()
    ) -> Action:
        """Return the use of the card's own Summoning procedure."""
        return cls("summon", controller=controller, summon_kind=summon_kind, objects=objects)

    @classmethod
    def special_summon(
        cls, *, controller: str | None = None, summon_kind: SummonKind | None = None, objects: Words = ()
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

    def __str__(self) -> str:
        """Return the action as an error names it."""
        return f"{self.kind} {self.effect or self.what or ''}".rstrip()
