"""The one way from Arrow to Arrow: card texts in, rows out, wherever the batches are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import pyarrow as pa
import pyarrow.compute as pc

from onceper.contract.arrow import repeated, text_array
from onceper.contract.reading import ALL_PARTS
from onceper.errors import WrongKindError, translate
from onceper.files.source.columnar import alike, of_types, pieces, strings
from onceper.files.source.columns import Columns, ColumnsError, Found
from onceper.files.source.records import texts_of
from onceper.lang.languages import check_game, check_language
from onceper.reader.options import BY_DEFAULT, Options
from onceper.reader.read import warn_without_model
from onceper.tagging.kept import KeptRows, join_batches
from onceper.tagging.rows import RowOptions, tag_cards

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from onceper.contract.reading import Part
    from onceper.reader.options import Mode

Named = Mapping[Any, str | None]
"""Which column holds what, where it is not of the usual name; null for what none is to be used for."""


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


class Tagger:
    """Tag record batches as ``tag_batches`` does, with options that are checked.

    The rows of the last texts are kept from call to call, for some engines hand over a table in small pieces, and from
    several threads.

    Raises:
        ColumnsError, WrongKindError: as ``tag_batches`` does, when a batch is reached.
    """

    def __init__(self, options: RowOptions, columns: Named | None = None) -> None:
        self._options = options
        self._columns = columns or {}
        self._kept = KeptRows()

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the rows of the batches, as these come."""
        return (repeated(*found) for found in self.found(batches))

    def found(self, batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[pa.RecordBatch, Any, pa.Array[Any]]]:
        """Yield rows without repeats, with the places of those that the texts have, and with the ids of these."""
        for batch in batches:
            if not isinstance(batch, pa.RecordBatch):
                raise WrongKindError(
                    batch,
                    expected="a pyarrow.RecordBatch",
                    remedy="onceper.tag takes tables of every kind",
                )
            found = of_types(columns_of(batch.schema.names, self._columns), batch.schema, "")
            with translate((pa.ArrowException, UnicodeEncodeError), _damaged):
                for piece in pieces(batch, found.used()):
                    yield self._found(piece, found)

    def _found(self, batch: pa.RecordBatch, found: Found) -> tuple[pa.RecordBatch, Any, pa.Array[Any]]:
        own = next((name for name, _ in found.ids), "")
        found = replace(found, keys=tuple(found.named()))
        told, numbers = alike(batch, found.keys)

        def read(places: Sequence[int]) -> list[Any]:
            texts = (texts_of(found, found.told(told[place])) for place in places)
            rows = list(tag_cards(chain.from_iterable(texts), self._options))
            warn_without_model(
                ((row.lang, row.game) for row in rows if row and row.error is None), self._options.reading
            )
            return rows

        rows, places, _ = self._kept.of(told, numbers, read, found.names)
        without = text_array([""] * len(batch))
        return rows, places, pc.coalesce(_ids(batch[own]), without) if own else without


def _ids(column: Any) -> Any:
    """Return the id of each row, null where there is none."""
    # So pandas keeps integers among which one is missing.
    return strings(column.cast(pa.int64()) if pa.types.is_floating(column.type) else column)


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
    # Neither sections nor numbers that stand in for an id are asked for.
    read = {what: name for what, name in found.names.items() if what not in {"pendulum", "monster"}}
    return Found(found.keys, read, tuple(of for of in found.ids if not of[1]))


def _damaged(error: Exception) -> ColumnsError:
    return ColumnsError(
        f"a column is damaged: {error}",
        expected="values that lie in the memory of their column, strings in UTF-8, and integers for ids",
        remedy="make the table anew, without taking its buffers from elsewhere",
    )
