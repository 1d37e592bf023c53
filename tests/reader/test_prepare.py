"""A text is prepared once: its copies, names and sentences stand at the same places."""

from __future__ import annotations

import pytest

from onceper.lang.languages import language
from onceper.reader.prepare import CardTemplate, prepare
from onceper.text.normal import MASK, Text

TEXT = "Draw “Ash. Vicar”!  Once per turn: You can target “Ash”; destroy it."


def test_names_are_one_sign_in_the_template() -> None:
    prepared = prepare(Text(TEXT), language("en"))
    assert prepared.template == f"draw {MASK}! once per turn: you can target {MASK}; destroy it."
    assert [prepared.text.normal[start:end] for start, end in prepared.names] == ['"Ash. Vicar"', '"Ash"']
    assert [prepared.name((sign, sign + 1)) for sign in prepared.signs] == ["Ash. Vicar", "Ash"]


@pytest.mark.parametrize("words", ["Draw", "!", "Once per turn", "target “Ash”; destroy it."])
def test_places_of_the_template_lead_to_the_original_and_back(words: str) -> None:
    prepared = prepare(Text(TEXT), language("en"))
    folded = words.replace("“Ash”", MASK).lower()
    start = prepared.template.index(folded)
    place = start, start + len(folded)
    assert prepared.print(place) == ((TEXT.index(words), TEXT.index(words) + len(words)), words)
    first, last = prepared.normal_span(*place)
    assert (prepared.in_template(first), prepared.in_template(last)) == (start, start + len(folded))


def test_sentences_are_cut_in_the_template() -> None:
    prepared = prepare(Text(TEXT), language("en"))
    card = CardTemplate.of(prepared.template, language("en"))
    assert [card.words_of(number) for number, _ in enumerate(card.sentences)] == [
        f"draw {MASK}!",
        f"once per turn: you can target {MASK}; destroy it.",
    ]


def test_the_card_s_own_name_is_masked_with_its_quotes() -> None:
    prepared = prepare(Text('Destroy "Ash "Duke" Vicar".'), language("en"), 'Ash "Duke" Vicar')
    assert prepared.names == [(8, 26)]
