"""Rows for the card texts of a chunk, each different text read once."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
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
    """Hold the rows of a chunk, each different one once, in the order of its cards; null what is in another language.

    A row of these has the id of the first that is like it, and its ``error`` no place.
    """

    chunk: Chunk
    rows: Sequence[Row | None]

    def times(self) -> Iterator[tuple[CardText, Row, int]]:
        """Yield each different text and its row with the number of rows like it."""
        counted = Counter(self.chunk.places)
        for place, (card, row) in enumerate(zip(self.chunk.cards, self.rows, strict=True)):
            if row is not None:
                yield card, row, counted[place]

    def each(self) -> Iterator[Row]:
        """Yield the rows."""
        for place, id_, where in zip(self.chunk.places, self.chunk.ids, self.chunk.wheres, strict=True):
            row = self.rows[place]
            if row is not None and row.error is not None:
                yield msgspec.structs.replace(row, id=id_, error=_placed(row.error, where))
            elif row is not None:
                yield row if row.id == id_ else msgspec.structs.replace(row, id=id_)

    def batch(self) -> pa.RecordBatch:
        """Return the rows as a record batch of the published schema."""
        # pyarrow takes long to import, and JSON Lines do without.
        import pyarrow as pa  # noqa: PLC0415

        from onceper.contract.arrow_rows import to_arrow  # noqa: PLC0415

        # Each row once, and which of them each text has; those that are null are left out.
        rows = [row for row in self.rows if row is not None]
        numbers = list(accumulate((row is not None for row in self.rows), initial=0))
        kept = [at for at, place in enumerate(self.chunk.places) if self.rows[place] is not None]
        batch = to_arrow(rows)
        if len(rows) < len(kept):
            batch = batch.take(pa.array([numbers[self.chunk.places[at]] for at in kept], pa.int32()))
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        columns["id"] = pa.array([self.chunk.ids[at] for at in kept], pa.string())
        if columns["error"].null_count < len(kept):
            told = zip(columns["error"].to_pylist(), kept, strict=True)
            errors = [error and _placed(error, self.chunk.wheres[at]) for error, at in told]
            columns["error"] = pa.array(errors, pa.string())
        return pa.RecordBatch.from_arrays(list(columns.values()), schema=batch.schema)


def tag_chunk(chunk: Chunk, options: RowOptions) -> Tagged:
    """Tag the texts of a chunk.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
        ModelError: the model file is missing, damaged, or of another format.
    """
    return Tagged(chunk, list(tag_cards(chunk.cards, options, known=chunk.known)))


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
    for card, row, times in tagged.times():
        lacks_model = has_no_model(row.lang, row.game, options.reading)
        summary.add(row, card.card_type, lacks_model=lacks_model, times=times)
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
        return card.error
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


def _placed(error: str, where: str) -> str:
    return f"{error} ({where})" if where else error
