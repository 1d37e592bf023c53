"""``onceper rules --check``: what the rules yield, which examples are not read as they say, and what none needs."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import typer

from onceper.cli.table import print_rows
from onceper.display.rule_words import what_is_yielded
from onceper.lang.languages import language
from onceper.patterns.language_files import PARTS, STRUCTURE
from onceper.reader.examples import (
    ExamplesError,
    limits_without_period,
    lost_examples,
    records_in,
    unneeded_parts,
    unneeded_patterns,
    unneeded_phrases,
    wrong_examples,
    wrong_part_examples,
    wrong_phrase_examples,
)
from onceper.reader.readers import reader_of, rules_and_readers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

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
                *(problem for rule, reader in chosen for problem in wrong_examples(reader, rule)),
                *(problem for rule, reader in others for problem in lost_examples(reader, rule)),
            ],
            "read as a limit without a period": [
                problem for rule, reader in chosen for problem in limits_without_period(reader, rule)
            ],
            "not read as the structure says": [
                problem
                for print_, reader in whole
                for problem in _in(STRUCTURE, print_, wrong_phrase_examples(print_, reader))
            ],
            "not read as the parts say": [
                problem
                for print_, reader in whole
                for problem in _in(PARTS, print_, wrong_part_examples(print_, reader))
            ],
        }
    )
    own_files = {file for print_ in own for file in print_.folders.own_files}
    hints = [hint for rule, reader in chosen if rule.file in own_files for hint in unneeded_patterns(reader, rule)]
    if not others:
        hints += [hint for print_, reader in whole for hint in _idle(print_, reader)]
    for hint in hints:
        typer.echo(f"hint: {hint}", err=True)
    counts = (f"{len(rules)} {code}" for code, rules in by_lang.items() if rules)
    typer.echo(f"every example is read as its rule says: {', '.join(counts)}")


def _yields(rule: Rule, reader: Reader) -> Iterator[tuple[str, str, str]]:
    """Yield id, what the rule makes of an example, and the example; of those that yield the same the first."""
    said: set[str] = set()
    for example in rule.matches:
        yielded = what_is_yielded(rule, records_in(reader, rule, example))
        if yielded not in said:
            said.add(yielded)
            yield rule.id, yielded, example


def _raise_wrong(problems: Mapping[str, Sequence[str]]) -> None:
    """Raise if there are any of these problems of examples, which are given by what is wrong with those."""
    counts = [
        f"{len(told)} example{'s are' if len(told) > 1 else ' is'} {what}" for what, told in problems.items() if told
    ]
    if counts:
        raise ExamplesError("\n".join([", ".join(counts), *chain.from_iterable(problems.values())]))


def _idle(own: Language, reader: Reader) -> Iterator[str]:
    """Yield which phrases and parts no example shows or needs."""
    for key in own.structure.examples:
        yield from _in(STRUCTURE, own, unneeded_phrases(own, reader, key))
    yield from _in(PARTS, own, unneeded_parts(own, reader))
    if not own.book.parts:
        yield from _in(PARTS, own, ["missing, so that limits in other words than the patterns' go unnoticed"])


def _in(file: str, own: Language, problems: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with its file, as messages name that."""
    shown = own.folders.shown(own.folders.main / file)
    return (f"{shown}: {problem}" for problem in problems)
