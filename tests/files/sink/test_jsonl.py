"""Rows as JSON Lines."""

from __future__ import annotations

import io
import json

from onceper.contract.reading import Row
from onceper.files.sink.jsonl import json_lines_to


def test_a_row_is_a_line_with_every_field() -> None:
    stream = io.BytesIO()
    with json_lines_to(stream) as write:
        write(Row(id="1", name='Ember "E" Warden', lang="en", game=None, field="text"))
        write(Row(id="2", name="深海の灯台\n", lang=None, game=None, field="text", error="text is null"))
    first, second = stream.getvalue().splitlines()
    assert json.loads(first) == {
        "id": "1",
        "name": 'Ember "E" Warden',
        "lang": "en",
        "game": None,
        "field": "text",
        "text": None,
        "limits": [],
        "non_effects": [],
        "effects": [],
        "unread": [],
        "error": None,
    }
    assert "深海の灯台".encode() in second
    assert not stream.closed
