"""People are told what they were, and their own words are understood as they were."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, get_args

import pytest
from tests.bundled import LANGUAGES
from tests.own_script import load_script

from onceper.lang.games import find_game
from onceper.lang.languages import language
from onceper.lang.spellings import find_language, suggest_languages
from onceper.patterns.language_files import Sort
from onceper.reader.card_type import card_type_of
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator

words = load_script(resource("corpora") / "words.py")


def _kept(name: str) -> dict[str, Any]:
    return tomllib.loads((words.FOLDER.parent / f"{name}.toml").read_text(encoding="utf-8"))


def _understood(lang: str, sort: str, phrase: str) -> bool:
    terms = language(lang).terms
    if sort in get_args(Sort):
        return sort in terms.find_sorts(phrase)
    return terms.counts_times(phrase) if sort == "times" else terms.is_exception(phrase)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_key_is_said_as_it_was(lang: str) -> None:
    changed = list(words.changes(lang))
    assert not changed, "\n\n".join(
        [*changed, "what is right is taken over by: python corpora/words.py --accept LANG.KEY"]
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_term_is_understood_as_it_was(lang: str) -> None:
    terms = _kept("terms")[lang]
    assert [(sort, one) for sort, phrases in terms.items() for one in phrases if not _understood(lang, sort, one)] == []


def test_each_spelling_is_known_as_it_was() -> None:
    kept = _kept("spellings")
    for code, of in kept["language"].items():
        assert {find_language(spelled, LANGUAGES) for spelled in (code, *of["codes"])} == {code}
        assert [name for name in of["names"] if code not in suggest_languages(name, LANGUAGES)] == []
    assert [(game, name) for game, names in kept["game"].items() for name in names if find_game(name) != game] == []


def _told(kept: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for sort, printed in kept["types"].items():
        for word in printed:
            known = card_type_of(word)
            yield word, sort, known and known.sort
    for table, field, value in (
        ("resolves", "resolves", True),
        ("stays", "resolves", False),
        ("has_lore", "has_lore", True),
        ("has_effects", "has_lore", False),
    ):
        for sort, printed in kept[table].items():
            for word in printed:
                yield f"{sort} / {word}", value, getattr(card_type_of(f"{sort} / {word}"), field)


def test_each_word_of_a_card_type_is_known_as_it_was() -> None:
    assert [(word, was, now) for word, was, now in _told(_kept("card_types")) if was != now] == []
