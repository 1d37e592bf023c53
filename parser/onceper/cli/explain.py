"""``onceper explain``: show what is read in one text, and why."""

from __future__ import annotations

from typing import Annotated

import typer

from onceper.cli.options import Classifier, Model, Patterns, known_language, named_game
from onceper.reader.options import RULES_ALONE


def _of_characters(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise typer.BadParameter(
            f"character {error.start} is not UTF-8; expected text.\n  remedy: set the terminal to UTF-8"
        ) from error
    return text


def explain(
    text: Annotated[str, typer.Argument(callback=_of_characters, help="The text of one card.")],
    lang: Annotated[
        str | None, typer.Option(callback=known_language, help="Its language. [default: told from the text]")
    ] = None,
    game: Annotated[str | None, typer.Option(callback=named_game, help="Its game: yugioh or duelmasters.")] = None,
    name: Annotated[str | None, typer.Option(help="The card's name.")] = None,
    card_type: Annotated[
        str | None,
        typer.Option(
            metavar="TYPE", help='What a Yu-Gi-Oh! card is, such as "Trap / Continuous": it tells kinds of effects.'
        ),
    ] = None,
    patterns: Patterns = None,  # noqa: ARG001  its callback has loaded them
    classifier: Classifier = RULES_ALONE,
    model: Model = None,
) -> None:
    """Show what is read in one text, and why.

    Limits are marked in the text. Below it stands what each says and the rule that read it, then the text
    that is no effect, the effects, and the names that were masked before reading.
    """
    # spaCy loads here, so that --help need not wait for it.
    from rich.console import Console  # noqa: PLC0415

    from onceper.display.terminal import reading_view  # noqa: PLC0415
    from onceper.reader.card_type import CardTypeError  # noqa: PLC0415
    from onceper.reader.read import masked_names, read  # noqa: PLC0415

    try:
        reading = read(text, lang=lang, game=game, name=name, card_type=card_type, classifier=classifier, model=model)
    except CardTypeError as error:
        raise typer.BadParameter(str(error), param_hint="'--card-type'") from error
    masked = masked_names(text, reading.lang, name, reading.game) if reading.lang else []
    Console().print(reading_view(reading, masked))
