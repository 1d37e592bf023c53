"""Expressions of Polars: functions, and the same in the namespace ``onceper`` that importing gives every expression.

Checkers of types know the functions, and no namespace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

import pyarrow as pa

from onceper.errors import ExtraError, OnceperError
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


class Given(TypedDict, total=False):
    """Name the options of the functions, which are those of the namespace."""

    lang: Value
    game: Value
    name: Value
    card_type: Value
    classifier: Mode
    model: Path | str | None


class NotAColumnError(OnceperError, TypeError):
    """What is to be read, or told of it, is no expression."""


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
        columns = {what: _column(what, value) for what, value in given.items()}

        def read(texts: pl.Series) -> pl.Series:
            return pl.Series(read_column(kind, pa.table(texts.struct.unnest()), options))

        empty = pl.Series(pa.array([], type_of(kind)))
        cards = pl.struct(self._text.alias("text"), *[column.alias(what) for what, column in columns.items()])
        read_in = cards.map_batches(read, return_dtype=empty.dtype, is_elementwise=True)
        name = _name_of_constant(self._text)
        return read_in.name.keep() if name is None else read_in.alias(name)


def limits(text: pl.Expr | str, **options: Unpack[Given]) -> pl.Expr:
    """Return the list of the limits of each text of an expression, or of a column of this name.

    >>> import polars as pl, onceper.polars
    >>> cards = pl.DataFrame({"text": ["Once per turn: You can draw 1 card."]})
    >>> cards.select(onceper.polars.limits("text", lang="en").list.len()).rows()
    [(1,)]
    """
    return _texts(text).limits(**options)


def non_effects(text: pl.Expr | str, **options: Unpack[Given]) -> pl.Expr:
    """Return the list of what in each text is not an effect."""
    return _texts(text).non_effects(**options)


def effects(text: pl.Expr | str, **options: Unpack[Given]) -> pl.Expr:
    """Return the list of each text's effects."""
    return _texts(text).effects(**options)


def reading(text: pl.Expr | str, **options: Unpack[Given]) -> pl.Expr:
    """Return a struct of everything that is read in each text, with its language and game, or its error."""
    return _texts(text).reading(**options)


def _name_of_constant(text: pl.Expr) -> str | None:
    """Return the name of what comes of no column, which has no name to keep; null where it may come of some."""
    if text.meta.root_names() or text.meta.has_multiple_outputs():
        return None
    return text.meta.output_name(raise_if_undetermined=False)


def _texts(text: object) -> Onceper:
    if isinstance(text, str):
        return Onceper(pl.col(text))
    if isinstance(text, pl.Expr):
        return Onceper(text)
    raise NotAColumnError(
        f"the texts are a {type(text).__qualname__}",
        expected="an expression, such as polars.col(...), or the name of a column",
        remedy="of a Series make a frame first: series.to_frame()",
    )


def _column(what: str, value: object) -> pl.Expr:
    if value is None or isinstance(value, str):
        return pl.lit(value, pl.String)
    if isinstance(value, pl.Expr):
        return value
    raise NotAColumnError(f"the {what} is a {type(value).__qualname__}", expected="a string, an expression or null")
