"""``onceper rules``: list the rules and search in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from onceper.cli.language import known_language
from onceper.cli.patterns import Patterns  # noqa: TC001  Typer resolves the annotations
from onceper.lang.languages import language_codes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onceper.patterns.rule import Rule


def rules(
    search: Annotated[
        str, typer.Argument(help="Words to find in a rule's id, reading, pattern, examples or source.")
    ] = "",
    lang: Annotated[str | None, typer.Option(callback=known_language, help="Only the rules of this language.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Check that each rule reads its examples, and none that it must not.")
    ] = False,
    patterns: Patterns = None,  # noqa: ARG001  its callback has loaded them
) -> None:
    """List the rules, or search in them.

    A table of id, reading, pattern and source on a terminal; elsewhere a rule a line, with tabs between.

    Exit codes: 0 done; 1 a file of rules is wrong, or (with --check) an example is not read as it says.
    """
    # The rules bring spaCy with them, so that they load here: --help need not wait for it.
    from rich.console import Console  # noqa: PLC0415

    from onceper.display.terminal import reading_of, rules_table  # noqa: PLC0415

    def holds(rule: Rule) -> bool:
        places = (rule.id, reading_of(rule), rule.pattern, *rule.matches, rule.source)
        return any(search.casefold() in place.casefold() for place in places)

    by_lang = {
        code: [rule for rule in language(code).every_rule if holds(rule)]
        for code in ([lang] if lang else language_codes())
    }
    found = [rule for of_lang in by_lang.values() for rule in of_lang]
    console = Console()
    if not found:
        typer.echo(f"no rule holds {search!r}", err=True)
    elif check:
        _check(by_lang)
    elif console.is_terminal:
        console.print(rules_table(found))
    else:
        for rule in found:
            cells = (rule.id, reading_of(rule), " | ".join(pattern.text for pattern in rule.patterns), rule.source)
            typer.echo("\t".join(cells))


def _check(by_lang: Mapping[str, Sequence[Rule]]) -> None:
    from onceper.reader.examples import ExamplesError, wrong_examples  # noqa: PLC0415

    wrong = [problem for lang, rules in by_lang.items() for rule in rules for problem in wrong_examples(lang, rule)]
    if wrong:
        count = f"{len(wrong)} example{'s are' if len(wrong) > 1 else ' is'} not read as the rules say"
        raise ExamplesError("\n".join([count, *wrong]))
    counts = (f"{len(rules)} {lang}" for lang, rules in by_lang.items() if rules)
    typer.echo(f"every example is read as its rule says: {', '.join(counts)}")
