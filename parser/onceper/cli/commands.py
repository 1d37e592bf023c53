"""The commands that read files and write one: each calls one function with its options, and says what came of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from onceper.cli.options import (
    CLASSIFIER,
    COLUMN,
    FORMAT,
    GAME,
    KNOWN_LANGUAGE,
    LANG,
    LANGUAGES,
    MODEL,
    PATTERNS,
    QUIET,
    TARGET,
)
from onceper.cli.printing import sum_up
from onceper.comparing.pairing import WAYS
from onceper.files.opening import input_path
from onceper.training import SEED

if TYPE_CHECKING:
    from onceper.tagging.summary import Counted

# What reads texts and files loads in each command, so that --help need not wait for it.

_LIKENED = {
    "joined": "joined and numbered as the witness",
    "order": "numbered as the witness",
    "apart": "not brought together with the witness",
}


@click.command()
@click.argument(
    "file",
    metavar="INPUT...",
    nargs=-1,
    required=True,
    help="EDOPro .cdb, JSON of YGOPRODeck or YAML Yugi, JSON array, JSON Lines, CSV, TSV, Parquet or Arrow, "
    "compressed (gzip, bzip2, xz, zstd) or not; a folder of such files; or - for standard input. Several are "
    "read as one, and card databases merged: later cards win.",
)
@TARGET
@LANG
@GAME
@click.option("--only-lang", type=KNOWN_LANGUAGE, metavar="LANG", help="Tag only the texts in this language.")
@COLUMN
@FORMAT
@click.option(
    "--unread", type=Path, metavar="FILE", help="Write the sentences that no rule reads to FILE, as JSON Lines."
)
@click.option("--with-text", is_flag=True, help="Give each row the text of its card, in its column `text`.")
@CLASSIFIER
@MODEL
@click.option(
    "--since",
    metavar="OLD",
    help="Take over the rows of OLD, a tagging of these cards from before, whose texts and rules are the same.",
)
@click.option(
    "--flat", is_flag=True, help="Write one line a card, with how many limits of each sort it has, and no lists."
)
@click.option("--strict", is_flag=True, help="Stop at the first text that cannot be read, and write nothing.")
@PATTERNS
@click.option("--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="Share the texts between N processes.")
@QUIET
def tag(quiet: bool, **options: Any) -> None:
    """Tag the texts of a card database.

    One row comes out for each text, in the same order. A text that cannot be read gives a row with an error,
    which the summary counts. The output takes its name only when it is complete; of a run that was stopped nothing
    is left, and what stood there before stays.

    Exit codes: 0 done, even if some rows have an error; 1 the input, the output or (with --strict) a row
    failed; 2 wrong usage; 130 interrupted.
    """
    from onceper.tagging.run import tag_file  # noqa: PLC0415
    from onceper.tagging.summary import WITH_AN_ERROR  # noqa: PLC0415

    summary = tag_file(quiet=quiet, **options)
    sum_up("Tagged", summary.counted(), wrong=WITH_AN_ERROR, quiet=quiet)


@click.command()
@click.argument("file", metavar="INPUT", help="One file of card texts, as `onceper tag` reads it, or - for input.")
@click.option(
    "-o", "--output", "target", metavar="OUT", required=True, help="A file of the same format, told by its ending."
)
@click.option(
    "--style",
    metavar="STYLE",
    default="lines",
    help="lines: effects, limits and choices one a line; numbers: the same with ①②③ where the print has none; "
    "xml: with elements for all that is read; ygopro: <effect count_ref>; plain: without what was added.",
)
@click.option(
    "--like",
    metavar="OTHER",
    help="A database of the same cards in a print with numbers: effects are joined and numbered as there.",
)
@click.option(
    "--told",
    metavar="FILE",
    help="Write to FILE, such as told.jsonl, where OTHER was followed and where it could not be.",
)
@LANG
@GAME
@COLUMN
@FORMAT
@QUIET
def mark(quiet: bool, **options: Any) -> None:
    """Write a card database again with its texts cut, numbered or marked, and all else in it as it was.

    What was added can be taken away again with --style plain, which leaves each text as it was, byte for byte. A text
    that is marked already is marked anew. A text that cannot be read stays as it is, and the summary counts it.

    Exit codes: 0 done, even if some texts stay as they are; 1 the input or the output failed; 2 wrong usage; 130
    interrupted.
    """
    from onceper.marking.run import mark_file  # noqa: PLC0415

    summary = mark_file(quiet=quiet, **options)
    likened = Counter(_LIKENED[found.outcome] for found in summary.likened)
    left = "texts left as they are"
    counts: list[Counted] = [
        ("texts", summary.texts, {}),
        ("texts changed", summary.changed, dict(likened.most_common())),
        (left, summary.left.total(), dict(summary.left.most_common())),
    ]
    sum_up("Marked", counts, wrong=left, quiet=quiet)


@click.command()
@click.argument("a", metavar="A", help="What `onceper tag` wrote, in any of its formats, or - for input.")
@click.argument(
    "b", metavar="B", required=False, help="Another tagging of the same cards. [default: A itself, in two --languages]"
)
@TARGET
@LANGUAGES
@click.option(
    "--by",
    type=click.Choice(WAYS),
    default="id",
    help="By what a card is the same in both: id, name, which prereleases keep, or konami_id.",
)
@QUIET
def compare(quiet: bool, **options: Any) -> None:
    """Tell what differs between two taggings of the same cards, or two languages of one.

    One row comes out for each difference: which limits only one has, in which fields limits differ, which effects they
    govern, effects and text that is no effect. Readings are compared by what they mean in play, not by words or places.
    What could not be compared is counted in the summary.

    Exit codes: 0 done, whatever differs; 1 a file cannot be read or is no tagging, they have no card in common, or the
    output cannot be written; 2 wrong usage; 130 interrupted.
    """
    from onceper.comparing.compare import compare_file  # noqa: PLC0415

    summary = compare_file(quiet=quiet, **options)
    differing = {f"differing in {of}": texts for of, texts in summary.differing.most_common() if of != "text"}
    differences = {f"{of}: {how}": number for (of, how), number in summary.differences.most_common()}
    counts = (
        ("texts in both", summary.texts, {"alike": summary.alike} | differing),
        ("differences", summary.differences.total(), differences),
        *((f"not compared: {why}", number, {}) for why, number in summary.not_compared.most_common()),
    )
    sum_up("Compared", counts, quiet=quiet)


@click.command()
@click.argument(
    "cards",
    metavar="CARDS...",
    nargs=-1,
    required=True,
    help="What `onceper tag` wrote: one file, or one for each language of the cards.",
)
@click.option(
    "--scripts",
    metavar="FOLDER",
    help="The folder of EDOPro's scripts, with constant.lua and utility.lua: each card's is run and held "
    "against its prints. [default: prints against each other]",
)
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FINDINGS",
    help=".jsonl, .csv, .parquet, or .html for a page to read. [default: JSON Lines to standard output]",
)
@click.option("--all", "everything", is_flag=True, help="List what cannot change play too, with the reason.")
@QUIET
def audit(quiet: bool, **options: Any) -> None:
    """Find cards whose prints, or prints and script, contradict each other in their limits.

    Scripts run in a closed Lua, where they can read and write nothing, for a bounded time and in bounded memory; one
    that fails is told and stops nothing. A finding says what each witness says and where, who stands alone, how sure
    it is, and the line of the script that would agree.

    Exit codes: 0 done, whatever was found; 1 a file cannot be read or is no tagging, the scripts cannot be run, or the
    output cannot be written; 2 wrong usage; 130 interrupted.
    """
    from onceper.auditing.run import NOT_RUN, audit_file  # noqa: PLC0415

    found = audit_file(quiet=quiet, **options)
    sum_up("Audited", found.counted(), wrong=NOT_RUN, quiet=quiet)


@click.command()
@click.argument("tags", metavar="TAGS", help="What `onceper tag` wrote, in any of its formats, or - for input.")
@click.option("-o", "--output", "target", metavar="OUT", required=True, help="The page to write, .html.")
@click.option(
    "--against",
    metavar="OTHER",
    help="Another tagging of the same cards, in another language or before a change of rules.",
)
@LANGUAGES
@QUIET
def report(quiet: bool, **options: Any) -> None:
    """Write one page that shows a tagging: every text marked, tables, and what was not read.

    The page works without a network: its cards can be searched, filtered and opened, and the address of a view can be
    sent to somebody. With --against or --languages it tells what differs, card by card with both texts, as
    `onceper compare` does.

    Exit codes: 0 done; 1 a file cannot be read or is no tagging, or the page cannot be written; 2 wrong usage.
    """
    from onceper.report.run import report_file  # noqa: PLC0415

    done = report_file(quiet=quiet, **options)
    put_together = "texts put together from their pieces: tag with --with-text"
    counts: list[Counted] = [
        ("texts", done.rows, {}),
        ("texts compared", done.pairs, {}),
        (put_together, done.put_together, {}),
        ("kilobytes", done.size // 1000, {}),
    ]
    sum_up(f"Wrote {options['target']}", counts, wrong=put_together, quiet=quiet)


@click.command()
@click.argument("events", metavar="EVENTS", type=input_path, help="The log: one event or question a line, .jsonl.")
@click.option(
    "--cards",
    type=input_path,
    metavar="TAGS",
    required=True,
    help="What `onceper tag` wrote, in any of its formats.",
)
@click.option("-o", "--output", "target", metavar="OUT", help="Verdicts as .jsonl. [default: standard output]")
@click.option("--lang", metavar="LANG", default="en", help="Language of the reasons, such as en.")
@PATTERNS
@click.option("--strict", is_flag=True, help="Stop at the first line that cannot be.")
@QUIET
def play(events: Path, target: str | None, quiet: bool, **options: Any) -> None:
    """Replay the log of a Duel, and say of each event whether the limits allowed it, and why.

    One line comes out for each event or question; the first line of the log may name the players, else they are A and
    B. What cannot be, or what a limit forbids, is told on standard error with its line and the lines of what had spent
    the limit, and the run goes on. With --strict it ends there, and OUT is not written.

    Exit codes: 0 done, even if some lines cannot be; 1 the log, the cards or (with --strict) a line failed.
    """
    from onceper.files.formats import output_path, write_records  # noqa: PLC0415
    from onceper.replay.replay import Outcome, play_log  # noqa: PLC0415

    place = output_path(target, [events, options["cards"]], [".jsonl"])
    played = [*play_log(events, **options)]
    write_records(played, Outcome, place)
    problems = [f"line {one.line}: {one.problem}" for one in played if one.problem]
    for problem in problems:
        click.echo(problem, err=True)
    if not quiet:
        click.echo(f"{len(played)} lines, {len(problems)} that cannot be", err=True)


@click.command()
@click.option("--lang", metavar="MODEL", help="Only this model, such as en or ja.duelmasters.")
@click.option("--seed", type=click.IntRange(min=0), default=SEED, help="The same seed gives the same model.")
@click.option("-o", "--output", "folder", type=Path, metavar="FOLDER", default=".", help="Where the models go.")
@click.option(
    "--from", "tags", type=input_path, metavar="TAGS", help="Learn also from these rows that `onceper tag` wrote."
)
@PATTERNS
def train(lang: str | None, seed: int, folder: Path, tags: Path | None) -> None:
    """Train the models of the classifier, each a .json with its .weights.

    With --from, what rules read in a tagged database is learned too. `onceper tag --model` takes the .json. Any
    language that onceper reads can be trained so, with --patterns one of your own as well.

    Exit codes: 0 done; 1 an input or an output failed; 2 wrong usage.
    """
    # scikit-learn loads here, so that --help need not wait for it.
    from onceper.training.runs import train_models  # noqa: PLC0415

    for files in train_models(lang, seed, folder, tags):
        click.echo(f"wrote {' and '.join(map(str, files))}", err=True)
