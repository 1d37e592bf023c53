"""Check that data reads the examples that stand beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import click

from onceper.cli.printing import print_rows
from onceper.contract.limit import Limit, Period
from onceper.display.speech import Speech
from onceper.errors import OnceperError
from onceper.lang.languages import ENGLISH, language
from onceper.patterns.language_files import PARTS
from onceper.reader.readers import rules_and_readers
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from onceper.contract.non_effect import NonEffect
    from onceper.patterns.rule import Rule
    from onceper.reader.reader import Reader

_HEADINGS = ("rule", "yields", "example")


def check_rules(by_lang: Mapping[str, Collection[Rule]]) -> None:
    """Print what these rules yield, then hints, and at last how many rules of each language are as they say.

    Of examples that yield the same the first is shown.

    Raises:
        OnceperError: an example of theirs, or of another rule of the language, is not read as it says.
    """
    problems: list[str] = []
    hints: list[str] = []
    rows: dict[tuple[str, str], str] = {}
    for code, asked in by_lang.items():
        spoken = language(code)
        for rule, reader in rules_and_readers(spoken):
            problems += wrong_examples(reader, rule)
            if rule in asked:
                for example in rule.matches:
                    rows.setdefault((rule.id, _yield(reader, rule, example)), example)
                if rule.file in reader.language.folders.own_files:
                    hints += unneeded_patterns(reader, rule)
        for own in (spoken, *spoken.games.values()):
            if not own.book.parts:
                file = own.folders.shown(own.folders.main / PARTS)
                hints.append(f"{file}: missing, so that limits in other words than the patterns' go unnoticed")
    print_rows(_HEADINGS, ((*yielded, example) for yielded, example in rows.items()))
    if problems:
        raise OnceperError("\n".join([f"examples that are not read as their files say: {len(problems)}", *problems]))
    for hint in hints:
        click.echo(f"hint: {hint}", err=True)
    counts = ", ".join(f"{len(rules)} {code}" for code, rules in by_lang.items())
    click.echo(f"every example is read as its rule says: {counts}")


def _yield(reader: Reader, rule: Rule, example: str) -> str:
    """Return what a rule makes of an example, such as ``hard · By card name, once per turn``."""
    does = rule.reading_kind.replace("_", " ")
    if rule.why:
        return f"{does}: {rule.why}"
    said = []
    for record in records_in(reader, rule, example):
        kind = record.kind.replace("_", " ")
        said.append(f"{kind} · {Speech(ENGLISH, None).say(record)}" if isinstance(record, Limit) else kind)
    amended = f"amends {', '.join(rule.reading)}: " if does == "amends" else ""
    return amended + (" | ".join(said) or "nothing")


def wrong_examples(reader: Reader, rule: Rule) -> Iterator[str]:
    """Yield what is wrong with each example of a rule that is not as it says, or is a limit of no period.

    Each says who reads the clauses of the example instead, and which rules came nearest.
    """
    for examples, must_read in ((rule.matches, True), (rule.rejects, False)):
        for example in examples:
            clauses = reader.every_clause(example)
            if must_read != any(rule.id in reading.rules for _, reading in clauses):
                wrong = "does not read" if must_read else "reads, though it must not,"
                lines = [f"{rule.file}: {rule.id} {wrong} {example!r}"]
                lines += (f"  pattern {pattern}" for pattern in rule.patterns)
                for template, reading in clauses:
                    clause = template.replace(MASK, "{name}")
                    lines.append(f"  clause {clause!r} is read by {', '.join(reading.rules) or 'no rule'}")
                    nearest = reader.sentences.clauses.nearest(template)
                    lines += (f"    nearest: {near}, which {_missed(missing)}" for near, missing in nearest)
                yield "\n".join(lines)
            elif must_read and any(_lacks_period(record) for record in records_in(reader, rule, example)):
                yield (
                    f"{rule.file}: {rule.id} reads a limit without a period in {example!r}; "
                    f"expected one of {', '.join(get_args(Period))}\n"
                    "  remedy: put a slot that means a period in place of words of the pattern, or say the period in "
                    "the rule"
                )


def _missed(missing: Collection[str]) -> str:
    of_order = "has all its words here, in another order or beside what it is barred by"
    return f"misses {', '.join(missing)}" if missing else of_order


def _lacks_period(record: Limit | NonEffect) -> bool:
    # How many may be on the field is asked at any time; whatever else is counted is counted within a period.
    return isinstance(record, Limit) and record.period is None and record.kind != "control"


def records_in(reader: Reader, rule: Rule, example: str) -> list[Limit | NonEffect]:
    """List what a rule yields in an example; of a rule that amends, the records that it changes."""
    reading = reader.read(example)
    records: list[Limit | NonEffect] = [*reading.limits, *reading.non_effects]
    amends = rule.reading_kind == "amends"
    return [one for one in records if (one.kind == rule.amended_kind if amends else one.rule == rule.id)]


def unneeded_patterns(reader: Reader, rule: Rule) -> Iterator[str]:
    """Name the patterns without which a rule reads its ``matches`` as before, and each ``unless`` its ``rejects``."""
    read = {example: reader.matches_of(rule, example) for example in (*rule.matches, *rule.rejects)}
    for key, pattern in rule.keyed:
        what, examples = ("unless", rule.rejects) if key.is_unless else ("pattern", rule.matches)
        if all(read[example] == reader.matches_of(rule, example, key) for example in examples):
            yield f"{rule.file}: {rule.id}: no example needs the {what} {pattern!r}"
