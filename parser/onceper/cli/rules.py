"""``onceper rules``: list the rules and search in them, check them, and list those that a language lacks."""

from __future__ import annotations

from collections import ChainMap, Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from onceper.cli.options import KNOWN_LANGUAGE, PATTERNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.patterns.rule import ReadingKind, Rule

    Cells = tuple[str, ...]

_HEADINGS = ("rule", "reading", "pattern", "source", "reads", "does not read", "file")
_WITHOUT_EXAMPLES = 4
_MISSING_HEADINGS = ("language", "languages", "rule", "reading", "example", "source")


@click.command()
@click.argument(
    "search", default="", metavar="[SEARCH]", help="Words to find in a rule's id, reading, pattern, examples or source."
)
@click.option("--lang", type=KNOWN_LANGUAGE, metavar="LANG", help="Only the rules of this language.")
@click.option(
    "--check",
    is_flag=True,
    help="Check that each rule reads its examples, and none that it must not; show what it yields.",
)
@click.option(
    "--missing",
    is_flag=True,
    help="List the readings that a language has no rule for, those of most languages first.",
)
@click.option("--examples", is_flag=True, help="List also what each reads, what it must not read, and its file.")
@PATTERNS
def rules(search: str, lang: str | None, check: bool, missing: bool, examples: bool) -> None:
    """List the rules, or search in them.

    A table of id, reading, pattern and source on a terminal; elsewhere a rule a line, with tabs between.

    With --check id, what the rule yields, and the example; of several examples that yield the same the first. The rest
    of the language's rules are held to their examples as well: a new rule may take what another one reads. Hints say
    which of your own patterns and exceptions no example needs.

    With --missing the language, in how many others it is read, id, reading, an example of a language that has it, and
    source.

    Exit codes: 0 done; 1 a file of rules is wrong, or (with --check) an example is not read as it says,
    or no rule holds the words.
    """
    if check + missing + examples > 1:
        raise click.UsageError("expected one of --check, --missing and --examples\n  remedy: leave the others out")
    # The rules bring spaCy with them, so that they load here: --help need not wait for it.
    from onceper.cli.examples import check_rules  # noqa: PLC0415
    from onceper.cli.printing import print_rows  # noqa: PLC0415
    from onceper.lang.languages import language, language_codes  # noqa: PLC0415

    codes = [lang] if lang else language_codes()
    if missing:
        rows = [cells for cells in _missing(codes) if _hold(cells, search)]
        print_rows(_MISSING_HEADINGS, rows)
        if not rows:
            click.echo(f"no missing rule holds {search!r}", err=True)
        return
    by_lang = {code: [rule for rule in language(code).every_rule if _hold(_cells(rule)[:-2], search)] for code in codes}
    by_lang = {code: found for code, found in by_lang.items() if found}
    if not by_lang:
        click.echo(f"no rule holds {search!r}", err=True)
        # What was to be checked was not.
        raise click.exceptions.Exit(1 if check else 0)
    if check:
        check_rules(by_lang)
    else:
        shown = len(_HEADINGS) if examples else _WITHOUT_EXAMPLES
        print_rows(_HEADINGS[:shown], (_cells(rule)[:shown] for found in by_lang.values() for rule in found))


def _cells(rule: Rule) -> Cells:
    reading = _what_is_read(rule.reading_kind, rule.reading)
    return (
        rule.id,
        reading,
        "\n".join(rule.patterns),
        rule.source,
        "\n".join(rule.matches),
        "\n".join(rule.rejects),
        rule.file,
    )


def _what_is_read(kind: ReadingKind, means: Any) -> str:
    """Return what a rule or the catalogue says that words are, such as ``limit: hard``."""
    words = kind.replace("_", " ")
    return f"{words}: {means['kind'].replace('_', ' ')}" if isinstance(means, dict) and "kind" in means else words


def _hold(cells: Cells, search: str) -> bool:
    return search.casefold() in "\n".join(cells).casefold()


def _missing(codes: Iterable[str]) -> Iterator[Cells]:
    """Yield a row for each reading that these languages lack, those that the most others print first.

    The example is of the first language that has it, English before the others.
    """
    from onceper.lang.languages import language, language_codes  # noqa: PLC0415
    from onceper.patterns.catalogue import missing_readings  # noqa: PLC0415

    codes_of_all = sorted(language_codes(), key=lambda code: code != "en")
    examples = [{rule.id: rule.matches[0] for rule in language(code).every_rule} for code in codes_of_all]
    printed_in = Counter(chain.from_iterable(examples))
    first = ChainMap(*examples)
    for code in codes:
        own = language(code)
        missing = missing_readings({rule.id for rule in own.every_rule}, own.games)
        for reading in sorted(missing, key=lambda one: -printed_in[one.id]):
            what = _what_is_read(reading.kind, reading.means)
            yield code, str(printed_in[reading.id]), reading.id, what, first.get(reading.id, ""), reading.source
