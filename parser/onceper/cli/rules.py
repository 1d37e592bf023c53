"""``onceper rules``: list the rules and search in them, check them, and list those that a language lacks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from onceper.cli.options import Patterns, known_language

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.patterns.rule import Rule

_HEADINGS = ("rule", "reading", "pattern", "source")
_MORE_HEADINGS = ("reads", "does not read", "file")
_MISSING_HEADINGS = ("languages", "rule", "reading", "example", "source")


def rules(
    search: Annotated[
        str, typer.Argument(help="Words to find in a rule's id, reading, pattern, examples or source.")
    ] = "",
    lang: Annotated[str | None, typer.Option(callback=known_language, help="Only the rules of this language.")] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Check that each rule reads its examples, and none that it must not; show what it yields."
        ),
    ] = False,
    missing: Annotated[
        bool,
        typer.Option(
            "--missing",
            help="List the readings that a language has no rule for, those of most languages first.",
        ),
    ] = False,
    examples: Annotated[
        bool, typer.Option("--examples", help="List also what each reads, what it must not read, and its file.")
    ] = False,
    patterns: Patterns = None,  # noqa: ARG001  its callback has loaded them
) -> None:
    """List the rules, or search in them.

    A table of id, reading, pattern and source on a terminal; elsewhere a rule a line, with tabs between.

    With --check id, what the rule yields, and the example; of several examples that yield the same the first. The rest
    of the language's rules are held to their examples as well: a new rule may take what another one reads. Hints say
    which of your own patterns, exceptions and phrases no example needs.

    With --missing how many of 10,000 texts print it, id, reading, an example of a language that has it, and source;
    before these the language, unless --lang names one.

    Exit codes: 0 done; 1 a file of rules is wrong, or (with --check) an example is not read as it says,
    or no rule holds the words.
    """
    if examples and (check or missing):
        raise typer.BadParameter("--examples goes with the list of rules, not with --check or --missing")
    if check and missing:
        raise typer.BadParameter(
            "--check is about the rules that there are, --missing about those that there are not.\n"
            "  remedy: leave one of them out"
        )
    # The rules bring spaCy with them, so that they load here: --help need not wait for it.
    from onceper.cli.printing import print_rows  # noqa: PLC0415
    from onceper.cli.rules_check import check_rules  # noqa: PLC0415
    from onceper.lang.languages import language, language_codes  # noqa: PLC0415

    codes = [lang] if lang else language_codes()
    if missing:
        headings, rows = missing_rows(codes, search, with_language=lang is None)
        if rows:
            print_rows(headings, rows)
        else:
            typer.echo(f"no missing rule holds {search!r}" if search else "no rule is missing", err=True)
        return
    by_lang = {code: [rule for rule in language(code).every_rule if _holds(rule, search)] for code in codes}
    found = [rule for of_lang in by_lang.values() for rule in of_lang]
    if not found:
        typer.echo(f"no rule holds {search!r}", err=True)
        # What was to be checked was not.
        raise typer.Exit(1 if check else 0)
    if check:
        check_rules(by_lang)
    else:
        headings = (*_HEADINGS, *_MORE_HEADINGS) if examples else _HEADINGS
        print_rows(headings, (_cells(rule)[: len(headings)] for rule in found))


def _cells(rule: Rule) -> tuple[str, ...]:
    from onceper.display.rule_words import what_is_read  # noqa: PLC0415

    reading = what_is_read(rule.reading_kind, rule.reading)
    return rule.id, reading, rule.pattern, rule.source, "\n".join(rule.matches), "\n".join(rule.rejects), rule.file


def _holds(rule: Rule, search: str) -> bool:
    *cells, _rejects, _file = _cells(rule)
    return any(search.casefold() in cell.casefold() for cell in cells)


def missing_rows(
    codes: Iterable[str], search: str, *, with_language: bool
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the headings and a row for each reading that these languages lack, those that the most others print first.

    The example is of the first language that has it, English before the others. Only rows that hold the words that are
    searched for are given.
    """
    from onceper.display.rule_words import what_is_read  # noqa: PLC0415
    from onceper.lang.languages import language, language_codes  # noqa: PLC0415
    from onceper.patterns.catalogue import missing_readings  # noqa: PLC0415

    examples: dict[str, str] = {}
    printed_in: Counter[str] = Counter()
    for code in sorted(language_codes(), key=lambda code: code != "en"):
        rules = {rule.id: rule.matches[0] for rule in language(code).every_rule}
        examples = {**rules, **examples}
        printed_in.update(rules.keys())
    rows: list[tuple[str, ...]] = []
    for code in codes:
        own = language(code)
        missing = missing_readings({rule.id for rule in own.every_rule}, own.games)
        for reading in sorted(missing, key=lambda one: -printed_in[one.id]):
            what, example = what_is_read(reading.kind, reading.means), examples.get(reading.id, "")
            cells = (str(printed_in[reading.id]), reading.id, what, example, reading.source)
            if any(search.casefold() in cell.casefold() for cell in cells):
                rows.append((code, *cells) if with_language else cells)
    return (*(["language"] if with_language else []), *_MISSING_HEADINGS), rows
