"""Check that a rule reads the examples that stand beside it, and none that it must not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.errors import OnceperError
from onceper.reader.readers import reader_of
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from onceper.patterns.rule import Rule


class ExamplesError(OnceperError):
    """Rules do not read their examples, or read what they must not."""


def wrong_examples(lang: str, rule: Rule) -> list[str]:
    """Return what is wrong with each example of a rule that is not as it says; an empty list where all are.

    Each says who reads the clauses of the example instead, and which rules came nearest.
    """
    return [
        _explained(lang, rule, example, must_read)
        for examples, must_read in ((rule.matches, True), (rule.rejects, False))
        for example in examples
        if _reads(lang, rule, example) != must_read
    ]


def _reads(lang: str, rule: Rule, example: str) -> bool:
    return any(rule.id in reading.rules for _, reading in reader_of(lang, rule.game).every_clause(example))


def _explained(lang: str, rule: Rule, example: str, must_read: bool) -> str:
    reader = reader_of(lang, rule.game)
    what = "does not read" if must_read else "reads, though it must not,"
    lines = [f"{rule.file}: {rule.id} {what} {example!r}", *(f"  pattern {pattern.text}" for pattern in rule.patterns)]
    for template, reading in reader.every_clause(example):
        clause = template.replace(MASK, "{name}")
        lines.append(f"  clause {clause!r} is read by {', '.join(reading.rules) or 'no rule'}")
        lines += [
            f"    nearest: {near}, which misses {', '.join(missing) or 'nothing'}"
            for near, missing in reader.nearest(template)
        ]
    return "\n".join(lines)
