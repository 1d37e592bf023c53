"""Card texts from the columns of a table."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from onceper.files.protocol import CardText
from onceper.files.source.columnar import card_texts
from onceper.tagging.columns import ColumnsError, find_columns, rows_of

TEXTS = ["Draw 1.", None, "①を引く。", ""]


def _cards(**columns: Any) -> list[CardText]:
    batch = pa.RecordBatch.from_pydict(columns)
    return list(card_texts(rows_of(batch, find_columns(batch.schema.names, {}))))


def _array(values: list[str | None], kind: pa.DataType) -> pa.Array[Any]:
    if not pa.types.is_dictionary(kind):
        return pa.array(values, kind)
    encoded: Any = pa.array(values, pa.string()).dictionary_encode()
    return pa.DictionaryArray.from_arrays(
        encoded.indices.cast(kind.index_type), encoded.dictionary.cast(kind.value_type)
    )


def test_columns_are_found_by_their_names() -> None:
    assert find_columns(["price", "name", "text", "id"], {}) == {"text": "text", "id": "id", "name": "name"}


def test_columns_have_their_usual_names() -> None:
    assert find_columns(["Card Name", "desc", "passcode"], {}) == {
        "text": "desc",
        "id": "passcode",
        "name": "Card Name",
    }


@pytest.mark.parametrize(
    ("present", "named", "message"),
    [
        (
            ["words", "id"],
            {},
            "there is no column 'text'; the columns are 'words', 'id'; expected the column that holds the",
        ),
        ([], {}, "the columns are none; expected the column that holds the text of each card"),
        (
            ["text"],
            {"name": "card"},
            "there is no column 'card'; the columns are 'text'; expected the column that holds",
        ),
        (
            ["text"],
            {"lore": "text"},
            "a card text has no 'lore'; expected names for some of text, id, name, lang, game, field, card_type, ",
        ),
        (["text", "id", "text"], {}, "2 columns are called 'text'; expected one column of this name"),
        (["text"], {"text": None}, "there is no column 'text'; the columns are 'text'"),
    ],
)
def test_columns_that_are_not_there(present: list[str], named: dict[str, str | None], message: str) -> None:
    with pytest.raises(ColumnsError) as refused:
        find_columns(present, named)
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
        ("name", pa.array([1.5]), "the column 'name' is of type double; expected strings\n"),
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


def test_what_is_not_utf_8_is_an_error_of_its_row() -> None:
    broken = pa.array([b"Ash", b"As\xff", None, b"\xe7\x81\xb0"], pa.binary())
    strings = pa.Array.from_buffers(pa.string(), 4, broken.buffers())
    cards = _cards(text=strings, name=strings)
    assert [(card.text, card.name) for card in cards] == [("Ash", "Ash"), ("", None), ("", None), ("灰", "灰")]
    told = [f"{what} is not UTF-8; byte 2 is 0xff; expected a string" for what in ("text", "name")]
    assert cards[1].error == f"{'; '.join(told)} or null"
    assert cards[2].error == "text is null; expected a string"


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
        (pa.Array.from_buffers(pa.string(), 3, pa.array([b"a", b"\xff", b"c"]).buffers()), ["a", None, "c"]),
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
        assert find_columns(["type", name, "id"], {"text": name}) == {"text": name, "id": "id"}


def test_a_slice_of_a_batch() -> None:
    batch = pa.RecordBatch.from_pydict({"text": ["a", "b", "c"], "id": [1, 2, 3]}).slice(1, 1)
    assert [(card.id, card.text) for card in card_texts(rows_of(batch, {"text": "text", "id": "id"}))] == [("2", "b")]


def test_an_id_that_is_no_utf_8_is_the_error_of_its_row_alone() -> None:
    ids = pa.Array.from_buffers(pa.string(), 2, pa.array([b"a\xff", b"b"], pa.binary()).buffers())
    unreadable, fine = _cards(id=ids, text=pa.array(["Draw 1.", "Draw 1."]))
    assert (unreadable.id, fine.id) == ("", "b")
    assert unreadable.error == "id is not UTF-8; byte 1 is 0xff; expected a string or an integer or null"
    assert fine.error is None
