"""spaCy's blank Japanese pipeline over this project's tokenizer."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from tests.any_text import GLUED
from tests.cases import cases

from onceper.lang.ja.tokenizer import JapaneseTokenizer

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.language import Language

NAME = "onceper.JapaneseTokenizer.v1"
CONFIG: dict[str, Any] = {"nlp": {"tokenizer": {"@tokenizers": NAME}}}
NLP = spacy.blank("ja", config=CONFIG)
TEXT = "このカード名の①の効果は１ターンに１度しか使用できず、\n 灰"


def read_by(nlp: Language) -> list[tuple[str, str, str]]:
    return [(token.text, token.tag_, token.lemma_) for token in nlp(TEXT)]


def test_spacy_knows_the_tokenizer_by_name() -> None:
    assert isinstance(NLP.tokenizer, JapaneseTokenizer)
    assert NLP.config["nlp"]["tokenizer"] == {"@tokenizers": NAME}


@cases
def test_white_space_and_controls_are_kept(text: str, tokens: list[str]) -> None:
    doc = NLP(text)
    assert [token.text for token in doc] == tokens
    assert doc.text == text


@given(st.one_of(st.text(st.characters(exclude_categories=["Cs"])), GLUED))
def test_every_code_point_has_its_place(text: str) -> None:
    doc = NLP(text)
    assert doc.text == text
    at = 0
    for token in doc:
        assert token.idx == at
        assert text[at : at + len(token)] == token.text
        assert token.lemma_
        at += len(token.text_with_ws)
    assert at == len(text)


def test_to_disk_and_back(tmp_path: Path) -> None:
    NLP.to_disk(tmp_path / "nlp")
    assert read_by(spacy.load(tmp_path / "nlp")) == read_by(NLP)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle_and_back(protocol: int) -> None:
    again = pickle.loads(pickle.dumps(NLP, protocol))  # noqa: S301
    assert read_by(again) == read_by(NLP)
    tokenizer = pickle.loads(pickle.dumps(NLP.tokenizer, protocol))  # noqa: S301
    assert [token.text for token in tokenizer(TEXT)] == [text for text, _, _ in read_by(NLP)]


def test_sudachipy_is_not_asked_for() -> None:
    script = (
        "import sys; sys.modules['sudachipy'] = None; import spacy; "
        f"nlp = spacy.blank('ja', config={CONFIG!r}); assert nlp('使用できず').text == '使用できず'; "
        "assert 'sudachidict_core' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
