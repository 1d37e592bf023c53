"""Check that rules read the examples that stand beside them, and none that they must not read, and what they yield."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, get_args

from onceper.contract.limit import Limit, Period
from onceper.errors import OnceperError
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from onceper.contract.non_effect import NonEffect
    from onceper.patterns.rule import Rule
    from onceper.reader.reader import Reader

# How many may be on the field is asked at any time; whatever else is counted is counted within a period.
_COUNTS_FOR_EVER = {"control"}

_PART_OF_SPEECH = re.compile(r"(?<=.)/[^\x00-\x7f]*$")


class ExamplesError(OnceperError):
    """Rules do not read their examples, or read what they must not."""


def wrong_examples(reader: Reader, rule: Rule) -> list[str]:
    """Return what is wrong with each example of a rule that is not as it says; an empty list where all are.

    Each says who reads the clauses of the example instead, and which rules came nearest.
    """
    return [_explain(reader, rule, example, must_read) for example, must_read in _wrong(reader, rule)]


def lost_examples(reader: Reader, rule: Rule) -> list[str]:
    """Return for each example of a rule that is not as it says, in a line, which rules read it."""
    return [
        f"{_say(rule, example, must_read)}; read by {', '.join(_rules_of(reader, example)) or 'no rule'}"
        for example, must_read in _wrong(reader, rule)
    ]


def limits_without_period(reader: Reader, rule: Rule) -> list[str]:
    """Return for each ``matches`` in which a rule reads a limit of no period, though its kind needs one, what to do."""
    return [
        f"{rule.file}: {rule.id} reads a limit without a period in {example!r}; "
        f"expected one of {', '.join(get_args(Period))}\n"
        "  remedy: put a slot that means a period in place of words of the pattern, or say the period in the rule"
        for example in rule.matches
        if any(map(_lacks_period, records_in(reader, rule, example)))
    ]


def _lacks_period(record: Limit | NonEffect) -> bool:
    return isinstance(record, Limit) and record.period is None and record.kind not in _COUNTS_FOR_EVER


def records_in(reader: Reader, rule: Rule, example: str) -> list[Limit | NonEffect]:
    """List what a rule yields in an example; of a rule that amends, the records that it changes."""
    reading = reader.read(example)
    records: tuple[Limit | NonEffect, ...] = reading.limits if rule.reading_kind == "limit" else reading.non_effects
    if rule.reading_kind == "amends":
        records = (*reading.limits, *records)
        return [record for record in records if record.kind == rule.amended_kind]
    # What says the same as its neighbour is one record with it, under the neighbour's rule.
    return [record for record in records if record.rule == rule.id] or [
        candidate.statement.record
        for _, clause in reader.every_clause(example)
        for candidate in clause.candidates
        if candidate.statement.record.rule == rule.id
    ]


def _wrong(reader: Reader, rule: Rule) -> Iterator[tuple[str, bool]]:
    """Yield the examples that are not as the rule says, and whether it must read them."""
    for examples, must_read in ((rule.matches, True), (rule.rejects, False)):
        for example in examples:
            if (rule.id in _rules_of(reader, example)) != must_read:
                yield example, must_read


def _rules_of(reader: Reader, example: str) -> list[str]:
    return list(dict.fromkeys(rule for _, reading in reader.every_clause(example) for rule in reading.rules))


def _say(rule: Rule, example: str, must_read: bool) -> str:
    return f"{rule.file}: {rule.id} {'does not read' if must_read else 'reads, though it must not,'} {example!r}"


def _printed(symbol: str) -> str:
    # Japanese words that inflect are known by their dictionary form with their part of speech behind it.
    return _PART_OF_SPEECH.sub("", symbol)


def _missed(missing: Collection[str]) -> str:
    if missing:
        return f"misses {', '.join(map(_printed, missing))}"
    return "has all its words here, in another order or beside what it is barred by"


def _explain(reader: Reader, rule: Rule, example: str, must_read: bool) -> str:
    lines = [_say(rule, example, must_read), *(f"  pattern {pattern.text}" for pattern in rule.patterns)]
    for template, reading in reader.every_clause(example):
        clause = template.replace(MASK, "{name}")
        lines.append(f"  clause {clause!r} is read by {', '.join(reading.rules) or 'no rule'}")
        lines += [f"    nearest: {near}, which {_missed(missing)}" for near, missing in reader.nearest(template)]
    return "\n".join(lines)
