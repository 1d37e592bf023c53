"""Rows of a tagging from before, where a run would read the same again."""

from __future__ import annotations

from contextlib import closing, contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from onceper.files.tags import tagged_lines
from onceper.tagging.origin import made_by, made_of
from onceper.tagging.rows import spell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from onceper.files.protocol import Chunk, TaggedLine
    from onceper.tagging.rows import RowOptions

    WithKnown = Callable[[Iterable[Chunk]], Iterator[Chunk]]

# So many texts are kept, the last ones: a database mostly keeps its order, and what is missed is read.
_AHEAD = 1 << 14


@contextmanager
def rows_from_before(old: Path, options: RowOptions) -> Iterator[WithKnown]:
    """Give what puts to each chunk those rows of a tagging that its texts would give again.

    They are of the same text, name, type, language and game, and by the same version and rules; a row with an error is
    none of them. The tagging is read along with the chunks.

    Raises:
        InputError: once chunks are taken, the file cannot be read, or is no tagging.
    """
    # Only record batches are made of such.
    with_text = options.with_text if options.form == "arrow" else None
    with closing(tagged_lines(old, with_text=with_text)) as every:
        same = made_by(options.reading)
        rows = (row for row in every if row.made_by == same and row.made_of and row.error is None)
        # Of each text a row: a text may stand under many ids, far from one another.
        ahead: dict[str | None, TaggedLine] = {}

        def with_known(chunks: Iterable[Chunk]) -> Iterator[Chunk]:
            for chunk in chunks:
                told = [made_of(placed.text, *spell(placed.text, options)) for placed in chunk.texts]
                missing = {digest for digest in told if digest and digest not in ahead}
                if len(ahead) + len(missing) > _AHEAD:
                    for digest in list(islice(ahead, _AHEAD // 4)):
                        del ahead[digest]
                while missing and len(ahead) < _AHEAD and (row := next(rows, None)):
                    ahead.setdefault(row.made_of, row)
                    missing.discard(row.made_of)
                chunk.known = list(map(ahead.get, told))
                yield chunk

        yield with_known
