"""A reading and its records are short in a console."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from onceper.contract.reading import CardReading, Row
from onceper.reader.read import read

if TYPE_CHECKING:
    from onceper.contract.reading import Plain

TEXT = 'Once per turn: You can draw 1 card. You can only use this effect of "Ember" once per turn.'


def test_a_reading_is_one_line() -> None:
    assert repr(read(TEXT, lang="en", game="yugioh", name="Ember")) == (
        "<CardReading 'Ember', lang='en', game='yugioh', "
        "limits=['soft', 'hard'], non_effects=['activation_limit'], effects=['activated'], unread=0>"
    )


def test_printing_and_logging_keep_to_the_line() -> None:
    reading = read(TEXT, lang="en", game="yugioh", name="Ember")
    assert str(reading) == f"{reading}" == repr(reading)
    assert reading.explain().splitlines()[0] == "Ember  en · yugioh"


def test_a_card_without_name_is_known_by_its_text() -> None:
    assert repr(CardReading("1 + 1\n" * 9, None, None, None)) == (
        "<CardReading '1 + 1\\n1 + 1\\n1 + 1\\n1 + 1\\n1 + 1\\n', lang=None, game=None, "
        "limits=[], non_effects=[], effects=[], unread=0>"
    )


def test_a_limit_says_nothing_of_what_it_has_not() -> None:
    assert repr(read(TEXT, lang="en", game="yugioh").limits[0]) == (
        "Limit(kind='soft', scope='copy', period='turn', whose_turn='any', count=1, verb='use', "
        "applies_to=AppliesTo(reference='this', effects=(1,)), player='you', spent_on='use', "
        "resets_on=('leaves_location', 'flipped_face_down'), on_control_change='stays_spent', span=(0, 13), "
        "text='Once per turn', rule='soft', source='rule', confidence=1.0)"
    )


def _kinds(value: Any) -> set[type]:
    within = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {type(value)}.union(*map(_kinds, within))


def _records(row: Row) -> list[Plain]:
    return [row, read(TEXT, lang="en", game="yugioh", name="Ember"), CardReading("", None, None, None)]


@pytest.mark.parametrize("place", range(3))
def test_a_record_as_a_dict_is_what_json_lines_say(full_row: Row, place: int) -> None:
    record = _records(full_row)[place]
    assert record.to_dict() == msgspec.json.decode(msgspec.json.encode(record))
    assert record.to_json() == msgspec.json.encode(record).decode()
    assert list(record.to_dict()) == list(record.__struct_fields__)
    assert _kinds(record.to_dict()) <= {dict, list, str, int, float, bool, type(None)}
    assert msgspec.convert(record.to_dict(), type(record)) == record


def test_half_a_character_of_a_damaged_text_is_kept() -> None:
    reading = read("\ud800 Once per turn: You can draw 1 card.", lang="en")
    assert reading.to_dict()["text"] == reading.text
    assert json.loads(reading.to_json())["text"] == reading.text
