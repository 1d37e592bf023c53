"""The stretches in which a text is shown."""

from __future__ import annotations

from tests.cases import cases

from onceper.display.named import Named
from onceper.reader.read import read


@cases
def test_effects_of_all_prints_have_the_same_rows(text: str, lang: str, rows: dict[str, str]) -> None:
    found = Named(read(text, lang=lang, game="yugioh", name="Ember Warden")).stretches()
    assert {str(row): text[slice(*span)] for row, span in found.items()} == rows
