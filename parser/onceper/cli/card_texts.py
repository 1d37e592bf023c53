"""The texts that ``onceper explain`` is asked about: given as they are, in a file, or in a card database."""

from __future__ import annotations

import os
import sys
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from msgspec.structs import replace

from onceper.files.formats import source_of
from onceper.files.opening import STANDARD_INPUT, InputError, input_path, name_of, open_input
from onceper.files.protocol import CardText
from onceper.files.source.known_formats import SQLITE, format_of_suffix, suffix_of
from onceper.lang.languages import language_codes, languages_in_use
from onceper.lang.spellings import find_language
from onceper.tagging.file_language import FIRST_TEXTS, refuse_several, tell_language

if TYPE_CHECKING:
    from collections.abc import Iterable

_TEXT_SUFFIXES = {".txt", ".md"}
_SHOWN = 3


class ChosenCardError(InputError):
    """A database does not hold the card that was asked for, or nobody says which."""


def card_texts(given: str, card_id: str | None, name: str | None, lang: str | None) -> list[CardText]:
    """Return the texts that are meant: what is given, what a file of that name holds, or of a database those of a card.

    ``-`` is standard input. Of a database the card has this id or, without one, this name; of what it says of its
    texts' languages those in ``lang`` are taken.

    Raises:
        InputError: there is no such file, it cannot be read, or it holds many cards and none is named.
        ChosenCardError: none of its cards has this id or name.
    """
    # A text may be no path at all.
    if given != str(STANDARD_INPUT) and not os.path.exists(given):  # noqa: PTH110
        suffix = suffix_of(Path(given))
        is_name = not any(map(str.isspace, given)) and (suffix.lower() in _TEXT_SUFFIXES or format_of_suffix(suffix))
        if card_id is None and not is_name:
            return [CardText("", "", name, lang, text=given)]
    path = input_path(given)
    if card_id is not None or path.is_dir() or format_of_suffix(suffix_of(path)):
        return _of_card(path, card_id, name, lang)
    if path == STANDARD_INPUT and sys.stdin.isatty():
        typer.echo("type or paste the text of a card, then Ctrl-D", err=True)
    with open_input(path, "the text of a card") as file:
        is_database = path != STANDARD_INPUT and file.head.startswith(SQLITE)
        content = b"" if is_database else b"".join(file.lines())
    if is_database:
        return _of_card(path, card_id, name, lang)
    try:
        return [CardText("", name_of(path), name, lang, text=content.decode().rstrip("\n"))]
    except UnicodeDecodeError as error:
        raise InputError(
            f"not UTF-8; byte {error.start} is 0x{content[error.start]:02x}",
            where=name_of(path),
            expected="the text of a card as UTF-8",
            remedy="a card of a database is named with --id",
        ) from error


def _of_card(path: Path, card_id: str | None, name: str | None, lang: str | None) -> list[CardText]:
    with source_of(path) as source:
        first = list(islice(source.cards, FIRST_TEXTS))
        if source.one_language and lang is None:
            tell = languages_in_use().detector.detect_or_none
            refuse_several(source.merged, tell)
            lang = tell_language(first, tell, name_of(path))
        every = list(chain(first, source.cards))
    found = [card for card in every if _is_meant(card, card_id, name)]
    ids = {card.id for card in found}
    if not found:
        wanted = f"id {card_id!r}" if card_id is not None else f"name {name!r}"
        raise ChosenCardError(
            f"none of the {len({card.id for card in every}):,} cards has the {wanted}",
            where=name_of(path),
            expected=f"one of theirs, {_such_as(every)}",
            remedy="the id is the card's own, as its database has it",
        )
    if len(ids) > 1:
        raise ChosenCardError(
            f"this holds {len(ids):,} cards" + (f" that are called {name!r}" if name else ""),
            where=name_of(path),
            expected=f"the id of one, {_such_as(found)}",
            remedy="name it with --id, or by --name",
        )
    wanted_languages = language_codes() if lang is None else [lang]
    spoken = [card for card in found if card.lang is None or find_language(card.lang, wanted_languages)] or found
    for card in spoken:
        if card.error:
            raise InputError(card.error, where=card.where)
    return [card if card.lang else replace(card, lang=lang) for card in spoken]


def _is_meant(card: CardText, card_id: str | None, name: str | None) -> bool:
    if card_id is not None:
        # Passcodes are printed with eight digits, and stored as numbers.
        return card.id.lstrip("0") == card_id.lstrip("0")
    return name is None or (card.name or "").casefold() == name.casefold()


def _such_as(cards: Iterable[CardText]) -> str:
    some = {card.id: card.name for card in cards}
    return "such as " + ", ".join(f"{card} ({name})" if name else card for card, name in islice(some.items(), _SHOWN))
