"""What a player may ask to do with a copy of a card."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

from onceper.contract.limit import SummonKind
from onceper.contract.reading import Field
from onceper.errors import OnceperError, listed, one_of

Number = Annotated[int, Meta(ge=1)]
Words = tuple[str, ...]
Names = frozenset[Any]
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
_INVALID = re.compile(r"Invalid (?:enum )?value ['\"](?P<value>.*)['\"] - at `\$.*?(?P<field>\w+)\]?`")


class EventError(OnceperError, ValueError):
    """An event or action that no game has; a ``ValueError`` so that JSON decoding reports the place too."""


class Told(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Refuse fields of another type, as JSON does: the constructor alone would take anything."""

    def __post_init__(self) -> None:
        try:
            msgspec.convert(self, _without_checks(type(self)), from_attributes=True)
        except msgspec.ValidationError as wrong:
            raise EventError(explain(wrong, type(self))) from wrong


@cache
def _without_checks(kind: type[Struct]) -> type[Struct]:
    """Return a record with the same fields and their types, which is not checked when it is made."""
    return msgspec.defstruct(kind.__name__, [(one.name, one.type) for one in fields(kind)])


def explain(error: Exception, told: Any) -> str:
    """Return what is wrong with a record of this type, with the words that may stand in a field that has but a few."""
    wrong = _INVALID.fullmatch(str(error))
    if not wrong:
        return str(error)
    value, field = wrong.groups()
    _, records = msgspec.json.schema_components([told])
    places = (record["properties"].get(field, {}) for record in records.values())
    words = {word for place in places for one in (place, *place.get("anyOf", ())) for word in one.get("enum", ())}
    return f"{error}; expected {one_of(words, field, value)}"


ACTIONS = msgspec.toml.decode(Path(__file__).with_name("actions.toml").read_bytes(), type=dict[str, dict[Any, Names]])


def look_up(table: str, key: str | None) -> Names:
    """Return the names in a row of ``actions.toml``, none where there is no such row."""
    return ACTIONS[table].get(key, Names())


class Action(Told, frozen=True, gc=False, omit_defaults=True, repr_omit_defaults=True, cache_hash=True):
    """Name one thing that can be done with a copy, by its kind and what that tells: ``Action("flip_summon")``.

    ``effect`` is the 1-based index of the reading's effects for kind ``effect``, of the text that ``field``
    names, and ``of`` names the card from which the copy has gained that effect; ``option`` is the 1-based index of
    the effect's choices, and ``target`` the copy that it protects or touches. Kind ``activation`` is that of the card
    itself, ``summon`` the use of its own Summoning procedure, ``special_summon`` a Special Summon by anything else,
    ``change_position`` a manual change of its battle position. ``what`` and ``objects`` are for kind ``do``: a counted
    event and the printed words that fit what it happens to, which a Summon may have too. A Normal Summon or Set is
    ``additional`` where an effect grants it. ``controller`` is the player to whose field a monster is Summoned, where
    that is not who Summons it, and ``summon_kind`` says what Summon it is. Anything else raises `EventError`.

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
        told = msgspec.to_builtins(self).keys() - {"kind"}
        needs, tells, kinds = (look_up(table, self.kind) for table in ("needs", "tells", "summon_kinds"))
        if not needs <= told <= tells:
            said, least, most = (listed(sorted(names)) for names in (told, needs, tells))
            raise EventError(
                f"an action of kind {self.kind!r} that tells {said}",
                expected=f"one that tells at least {least} and at most {most}",
            )
        if self.summon_kind not in {None, *kinds}:
            raise EventError(
                f"summon_kind {self.summon_kind!r} beside kind {self.kind!r}", expected=one_of(kinds, "summon_kind")
            )

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

    def __str__(self) -> str:
        """Return the action in a word or two."""
        return f"{self.kind} {self.effect or self.what or ''}".rstrip()
