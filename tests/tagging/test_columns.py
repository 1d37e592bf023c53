"""Card texts from the columns of a table."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from onceper.contract.arrow import from_arrow
from onceper.contract.reading import CardReading, Row
from onceper.files.source.columns import ColumnsError
from onceper.tagging import rows as module
from onceper.tagging.batch import columns_of, tag_batch

TEXTS = ["Draw 1.", None, "①を引く。", ""]


def _rows(batch: pa.RecordBatch) -> list[Row]:
    """Return the rows of a batch, in which what the reader was told of a card's type stands for its game."""

    def read(text: str, _: object, *, card_type: str | None, name: str | None, **told: Any) -> CardReading:
        return CardReading(text, told["lang"], card_type, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "read_text", read)
        return from_arrow(tag_batch(batch, with_text=True))


def _of(**columns: Any) -> list[Row]:
    return _rows(pa.RecordBatch.from_pydict(columns))


def _array(values: list[str | None], kind: pa.DataType) -> pa.Array[Any]:
    if not pa.types.is_dictionary(kind):
        return pa.array(values, kind)
    encoded: Any = pa.array(values, pa.string()).dictionary_encode()
    return pa.DictionaryArray.from_arrays(
        encoded.indices.cast(kind.index_type), encoded.dictionary.cast(kind.value_type)
    )


def test_columns_are_found_by_their_usual_names() -> None:
    assert columns_of(["price", "name", "text", "id"], {}).used() == ["text", "name", "id"]
    assert columns_of(["Card Name", "desc", "passcode"], {}).used() == ["desc", "Card Name", "passcode"]


@pytest.mark.parametrize(
    ("present", "named", "message"),
    [
        (["words", "id"], {}, "no column that is known to hold the text; the columns are words, id; expected the text"),
        ([], {}, "the columns are none; expected the text under text, "),
        (["text"], {"name": "card"}, "no column card; the columns are text; expected a column of this name"),
        (["text"], {"lore": "text"}, "unknown column 'lore'; expected one of text, pendulum, id, name, lang, game, "),
        (["text", "id", "text"], {}, "the column text is there twice; the columns are text, id, text"),
        (["text"], {"text": None}, "no column that is known to hold the text; the columns are text"),
        (["text", "pendulum"], {"pendulum": "pendulum"}, "each row of a table has one text; expected"),
    ],
)
def test_columns_that_are_not_there(present: list[str], named: dict[str, str | None], message: str) -> None:
    with pytest.raises(ColumnsError) as refused:
        columns_of(present, named)
    assert message in str(refused.value)
    assert "\n  remedy: " in str(refused.value)


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.dictionary(pa.int8(), pa.string()),
        pa.dictionary(pa.uint32(), pa.large_string()),
        pa.dictionary(pa.uint32(), pa.string_view()),
    ],
    ids=str,
)
def test_strings_of_every_kind(kind: pa.DataType) -> None:
    columns = {"text": TEXTS, "name": ["Ash", "", None, "灰"], "id": ["1", None, "", "4"]}
    rows = _of(**{what: _array(values, kind) for what, values in columns.items()})
    assert [row.text for row in rows] == TEXTS
    assert [row.name for row in rows] == ["Ash", None, None, "灰"]
    assert [row.id for row in rows] == ["1", "", "", "4"]
    assert [row.error for row in rows] == [None, "text is null; expected a string", None, None]


def test_a_column_without_a_value() -> None:
    (row,) = _of(text=["Draw 1."], name=[None], lang=pa.array([None], pa.float64()), field=pa.nulls(1))
    assert (row.id, row.name, row.lang, row.field, row.text) == ("", None, None, "text", "Draw 1.")


@pytest.mark.parametrize("kind", [pa.int64(), pa.uint8(), pa.float64()], ids=str)
def test_integers_are_ids(kind: pa.DataType) -> None:
    assert [row.id for row in _of(text=["a", "b"], id=pa.array([7, None], kind))] == ["7", ""]
    with pytest.raises(ColumnsError, match=r"7\.5.* integers for ids"):
        _of(text=["a"], id=[7.5])


@pytest.mark.parametrize(
    ("what", "values", "found"),
    [
        ("text", pa.array([1]), "the column 'text' is of type int64; expected strings\n"),
        ("text", pa.array([["a"]]), "the column 'text' is of type list<item: string>; expected strings\n"),
        ("text", pa.array([b"a"]), "the column 'text' is of type binary; expected strings\n"),
        ("name", pa.array([1]), "the column 'name' is of type int64; expected strings\n"),
        ("id", pa.array([b"a"]), "the column 'id' is of type binary; expected strings or integers\n"),
    ],
)
def test_columns_of_other_types(what: str, values: pa.Array[Any], found: str) -> None:
    with pytest.raises(ColumnsError) as refused:
        _of(**{"text": pa.array(["a"]), what: values})
    assert str(refused.value).startswith(found)
    assert "\n  remedy: " in str(refused.value)


def test_an_unknown_field_is_an_error_of_its_row() -> None:
    rows = _of(text=["a", "b", "c"], field=["pendulum", "flavour", None])
    assert [(row.field, row.error) for row in rows] == [
        ("pendulum", None),
        ("text", "field is 'flavour'; expected text or pendulum"),
        ("text", None),
    ]


def test_what_is_not_utf_8_is_an_error_of_the_table() -> None:
    broken = pa.Array.from_buffers(pa.string(), 2, pa.array([b"Ash", b"As\xff"], pa.binary()).buffers())
    for columns in ({"text": broken}, {"text": ["a", "b"], "id": broken}):
        with pytest.raises(ColumnsError, match="UTF8"):
            _of(**columns)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (pa.array([["Dragon", "Effect"], None, []]), ["Dragon / Effect", None, None]),
        (pa.array([["Dragon", "Effect"]] * 3, pa.list_(pa.string(), 2)), ["Dragon / Effect"] * 3),
        (pa.array([3, 4, None]), [None] * 3),
        (pa.array([[3], [4], None]), [None] * 3),
        (pa.array([{"en": "Trap"}] * 3), [None] * 3),
        (pa.array([b"Trap"] * 3), [None] * 3),
        (pa.array([2**62] * 3, pa.timestamp("s")), [None] * 3),
    ],
    ids=lambda value: str(value.type) if isinstance(value, pa.Array) else "",
)
def test_nothing_under_the_name_of_a_type_is_refused(values: pa.Array[Any], told: list[str | None]) -> None:
    for name in ("type", "card_type", "property"):
        rows = _of(text=["a", "b", "c"], **{name: values})
        assert [(row.text, row.game, row.error) for row in rows] == [
            (text, words, None) for text, words in zip("abc", told, strict=True)
        ]


def test_what_a_monster_is_tells_nothing_of_its_pendulum_effect() -> None:
    for name in ("pendulum_effect", "Pendulum Text", "pend_desc"):
        assert columns_of(["type", name, "id"], {"text": name}).used() == [name, "id"]


def test_a_slice_of_a_batch() -> None:
    batch = pa.RecordBatch.from_pydict({"text": ["a", "b", "c"], "id": [1, 2, 3]}).slice(1, 1)
    assert [(row.id, row.text) for row in _rows(batch)] == [("2", "b")]


def test_one_column_may_be_two_things() -> None:
    batch = pa.RecordBatch.from_pydict({"text": ["a", "a"], "name": ["Ash", "Elm"]})
    rows = from_arrow(tag_batch(batch, lang="en", columns={"id": "name"}))
    assert [(row.id, row.name) for row in rows] == [("Ash", "Ash"), ("Elm", "Elm")]
