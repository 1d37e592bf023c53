"""One flat line a card of a tagged table, as the caller's kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import pyarrow as pa

from onceper.contract.arrow_rows import to_arrow
from onceper.contract.flat_card import FlatCard
from onceper.files.sink.sqlite import flattened
from onceper.integrations.tables import like
from onceper.integrations.tagged import rows_of

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from onceper.integrations.tagged import Other


@overload
def flat(tags: pl.DataFrame | pl.LazyFrame) -> pl.DataFrame: ...
@overload
def flat(tags: pd.DataFrame) -> pd.DataFrame: ...
@overload
def flat(tags: Other) -> pa.Table: ...
def flat(tags: Any) -> Any:
    """Return one line for each card and language, with how many limits of each sort it has: the view ``cards_flat``.

    ``tags`` is a table that ``onceper.tag`` gave, a file that ``onceper tag`` wrote, or rows. A Polars or pandas frame
    gives its like, anything else a pyarrow Table; the columns are the fields of a ``FlatCard``.

    Raises:
        TagsError: this is no tagging.
        InputError: a file cannot be read.

    >>> import onceper, polars
    >>> tags = onceper.tag(polars.DataFrame({"id": [7], "text": ["Once per turn: You can draw 1 card."]}), lang="en")
    >>> onceper.flat(tags).select("id", "once_per_turn", "limits", "effects").rows()
    [('7', 'soft', 1, 1)]
    """
    with flattened() as (take, cards):
        take(to_arrow(rows_of(tags, "tags")))
        return like(tags, pa.Table.from_batches([to_arrow(list(cards()), FlatCard)]))
