"""What a rule and the phrases in its slots state, as a record of the contract."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.patterns.records import read_bundled
from onceper.patterns.rule import Rule
from onceper.reader.candidate import Said, Statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onceper.contract.non_effect import Applies, NonEffectKind
    from onceper.contract.span import Source
    from onceper.patterns.rule import ReadingKind
    from onceper.patterns.word_list import Phrase

_NULL = dict.fromkeys(Limit.__struct_fields__)
_ANY_NON_EFFECT: dict[str, Any] = {
    "effects": (),
    **dict.fromkeys(("mandatory", "material", "wins")),
    "span": (0, 0),
    "text": "",
}


@lru_cache(maxsize=4096)
def state(rule: Rule, phrases: tuple[Phrase, ...], source: Source = "rule") -> Statement:
    """Put into a record what a rule states with these phrases in its slots; what the rule says itself goes first."""
    provenance = {"rule": rule.id, "source": source, "confidence": rule.confidence}
    beside = ("before_its_like" in rule.where) - ("behind_its_like" in rule.where)
    read: dict[str, Any] = {}
    for phrase in phrases:
        read.update(phrase.means)
    record: Limit | NonEffect
    if rule.reading_kind == "limit":
        fields = complete({**read, **rule.reading})
        said = {"refers": "reference" in fields, **fields, "beside": beside}
        record = msgspec.convert({**fields, **provenance}, Limit)
    else:
        # Words that say no more than a reference speak of its effects: of the card where there is none.
        reach = "last" if "reference" in read else "none"
        kind = rule.reading["kind"]
        # Text of materials that says neither of the card itself nor of what is Summoned is about the other materials.
        material = "others" if kind == "material_restriction" else None
        fields = {"reach": reach, "applies": _applies(kind), "material": material, **read, **rule.reading}
        # What is said of effects that is no limit is said of their activation.
        said = {**fields, "verb": "activate", "beside": beside}
        record = msgspec.convert({**_ANY_NON_EFFECT, **fields, **provenance}, NonEffect)
    return Statement(record, msgspec.convert(said, Said))


def saying(name: str, kind: ReadingKind, fields: Mapping[str, Any], source: str = "", confidence: float = 1.0) -> Rule:
    """Return as a rule what says these fields and none, the same for the same."""
    return _saying(name, kind, msgspec.json.encode(fields, order="sorted"), source, confidence)


@lru_cache(maxsize=1024)
def _saying(name: str, kind: ReadingKind, encoded: bytes, source: str, confidence: float) -> Rule:
    reading = msgspec.json.decode(encoded)
    return Rule(id=name, reading_kind=kind, reading=reading, source=source, confidence=confidence)


def state_non_effect(
    kind: NonEffectKind, rule: str = "", source: Source = "rule", confidence: float = 1.0
) -> NonEffect:
    """Put into a record that a text is no effect of this kind in any way; where no rule says so, it is told by that."""
    return NonEffect(
        kind=kind, rule=rule or kind, source=source, confidence=confidence, applies=_applies(kind), **_ANY_NON_EFFECT
    )


def _applies(kind: NonEffectKind) -> Applies | None:
    """Return where text of a kind holds that says nothing else of it: a heading, which frames other text, nowhere."""
    return None if kind == "heading" else "everywhere"


def complete(read: Mapping[str, Any]) -> dict[str, Any]:
    """Add to the fields of a limit that were read those that follow from its kind and verb.

    Only "activate" gives a negated activation back, "use" does not (Perfect Rulebook 2017, pp. 176-177).
    """
    kinds, kind = read_bundled("kinds.toml"), read["kind"]
    said = {key: value for key, value in read.items() if kind in kinds["said_of"].get(key, (kind,))}
    fields = {**_NULL, "span": (0, 0), "text": "", **kinds["any"], **kinds["of"][kind], **said}
    verb = fields["verb"]
    if fields.get("what") == "summon" and verb != "summon":
        # Every kind of Summon is one; a procedure is one of Special Summons.
        fields["summon_kind"] = None
    if "what" in fields and kind in kinds["said_of"]["event"]:
        fields["event"] = {"what": fields["what"], "whose": fields.get("whose", "any")}
    fields["spent_on"] = fields["spent_on"] or kinds["spent_on"][verb]
    if fields["refunded_if_negated"] is None:
        fields["refunded_if_negated"] = verb == "activate" and kind == "hard"
    # How many may be on the field nobody spends.
    scope = fields["scope"] if kind != "control" else "field"
    if scope == "name":
        # Only Duel Masters, which has editions, prints of whose cards it speaks; elsewhere each player has a count.
        owner = fields["owner"] = fields["owner"] or ("any" if fields["edition"] else "you")
        fields["on_control_change"] = fields["on_control_change"] or ("stays_spent" if owner == "any" else "own_count")
    else:
        fields["owner"] = (fields["owner"] or "you") if scope == "ability" else None
    return fields


def amend(statement: Statement, rule: Rule) -> Statement:
    """Give what a rule amends, which is of the kind that it says, the rule's fields; leave any other as it is."""
    return change(statement, **rule.reading) if statement.record.kind == rule.amended_kind else statement


def change(statement: Statement, **given: Any) -> Statement:
    """Put these fields of a record in place of the statement's own; what is no field of the record stays."""
    record = statement.record
    return statement._replace(record=msgspec.convert({**msgspec.structs.asdict(record), **given}, type(record)))
