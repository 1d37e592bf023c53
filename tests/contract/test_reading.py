"""A reading and its records are short in a console."""

from __future__ import annotations

from onceper.contract.reading import CardReading
from onceper.reader.read import read

TEXT = 'Once per turn: You can draw 1 card. You can only use this effect of "Ember" once per turn.'


def test_a_reading_is_one_line() -> None:
    assert repr(read(TEXT, lang="en", game="yugioh", name="Ember")) == (
        "<CardReading 'Ember', lang='en', game='yugioh': "
        "2 limits (soft, hard), 1 non-effect (activation_limit), 1 effect (activated), 0 unread>"
    )


def test_a_card_without_name_is_known_by_its_text() -> None:
    assert repr(CardReading("1 + 1\n" * 9, None, None, None)) == (
        "<CardReading '1 + 1\\n1 + 1\\n1 + 1\\n1 + 1\\n1 + 1\\n…', lang=None, game=None: "
        "0 limits, 0 non-effects, 0 effects, 0 unread>"
    )


def test_a_limit_says_nothing_of_what_it_has_not() -> None:
    assert repr(read(TEXT, lang="en", game="yugioh").limits[0]) == (
        "Limit(kind='soft', scope='copy', period='turn', whose_turn='any', count=1, verb='use', "
        "applies_to=AppliesTo(reference='this', effects=(1,)), player='you', spent_on='use', "
        "resets_on=('leaves_location', 'flipped_face_down'), on_control_change='stays_spent', span=(0, 13), "
        "text='Once per turn', rule='soft', source='rule', confidence=1.0)"
    )
