"""The one way from Arrow to Arrow: card texts in, rows out, wherever the batches are kept."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

import numpy as np
import pyarrow as pa

from onceper.contract.arrow_rows import repeated, to_arrow
from onceper.contract.reading import ALL_PARTS
from onceper.errors import OnceperError, translate
from onceper.files.protocol import Chunk, chunk_sizes, told_of
from onceper.files.source.columnar import chunks_of, of_types
from onceper.files.source.columns import Columns, ColumnsError, Found
from onceper.files.source.records import CardTexts
from onceper.lang.languages import check_game, check_language, languages_in_use
from onceper.reader.options import BY_DEFAULT, Options
from onceper.reader.read import read_text, warn_without_model
from onceper.tagging.rows import RowOptions, tag_cards

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from onceper.contract.reading import CardReading, Part
    from onceper.files.protocol import CardText
    from onceper.lang.languages import Languages
    from onceper.reader.options import Mode

Named = Mapping[Any, str | None]
"""Which column holds what, where it is not of the usual name; null for what none is to be used for."""

_USUAL = Columns()
_log = logging.getLogger(__name__)

# The rows of some ten thousand texts.
_KEPT_BYTES = 1 << 24


class NotABatchError(OnceperError, TypeError):
    """What is to be tagged is no record batch."""


class DefectError(OnceperError):
    """Reading a text failed in a way that it never should."""


class TagOptions(TypedDict, total=False):
    """Name the options of tables, which are told by ``tag_batch``."""

    lang: str | None
    game: str | None
    parts: Collection[Part]
    columns: Named | None
    with_text: bool
    classifier: Mode
    model: Path | str | None


def tag_batch(batch: pa.RecordBatch, **options: Unpack[TagOptions]) -> pa.RecordBatch:
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
    return join_batches(tagger(**options)([batch]))


def tag_batches(batches: Iterable[pa.RecordBatch], **options: Unpack[TagOptions]) -> Iterator[pa.RecordBatch]:
    """Tag record batches as they come, as ``tag_batch`` does; a large one comes back in slices.

    Raises:
        LanguageError, GameError, PartsError, ModeError, ModelError: as ``tag_batch`` does, at once.
        ColumnsError: the columns of a batch do not hold card texts, when it is reached.
    """
    return tagger(**options)(batches)


def tagger(
    *,
    lang: str | None = None,
    game: str | None = None,
    parts: Collection[Part] = ALL_PARTS,
    columns: Named | None = None,
    with_text: bool = False,
    classifier: Mode = BY_DEFAULT,
    model: Path | str | None = None,
) -> Tagger:
    """Return what tags record batches as a caller asked for, checked.

    Raises:
        LanguageError, GameError, PartsError, ModeError, ModelError: as ``tag_batch`` does.
    """
    reading = Options.checked(parts, classifier, model)
    return Tagger(RowOptions(check_language(lang), check_game(game), with_text=with_text, reading=reading), columns)


class _Known(NamedTuple):
    """Hold the rows of texts that were read, and which of them a text has."""

    numbers: dict[tuple[object, ...], int]
    rows: pa.RecordBatch
    languages: Languages | None = None


class Tagger:
    """Tag record batches as ``tag_batches`` does, with options that are checked.

    The rows of the last texts are kept from call to call, for some engines hand over a table in small pieces, and from
    several threads.

    Raises:
        ColumnsError, NotABatchError: as ``tag_batches`` does, when a batch is reached.
    """

    def __init__(self, options: RowOptions, columns: Named | None = None) -> None:
        self._options = options
        self._columns = columns or {}
        self._known = _Known({}, to_arrow([]))

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the rows of the batches, as these come."""
        for batch in batches:
            if not isinstance(batch, pa.RecordBatch):
                raise NotABatchError(
                    f"this is a {type(batch).__module__}.{type(batch).__qualname__}",
                    expected="a pyarrow.RecordBatch",
                    remedy="onceper.tag takes tables of every kind",
                )
            found = columns_of(batch.schema.names, self._columns)
            found = of_types(found, batch.schema, "")
            texts = CardTexts("", _USUAL, found)
            with translate(pa.ArrowException, _damaged):
                # A batch without a row gives one without a row.
                chunks = chunks_of(texts, found, chunk_sizes(), batch.select(found.used()))
                yield from map(self._rows_of, chunks if batch.num_rows else [Chunk([], [], [])])

    def _rows_of(self, chunk: Chunk) -> pa.RecordBatch:
        told = list(map(told_of, chunk.cards))
        known = self._known
        # Other rules read otherwise.
        if known.languages is not languages_in_use() or known.rows.nbytes > _KEPT_BYTES:
            known = _Known({}, to_arrow([]), languages_in_use())
        if new := [card for card, words in zip(chunk.cards, told, strict=True) if words not in known.numbers]:
            known = self._known = self._read(new, known)
        numbers = np.array([known.numbers[words] for words in told], np.int64)
        return repeated(known.rows, numbers[chunk.places].tolist(), chunk.ids)

    def _read(self, cards: Sequence[CardText], known: _Known) -> _Known:
        rows = list(filter(None, tag_cards(cards, self._options, _read_or_tell)))
        warn_without_model(((row.lang, row.game) for row in rows if row.error is None), self._options.reading)
        numbers = {told_of(card): number for number, card in enumerate(cards, len(known.numbers))}
        return _Known(known.numbers | numbers, join_batches([known.rows, to_arrow(rows)]), known.languages)


def join_batches(batches: Iterable[pa.RecordBatch]) -> pa.RecordBatch:
    """Return record batches as one."""
    whole: pa.RecordBatch = pa.concat_batches(list(batches))  # type: ignore[attr-defined]  # the stubs leave it out
    return whole


def columns_of(names: Sequence[str], named: Named) -> Found:
    """Return which columns of a table in memory hold what, by their usual names or as ``named`` says otherwise.

    Raises:
        ColumnsError: no column holds the text, a named one is not there, or its name is there twice.
    """
    found = Columns(named).of_table(names, "")
    if named.get("pendulum"):
        raise ColumnsError(
            "each row of a table has one text",
            expected="Pendulum Effects in rows of their own, or a file with them",
            remedy="tag them by themselves: columns={'text': 'pendulum_effect'}",
        )
    return Found({what: name for what, name in found.names.items() if what != "pendulum"})


def _damaged(error: Exception) -> ColumnsError:
    return ColumnsError(
        f"a column is damaged: {error}",
        expected="values that lie in the memory of their column, and strings in UTF-8",
        remedy="make the table anew, without taking its buffers from elsewhere",
    )


def _read_or_tell(text: str, options: Options, /, **told: Any) -> CardReading:
    """Turn a defect into an error of its row."""
    try:
        return read_text(text, options, **told)
    except OnceperError:
        raise
    except Exception as error:
        _log.exception("a text cannot be read: %.80r", text)
        raise DefectError(
            f"reading failed with {type(error).__name__}: {error}",
            expected="a reading of any text; please report this text as a defect of onceper",
        ) from error
