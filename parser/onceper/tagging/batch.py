"""The one way from Arrow to Arrow: card texts in, rows out, wherever the batches are kept."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from onceper.contract.arrow_rows import to_arrow
from onceper.contract.reading import ALL_PARTS
from onceper.errors import OnceperError
from onceper.files.source.arrow_strings import is_words
from onceper.lang.languages import check_game, check_language
from onceper.reader.options import RULES_ALONE, Options
from onceper.reader.read import read_text
from onceper.reader.unmodelled import warn_without_model
from onceper.tagging.columns import card_texts, find_columns
from onceper.tagging.rows import prefetch_cards, tag_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from pathlib import Path

    from onceper.contract.reading import CardReading, Part
    from onceper.reader.options import Mode
    from onceper.tagging.columns import Named
    from onceper.tagging.rows import Read

_log = logging.getLogger(__name__)

# Bounds the memory that records take before they are Arrow.
ROWS_AT_ONCE = 4_096


class NotABatchError(OnceperError, TypeError):
    """What is to be tagged is no record batch."""


class DefectError(OnceperError):
    """Reading a text failed in a way that it never should."""


def tag_batch(
    batch: pa.RecordBatch,
    *,
    lang: str | None = None,
    game: str | None = None,
    parts: Collection[Part] = ALL_PARTS,
    columns: Named | None = None,
    with_text: bool = False,
    classifier: Mode = RULES_ALONE,
    model: Path | str | None = None,
) -> pa.RecordBatch:
    """Return a row of the published Arrow schema for each card text of a record batch, in the same order.

    The texts stand in the column ``text``; ``id``, ``name``, ``lang``, ``game``, ``field`` and what a card is,
    ``card_type``, ``type_line`` and ``property``, are used where they are there. ``columns`` says which columns hold
    these instead, such as ``{"text": "desc", "name": None}``, where null stands for none. ``lang`` and ``game`` are for
    rows that name none; ``parts``, ``classifier`` and ``model`` are those of ``onceper.read``. ``with_text`` gives each
    row its text, which is null else. A text that cannot be read gives a row with ``error``, whatever the reason. Where
    the classifier is asked and has no model of a language, the rules read alone: a ModelWarning says so.

    Raises:
        ColumnsError: the columns do not hold card texts.
        LanguageError: ``lang`` is not a language that onceper reads.
        GameError: ``game`` is no name of a game.
        PartsError: a part is none of the three.
        ModeError, ModelError: as ``onceper.read`` does.
    """
    return join_batches(
        tag_batches(
            [batch],
            lang=lang,
            game=game,
            parts=parts,
            columns=columns,
            with_text=with_text,
            classifier=classifier,
            model=model,
        )
    )


def tag_batches(
    batches: Iterable[pa.RecordBatch],
    *,
    lang: str | None = None,
    game: str | None = None,
    parts: Collection[Part] = ALL_PARTS,
    columns: Named | None = None,
    with_text: bool = False,
    classifier: Mode = RULES_ALONE,
    model: Path | str | None = None,
) -> Iterator[pa.RecordBatch]:
    """Tag record batches as they come, as ``tag_batch`` does; a large one comes back in slices of 4,096 rows.

    Raises:
        LanguageError, GameError, PartsError, ModeError, ModelError: as ``tag_batch`` does, at once.
        ColumnsError: the columns of a batch do not hold card texts, when it is reached.
    """
    options = Options.checked(parts, classifier, model)
    return tag_with(batches, options, lang=lang, game=game, columns=columns, with_text=with_text)


def tag_with(
    batches: Iterable[pa.RecordBatch],
    options: Options,
    *,
    lang: str | None = None,
    game: str | None = None,
    columns: Named | None = None,
    with_text: bool = False,
) -> Iterator[pa.RecordBatch]:
    """Tag record batches as ``tag_batches`` does, with options that are checked.

    Raises:
        LanguageError, GameError, ColumnsError: as ``tag_batches`` does.
    """
    lang, game = check_language(lang), check_game(game)
    reading = partial(read_text, options=options)

    def tag_slice(texts: pa.RecordBatch, found: dict[str, str]) -> pa.RecordBatch:
        cards = prefetch_cards(card_texts(texts, found), options, lang, game)
        rows = list(tag_rows(cards, read=_each_once(reading), lang=lang, game=game, with_text=with_text))
        warn_without_model(((row.lang, row.game) for row in rows if row.error is None), options)
        return to_arrow(rows)

    return (
        tag_slice(texts, found)
        for batch in _checked(batches)
        for found in [find_columns(batch.schema.names, columns or {}, holds_words=_holds_words(batch.schema))]
        for texts in _slices(batch)
    )


def _checked(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        _check_batch(batch)
        yield batch


def _check_batch(batch: object) -> None:
    if not isinstance(batch, pa.RecordBatch):
        raise NotABatchError(
            f"this is a {type(batch).__module__}.{type(batch).__qualname__}",
            expected="a pyarrow.RecordBatch",
            remedy="onceper.tag takes tables of every kind",
        )


def _holds_words(schema: pa.Schema) -> Callable[[str], bool]:
    return lambda column: is_words(schema.field(column).type)


def join_batches(batches: Iterable[pa.RecordBatch]) -> pa.RecordBatch:
    """Return record batches as one."""
    whole: pa.RecordBatch = pa.concat_batches(list(batches))  # type: ignore[attr-defined]  # the stubs leave it out
    return whole


def _slices(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    # A batch without a row is a slice without a row.
    for start in range(0, batch.num_rows or 1, ROWS_AT_ONCE):
        yield batch.slice(start, ROWS_AT_ONCE)


def _each_once(reading_of: Read) -> Read:
    """Return what reads each different text of a batch once, and turns a defect into an error of its row."""
    kept: dict[tuple[str, str | None, str | None, str | None, str | None], CardReading] = {}

    def read_once(
        text: str, /, *, lang: str | None, game: str | None, name: str | None, card_type: str | None
    ) -> CardReading:
        card = (text, lang, game, name, card_type)
        reading = kept.get(card)
        if reading is None:
            try:
                reading = kept[card] = reading_of(text, lang=lang, game=game, name=name, card_type=card_type)
            except OnceperError:
                raise
            except Exception as error:
                _log.exception("a text cannot be read: %.80r", text)
                raise DefectError(
                    f"reading failed with {type(error).__name__}: {error}",
                    expected="a reading of any text; please report this text as a defect of onceper",
                ) from error
        return reading

    return read_once
