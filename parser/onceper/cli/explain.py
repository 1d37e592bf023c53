"""``onceper explain``: show what is read in one text, and why."""

from __future__ import annotations

import os
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from onceper.cli.options import CLASSIFIER, GAME, LANG, MODEL, PATTERNS, checked
from onceper.display.control import show_controls
from onceper.files.opening import InputError, input_path, name_of, open_input

if TYPE_CHECKING:
    from onceper.files.protocol import CardText

# What reads loads in each function, so that --help need not wait for it.

_TEXT_SUFFIXES = {".txt", ".md"}
_JSON = "json"
_SHOWN = 3


def _card_type(printed: str) -> str:
    checked("onceper.reader.card_type", "checked_card_type")(printed)
    return printed


@click.command()
@click.argument(
    "text",
    metavar="TEXT",
    help="The text of one card, or a file that holds it, or - for standard input; or a card database, as "
    "`onceper tag` reads it, with --id or --name.",
)
@LANG
@GAME
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
def explain(text: str, card_id: str | None, style: str | None, classifier: Any, model: str | None, **said: Any) -> None:
    """Show what is read in one text, and why.

    Effects are framed and limits marked in the text. Below it stands what each limit says and the rule that read it,
    then the text that is no effect, and what was not read.
    """
    from rich.console import Console  # noqa: PLC0415

    from onceper.files.protocol import CardText  # noqa: PLC0415
    from onceper.lang.games import known_games  # noqa: PLC0415
    from onceper.reader.options import Options  # noqa: PLC0415
    from onceper.reader.read import read_text, refuse_without_model  # noqa: PLC0415

    options = Options.checked(classifier=classifier, model=model)
    for card in _texts(text, card_id, CardText("", "", **said)):
        if card.error:
            raise InputError(card.error, where=card.where)
        reading = read_text(card.text, options, **{field: getattr(card, field) for field in said})
        refuse_without_model(reading.lang, reading.game, options)
        if style == _JSON:
            click.echo(reading.to_json())
        elif style is not None:
            click.echo(show_controls(reading.marked(style)))
        else:
            Console().print(reading)
        if card.game is not None and card.game not in known_games():
            click.echo(
                f"no rules are of the game {card.game!r}: it was read with "
                f"general ones; there are rules of {', '.join(known_games())}",
                err=True,
            )


def _texts(given: str, card_id: str | None, said: CardText) -> list[CardText]:
    """Return the texts that are meant: what is given, what a file of that name holds, or of a database those of a card.

    Each has what is ``said`` of the card by options, and what its database tells besides.

    Raises:
        InputError: there is no such file, it cannot be read, or a database has no such card or several.
    """
    from msgspec.structs import replace  # noqa: PLC0415

    from onceper.files.source.known_formats import format_of_suffix, suffix_of  # noqa: PLC0415
    from onceper.files.source.record import decoded  # noqa: PLC0415

    suffix = suffix_of(Path(given)).lower()
    is_database = card_id or format_of_suffix(suffix)
    # A text may be no path at all.
    if not (is_database or suffix in _TEXT_SUFFIXES or given == "-" or os.path.exists(given)):  # noqa: PTH110
        return [replace(said, text=given)]
    path = input_path(given)
    if is_database or path.is_dir():
        return _of_card(path, card_id, said)
    with open_input(path, "the text of a card") as file:
        content, problem = decoded(file.whole(), "text")
    if problem:
        raise InputError(
            problem,
            where=name_of(path),
            expected="the text of a card as UTF-8",
            remedy="a card of a database is named with --id",
        )
    return [replace(said, text=content.rstrip("\n"))]


def _of_card(path: Path, card_id: str | None, said: CardText) -> list[CardText]:
    """Return the texts of the one card of a database that has this id or, without one, this name.

    Of what it says of its texts' languages those in that of the option are taken.
    """
    from msgspec.structs import replace  # noqa: PLC0415

    from onceper.files.formats import source_of  # noqa: PLC0415
    from onceper.lang.spellings import find_language  # noqa: PLC0415
    from onceper.tagging.file_language import read_whole  # noqa: PLC0415

    with source_of(path) as source:
        every, lang = read_whole(source, said.lang, name_of(path))
    wanted, own = card_id or said.name, attrgetter("id" if card_id else "name")
    exactly = [card for card in every if wanted in {None, own(card)}]
    texts = exactly or [card for card in every if _alike(own(card)) == _alike(wanted)]
    known = {card.id: card.name for card in texts or every}
    if len(known) != 1 or not texts:
        raise InputError(
            f"{wanted or path.name!r} means {len(known):,} cards" if texts else f"{wanted!r} means no card",
            where=name_of(path),
            expected=f"one, such as {', '.join(f'{of} ({name})' for of, name in islice(known.items(), _SHOWN))}",
            remedy="name it with --id, as the database has it, or by --name",
        )
    in_lang = [card for card in texts if not (lang and card.lang) or find_language(card.lang, [lang])]
    return [
        replace(
            card,
            lang=card.lang or lang,
            game=card.game or said.game,
            card_type=said.card_type or (card.card_type if card.field == "text" else None),
        )
        for card in in_lang or texts
    ]


def _alike(said: str | None) -> str:
    """Return an id or a name as it is looked up: passcodes are printed with eight digits, and stored as numbers."""
    return (said or "").lstrip("0").casefold()
