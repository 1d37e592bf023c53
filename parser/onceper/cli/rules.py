"""``onceper rules``: list the rules and search in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from onceper.cli.language import known_language
from onceper.lang import LANGUAGES

if TYPE_CHECKING:
    from onceper.rules.rule import Rule


def rules(
    search: Annotated[
        str, typer.Argument(help="Words to find in a rule's id, reading, pattern, examples or source.")
    ] = "",
    lang: Annotated[str | None, typer.Option(callback=known_language, help="Only the rules of this language.")] = None,
) -> None:
    """List the rules, or search in them.

    A table of id, reading, pattern and source on a terminal; elsewhere a rule a line, with tabs between.
    """
    # The rules bring spaCy with them, so that they load here: --help need not wait for it.
    from rich.console import Console  # noqa: PLC0415

    from onceper.display.terminal import reading_of, rules_table  # noqa: PLC0415
    from onceper.rules.loading import rules_of  # noqa: PLC0415

    def holds(rule: Rule) -> bool:
        places = (rule.id, reading_of(rule), rule.pattern, *rule.matches, rule.source)
        return any(search.casefold() in place.casefold() for place in places)

    found = [rule for code in ([lang] if lang else LANGUAGES) for rule in rules_of(code) if holds(rule)]
    console = Console()
    if not found:
        typer.echo(f"no rule holds {search!r}", err=True)
    elif console.is_terminal:
        console.print(rules_table(found))
    else:
        for rule in found:
            cells = (rule.id, reading_of(rule), " | ".join(rule.patterns), rule.source)
            typer.echo("\t".join(cells))
