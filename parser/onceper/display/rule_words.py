"""What a rule reads, in plain words: what it says itself, and what its examples yield."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onceper.contract.limit import Limit
from onceper.display.speech import ENGLISH, Speech

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.non_effect import NonEffect
    from onceper.patterns.rule import ReadingKind, Rule


def what_is_read(kind: ReadingKind, means: Any) -> str:
    """Return what a rule or the catalogue says that words are, such as ``limit: hard``."""
    words = kind.replace("_", " ")
    return f"{words}: {means['kind'].replace('_', ' ')}" if isinstance(means, dict) and "kind" in means else words


def what_is_yielded(rule: Rule, records: Sequence[Limit | NonEffect]) -> str:
    """Return what a rule makes of an example, such as ``hard · By card name, effect 1, once per turn``.

    ``records`` are those that it yields, or for a rule that amends those that it changes.
    """
    if rule.why:
        return f"{rule.reading_kind.replace('_', ' ')}: {rule.why}"
    words = " | ".join(map(_in_words, records)) or "nothing"
    if rule.reading_kind == "amends":
        return f"amends {', '.join(rule.reading)}: {words}"
    return words


def _in_words(record: Limit | NonEffect) -> str:
    if not isinstance(record, Limit):
        return record.kind.replace("_", " ")
    governed = record.applies_to
    is_tied = governed.reference == "card" or governed.effects or governed.activation or governed.summon
    # A sentence that stands alone refers to what is not there.
    refers = "" if is_tied else f" · refers to {governed.reference.replace('_', ' ')}"
    return f"{record.kind} · {Speech(ENGLISH, None).say(record)}{refers}"
