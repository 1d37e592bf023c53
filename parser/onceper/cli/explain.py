"""``onceper explain``: show what is read in one text, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from onceper.cli.options import Classifier, Model, Patterns, known_language, named_game
from onceper.display.control import show_controls
from onceper.errors import perhaps
from onceper.reader.options import BY_DEFAULT

if TYPE_CHECKING:
    from onceper.contract.reading import CardReading


def _of_characters(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise typer.BadParameter(
            f"character {error.start} is not UTF-8; expected text.\n  remedy: set the terminal to UTF-8"
        ) from error
    return text


def explain(
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT",
            callback=_of_characters,
            help="The text of one card, or a file that holds it, or - for standard input; or a card database, as "
            "`onceper tag` reads it, with --id or --name.",
        ),
    ],
    lang: Annotated[
        str | None, typer.Option(callback=known_language, help="Its language. [default: told from the text]")
    ] = None,
    game: Annotated[str | None, typer.Option(callback=named_game, help="Its game: yugioh or duelmasters.")] = None,
    name: Annotated[str | None, typer.Option(help="The card's name; in a database, the card of this name.")] = None,
    card_id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="The card of this id in the database that TEXT names.")
    ] = None,
    card_type: Annotated[
        str | None,
        typer.Option(
            metavar="TYPE", help='What a Yu-Gi-Oh! card is, such as "Trap / Continuous": it tells kinds of effects.'
        ),
    ] = None,
    patterns: Patterns = None,  # noqa: ARG001  its callback has loaded them
    classifier: Classifier = BY_DEFAULT,
    model: Model = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print what is read as JSON instead, a line for each text.")
    ] = False,
    style: Annotated[
        str | None,
        typer.Option(
            metavar="STYLE",
            help="Print the text in this style of `onceper mark` instead: lines, numbers, xml or ygopro.",
        ),
    ] = None,
) -> None:
    """Show what is read in one text, and why.

    Limits are marked in the text. Below it stands what each says and the rule that read it, then the text
    that is no effect, the effects, and the names that were masked before reading.
    """
    # spaCy loads here, so that --help need not wait for it.
    from onceper.cli.card_texts import card_texts  # noqa: PLC0415
    from onceper.lang.games import known_games  # noqa: PLC0415
    from onceper.reader.card_type import CardTypeError, checked_card_type, has_card_types  # noqa: PLC0415
    from onceper.reader.options import Options  # noqa: PLC0415
    from onceper.reader.read import read_text, refuse_without_model  # noqa: PLC0415

    if style is not None and as_json:
        raise typer.BadParameter("JSON has no style.\n  remedy: leave out --json", param_hint="'--style'")
    options = Options.checked(classifier=classifier, model=model)
    for card in card_texts(text, card_id, name, lang):
        own_game = game or card.game
        try:
            if card_type is not None and has_card_types(own_game):
                checked_card_type(card_type)
        except CardTypeError as error:
            raise typer.BadParameter(str(error), param_hint="'--card-type'") from error
        told = card_type or (card.card_type if card.field == "text" else None)
        reading = read_text(
            card.text, options, lang=card.lang or lang, game=own_game, name=card.name or name, card_type=told
        )
        refuse_without_model(reading.lang, reading.game, options)
        if style is None:
            _show(reading, as_json=as_json)
        else:
            typer.echo(show_controls(reading.marked(style)))
        if own_game is not None and own_game not in known_games():
            typer.echo(
                f"no rules are of the game {own_game!r}{perhaps(own_game, known_games())}: it was read with general "
                f"ones; there are rules of {', '.join(known_games())}",
                err=True,
            )


def _show(reading: CardReading, *, as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode(reading))
        return
    # As above.
    from rich.console import Console  # noqa: PLC0415

    from onceper.display.terminal import reading_view  # noqa: PLC0415
    from onceper.reader.read import masked_names  # noqa: PLC0415

    masked = masked_names(reading.text, reading.lang, reading.name, reading.game) if reading.lang else []
    Console().print(reading_view(reading, masked))
