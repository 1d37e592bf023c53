"""Japanese cut into morphemes."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onceper.lang.ja.words import Morpheme, morphemes
from onceper.text.normal import Text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("効果", [("効果", "名詞-普通名詞", "効果")], id="noun"),
        pytest.param("できず", [("でき", "動詞-非自立可能", "出来る"), ("ず", "助動詞", "ず")], id="verb, no division"),
        pytest.param("できぬ", [("でき", "動詞-非自立可能", "出来る"), ("ぬ", "助動詞", "ず")], id="dictionary form"),
        pytest.param("ターン", [("ターン", "名詞-普通名詞", "ターン")], id="loan word without its source"),
        pytest.param("", [], id="empty"),
        pytest.param("   ", [], id="spaces"),
    ],
)
def test_morphemes(text: str, found: list[tuple[str, str, str]]) -> None:
    assert morphemes(text) == [Morpheme(*one) for one in found]


@settings(deadline=None, max_examples=300)
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
