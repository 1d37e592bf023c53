"""Japanese cut into morphemes."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st
from tests.cases import cases

from onceper.lang.ja.words import Morpheme, morphemes
from onceper.text.normal import Text


@cases
def test_morphemes(text: str, found: list[tuple[str, str, str]]) -> None:
    assert morphemes(text) == [Morpheme(*one) for one in found]


@given(st.text(st.characters()))
def test_no_letter_of_a_normalised_text_is_lost(original: str) -> None:
    text = Text(original).normal.replace("\n", "")
    assert "".join(morpheme.surface for morpheme in morphemes(text)) == "".join(text.split())


def test_the_dictionary_is_loaded_by_the_first_text() -> None:
    script = (
        "from onceper.lang.ja import words as m; "
        "assert m._tagger.cache_info().currsize == 0; m.morphemes('灰'); m.morphemes('竜'); "
        "assert m._tagger.cache_info().misses == 1"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
