"""Card texts from the columns of a table."""

from __future__ import annotations

from itertools import repeat
from typing import Any

import pyarrow as pa
import pytest
from msgspec.structs import replace

from onceper.files.protocol import CardText, chunk_sizes
from onceper.files.source.columnar import chunks_of, of_types
from onceper.files.source.columns import Columns, ColumnsError
from onceper.files.source.records import CardTexts
from onceper.tagging.batch import columns_of

TEXTS = ["Draw 1.", None, "①を引く。", ""]


def _in(batch: pa.RecordBatch) -> list[CardText]:
    found = of_types(columns_of(batch.schema.names, {}), batch.schema, "")
    chunks = chunks_of(CardTexts("", Columns(), found), found, chunk_sizes(), batch.select(found.used()))
    return [
        replace(chunk.cards[place], id=own)
        for chunk in chunks
        for place, own in zip(chunk.places, chunk.ids, strict=True)
    ]


def _cards(**columns: Any) -> list[CardText]:
    return _in(pa.RecordBatch.from_pydict(columns))


def _array(values: list[str | None], kind: pa.DataType) -> pa.Array[Any]:
    if not pa.types.is_dictionary(kind):
        return pa.array(values, kind)
    encoded: Any = pa.array(values, pa.string()).dictionary_encode()
    return pa.DictionaryArray.from_arrays(
        encoded.indices.cast(kind.index_type), encoded.dictionary.cast(kind.value_type)
    )


def test_columns_are_found_by_their_usual_names() -> None:
    assert columns_of(["price", "name", "text", "id"], {}).used() == ["text", "id", "name"]
    assert columns_of(["Card Name", "desc", "passcode"], {}).used() == ["desc", "passcode", "Card Name"]


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
    cards = _cards(**{what: _array(values, kind) for what, values in columns.items()})
    assert [card.text for card in cards] == ["Draw 1.", "", "①を引く。", ""]
    assert [card.name for card in cards] == ["Ash", None, None, "灰"]
    assert [card.id for card in cards] == ["1", "", "", "4"]
    assert [card.error for card in cards] == [None, "text is null; expected a string", None, None]


def test_a_column_without_a_value() -> None:
    (card,) = _cards(text=["Draw 1."], name=[None], lang=[None], field=pa.nulls(1))
    assert card == CardText(id="", where="", text="Draw 1.", keys=(0, "text"))


@pytest.mark.parametrize("kind", [pa.int64(), pa.uint8()], ids=str)
def test_integers_are_ids(kind: pa.DataType) -> None:
    cards = _cards(text=["a", "b"], id=pa.array([7, None], kind))
    assert [card.id for card in cards] == ["7", ""]


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
        _cards(**{"text": pa.array(["a"]), what: values})
    assert str(refused.value).startswith(found)
    assert "\n  remedy: " in str(refused.value)


def test_an_unknown_field_is_an_error_of_its_row() -> None:
    cards = _cards(text=["a", "b", "c"], field=["pendulum", "flavour", None])
    assert [(card.field, card.error) for card in cards] == [
        ("pendulum", None),
        ("text", "field is 'flavour'; expected text or pendulum"),
        ("text", None),
    ]


def test_what_is_not_utf_8_is_an_error_of_the_table() -> None:
    broken = pa.Array.from_buffers(pa.string(), 2, pa.array([b"Ash", b"As\xff"], pa.binary()).buffers())
    for columns in ({"text": broken}, {"text": ["a", "b"], "id": broken}):
        with pytest.raises(pa.ArrowInvalid, match="UTF8"):
            _cards(**columns)


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
        cards = _cards(text=["a", "b", "c"], **{name: values})
        assert [(card.text, card.card_type, card.error) for card in cards] == [
            (text, words, None) for text, words in zip("abc", told, strict=True)
        ]


def test_what_a_monster_is_tells_nothing_of_its_pendulum_effect() -> None:
    for name in ("pendulum_effect", "Pendulum Text", "pend_desc"):
        assert columns_of(["type", name, "id"], {"text": name}).used() == [name, "id"]


def test_a_slice_of_a_batch() -> None:
    batch = pa.RecordBatch.from_pydict({"text": ["a", "b", "c"], "id": [1, 2, 3]}).slice(1, 1)
    assert [(card.id, card.text) for card in _in(batch)] == [("2", "b")]


def test_rows_that_are_alike_are_looked_at_once() -> None:
    names = ["x", None, "x", "y", None]
    batch = pa.RecordBatch.from_pydict(
        {"text": ["a", "a", "a", "b", "a"], "name": names, "id": ["1", "2", "3", "4", "5"]}
    )
    found = columns_of(batch.schema.names, {})
    (one, two, rest) = chunks_of(CardTexts("", Columns(), found), found, repeat(2), batch)
    assert ([card.name for card in one.cards], one.places, one.ids) == (["x", None], [0, 1], ["1", "2"])
    assert ([card.name for card in two.cards], two.places, two.ids) == (["x", "y"], [0, 1], ["3", "4"])
    assert (rest.places, rest.ids) == ([0], ["5"])
