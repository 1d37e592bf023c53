"""What a rule and the phrases in its slots state, as a record of the contract."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from onceper.contract.limit import AppliesTo, CountedEvent, Limit
from onceper.contract.non_effect import NonEffect
from onceper.patterns.fields import LIMIT_FIELDS, NON_EFFECT_FIELDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onceper.contract.limit import LimitKind, Reference
    from onceper.contract.non_effect import NonEffectKind
    from onceper.contract.span import Source
    from onceper.patterns.fields import Reach
    from onceper.patterns.rule import Rule
    from onceper.patterns.word_list import Phrase

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
_COUNTS_EVENTS: frozenset[LimitKind] = frozenset({"ordinal", "event", "cap"})
# What phrases mean of some kinds of limit says nothing of the others.
_SAID_OF: Mapping[str, frozenset[LimitKind]] = {
    "summon_kind": frozenset({"summon", "cap"}),
    "counts_from": frozenset({"cap"}),
}
_OF_ANY_NON_EFFECT: dict[str, Any] = {"applies": "everywhere", "mandatory": None, "material": None, "wins": None}
# What the card gives to the record.
_OF_A_LIMIT: dict[str, Any] = {
    "applies_to": AppliesTo("this"),
    "name": None,
    "count_text": None,
    "condition": None,
    "span": (0, 0),
    "text": "",
}
_OF_A_NON_EFFECT: dict[str, Any] = {"effects": (), "span": (0, 0), "text": ""}


class Statement(NamedTuple):
    """Hold a record in which only what depends on the card is not yet filled, and how to find that.

    A limit lacks ``applies_to`` and ``name``, each record ``span`` and ``text``. ``verb`` is what the limit's own words
    say, whatever the sentence around them makes of it. ``called`` is the name that its words stand for; ``is_of_each``
    tells that they say of each of several effects that it is limited by itself, ``is_implied`` that a limit printed in
    its ability says the same in so many words, ``refers`` that its words speak of effects, so that its own sentence is
    none. ``beside`` leads to the sentence that must be text of the same kind: 1 to the next one, -1 to the one before;
    0 is the sentence itself.
    """

    record: Limit | NonEffect
    verb: str = ""
    reference: Reference = "this"
    reach: Reach = "last"
    numbers: tuple[int, ...] = ()
    activation: bool = False
    summon: bool = False
    called: str | None = None
    is_of_each: bool = False
    is_implied: bool = False
    refers: bool = False
    beside: int = 0


@lru_cache(maxsize=4096)
def state(rule: Rule, phrases: tuple[Phrase, ...]) -> Statement:
    """Put into a record what a rule states with these phrases in its slots; what the rule says itself goes first."""
    provenance: dict[str, Any] = {"rule": rule.id, "source": "rule", "confidence": rule.confidence}
    beside = ("before_its_like" in rule.where) - ("behind_its_like" in rule.where)
    read: dict[str, Any] = {}
    for phrase in phrases:
        read.update(phrase.means)
    if rule.reading_kind != "limit":
        given = {**_OF_ANY_NON_EFFECT, "reach": _reach(read), **_said_of(NON_EFFECT_FIELDS, read), **rule.reading}
        fields = _convert(given, NON_EFFECT_FIELDS)
        reach, numbers = fields.pop("reach"), tuple(read.get("numbers", ()))
        record = NonEffect(**fields, **_OF_A_NON_EFFECT, **provenance)
        # What is said of effects that is no limit is said of their activation.
        return Statement(record, verb="activate", reach=reach, numbers=numbers, beside=beside)
    fields = _convert(complete({**read, **rule.reading}), LIMIT_FIELDS)
    if "what" in fields and fields["kind"] in _COUNTS_EVENTS:
        fields["event"] = CountedEvent(fields["what"], fields.get("whose", "any"))
    of_statement = {key: fields[key] for key in Statement._fields if key in fields and key != "refers"}
    of_record = {key: fields[key] for key in Limit.__struct_fields__ if key in fields}
    return Statement(
        Limit(**of_record, **_OF_A_LIMIT, **provenance),
        **of_statement,
        is_of_each=fields.get("each", False),
        is_implied=fields.get("implied", False),
        refers=fields.get("refers", "reference" in fields),
        beside=beside,
    )


def state_non_effect(kind: NonEffectKind, rule: str, source: Source, confidence: float) -> NonEffect:
    """Put into a record that a text is no effect of this kind in any way."""
    said = {**_OF_ANY_NON_EFFECT, **_OF_A_NON_EFFECT}
    return NonEffect(kind=kind, rule=rule, source=source, confidence=confidence, **said)


def _reach(read: Mapping[str, Any]) -> Reach:
    """Tell which effects words speak of that say no more than a reference: of the card where there is none."""
    return "numbered" if "numbers" in read else "last" if "reference" in read else "none"


def _said_of(fields: Mapping[str, Any], read: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in read.items() if key in fields}


def complete(read: Mapping[str, Any]) -> dict[str, Any]:
    """Add to the fields of a limit that were read those that follow from its kind and verb.

    Only a soft limit counts anew when its card moves or turns face-down (Perfect Rulebook 2017, pp. 176-177); only
    "activate" gives a negated activation back, "use" does not (the same). A ceiling counts what happens while it is
    there (OCG rulings on El Shaddoll Winda), and nothing that was negated.
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
        "summon_kind": "special" if kind == "summon" else None,
        "shared": False,
        "each_option": False,
        "each_target": False,
        "counts_from": "presence" if kind == "cap" else None,
        "names": None,
        "player": "you",
        "optional": None,
        "spent_on": _SPENT_ON[verb],
        "event": None,
        "pattern": None,
        "edition": None,
    }
    fields.update({key: said for key, said in read.items() if kind in _SAID_OF.get(key, {kind})})
    fields["verb"] = verb
    if read.get("what") == "summon" and verb != "summon":
        # Every kind of Summon is one; a procedure is one of Special Summons.
        fields["summon_kind"] = None
    fields.setdefault("refunded_if_negated", kind == "cap" or (verb == "activate" and kind == "hard"))
    fields.setdefault("resets_on", ("leaves_location", "flipped_face_down") if kind == "soft" else ())
    is_by_name = fields["scope"] == "name" and kind != "control"
    # Only Duel Masters, which has editions, prints of whose cards it speaks; elsewhere each player has a count.
    owner = fields.get("owner") or ("any" if is_by_name and fields["edition"] else "you")
    fields["owner"] = owner if is_by_name or fields["scope"] == "ability" else None
    is_spent = kind == "soft" or (is_by_name and fields["owner"] == "any")
    fields.setdefault("on_control_change", "stays_spent" if is_spent else "own_count" if is_by_name else None)
    return fields


def amend(statement: Statement, rule: Rule) -> Statement:
    """Give what a rule amends, which is of the kind that it says, the rule's fields; leave any other as it is."""
    record = statement.record
    if record.kind != rule.amended_kind:
        return statement
    if isinstance(record, Limit):
        return change(statement, **rule.reading)
    return statement._replace(record=msgspec.structs.replace(record, **rule.reading))


def change(statement: Statement, **given: Any) -> Statement:
    """Put these fields of a limit in place of the statement's own; what is no field of the record stays."""
    fields = _convert({key: value for key, value in given.items() if key in Limit.__struct_fields__}, LIMIT_FIELDS)
    return statement._replace(record=msgspec.structs.replace(statement.record, **fields))


def _convert(fields: dict[str, Any], types: dict[str, Any]) -> dict[str, Any]:
    return {key: msgspec.convert(value, types[key]) for key, value in fields.items()}
