"""Languages in the spellings of people and databases."""

from __future__ import annotations

import pytest
from tests.cases import cases

from onceper.lang.spellings import find_language, suggest_languages

CODES = ("en", "ja", "tr", "pt-BR", "zh-CN", "zh-TW")


@cases
def test_a_language_by_its_tag(spelled: str, code: str | None) -> None:
    assert find_language(spelled, CODES) == code


@pytest.mark.parametrize("spelled", ["zh-CN", "zh-TW", "zh-Hant"])
def test_one_chinese_is_not_taken_for_another(spelled: str) -> None:
    assert find_language(spelled, ["en", "zh"]) is None
    other = "zh-TW" if spelled == "zh-CN" else "zh-CN"
    assert find_language(spelled, ["en", other]) is None
    assert find_language("zh", ["en", "zh"]) == "zh"


@cases
def test_what_may_have_been_meant(spelled: str, codes: list[str]) -> None:
    assert suggest_languages(spelled, CODES) == codes
