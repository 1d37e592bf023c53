"""The words that tell the languages apart are those that the tool chooses, and they tell the project's own texts."""

from __future__ import annotations

import importlib.util
import sys

import pytest
from tests.bundled import LANGUAGES
from tests.corpus_texts import texts_in

from onceper.lang.evidence import FILE, bundled_evidence
from onceper.lang.languages import Languages
from onceper.patterns.folders import bundled_folders
from onceper.resources import resource

_SPEC = importlib.util.spec_from_file_location("evidence", resource("corpora") / "evidence.py")
assert _SPEC
assert _SPEC.loader
tool = sys.modules["evidence"] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(tool)


def test_the_words_are_those_that_the_tool_chooses() -> None:
    scripts = {lang: of.script for lang, of in bundled_evidence().items()}
    chosen = tool.evidence(bundled_folders(), scripts)
    assert {lang: of.words for lang, of in bundled_evidence().items()} == {
        lang: set(words) for lang, words in chosen.items()
    }
    assert tool.written(chosen, scripts) == (resource("patterns") / FILE).read_text(encoding="utf-8")


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
    assert tool.written({"en": ["the"], "ja": ["鬼"]}, {"en": "", "ja": "ぁ-ヿ"}) == (
        f'{tool.HEAD}\n[en]\nwords = [\n    "the",\n]\n\n[ja]\nscript = "ぁ-ヿ"\nwords = [\n    "鬼",\n]\n'
    )
