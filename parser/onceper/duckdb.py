"""Functions for SQL in DuckDB."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

import pyarrow as pa

from onceper.errors import ExtraError, WrongKindError, translate
from onceper.reader.options import BY_DEFAULT, Options
from onceper.tagging.column import KINDS, ColumnReader, type_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import duckdb

    from onceper.reader.options import Mode


def register(
    connection: duckdb.DuckDBPyConnection, *, classifier: Mode = BY_DEFAULT, model: Path | str | None = None
) -> None:
    """Give a connection ``onceper_limits``, ``onceper_non_effects``, ``onceper_effects`` and ``onceper_reading``.

    Each takes ``(text, lang, game, name, card_type)``, of which all but the text may be left out or named, as in
    ``onceper_limits(text, lang := 'en', name := name)``. The first three return a list of structs, or NULL for a text
    that cannot be read; ``onceper_reading`` returns a struct of all of them, with ``error``. A constant of SQL comes as
    a column of it, so that a wrong language for all texts is a LanguageWarning and no error. A cursor is a connection
    of its own, to be registered itself. ``classifier`` and ``model`` are those of ``onceper.read``.

    Raises:
        ExtraError: DuckDB is not installed.
        WrongKindError: this is no connection of DuckDB.
        ModeError, ModelError: as ``onceper.read`` does.

    >>> import duckdb, onceper
    >>> connection = duckdb.connect()
    >>> onceper.register(connection)
    >>> connection.sql('''
    ...     SELECT unnest(onceper_limits('Once per turn: You can draw 1 card.', lang := 'en')).kind
    ... ''').fetchall()
    [('soft',)]
    """
    options = Options.checked(classifier=classifier, model=model)
    with translate(ModuleNotFoundError, lambda _: ExtraError("duckdb")):
        from duckdb.func import FunctionNullHandling, PythonUDFType  # noqa: PLC0415
    if not hasattr(connection, "create_function"):
        raise WrongKindError(
            connection,
            expected="a connection of DuckDB",
            remedy="open one with duckdb.connect(...); a session of Spark is registered by onceper.spark.register",
        )

    # The types are DuckDB's own reading of the published schema.
    schema = pa.schema([(kind, type_of(kind)) for kind in KINDS])
    types = connection.from_arrow(schema.empty_table()).types
    known = connection.execute("SELECT function_name FROM duckdb_functions()").fetchall()
    # What is registered stays, for all cursors.
    asked = crc32(f"{options.classifier} {options.model}".encode())
    for kind, column in zip(KINDS, types, strict=True):
        function, macro = f"_onceper_{kind}_{asked:08x}", f"onceper_{kind}"
        if (function,) not in known:
            connection.create_function(
                function,
                _reading(ColumnReader(kind, options)),
                ["VARCHAR"] * 5,
                column,
                type=PythonUDFType.ARROW,
                null_handling=FunctionNullHandling.SPECIAL,
            )
        # A macro may leave out arguments and name them, which a function of Python may not.
        connection.execute(
            f"CREATE OR REPLACE TEMP MACRO {macro}(text, lang := NULL, game := NULL, name := NULL, card_type := NULL) "
            f"AS {function}(text, lang, game, name, card_type)"
        )


def _reading(read_in: ColumnReader) -> Callable[..., Any]:
    # DuckDB counts the parameters and evaluates their annotations.
    def read(text: Any, lang: Any, game: Any, name: Any, card_type: Any) -> Any:
        texts = pa.table({"text": text, "lang": lang, "game": game, "name": name, "card_type": card_type})
        return read_in(texts)

    return read
