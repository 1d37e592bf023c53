"""Why a record is there: what found it, the ruling behind it, and its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from onceper.lang.languages import ruling_of_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading, Row

# What these do not say is null.
_SAID_WHEN_FALSE = {"optional", "mandatory"}
# They are shown where they are the subject, and not among the fields.
_SHOWN_ELSEWHERE = {"span", "text", "rule", "source", "confidence"}


def found_by(found: Limit | NonEffect) -> str:
    """Return the rule that found it, or how sure the classifier is."""
    return f"rule {found.rule}" if found.source == "rule" else f"classifier, {found.confidence:.0%} sure"


def ruling_of(found: Limit | NonEffect, reading: CardReading | Row) -> str:
    """Return the source of the ruling that its rule rests on, or nothing where none is known."""
    return ruling_of_rule(found.rule, reading.lang, reading.game) if found.source == "rule" else ""


def fields_of(found: Limit | NonEffect) -> str:
    """Return the fields of the contract that say something, such as ``kind: hard · scope: name``."""
    return " · ".join(f"{key}: {value}" for key, value in _said(found) if key not in _SHOWN_ELSEWHERE)


def _said(record: msgspec.Struct) -> Iterator[tuple[str, str]]:
    for key, value in msgspec.structs.asdict(record).items():
        if isinstance(value, msgspec.Struct):
            yield from ((f"{key}.{within}", said) for within, said in _said(value))
        elif value not in (None, (), "", False) or (value is False and key in _SAID_WHEN_FALSE):
            yield key, _spelled(value)


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
