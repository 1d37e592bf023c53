"""Expressions of Polars: functions, and the same in the namespace ``onceper`` that importing gives every expression.

Checkers of types know the functions, and no namespace.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import pyarrow as pa

from onceper.errors import ExtraError, WrongKindError, translate
from onceper.lang.languages import check_game, check_language
from onceper.marking.column import mark_column
from onceper.marking.styles import check_style
from onceper.reader.options import BY_DEFAULT, Options
from onceper.tagging.column import ColumnReader, type_of

with translate(ModuleNotFoundError, lambda _: ExtraError("polars")):
    import polars as pl

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from onceper.reader.options import Mode
    from onceper.tagging.column import Kind

Value = str | pl.Expr | None
"""A value for all texts, or an expression for each; null is told from the text."""


class Given(TypedDict, total=False):
    """Name the options of the functions."""

    lang: Value
    game: Value
    name: Value
    card_type: Value
    classifier: Mode
    model: Path | str | None


def limits(text: pl.Expr | str, **options: Unpack[Given]) -> pl.Expr:
    """Return the list of the limits of each text of an expression, or of a column of this name.

    ``lang``, ``game``, ``name`` and ``card_type`` are strings for all texts or expressions, as ``polars.col("name")``.
    A text that is null or cannot be read gives null, but ``reading`` tells why in its ``error``; a string for all texts
    that is wrong is an error at once, as by ``onceper.tag``. ``classifier`` and ``model`` are those of
    ``onceper.read``.

    >>> import polars as pl, onceper.polars
    >>> cards = pl.DataFrame({"text": ["Once per turn: You can draw 1 card."]})
    >>> cards.select(onceper.polars.limits("text", lang="en").list.len()).rows()
    [(1,)]
    """
    return _read(text, "limits", options)


def non_effects(text: pl.Expr | str, **options: Unpack[Given]) -> pl.Expr:
    """Return the list of what in each text is not an effect."""
    return _read(text, "non_effects", options)


def effects(text: pl.Expr | str, **options: Unpack[Given]) -> pl.Expr:
    """Return the list of each text's effects."""
    return _read(text, "effects", options)


def reading(text: pl.Expr | str, **options: Unpack[Given]) -> pl.Expr:
    """Return a struct of everything that is read in each text, with its language and game, or its error."""
    return _read(text, "reading", options)


def marked(text: pl.Expr | str, style: str, **options: Unpack[Given]) -> pl.Expr:
    """Return each text in a style, as ``onceper.read(…).marked`` does; one that cannot be read stays as it is.

    Raises:
        StyleError: there is no such style.
    """
    return _made(text, partial(mark_column, check_style(style)), pl.String(), **options)


@pl.api.register_expr_namespace("onceper")
class Onceper:
    """Have the functions ``limits``, ``non_effects``, ``effects``, ``reading`` and ``marked``, of an expression.

    >>> import polars as pl, onceper.polars
    >>> cards = pl.DataFrame({"text": ["Once per turn: You can draw 1 card."]})
    >>> cards.select(pl.col("text").onceper.limits(lang="en").list.len()).rows()
    [(1,)]
    """

    def __init__(self, text: pl.Expr) -> None:
        for function in (limits, non_effects, effects, reading, marked):
            setattr(self, function.__name__, partial(function, text))


def _read(text: pl.Expr | str, kind: Kind, options: Given) -> pl.Expr:
    empty: Any = pa.nulls(0, type_of(kind))  # type: ignore[call-overload]
    return _made(text, partial(ColumnReader, kind), pl.Series(empty).dtype, **options)


def _made(
    text: pl.Expr | str,
    reader: Callable[[Options], Callable[[pa.Table], Any]],
    dtype: pl.DataType,
    *,
    classifier: Mode = BY_DEFAULT,
    model: Path | str | None = None,
    lang: Value = None,
    game: Value = None,
    name: Value = None,
    card_type: Value = None,
) -> pl.Expr:
    # A wrong constant is told here, or each text would have its error, and the column be null from end to end.
    check_language(lang if isinstance(lang, str) else None)
    check_game(game if isinstance(game, str) else None)
    read_in = reader(Options.checked(classifier=classifier, model=model))
    texts = _expression("text", pl.col(text) if isinstance(text, str) else text)
    told = {"lang": lang, "game": game, "name": name, "card_type": card_type}
    cards = pl.struct(texts.alias("text"), *(_expression(what, value).alias(what) for what, value in told.items()))
    column = cards.map_batches(
        lambda batch: pl.Series(read_in(batch.struct.unnest().to_arrow())), return_dtype=dtype, is_elementwise=True
    )
    # Only of several columns the names are not known, and kept.
    called = texts.meta.output_name(raise_if_undetermined=False)
    return column.name.keep() if called is None else column.alias(called)


def _expression(what: str, value: object) -> pl.Expr:
    if value is None or isinstance(value, str):
        return pl.lit(value, pl.String)
    if isinstance(value, pl.Expr):
        return value
    raise WrongKindError(
        value,
        called=f"the {what}",
        expected="an expression, such as polars.col(...), a string or null",
        remedy="of a Series make a frame first: series.to_frame()",
    )
