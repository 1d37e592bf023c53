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


class Frame:
    """Make a data frame of pandas from columns; a class, so that it can be sent."""

    def __init__(self, columns: dict[Any, list[Any]], dtype: Any = None) -> None:
        self._columns, self._dtype = columns, dtype

    def __call__(self) -> Any:
        """Make it."""
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame(self._columns, dtype=self._dtype)


def several_levels() -> Any:
    """Return a frame with columns of two levels."""
    import pandas as pd  # noqa: PLC0415

    return pd.DataFrame([[1, _TEXT]], columns=pd.MultiIndex.from_tuples([("a", "id"), ("a", "text")]))


def indices_out_of_range() -> Any:
    """Return a table whose categories are asked for by numbers that there are not."""
    indices = pa.Array.from_buffers(pa.int32(), 3, pa.array([0, 1_000_000, -5], pa.int32()).buffers())
    return pa.table({"text": pa.DictionaryArray.from_arrays(indices, pa.array(["Draw."]), safe=False)})


def offsets_backwards() -> Any:
    """Return a table with strings that end before they begin."""
    offsets = pa.py_buffer(b"".join(number.to_bytes(4, "little") for number in (0, 5, 2, 4)))
    return pa.table({"text": pa.Array.from_buffers(pa.string(), 3, [None, offsets, pa.py_buffer(b"Draw.")])})


def no_utf8() -> Any:
    """Return a table with bytes that are no text."""
    return pa.table({"text": broken_strings(), "name": broken_strings(), "id": broken_strings()})


def literals_of_polars() -> int:
    """Read a literal of Polars, alone and beside columns."""
    import polars as pl  # noqa: PLC0415

    import onceper.polars  # noqa: F401, PLC0415

    lit: Any = pl.lit(_TEXT)
    frame = pl.DataFrame({"a": [1, 2]})
    assert pl.select(lit.onceper.limits()).height == 1
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
# Labels that are no strings, each of a column beside the texts.
_LABELS = {"a number": 0, "a tuple": ("a", 1), "null": None, "not a number": _NAN, "bytes": b"id"}


def _frames() -> Iterator[tuple[str, dict[Any, list[Any]], int, int]]:
    """Yield columns, how many rows they have, and in how many an error is told."""
    two = [_TEXT, _TEXT]
    for words, label in _LABELS.items():
        yield f"label that is {words}", {label: [1], "text": [_TEXT]}, 1, 0
    for column in ("name", "id"):
        yield f"surrogate in a column of {column}s", {"text": two, column: ["a", "\ud800"]}, 2, 1
    for column in ("lang", "name", "game", "id", "field"):
        yield f"all NaN in a column of {column}s", {"text": two, column: [_NAN, _NAN]}, 2, 0
    yield "surrogate in a text", {"text": [_TEXT, _SURROGATE]}, 2, 1
    yield "texts that are all NaN", {"text": [_NAN, _NAN]}, 2, 2
    yield "ids with a gap", {"text": two, "id": [7.0, _NAN]}, 2, 0
    yield "ids that are fractions", {"text": two, "id": [7.5, 8.0]}, 2, 1
    yield "no row", {"text": []}, 0, 0


def trials() -> Iterator[Trial]:
    """Give each table."""
    for words, columns, rows, errors in _frames():
        yield Trial("tables", f"pandas of objects: {words}", tag_table, (Frame(columns, object), rows, errors))
        # Of strings pandas itself makes no frame with a surrogate.
        if "surrogate" not in words:
            yield Trial("tables", f"pandas: {words}", tag_table, (Frame(columns), rows, errors))
    tables: dict[str, tuple[Any, ...]] = {
        "pandas: columns of levels": (several_levels, 1, 0, {"text": ("a", "text")}),
        "pandas: columns of levels, not named": (several_levels, 1, 0),
        "pandas: objects of all kinds": (Frame({"text": [_TEXT, 5, None, b"\xff", ["a"]]}), 5, 4),
        "pyarrow: no such category": (indices_out_of_range, None, None),
        "pyarrow: offsets backwards": (offsets_backwards, None, None),
        "pyarrow: no UTF-8": (no_utf8, 3, 1),
    }
    for words, told in tables.items():
        yield Trial("tables", words, tag_table, told)
    for act in (literals_of_polars, read_surrogate, surrogate_in_spacy):
        yield Trial("tables", act.__name__, act, ())
