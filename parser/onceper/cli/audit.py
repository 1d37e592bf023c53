"""``onceper audit``: who contradicts whom."""

from __future__ import annotations

from collections import Counter
from pathlib import Path  # noqa: TC003  Typer resolves the annotations
from typing import Annotated

import typer

from onceper.cli.options import Quiet  # noqa: TC001  Typer resolves the annotations
from onceper.cli.printing import Counted, sum_up
from onceper.files.opening import input_path


def audit(
    cards: Annotated[
        list[Path],
        typer.Argument(
            metavar="CARDS...",
            parser=input_path,
            help="What `onceper tag` wrote: one file, or one for each language of the cards.",
        ),
    ],
    *,
    scripts: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="The folder of EDOPro's scripts, with constant.lua and utility.lua: each card's is run and held "
            "against its prints. [default: prints against each other]",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FINDINGS",
            help=".jsonl, .csv, .parquet, or .html for a page to read. [default: JSON Lines to standard output]",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="List what cannot change play too, with the reason.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Find cards whose prints, or prints and script, contradict each other in their limits.

    Scripts run in a closed Lua, where they can read and write nothing, for a bounded time and in bounded memory; one
    that fails is told and stops nothing. A finding says what each witness says and where, who stands alone, how sure
    it is, and the line of the script that would agree.

    Exit codes: 0 done, whatever was found; 1 a file cannot be read or is no tagging, the scripts cannot be run, or the
    output cannot be written; 2 wrong usage; 130 interrupted.
    """
    from onceper.auditing.leaving_out import rules  # noqa: PLC0415
    from onceper.auditing.run import audit_file  # noqa: PLC0415

    found = audit_file(cards, output, scripts=scripts, everything=everything, quiet=quiet)
    grades = Counter(rules().grades[one.grade] for one in found.findings)
    reasons = {rule.replace("_", " "): number for rule, number in found.reasons.most_common()}
    problems = {f"{failed.file}: {failed.problem}": 0 for failed in found.not_run}
    without = Counted("cards without a script", found.without_script)
    counts = (
        Counted("cards", found.cards),
        *([without] if without.number else []),
        Counted("findings", len(found.findings), dict(grades.most_common())),
        Counted("left out", len(found.left_out), reasons),
        Counted("scripts that did not run", len(found.not_run), problems, wrong=True),
    )
    sum_up("Audited", counts, quiet=quiet)
