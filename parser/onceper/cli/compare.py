"""``onceper compare``: what differs between two taggings."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  Typer resolves the annotations
from typing import Annotated

import typer

from onceper.cli.options import Languages, Quiet, Rows, known_languages
from onceper.cli.printing import Counted, sum_up
from onceper.comparing.pairing import By  # noqa: TC001  Typer resolves the annotations
from onceper.files.opening import input_path

_SAID = {"limit": "limits", "effect": "effects", "non_effect": "text that is no effect", "unread": "what was not read"}


def compare(
    a: Annotated[
        Path,
        typer.Argument(
            metavar="A", parser=input_path, help="What `onceper tag` wrote, in any of its formats, or - for input."
        ),
    ],
    b: Annotated[
        Path | None,
        typer.Argument(
            metavar="B", parser=input_path, help="Another tagging of the same cards. [default: two languages of A]"
        ),
    ] = None,
    *,
    output: Rows = None,
    languages: Languages = None,
    by: Annotated[
        By,
        typer.Option(
            metavar="WHAT",
            help="By what a card is the same in both: id, name, which prereleases keep, or konami_id.",
        ),
    ] = "id",
    quiet: Quiet = False,
) -> None:
    """Tell what differs between two taggings of the same cards, or two languages of one.

    One row comes out for each difference: which limits only one has, in which fields limits differ, which effects they
    govern, effects and text that is no effect. Readings are compared by what they mean in play, not by words or places.
    What could not be compared is counted in the summary.

    Exit codes: 0 done, whatever differs; 1 a file cannot be read or is no tagging, they have no card in common, or the
    output cannot be written; 2 wrong usage; 130 interrupted.
    """
    from onceper.comparing.run import compare_file  # noqa: PLC0415

    summary = compare_file(a, b, output, languages=known_languages(languages), by=by, quiet=quiet)
    differing = {f"differing in {_SAID[of]}": texts for of, texts in summary.differing.most_common() if of in _SAID}
    differences = {
        f"{of.replace('_', '-')}: {how.replace('_', ' ')}": number
        for (of, how), number in summary.differences.most_common()
    }
    counts = (
        Counted("texts in both", summary.texts, {"alike": summary.alike} | differing),
        Counted("differences", summary.differences.total(), differences),
        *(Counted(f"not compared: {why}", number) for why, number in summary.not_compared.most_common()),
    )
    sum_up("Compared", counts, quiet=quiet)
