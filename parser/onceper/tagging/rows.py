"""One row out for each card text in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from onceper.contract.reading import Row
from onceper.errors import OnceperError
from onceper.lang.languages import languages_in_use
from onceper.lang.spellings import find_game
from onceper.patterns.problems import RulesError
from onceper.reader.read import prefetch
from onceper.text.memory import BudgetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.contract.reading import CardReading
    from onceper.files.protocol import CardText
    from onceper.reader.options import Options
    from onceper.reader.read import Told


class BadRowError(OnceperError):
    """A text cannot be read, in a run that was told to stop there."""


class Read(Protocol):
    """Read one text, as ``onceper.read`` does."""

    def __call__(
        self, text: str, /, *, lang: str | None, game: str | None, name: str | None, card_type: str | None
    ) -> CardReading:
        """Return what is read in the text, or raise an OnceperError that says why not."""
        ...


def tag_rows(
    cards: Iterable[CardText],
    *,
    read: Read,
    lang: str | None = None,
    game: str | None = None,
    only_lang: str | None = None,
    strict: bool = False,
    with_text: bool = False,
) -> Iterator[Row]:
    """Yield a row for each card text, in the same order.

    ``lang`` and ``game`` are for texts that carry none. What a card is tells how its text is read, but not its
    Pendulum Effect, which a monster without effects has as well. ``only_lang`` leaves out what is in another language;
    a text whose language is not known stays in. A text that cannot be read gives a row with ``error``, or
    with ``strict`` ends the run. ``with_text`` gives each row its text, as far as that could be made out.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
    """
    tagged = tag_cards(cards, read=read, lang=lang, game=game, only_lang=only_lang, strict=strict, with_text=with_text)
    return (row for _, row in tagged)


def tag_cards(
    cards: Iterable[CardText],
    *,
    read: Read,
    lang: str | None = None,
    game: str | None = None,
    only_lang: str | None = None,
    strict: bool = False,
    with_text: bool = False,
) -> Iterator[tuple[CardText, Row]]:
    """Yield each card text with its row, as ``tag_rows`` does.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
    """
    for card in cards:
        stated, game_of_card = _spell(card.lang or lang, card.game or game)
        if only_lang and stated and stated != only_lang:
            continue
        found = _read_or_why_not(card, stated, game_of_card, read)
        if strict and isinstance(found, str):
            raise BadRowError(
                found,
                where=card.where,
                remedy="mend this text, or leave out --strict: then only its row has an error",
            )
        row = _row(card, stated, game_of_card, found, with_text=with_text)
        if not only_lang or row.lang in {only_lang, None}:
            yield card, row


def _spell(lang: str | None, game: str | None) -> tuple[str | None, str | None]:
    """Return language and game as the contract spells them; what it does not know stays as it is."""
    return lang and (languages_in_use().code_of(lang) or lang), game and find_game(game)


def prefetch_cards(
    cards: Iterable[CardText], options: Options, lang: str | None, game: str | None
) -> Iterator[CardText]:
    """Yield the texts as they are, after the classifier has seen those around each; ``off``, it sees none.

    Raises:
        ModelError: the model file is missing, damaged, or of another format.
    """

    def told_of(card: CardText) -> Told | None:
        return None if card.error is not None else (card.text, card.lang or lang, card.game or game, card.name)

    return prefetch(cards, told_of, options)


def _read_or_why_not(card: CardText, lang: str | None, game: str | None, read: Read) -> CardReading | str:
    if card.error is not None:
        return card.error
    try:
        # The type of a Pendulum Monster is that of its other text.
        card_type = card.card_type if card.field == "text" else None
        return read(card.text, lang=lang, game=game, name=card.name, card_type=card_type)
    except (RulesError, BudgetError):
        # What cannot be loaded or set is no fault of a text, and would fail anew for each.
        raise
    except OnceperError as error:
        return f"{error.what}; expected {error.expected}"


def _row(card: CardText, lang: str | None, game: str | None, found: CardReading | str, *, with_text: bool) -> Row:
    # A text that could not be made out is empty.
    text = (card.text if card.error is None else card.text or None) if with_text else None
    if isinstance(found, str):
        error = f"{found} ({card.where})" if card.where else found
        return Row(id=card.id, name=card.name, lang=lang, game=game, field=card.field, text=text, error=error)
    return Row(
        id=card.id,
        name=card.name,
        lang=found.lang,
        game=found.game,
        field=card.field,
        text=text,
        limits=found.limits,
        non_effects=found.non_effects,
        effects=found.effects,
        unread=found.unread,
    )
