"""The languages that can be asked for by their code."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.bundled import KNOWN, LANGUAGES

from onceper.lang.base import LanguageError
from onceper.lang.detect import GameError
from onceper.lang.languages import check_game, language, ruling_of_rule


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_is_found_by_its_code(code: str) -> None:
    found = language(code)
    assert found.code == code
    assert len(found.fold("Once İ ẞ")) == len("Once İ ẞ")
    assert found.splitter.split("") == ([], [])


@pytest.mark.parametrize("code", ["xx", "", "EN-", "english", "en.tokens", "../en", "language"])
def test_an_unknown_code_is_refused_with_those_that_are_known(code: str) -> None:
    with pytest.raises(LanguageError) as refused:
        language(code)
    message = str(refused.value)
    assert f"unknown language {code!r}" in message
    assert all(known in refused.value.expected for known in LANGUAGES)
    assert "remedy:" in message


def test_a_language_is_found_by_any_spelling_of_its_code() -> None:
    for spelled in ("EN", "en-US", "en_GB", " en ", "eng"):
        assert language(spelled) is language("en")
    assert language("JA_jp", "デュエル・マスターズ") is language("ja", "duelmasters")


def test_the_code_is_named_to_whoever_writes_the_name_of_a_language() -> None:
    with pytest.raises(LanguageError, match=f"unknown language 'Japanese', perhaps 'ja'; expected one of {KNOWN}"):
        language("Japanese")


@pytest.mark.parametrize("game", ["", " ", "!"])
def test_what_is_no_name_of_a_game_is_refused(game: str) -> None:
    with pytest.raises(GameError, match=r"no game is called '.?'; expected duelmasters, rushduel, yugioh, or the name"):
        check_game(game)


@pytest.mark.parametrize("first", ["onceper.lang.sentences", "onceper.lang.ja.tokenizer"])
def test_a_text_is_read_whatever_was_imported_first(first: str) -> None:
    script = f"import {first}; import onceper; onceper.read('Once per turn: Draw 1 card.', lang='en')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_of_a_language_has_its_ruling(lang: str) -> None:
    for rule in language(lang).every_rule:
        rulings = {ruling_of_rule(rule.id, lang, game) for game in (None, "yugioh", "duelmasters")}
        assert rule.source in rulings


@pytest.mark.parametrize(
    ("rule", "lang", "game"),
    [("by hand", "en", "yugioh"), ("hard.effect", "nl", None), ("hard.effect", None, None)],
)
def test_another_rule_has_none(rule: str, lang: str | None, game: str | None) -> None:
    assert ruling_of_rule(rule, lang, game) == ""


def test_any_other_game_has_the_rules_of_the_language() -> None:
    assert ruling_of_rule("soft", "en", "another") == ruling_of_rule("soft", "en", None) != ""
