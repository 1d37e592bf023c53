"""Languages in the spellings of people and databases."""

from __future__ import annotations

import pytest

from onceper.lang.spellings import find_language, suggest_languages

CODES = ("en", "ja", "tr", "pt-BR", "zh-CN", "zh-TW")


@pytest.mark.parametrize(
    ("spelled", "code"),
    [
        ("en", "en"),
        ("EN", "en"),
        ("en-US", "en"),
        ("en_us", "en"),
        (" En ", "en"),
        ("eng", "en"),
        ("ja_JP", "ja"),
        ("ja-Jpan-JP", "ja"),
        ("JP", "ja"),
        ("tr-TR", "tr"),
        ("pt_br", "pt-BR"),
        ("pt-BR-abl1943", "pt-BR"),
        ("zh-CN", "zh-CN"),
        ("zh_cn", "zh-CN"),
        ("zh-Hans", "zh-CN"),
        ("zh-hans-CN", "zh-CN"),
        ("zh-SG", "zh-CN"),
        ("zh-TW", "zh-TW"),
        ("ZH_HANT_HK", "zh-TW"),
        ("zh-HK", "zh-TW"),
        ("zh", None),
        ("pt", None),
        ("pt-PT", None),
        ("de", None),
        ("english", None),
        ("en.UTF-8", None),
        ("en-", None),
        ("../en", None),
        ("", None),
        ("en-" + "x" * 9, None),
    ],
)
def test_a_language_by_its_tag(spelled: str, code: str | None) -> None:
    assert find_language(spelled, CODES) == code


@pytest.mark.parametrize("spelled", ["zh-CN", "zh-TW", "zh-Hant"])
def test_one_chinese_is_not_taken_for_another(spelled: str) -> None:
    assert find_language(spelled, ["en", "zh"]) is None
    other = "zh-TW" if spelled == "zh-CN" else "zh-CN"
    assert find_language(spelled, ["en", other]) is None
    assert find_language("zh", ["en", "zh"]) == "zh"


@pytest.mark.parametrize(
    ("spelled", "codes"),
    [
        ("English", ["en"]),
        ("TÜRKÇE", ["tr"]),
        ("日本語", ["ja"]),
        ("zh", ["zh-CN", "zh-TW"]),
        ("pt", ["pt-BR"]),
        ("xx", []),
    ],
)
def test_what_may_have_been_meant(spelled: str, codes: list[str]) -> None:
    assert suggest_languages(spelled, CODES) == codes
