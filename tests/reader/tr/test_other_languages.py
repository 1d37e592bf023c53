"""Text of one language passed as another gives no limit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from onceper.reader.read import read

CORPORA = Path(__file__).resolve().parents[3] / "corpora"
TEXTS = {
    lang: [json.loads(line) for line in (CORPORA / lang / "limits.test.jsonl").read_text(encoding="utf-8").splitlines()]
    for lang in ("en", "ja", "tr")
}


@pytest.mark.parametrize(("of", "passed_as"), [("en", "tr"), ("ja", "tr"), ("tr", "en"), ("tr", "ja")])
def test_a_text_of_another_language_holds_no_limit(of: str, passed_as: str) -> None:
    found = [limit for line in TEXTS[of] for limit in read(line["text"], lang=passed_as, game="yugioh").limits]
    assert found == []
