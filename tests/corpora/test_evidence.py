"""The words that tell the languages apart are those that the tool chooses, and they tell the project's own texts."""

from __future__ import annotations

import importlib.util
import sys

import pytest
from tests.bundled import LANGUAGES
from tests.corpus_texts import texts_in

from onceper.lang.languages import Languages
from onceper.patterns.folders import bundled_folders
from onceper.patterns.structure import FILE
from onceper.resources import resource

_SPEC = importlib.util.spec_from_file_location("evidence", resource("corpora") / "evidence.py")
assert _SPEC
assert _SPEC.loader
tool = sys.modules["evidence"] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(tool)


def test_the_words_are_those_that_the_tool_chooses() -> None:
    folders = bundled_folders()
    differing = [
        lang
        for lang, words in tool.evidence(folders).items()
        if tool.written(before := (folders[lang] / FILE).read_text(encoding="utf-8"), words) != before
    ]
    assert differing == [], "run python corpora/evidence.py"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nearly_no_text_is_told_to_be_of_another_language(lang: str) -> None:
    detect = Languages().detector.detect_or_none
    told = [(detect(text), text) for text, _ in dict.fromkeys(texts_in(lang))]
    wrong = [pair for pair in told if pair[0] not in {lang, None}]
    # Turkish players leave half of a text in English.
    assert len(wrong) <= (0.02 if lang == "tr" else 0.002) * len(told), wrong
    assert sum(code == lang for code, _ in told) >= 0.9 * len(told)


def test_words_are_kept_in_lines_of_the_length_of_all_lines() -> None:
    listed = tool.listed([f"word{number}" for number in range(100)])
    assert max(map(len, listed.splitlines())) <= tool.WIDTH
    assert tool.written('before = 1\nevidence = [\n    "old",\n]\nbehind = 2\n', ["new"]) == (
        'before = 1\nevidence = [\n    "new",\n]\nbehind = 2\n'
    )
