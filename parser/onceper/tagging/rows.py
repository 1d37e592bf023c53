"""Rows for card texts."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.reading import CardReading, Row
from onceper.errors import OnceperError
from onceper.files.protocol import Form
from onceper.files.tags import whole_row
from onceper.lang.games import find_game
from onceper.lang.languages import languages_in_use
from onceper.patterns.records import RulesError
from onceper.reader.options import Options
from onceper.reader.read import read_text
from onceper.tagging.origin import made_by, made_of
from onceper.text.memory import BudgetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.files.protocol import CardText, PlacedText, TaggedLine

_log = logging.getLogger(__name__)


class BadRowError(OnceperError):
    """A text cannot be read, in a run that was told to stop there."""


class RowOptions(Struct, frozen=True):
    """Hold what a run was asked for, as far as it changes what is made of a text.

    ``lang`` and ``game`` are for texts that carry none. ``only_lang`` leaves out what is in another language; a text
    whose language is not known stays in. A text that cannot be read gives a row with ``error``, or with ``strict`` ends
    the run. ``with_text`` gives each row its text, as far as that could be made out. Rows are written in this ``form``,
    and ``with_unread`` the sentences that no rule reads beside them.
    """

    lang: str | None = None
    game: str | None = None
    only_lang: str | None = None
    strict: bool = False
    with_text: bool = False
    reading: Options = Options()
    form: Form = "arrow"
    with_unread: bool = False


def tag_cards(cards: Iterable[CardText], options: RowOptions) -> Iterator[Row | None]:
    """Yield the row of each text; null where it is in another language than that which is asked for.

    What a card is tells how its text is read, but not its Pendulum Effect, which a monster without effects has as well.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
        ModelError: the model file is missing, damaged, or of another format.
    """
    for card in cards:
        found = _row(card, options)
        yield found if found and _is_wanted(found.lang, options) else None


def take_over(placed: PlacedText, line: TaggedLine, options: RowOptions) -> Row | TaggedLine | None:
    """Return the row that a text would give again, but for its id as the line or place that it is where that will do.

    Raises:
        TagsError: it is no row.
    """
    if not _is_wanted(line.lang, options):
        return None
    text = _shown(placed.text, options)
    is_as_asked = line.batch is not None or (options.form, line.text) == ("jsonl", text)
    return line if is_as_asked and not options.with_unread else replace(whole_row(line), id=placed.id, text=text)


def _shown(card: CardText, options: RowOptions) -> str | None:
    # A text that could not be made out is empty.
    return (card.text if card.error is None else card.text or None) if options.with_text else None


def _row(card: CardText, options: RowOptions) -> Row | None:
    """Return the row of a text that is read; null where its file says that it is in a language nobody asked for."""
    lang, game = spell(card, options)
    if not _is_wanted(lang, options):
        return None
    found = _read_or_why_not(card, lang, game, options.reading)
    if options.strict and isinstance(found, str):
        raise BadRowError(
            found,
            where=card.where,
            remedy="mend this text, or leave out --strict: then only its row has an error",
        )
    read = CardReading(card.text, lang, game, card.name) if isinstance(found, str) else found
    return Row(
        id=card.id,
        name=card.name,
        lang=read.lang,
        game=read.game,
        field=card.field,
        text=_shown(card, options),
        limits=read.limits,
        non_effects=read.non_effects,
        effects=read.effects,
        unread=read.unread,
        error=found if isinstance(found, str) else None,
        made_of=made_of(card, lang, game),
        made_by=made_by(options.reading),
    )


def spell(card: CardText, options: RowOptions) -> tuple[str | None, str | None]:
    """Return language and game as the contract spells them; what it does not know stays as it is."""
    lang, game = card.lang or options.lang, card.game or options.game
    return lang and (languages_in_use().code_of(lang) or lang), game and find_game(game)


def _is_wanted(lang: str | None, options: RowOptions) -> bool:
    return not options.only_lang or lang in {None, options.only_lang}


def _read_or_why_not(card: CardText, lang: str | None, game: str | None, options: Options) -> CardReading | str:
    if card.error is not None:
        return f"{card.error} ({card.where})" if card.where else card.error
    # The type of a Pendulum Monster is that of its other text.
    card_type = card.card_type if card.field == "text" else None
    try:
        return read_text(card.text, options, lang=lang, game=game, name=card.name, card_type=card_type, is_kept=False)
    except (RulesError, BudgetError):
        # What cannot be loaded or set is no fault of a text, and would fail anew for each.
        raise
    except OnceperError as error:
        return f"{error.what}; expected {error.expected}"
    except Exception as error:  # noqa: BLE001  one text ends no run
        _log.exception("a text cannot be read: %.80r", card.text)
        return (
            f"reading failed with {type(error).__name__}: {error}; expected a reading of any text; please report "
            "this text as a defect of onceper"
        )
