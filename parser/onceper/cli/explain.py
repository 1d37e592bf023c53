"""``onceper explain``: show what is read in one text, and why."""

from __future__ import annotations

import os
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from onceper.cli.options import CLASSIFIER, KNOWN_GAME, KNOWN_LANGUAGE, MODEL, PATTERNS, checked
from onceper.display.control import show_controls
from onceper.errors import perhaps
from onceper.files.opening import STANDARD_INPUT, InputError, input_path, name_of, open_input

if TYPE_CHECKING:
    from onceper.contract.reading import CardReading
    from onceper.files.protocol import CardText

_TEXT_SUFFIXES = {".txt", ".md"}
_JSON = "json"
_SHOWN = 3


_KNOWN_TYPE = checked("onceper.reader.card_type", "checked_card_type")


def _card_type(printed: str) -> str:
    _KNOWN_TYPE(printed)
    return printed


@click.command()
@click.argument(
    "text",
    metavar="TEXT",
    help="The text of one card, or a file that holds it, or - for standard input; or a card database, as "
    "`onceper tag` reads it, with --id or --name.",
)
@click.option("--lang", type=KNOWN_LANGUAGE, metavar="LANG", help="Its language. [default: told from the text]")
@click.option("--game", type=KNOWN_GAME, metavar="GAME", help="Its game: yugioh or duelmasters.")
@click.option("--name", metavar="NAME", help="The card's name; in a database, the card of this name.")
@click.option("--id", "card_id", metavar="ID", help="The card of this id in the database that TEXT names.")
@click.option(
    "--card-type",
    type=_card_type,
    metavar="TYPE",
    help='What a Yu-Gi-Oh! card is, such as "Trap / Continuous": it tells kinds of effects.',
)
@PATTERNS
@CLASSIFIER
@MODEL
@click.option("--json", "style", flag_value=_JSON, help="Print what is read as JSON instead, a line for each text.")
@click.option(
    "--style",
    metavar="STYLE",
    help="Print the text in this style of `onceper mark` instead: lines, numbers, xml or ygopro.",
)
def explain(
    text: str, lang: str | None, game: str | None, name: str | None, card_id: str | None, style: str | None, **how: Any
) -> None:
    """Show what is read in one text, and why.

    Effects are framed and limits marked in the text. Below it stands what each limit says and the rule that read it,
    then the text that is no effect, and what was not read.
    """
    # What reads loads here, so that --help need not wait for it.
    from onceper.lang.games import known_games  # noqa: PLC0415
    from onceper.reader.options import Options  # noqa: PLC0415
    from onceper.reader.read import read_text, refuse_without_model  # noqa: PLC0415

    options = Options.checked(classifier=how["classifier"], model=how["model"])
    for card in _texts(text, card_id, name, lang):
        told = card.card_type if card.field == "text" else None
        game_of_card = game or card.game
        reading = read_text(
            card.text,
            options,
            lang=card.lang or lang,
            game=game_of_card,
            name=card.name or name,
            card_type=how["card_type"] or told,
        )
        refuse_without_model(reading.lang, reading.game, options)
        _show(reading, style)
        if game_of_card is not None and game_of_card not in known_games():
            click.echo(
                f"no rules are of the game {game_of_card!r}{perhaps(game_of_card, known_games())}: it was read with "
                f"general ones; there are rules of {', '.join(known_games())}",
                err=True,
            )


def _show(reading: CardReading, style: str | None) -> None:
    if style == _JSON:
        click.echo(reading.to_json())
    elif style is not None:
        click.echo(show_controls(reading.marked(style)))
    else:
        # As above.
        from rich.console import Console  # noqa: PLC0415

        Console().print(reading)


def _texts(given: str, card_id: str | None, name: str | None, lang: str | None) -> list[CardText]:
    """Return the texts that are meant: what is given, what a file of that name holds, or of a database those of a card.

    Raises:
        InputError: there is no such file, it cannot be read, or a database has no such card or several.
    """
    from onceper.files.protocol import CardText  # noqa: PLC0415
    from onceper.files.source.known_formats import format_of_suffix, suffix_of  # noqa: PLC0415

    suffix = suffix_of(Path(given))
    is_name = not any(map(str.isspace, given)) and (suffix.lower() in _TEXT_SUFFIXES or format_of_suffix(suffix))
    # A text may be no path at all.
    if not (card_id or is_name or given == str(STANDARD_INPUT) or os.path.exists(given)):  # noqa: PTH110
        return [CardText("", "", text=given)]
    path = input_path(given)
    if card_id or path.is_dir() or format_of_suffix(suffix):
        return _of_card(path, card_id, name, lang)
    if path == STANDARD_INPUT and sys.stdin.isatty():
        click.echo("type or paste the text of a card, then Ctrl-D", err=True)
    with open_input(path, "the text of a card") as file:
        content = b"".join(file.lines())
    try:
        return [CardText("", name_of(path), text=content.decode().rstrip("\n"))]
    except UnicodeDecodeError as error:
        raise InputError(
            f"not UTF-8; byte {error.start} is 0x{content[error.start]:02x}",
            where=name_of(path),
            expected="the text of a card as UTF-8",
            remedy="a card of a database is named with --id",
        ) from error


def _of_card(path: Path, card_id: str | None, name: str | None, lang: str | None) -> list[CardText]:
    """Return the texts of the one card of a database that has this id or, without one, this name.

    Of what it says of its texts' languages those in ``lang`` are taken.
    """
    from msgspec.structs import replace  # noqa: PLC0415

    from onceper.files.formats import source_of  # noqa: PLC0415
    from onceper.lang.languages import language_codes  # noqa: PLC0415
    from onceper.lang.spellings import find_language  # noqa: PLC0415
    from onceper.tagging.file_language import read_whole  # noqa: PLC0415

    def meant(card: CardText) -> str:
        # Passcodes are printed with eight digits, and stored as numbers.
        return card.id.lstrip("0") if card_id else (card.name or "").casefold()

    with source_of(path) as source:
        every, lang = read_whole(source, lang, name_of(path))
    wanted = card_id.lstrip("0") if card_id else name and name.casefold()
    texts = [card for card in every if wanted is None or meant(card) == wanted]
    cards, known = ({card.id: card.name for card in some} for some in (texts, texts or every))
    if len(cards) != 1:
        such = (f"{number} ({called})" if called else number for number, called in islice(known.items(), _SHOWN))
        raise InputError(
            f"{card_id or name or path.name!r} means {len(cards):,} of the {len({card.id for card in every}):,} cards",
            where=name_of(path),
            expected=f"one, such as {', '.join(such)}",
            remedy="name it with --id, as the database has it, or by --name",
        )
    codes = language_codes() if lang is None else [lang]
    spoken = [card for card in texts if card.lang is None or find_language(card.lang, codes)] or texts
    for card in spoken:
        if card.error:
            raise InputError(card.error, where=card.where)
    return [replace(card, lang=card.lang or lang) for card in spoken]
