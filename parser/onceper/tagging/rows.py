"""Rows for the card texts of a chunk, each different text read once."""

from __future__ import annotations

from collections import Counter
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from onceper.contract.reading import Row
from onceper.errors import OnceperError
from onceper.files.protocol import Form
from onceper.files.sink.lines import encode_lines
from onceper.lang.games import find_game
from onceper.lang.languages import languages_in_use
from onceper.patterns.records import RulesError
from onceper.reader.options import Options
from onceper.reader.read import has_no_model, read_text
from onceper.tagging.origin import made_by, made_of
from onceper.tagging.summary import Summary
from onceper.text.memory import BudgetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import pyarrow as pa

    from onceper.contract.reading import CardReading
    from onceper.files.protocol import CardText, Chunk


class BadRowError(OnceperError):
    """A text cannot be read, in a run that was told to stop there."""


class RowOptions(Struct, frozen=True):
    """Hold what was asked for, as far as it changes the rows.

    ``lang`` and ``game`` are for texts that carry none. ``only_lang`` leaves out what is in another language; a text
    whose language is not known stays in. A text that cannot be read gives a row with ``error``, or with ``strict`` ends
    the run. ``with_text`` gives each row its text, as far as that could be made out.
    """

    lang: str | None = None
    game: str | None = None
    only_lang: str | None = None
    strict: bool = False
    with_text: bool = False
    reading: Options = Options()


class RunOptions(RowOptions, frozen=True, kw_only=True):
    """Hold what a run was asked for: rows, in this form, and whether with the sentences that no rule reads."""

    form: Form
    with_unread: bool = False


class Tagged(NamedTuple):
    """Hold the rows of a chunk, each different one once beside its text, and of each row which that is and its id."""

    cards: Sequence[CardText]
    rows: Sequence[Row]
    places: Sequence[int]
    ids: Sequence[str]

    def each(self) -> Iterator[Row]:
        """Yield the rows."""
        for place, id_ in zip(self.places, self.ids, strict=True):
            row = self.rows[place]
            yield row if row.id == id_ else msgspec.structs.replace(row, id=id_)

    def batch(self) -> pa.RecordBatch:
        """Return the rows as a record batch of the published schema."""
        # pyarrow takes long to import, and JSON Lines do without.
        from onceper.contract.arrow_rows import repeated, to_arrow  # noqa: PLC0415

        batch = to_arrow(self.rows)
        return batch if len(self.rows) == len(self.places) else repeated(batch, self.places, self.ids)


def tag_chunk(chunk: Chunk, options: RowOptions) -> Tagged:
    """Tag the texts of a chunk, and leave out what is in another language than that which is asked for.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
        ModelError: the model file is missing, damaged, or of another format.
    """
    tagged = zip(chunk.cards, tag_cards(chunk.cards, options, known=chunk.known), strict=True)
    kept = {place: (card, row) for place, (card, row) in enumerate(tagged) if row is not None}
    new = dict(zip(kept, count()))
    return Tagged(
        [card for card, _ in kept.values()],
        [row for _, row in kept.values()],
        [new[place] for place in chunk.places if place in new],
        [id_ for place, id_ in zip(chunk.places, chunk.ids, strict=True) if place in new],
    )


class Piece(NamedTuple):
    """Hold the rows of a chunk as their format takes them, the lines of its unread sentences, and what was counted."""

    rows: Any
    unread: bytes
    summary: Summary


def tag_piece(chunk: Chunk, options: RunOptions) -> Piece:
    """Tag a chunk.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
    """
    tagged = tag_chunk(chunk, options)
    summary = Summary(taken_over=len(chunk.known))
    times = Counter(tagged.places)
    for place, (card, row) in enumerate(zip(tagged.cards, tagged.rows, strict=True)):
        lacks_model = has_no_model(row.lang, row.game, options.reading)
        summary.add(row, card.card_type, lacks_model=lacks_model, times=times[place])
    rows = tagged.batch() if options.form == "arrow" else encode_lines(tagged.each(), options.form)
    return Piece(rows, _unread_lines(tagged) if options.with_unread else b"", summary)


def _unread_lines(tagged: Tagged) -> bytes:
    """Return a line for each unread sentence, with the row it stands in."""
    return msgspec.json.Encoder().encode_lines(
        [
            {"id": row.id, "name": row.name, "lang": row.lang, "field": row.field} | msgspec.to_builtins(unread)
            for row in tagged.each()
            for unread in row.unread
        ]
    )


def tag_cards(
    cards: Iterable[CardText],
    options: RowOptions,
    read: Callable[..., CardReading] | None = None,
    known: Mapping[int, Row] = MappingProxyType({}),
) -> Iterator[Row | None]:
    """Yield the row of each text; null where it is in another language than that which is asked for.

    ``read`` reads one text as ``read_text`` does. Of those that are ``known``, by their places, the row says what was
    read.
    What a card is tells how its text is read, but not its Pendulum Effect, which a monster without effects has as well.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
        ModelError: the model file is missing, damaged, or of another format.
    """
    for place, card in enumerate(cards):
        lang, game = spell(card, options)
        if options.only_lang and lang and lang != options.only_lang:
            yield None
            continue
        found = known.get(place) or _read_or_why_not(card, lang, game, options.reading, read or read_text)
        if options.strict and isinstance(found, str):
            raise BadRowError(
                found,
                where=card.where,
                remedy="mend this text, or leave out --strict: then only its row has an error",
            )
        row = _row(card, lang, game, found, options)
        yield row if not options.only_lang or row.lang in {options.only_lang, None} else None


def spell(card: CardText, options: RowOptions) -> tuple[str | None, str | None]:
    """Return language and game as the contract spells them; what it does not know stays as it is."""
    lang, game = card.lang or options.lang, card.game or options.game
    return lang and (languages_in_use().code_of(lang) or lang), game and find_game(game)


def _read_or_why_not(
    card: CardText, lang: str | None, game: str | None, options: Options, read: Callable[..., CardReading]
) -> CardReading | str:
    if card.error is not None:
        return f"{card.error} ({card.where})" if card.where else card.error
    # The type of a Pendulum Monster is that of its other text.
    card_type = card.card_type if card.field == "text" else None
    try:
        return read(card.text, options, lang=lang, game=game, name=card.name, card_type=card_type)
    except (RulesError, BudgetError):
        # What cannot be loaded or set is no fault of a text, and would fail anew for each.
        raise
    except OnceperError as error:
        return f"{error.what}; expected {error.expected}"


def _row(
    card: CardText, lang: str | None, game: str | None, found: CardReading | Row | str, options: RowOptions
) -> Row:
    # A text that could not be made out is empty.
    text = (card.text if card.error is None else card.text or None) if options.with_text else None
    row = Row(
        id=card.id,
        name=card.name,
        lang=lang,
        game=game,
        field=card.field,
        text=text,
        made_of=found.made_of if isinstance(found, Row) else made_of(card, lang, game),
        made_by=made_by(options.reading),
    )
    if isinstance(found, str):
        return msgspec.structs.replace(row, error=found)
    return msgspec.structs.replace(
        row,
        lang=found.lang,
        game=found.game,
        limits=found.limits,
        non_effects=found.non_effects,
        effects=found.effects,
        unread=found.unread,
    )
