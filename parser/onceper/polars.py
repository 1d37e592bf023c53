"""Expressions of Polars: importing this module gives every expression the namespace ``onceper``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from onceper.errors import ExtraError
from onceper.lang.languages import check_game, check_language
from onceper.reader.options import RULES_ALONE, Options
from onceper.tagging.column import read_column, type_of

try:
    import polars as pl
except ModuleNotFoundError as error:
    if error.name != "polars":
        raise
    raise ExtraError("polars") from error

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.reader.options import Mode
    from onceper.tagging.column import Kind

Value = str | pl.Expr | None
"""A value for all texts, or an expression for each; null is told from the text."""


@pl.api.register_expr_namespace("onceper")
class Onceper:
    """Read the texts of an expression, as ``onceper.read`` does.

    ``lang``, ``game``, ``name`` and ``card_type`` are strings for all texts or expressions, as ``polars.col("name")``.
    A text that is null or cannot be read gives null, but ``reading`` tells why in its ``error``; a string for all texts
    that is wrong is an error at once, as by ``onceper.tag``.
    ``classifier`` and ``model`` are those of ``onceper.read``.

    >>> import polars as pl, onceper.polars
    >>> cards = pl.DataFrame({"text": ["Once per turn: You can draw 1 card."]})
    >>> cards.select(pl.col("text").onceper.limits(lang="en").list.len()).rows()
    [(1,)]
    """

    def __init__(self, text: pl.Expr) -> None:
        self._text = text

    def limits(
        self,
        *,
        lang: Value = None,
        game: Value = None,
        name: Value = None,
        card_type: Value = None,
        classifier: Mode = RULES_ALONE,
        model: Path | str | None = None,
    ) -> pl.Expr:
        """Return the list of each text's limits."""
        options = Options.checked(classifier=classifier, model=model)
        return self._read("limits", options, lang=lang, game=game, name=name, card_type=card_type)

    def non_effects(
        self,
        *,
        lang: Value = None,
        game: Value = None,
        name: Value = None,
        card_type: Value = None,
        classifier: Mode = RULES_ALONE,
        model: Path | str | None = None,
    ) -> pl.Expr:
        """Return the list of what in each text is not an effect."""
        options = Options.checked(classifier=classifier, model=model)
        return self._read("non_effects", options, lang=lang, game=game, name=name, card_type=card_type)

    def effects(
        self,
        *,
        lang: Value = None,
        game: Value = None,
        name: Value = None,
        card_type: Value = None,
        classifier: Mode = RULES_ALONE,
        model: Path | str | None = None,
    ) -> pl.Expr:
        """Return the list of each text's effects."""
        options = Options.checked(classifier=classifier, model=model)
        return self._read("effects", options, lang=lang, game=game, name=name, card_type=card_type)

    def reading(
        self,
        *,
        lang: Value = None,
        game: Value = None,
        name: Value = None,
        card_type: Value = None,
        classifier: Mode = RULES_ALONE,
        model: Path | str | None = None,
    ) -> pl.Expr:
        """Return a struct of everything that is read in each text, with its language and game, or its error."""
        options = Options.checked(classifier=classifier, model=model)
        return self._read("reading", options, lang=lang, game=game, name=name, card_type=card_type)

    def _read(self, kind: Kind, options: Options, **given: Value) -> pl.Expr:
        # A wrong constant is told here, or each text would have its error, and the column be null from end to end.
        for what, check in (("lang", check_language), ("game", check_game)):
            check(value if isinstance(value := given[what], str) else None)
        columns = {
            what: pl.lit(value, pl.String) if value is None or isinstance(value, str) else value
            for what, value in given.items()
        }

        def read(texts: pl.Series) -> pl.Series:
            return pl.Series(read_column(kind, pa.table(texts.struct.unnest()), options))

        empty = pl.Series(pa.array([], type_of(kind)))
        cards = pl.struct(self._text.alias("text"), *[column.alias(what) for what, column in columns.items()])
        return cards.map_batches(read, return_dtype=empty.dtype, is_elementwise=True).name.keep()
