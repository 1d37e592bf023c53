"""A text is prepared once: its copies, names and sentences stand at the same places."""

from __future__ import annotations

from onceper.lang.languages import language
from onceper.reader.prepare import prepare
from onceper.text.normal import MASK, Text

TEXT = "Draw “Ash. Vicar”!  Once per turn: You can target “Ash”; destroy it."


def test_copies_of_a_text_have_one_length() -> None:
    prepared = prepare(Text(TEXT), language("en"))
    assert len(prepared.masked) == len(prepared.folded) == len(prepared.text.normal)
    assert [prepared.text.normal[start:end] for start, end in prepared.names] == ['"Ash. Vicar"', '"Ash"']
    assert [prepared.folded[start:end].split()[0] for start, end, _ in prepared.sentences] == ["draw", "once"]


def test_templates_hold_one_sign_for_a_name() -> None:
    prepared = prepare(Text(TEXT), language("en"))
    templates = [prepared.template(start, end) for start, end, _ in prepared.sentences]
    assert templates == [f"draw {MASK}!", f"once per turn: you can target {MASK}; destroy it."]


def test_the_card_s_own_name_is_masked_with_its_quotes() -> None:
    prepared = prepare(Text('Destroy "Ash "Duke" Vicar".'), language("en"), 'Ash "Duke" Vicar')
    assert prepared.names == [(8, 26)]
