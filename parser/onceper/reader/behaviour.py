"""What follows for play from a limit's kind and verb (design of the contract: how limits behave)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onceper.contract.limit import LimitKind

_SPENT_ON = {
    "activate": "activation",
    "use": "use",
    "select": "use",
    "apply": "application",
    "gain": "application",
    "do": "use",
    "summon": "occurrence",
    "special_summon": "occurrence",
    "control": "occurrence",
}
_SCOPE: Mapping[LimitKind, str] = {
    "soft": "copy",
    "hard": "name",
    "gain": "player",
    "summon": "name",
    "control": "name",
    "ability": "ability",
    "ordinal": "copy",
    "event": "copy",
    "cap": "player",
}
_VERB: Mapping[LimitKind, str] = {
    "gain": "gain",
    "summon": "special_summon",
    "control": "control",
}


def completed(read: Mapping[str, Any]) -> dict[str, Any]:
    """Return the limit's fields that were read, with those added that follow from them.

    Only a soft limit counts anew when its card moves or turns face-down (Perfect Rulebook 2017, pp. 176-177); only
    "activate" gives a negated activation back, "use" does not (the same).
    """
    kind: LimitKind = read["kind"]
    verb = read.get("verb") or _VERB.get(kind, "use")
    fields: dict[str, Any] = {
        "scope": _SCOPE[kind],
        "period": None,
        "whose_turn": "any",
        "phase": None,
        "count": 1,
        "at_least": False,
        "shared": False,
        "names": None,
        "player": "you",
        "optional": None,
        "spent_on": _SPENT_ON[verb],
        "event": None,
    }
    fields.update(read)
    fields["verb"] = verb
    fields.setdefault("refunded_if_negated", verb == "activate" and kind == "hard")
    fields.setdefault("resets_on", ("leaves_location", "flipped_face_down") if kind == "soft" else ())
    return fields
