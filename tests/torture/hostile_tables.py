"""Tables of pandas, Polars, pyarrow and DuckDB that hold what no file would."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow  # noqa: ICN001
from hostile_columns import broken_strings
from isolated import Trial

import onceper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Its stubs know types only where they are spelled out.
pa: Any = pyarrow
_TEXT = "Once per turn: You can draw 1 card."
_SURROGATE = "Once per turn: \ud800 draw."


def _rows(tagged: Any) -> list[dict[str, Any]]:
    for give in ("to_pylist", "to_dicts", "collect", "fetchall"):
        if hasattr(tagged, give):
            found: Any = getattr(tagged, give)()
            return list(found if give != "collect" else found.to_dicts())
    return list(tagged.to_dict("records"))


def tag_table(make: Callable[[], Any], rows: int | None, errors: int | None, columns: Any = None) -> int:
    """Tag the table that ``make`` gives, which has so many rows, of them so many with an error."""
    tagged = _rows(onceper.tag(make(), lang="en", columns=columns))
    assert rows is None or len(tagged) == rows, tagged
    if errors is not None:
        found = [row["error"] for row in tagged if isinstance(row["error"], str)]
        assert len(found) == errors, found
    return len(tagged)


def _frame(columns: dict[Any, list[Any]], **more: Any) -> Any:
    import pandas as pd  # noqa: PLC0415

    return pd.DataFrame(columns, **more)


class Frame:
    """Make a data frame of pandas from columns; a class, so that it can be sent."""

    def __init__(self, columns: dict[Any, list[Any]], dtype: Any = None) -> None:
        self._columns, self._dtype = columns, dtype

    def __call__(self) -> Any:
        """Make it."""
        return _frame(self._columns, dtype=self._dtype)


def several_levels() -> Any:
    """Return a frame with columns of two levels."""
    import pandas as pd  # noqa: PLC0415

    return pd.DataFrame([[1, _TEXT]], columns=pd.MultiIndex.from_tuples([("a", "id"), ("a", "text")]))


def _indices(indices: list[int]) -> Any:
    kind = pa.dictionary(pa.int32(), pa.string())
    kept = pa.Array.from_buffers(pa.int32(), len(indices), pa.array(indices, pa.int32()).buffers())
    made = pa.DictionaryArray.from_arrays(kept, pa.array(["Draw."]), safe=False)
    assert made.type == kind
    return pa.table({"text": made})


def indices_out_of_range() -> Any:
    """Return a table whose categories are asked for by numbers that there are not."""
    return _indices([0, 1_000_000, -5])


def offsets_backwards() -> Any:
    """Return a table with strings that end before they begin."""
    offsets = pa.py_buffer(b"".join(number.to_bytes(4, "little") for number in (0, 5, 2, 4)))
    return pa.table({"text": pa.Array.from_buffers(pa.string(), 3, [None, offsets, pa.py_buffer(b"Draw.")])})


def no_utf8() -> Any:
    """Return a table with bytes that are no text."""
    return pa.table({"text": broken_strings(), "name": broken_strings(), "id": broken_strings()})


def literal_of_polars() -> Any:
    """Return what is read in a literal of Polars."""
    import polars as pl  # noqa: PLC0415

    import onceper.polars  # noqa: F401, PLC0415

    lit: Any = pl.lit(_TEXT)
    return pl.select(lit.onceper.limits())


def literals_of_polars() -> int:
    """Read a literal of Polars, alone and beside columns."""
    import polars as pl  # noqa: PLC0415

    import onceper.polars  # noqa: F401, PLC0415

    lit: Any = pl.lit(_TEXT)
    frame = pl.DataFrame({"a": [1, 2]})
    assert literal_of_polars().height == 1
    assert frame.with_columns(lit.onceper.reading(lang="en").alias("b")).height == 2
    assert frame.select(lit.onceper.limits(lang=pl.lit("en"))).height == 1
    return 3


def read_surrogate() -> Any:
    """Read a lone surrogate in a text and in a name."""
    one = onceper.read(_SURROGATE, lang="en", name="a\udcff")
    return [str(one), repr(one), onceper.read(_TEXT, name="\ud800", lang="en")._repr_html_()]


def surrogate_in_spacy() -> int:
    """Put a lone surrogate into the name of a card of spaCy."""
    import spacy  # noqa: PLC0415

    import onceper.spacy  # noqa: F401, PLC0415

    nlp = spacy.blank("en")
    nlp.add_pipe("onceper")
    doc = nlp.make_doc("Once per turn: Draw.")
    doc._.card = {"name": "\ud800"} if doc.has_extension("card") else None
    return len(nlp(doc))


_NAN = float("nan")
_FRAMES: dict[str, tuple[dict[Any, list[Any]], int, int]] = {
    "label that is a number": ({0: [1], "text": [_TEXT]}, 1, 0),
    "label that is a tuple": ({("a", 1): [1], "text": [_TEXT]}, 1, 0),
    "label that is null": ({None: [1], "text": [_TEXT]}, 1, 0),
    "label that is not a number": ({_NAN: [1], 2.5: [1], "text": [_TEXT]}, 1, 0),
    "label that is bytes": ({b"id": [1], "text": [_TEXT]}, 1, 0),
    "surrogate in a text": ({"text": [_TEXT, _SURROGATE]}, 2, 1),
    "surrogate in a name": ({"text": [_TEXT, _TEXT], "name": ["a", "\ud800"]}, 2, 1),
    "surrogate in an id": ({"text": [_TEXT, _TEXT], "id": ["a", "\ud800"]}, 2, 1),
    "languages that are all NaN": ({"text": [_TEXT, _TEXT], "lang": [_NAN, _NAN]}, 2, 0),
    "names that are all NaN": ({"text": [_TEXT, _TEXT], "name": [_NAN, _NAN]}, 2, 0),
    "games that are all NaN": ({"text": [_TEXT, _TEXT], "game": [_NAN, _NAN]}, 2, 0),
    "ids that are all NaN": ({"text": [_TEXT, _TEXT], "id": [_NAN, _NAN]}, 2, 0),
    "fields that are all NaN": ({"text": [_TEXT, _TEXT], "field": [_NAN, _NAN]}, 2, 0),
    "texts that are all NaN": ({"text": [_NAN, _NAN]}, 2, 2),
    "ids with a gap": ({"text": [_TEXT, _TEXT], "id": [7.0, _NAN]}, 2, 0),
    "ids that are fractions": ({"text": [_TEXT, _TEXT], "id": [7.5, 8.0]}, 2, 1),
    "no row": ({"text": []}, 0, 0),
}


def trials() -> Iterator[Trial]:
    """Give each table."""
    for words, (columns, rows, errors) in _FRAMES.items():
        yield Trial("tables", f"pandas of objects: {words}", tag_table, (Frame(columns, object), rows, errors))
        # Of strings pandas itself makes no frame with a surrogate.
        if "surrogate" not in words:
            yield Trial("tables", f"pandas: {words}", tag_table, (Frame(columns), rows, errors))
    yield Trial("tables", "pandas: columns of levels", tag_table, (several_levels, 1, 0, {"text": ("a", "text")}))
    yield Trial("tables", "pandas: columns of levels, not named", tag_table, (several_levels, 1, 0))
    mixed = Frame({"text": [_TEXT, 5, None, b"\xff", ["a"]]})
    yield Trial("tables", "pandas: objects of all kinds", tag_table, (mixed, 5, 4))
    yield Trial("tables", "pyarrow: no such category", tag_table, (indices_out_of_range, None, None))
    yield Trial("tables", "pyarrow: offsets backwards", tag_table, (offsets_backwards, None, None))
    yield Trial("tables", "pyarrow: no UTF-8", tag_table, (no_utf8, 3, 1))
    yield Trial("tables", "polars: literals", literals_of_polars, ())
    yield Trial("tables", "python: surrogates", read_surrogate, ())
    yield Trial("tables", "spacy: surrogates", surrogate_in_spacy, ())
