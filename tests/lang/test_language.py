"""The languages that can be asked for by their code."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.bundled import LANGUAGES

from onceper.lang.base import LanguageError
from onceper.lang.languages import language


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_is_found_by_its_code(code: str) -> None:
    found = language(code)
    assert found.code == code
    assert len(found.fold("Once İ ẞ")) == len("Once İ ẞ")
    assert found.words("") == ([], [])


@pytest.mark.parametrize("code", ["xx", "", "EN", "english", "en.tokens", "../en", "language"])
def test_an_unknown_code_is_refused_with_those_that_are_known(code: str) -> None:
    with pytest.raises(LanguageError) as refused:
        language(code)
    message = str(refused.value)
    assert f"unknown language {code!r}" in message
    assert all(known in refused.value.expected for known in LANGUAGES)
    assert "remedy:" in message


@pytest.mark.parametrize(
    "first", ["onceper.lang.en", "onceper.lang.en.sentences", "onceper.lang.ja.tokenizer", "onceper.lang.detect"]
)
def test_a_text_is_read_whatever_was_imported_first(first: str) -> None:
    script = f"import {first}; import onceper; onceper.read('Once per turn: Draw 1 card.', lang='en')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
