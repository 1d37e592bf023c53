"""The one language that all texts of a file are in."""

from __future__ import annotations

import pytest
from tests.bundled import KNOWN

from onceper.files.protocol import CardText
from onceper.lang.base import LanguageError
from onceper.lang.languages import languages_in_use
from onceper.tagging.file_language import tell_language


@pytest.fixture(autouse=True)
def _told(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(_: object, text: str) -> str | None:
        return {"d": "en", "引": "ja"}.get(text[0])

    monkeypatch.setattr(type(languages_in_use().detector), "detect_or_none", tell)


def _cards(*texts: str) -> list[CardText]:
    return [CardText(id="1", where="cards.cdb, card 1", text=text) for text in texts]


def test_majority() -> None:
    assert tell_language(_cards("draw", "draw", "引く"), "cards.cdb") == "en"
    assert tell_language(_cards("引く", "draw", "引く"), "cards.cdb") == "ja"


def test_texts_without_a_letter_have_no_vote() -> None:
    assert tell_language(_cards("", "1+1", "♪", "引く"), "cards.cdb") == "ja"
    assert tell_language(_cards("", "1+1"), "cards.cdb") is None


def test_texts_that_do_not_tell_may_be_many() -> None:
    assert tell_language(_cards("grrr", "grrr", "grrr", "draw"), "cards.cdb") == "en"


@pytest.mark.parametrize("texts", [("ziehe",) * 4 + ("draw",), ("draw", "引く"), ("ziehe",)])
def test_no_language(texts: tuple[str, ...]) -> None:
    with pytest.raises(LanguageError, match="cannot be told from its first texts") as caught:
        tell_language(_cards(*texts), "cards.cdb")
    message = str(caught.value)
    assert message.startswith("cards.cdb: ")
    assert f"; expected texts in one of {KNOWN}" in message
    assert "remedy: name their language with --lang" in message
