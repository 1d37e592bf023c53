"""``onceper rules --check``: what the rules yield, which examples are not read as they say, and what none needs."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import typer

from onceper.cli.examples import (
    ExamplesError,
    limits_without_period,
    records_in,
    shown_parts,
    shown_phrases,
    unneeded,
    unneeded_patterns,
    wrong_examples,
    wrong_texts,
)
from onceper.cli.printing import print_rows
from onceper.display.rule_words import what_is_yielded
from onceper.lang.languages import language
from onceper.patterns.language_files import PARTS, STRUCTURE
from onceper.reader.readers import reader_of, rules_and_readers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from onceper.lang.base import Language
    from onceper.patterns.rule import Rule
    from onceper.reader.reader import Reader

_HEADINGS = ("rule", "yields", "example")


def check_rules(by_lang: Mapping[str, Collection[Rule]]) -> None:
    """Print what these rules yield, then hints, and at last how many rules of each language are as they say.

    Raises:
        ExamplesError: an example of theirs, or of another rule of the language, is not read as it says.
    """
    languages = [language(code) for code, rules in by_lang.items() if rules]
    asked = {rule for rules in by_lang.values() for rule in rules}
    every = [pair for spoken in languages for pair in rules_and_readers(spoken)]
    chosen = [(rule, reader) for rule, reader in every if rule in asked]
    others = [(rule, reader) for rule, reader in every if rule not in asked]
    own = [print_ for spoken in languages for print_ in (spoken, *spoken.games.values()) if print_.folders.own_files]
    # A bundled language keeps its own files.
    whole = [(print_, reader_of(print_.code, print_.game)) for print_ in own if not print_.is_bundled]
    print_rows(_HEADINGS, [row for rule, reader in chosen for row in _yields(rule, reader)])
    _raise_wrong(
        {
            "not read as the rules say": [
                problem for rule, reader in (*chosen, *others) for problem in wrong_examples(reader, rule)
            ],
            "read as a limit without a period": [
                problem for rule, reader in chosen for problem in limits_without_period(reader, rule)
            ],
            "not read as the structure says": [
                f"{_shown(print_, STRUCTURE)}{problem}"
                for print_, reader in whole
                for problem in wrong_texts(shown_phrases(print_, reader), print_, reader)
            ],
            "not read as the parts say": [
                f"{_shown(print_, PARTS)}{problem}"
                for print_, reader in whole
                for problem in wrong_texts(shown_parts(print_, reader), print_, reader)
            ],
        }
    )
    own_files = {file for print_ in own for file in print_.folders.own_files}
    hints = [hint for rule, reader in chosen if rule.file in own_files for hint in unneeded_patterns(reader, rule)]
    for print_, reader in [] if others else whole:
        phrases, parts = shown_phrases(print_, reader), shown_parts(print_, reader)
        hints += (f"{_shown(print_, STRUCTURE)}{idle}" for idle in unneeded(phrases, print_))
        hints += (f"{_shown(print_, PARTS)}{idle}" for idle in unneeded(parts, print_))
        if not print_.book.parts:
            hints.append(
                f"{_shown(print_, PARTS)}missing, so that limits in other words than the patterns' go unnoticed"
            )
    for hint in hints:
        typer.echo(f"hint: {hint}", err=True)
    counts = (f"{len(rules)} {code}" for code, rules in by_lang.items() if rules)
    typer.echo(f"every example is read as its rule says: {', '.join(counts)}")


def _yields(rule: Rule, reader: Reader) -> Iterator[tuple[str, str, str]]:
    """Return id, what the rule makes of an example, and the example; of those that yield the same the first."""
    examples: dict[str, str] = {}
    for example in rule.matches:
        examples.setdefault(what_is_yielded(rule, records_in(reader, rule, example)), example)
    return ((rule.id, yielded, example) for yielded, example in examples.items())


def _raise_wrong(problems: Mapping[str, Sequence[str]]) -> None:
    """Raise if there are any of these problems of examples, which are given by what is wrong with those."""
    counts = [
        f"{len(told)} example{'s are' if len(told) > 1 else ' is'} {what}" for what, told in problems.items() if told
    ]
    if counts:
        raise ExamplesError("\n".join([", ".join(counts), *chain.from_iterable(problems.values())]))


def _shown(own: Language, file: str) -> str:
    """Return the name of a language's file before what is wrong in it."""
    return f"{own.folders.shown(own.folders.main / file)}: "
