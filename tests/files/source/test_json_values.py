"""The values of a JSON document, one by one."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onceper.files.source import json_values
from onceper.files.source.json_values import JsonValues, NotJsonError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


def _values(content: bytes, piece: int) -> JsonValues:
    stream = io.BytesIO(content)
    return JsonValues(lambda _: stream.read(piece), "cards.json")


@given(st.lists(VALUES), st.sampled_from([None, 1]), st.booleans(), st.integers(1, 30))
def test_items_are_what_was_written(items: list[Any], indent: int | None, ascii_only: bool, piece: int) -> None:
    document = json.dumps(items, indent=indent, ensure_ascii=ascii_only)
    values = _values(document.encode(errors="surrogatepass"), piece)
    assert [json.loads(item) for item in values.items()] == items
    assert values.sign() == b""


@given(st.dictionaries(st.text("abc", max_size=3), VALUES), st.sampled_from([None, 1]), st.integers(1, 30))
def test_members_are_what_was_written(pairs: dict[str, Any], indent: int | None, piece: int) -> None:
    values = _values(json.dumps(pairs, indent=indent).encode(errors="surrogatepass"), piece)
    assert {key: json.loads(values.value()) for key in values.members()} == pairs
    assert values.sign() == b""


@given(st.binary(max_size=60) | st.text('[]{},:"\\ 1', max_size=60).map(str.encode), st.integers(1, 30))
def test_any_bytes_are_values_or_an_error(content: bytes, piece: int) -> None:
    values = _values(content, piece)
    with suppress(NotJsonError):
        while values.sign():
            assert values.value()


def test_lines_are_counted() -> None:
    values = _values(b'\n[\n"a\nb",\n\n]', 3)
    with pytest.raises(NotJsonError) as caught:
        list(values.items())
    assert caught.value.where == "cards.json, line 6"


def test_string_of_many_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_values, "_PIECE", 1 << 10)
    text = json.dumps('Draw "1" card.\\ ' * 50_000).encode()
    stream = io.BytesIO(b"[%s, {%s: %s}]" % (text, text, text))
    first, second = JsonValues(stream.read, "cards.json").items()
    assert first == text
    assert second == b"{%s: %s}" % (text, text)
