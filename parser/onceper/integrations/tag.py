"""Tag a table and give back the caller's kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar, Unpack, overload

from onceper.integrations.tables import tagged
from onceper.tagging.batch import tagger

if TYPE_CHECKING:
    import pyarrow as pa

    from onceper.tagging.batch import TagOptions

    # Each is known to a checker of types by what no other table has. By the classes themselves it would take every
    # table for any table where one of these libraries is not installed, or does not tell its types.

    class OfPolars(Protocol):
        """A data frame or lazy frame of Polars."""

        def collect_schema(self) -> Any:
            """Tell this kind of table from others."""

    class OfPandas(Protocol):
        """A data frame of pandas."""

        def iterrows(self) -> Any:
            """Tell this kind of table from others."""

    class OfDuckDB(Protocol):
        """A relation of DuckDB."""

        def set_alias(self, alias: str, /) -> Any:
            """Tell this kind of table from others."""

    class Batch(Protocol):
        """A record batch, or a table, of pyarrow."""

        def to_struct_array(self) -> Any:
            """Tell this kind of table from others."""

    class Batches(Protocol):
        """A stream of record batches of pyarrow."""

        def read_next_batch(self) -> Any:
            """Tell this kind of table from others."""

    Table = TypeVar("Table", bound=OfPolars | OfPandas | OfDuckDB | Batch | Batches)


@overload
def tag(  # type: ignore[overload-overlap]  # a table of a kind that is known is an object, too
    table: Table, **options: Unpack[TagOptions]
) -> Table: ...
@overload
def tag(table: object, **options: Unpack[TagOptions]) -> pa.Table: ...
def tag(table: Any, **options: Unpack[TagOptions]) -> Any:
    """Tag a table of card texts, and return the rows as a table of the same kind.

    A Polars DataFrame or LazyFrame, a pandas DataFrame, a DuckDB relation, a pyarrow Table, RecordBatch or
    RecordBatchReader gives its like; anything else with Arrow's PyCapsule interface gives a pyarrow Table. The result
    has the columns of the published Arrow schema and no others, so that it is the same wherever it was made; its rows
    are in the order of the texts and keep their ``id``. Options are those of ``onceper.tag_batch``.

    Raises:
        WrongKindError: this is not a table.
        ColumnsError: the columns do not hold card texts.
        LanguageError: ``lang`` is not a language that onceper reads.
        GameError: ``game`` is no name of a game.
        PartsError: a part is none of the three.
        ModeError, ModelError: as ``onceper.read`` does.

    >>> import onceper, polars
    >>> cards = polars.DataFrame({"id": [7], "text": ["Once per turn: You can draw 1 card."]})
    >>> onceper.tag(cards, lang="en").explode("limits").select("id", polars.col("limits").struct["rule"]).rows()
    [('7', 'soft')]
    """
    return tagged(table, tagger(**options), options.get("columns") or {})
