"""``onceper train``: train the classifier, on the corpora or also on one's own cards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from onceper.cli.options import Patterns  # noqa: TC001  Typer resolves the annotations
from onceper.files.opening import input_path
from onceper.training import SEED

SHOWN = 20


def _known_model(name: str | None) -> str | None:
    if name is not None:
        # spaCy loads here, so that --help need not wait for it.
        from onceper.classifier.about import model_name  # noqa: PLC0415
        from onceper.lang.languages import language_codes  # noqa: PLC0415
        from onceper.training.examples import corpora  # noqa: PLC0415

        known = dict.fromkeys((*(model_name(*key) for key in corpora()), *language_codes()))
        if name not in known:
            raise typer.BadParameter(f"no model {name!r}; expected {' or '.join(known)}")
    return name


def train(
    *,
    lang: Annotated[
        str | None, typer.Option(callback=_known_model, help="Only this model, such as en or ja.duelmasters.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same model.")] = SEED,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FOLDER", help="Where the models go.")] = Path(),
    tags: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="TAGS",
            parser=input_path,
            help="Learn also from these rows that `onceper tag` wrote.",
        ),
    ] = None,
    disagreements: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With --from: where rules and model disagree most, as .jsonl."),
    ] = None,
    patterns: Patterns = None,  # noqa: ARG001  its callback has loaded them
) -> None:
    """Train the models of the classifier, each a .json with its .weights.

    With --from, what rules read in a tagged database is learned too, and the sentences are shown of which rules and the
    model that is installed say different things: work for new rules. `onceper tag --model` takes the .json. Any
    language that onceper reads can be trained so, with --patterns one of your own as well.

    Exit codes: 0 done; 1 an input or an output failed; 2 wrong usage.
    """
    if disagreements and not tags:
        raise typer.BadParameter("--disagreements needs --from: name the rows that `onceper tag` wrote")
    # scikit-learn loads here, so that --help need not wait for it.
    from onceper.training.runs import train_all, train_with_rows  # noqa: PLC0415

    if tags is None:
        for files in train_all(lang, seed, output):
            typer.echo(f"wrote {' and '.join(map(str, files))}", err=True)
        return
    for files, differing in train_with_rows(tags, lang, seed, output, disagreements):
        typer.echo(f"wrote {' and '.join(map(str, files))}", err=True)
        for one in differing[:SHOWN]:
            said = f"rules: {', '.join(one.rules) or 'nothing'}; model: {one.model or 'nothing'}"
            typer.echo(f"{one.difference:.2f}  {said}  {one.text}")
