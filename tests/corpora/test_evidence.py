"""The words that tell languages apart tell the project's own texts; the tool that chooses them says what it wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.bundled import LANGUAGES
from tests.corpus_texts import texts_in
from tests.own_script import load_script

from onceper.lang.detect import FILE, Evidence
from onceper.lang.languages import Languages
from onceper.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

tool = load_script(resource("corpora") / "evidence.py")


def test_the_tool_says_what_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_text("", encoding="utf-8")
    told = {"en": Evidence(frozenset({"the", "thee"}))}
    monkeypatch.setattr(tool, "resource", lambda _: tmp_path)
    monkeypatch.setattr(tool, "bundled_evidence", lambda: told)
    monkeypatch.setattr(tool, "evidence", lambda *_: {"en": ["the", "your"]})
    tool.main()
    assert capsys.readouterr().out == f"wrote {FILE}\n  en + your\n  en - thee\n"
    assert '"the", "your"' in (tmp_path / FILE).read_text(encoding="utf-8")
    tool.main()
    assert capsys.readouterr().out == f"{FILE} holds the words that are chosen\n"


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
