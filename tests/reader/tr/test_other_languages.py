"""Text of one language passed as another gives no limit, and the language is told where nobody names it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.bundled import LANGUAGES

from onceper.lang.base import LanguageError
from onceper.lang.languages import Languages
from onceper.reader.read import read

DETECTOR = Languages().detector
CORPORA = Path(__file__).resolve().parents[3] / "corpora"
TEXTS = {
    lang: [json.loads(line) for line in (CORPORA / lang / "limits.test.jsonl").read_text(encoding="utf-8").splitlines()]
    for lang in LANGUAGES
}


@pytest.mark.parametrize(("of", "passed_as"), [("en", "tr"), ("ja", "tr"), ("tr", "en"), ("tr", "ja")])
def test_a_text_of_another_language_holds_no_limit(of: str, passed_as: str) -> None:
    found = [limit for line in TEXTS[of] for limit in read(line["text"], lang=passed_as, game="yugioh").limits]
    assert found == []


def test_turkish_is_told_from_the_other_languages() -> None:
    mistaken = [line["text"] for line in TEXTS["tr"] if DETECTOR.detect_or_none(line["text"]) not in {"tr", None}]
    told = sum(DETECTOR.detect_or_none(line["text"]) == "tr" for line in TEXTS["tr"])
    assert mistaken == []
    assert told >= 0.95 * len(TEXTS["tr"])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_other_language_is_taken_for_turkish(lang: str) -> None:
    assert [line["text"] for line in TEXTS[lang] if DETECTOR.detect_or_none(line["text"]) == "tr"] == []


@pytest.mark.parametrize(
    "text",
    [
        "Eenmaal per beurt: Je kunt 1 kaart afleggen; trek 1 kaart als je geen wezens onder je hoede hebt.",
        "Raz na turę: możesz odrzucić 1 kartę; dobierz 1 kartę.",
    ],
)
def test_a_language_that_is_not_read_is_not_taken_for_turkish(text: str) -> None:
    with pytest.raises(LanguageError):
        read(text)


def test_turkish_typed_without_its_letters_is_told_as_well() -> None:
    assert (
        DETECTOR.detect_or_none(
            "Turda bir kez: Elinden 1 kart at; destenden 1 kart cek ve rakibinin canavarini yok et."
        )
        == "tr"
    )
    assert DETECTOR.detect_or_none("TURDA BİR KEZ: ELİNİZDEN 1 KART ATABİLİRSİNİZ VE 1 KART ÇEKEBİLİRSİNİZ.") == "tr"
