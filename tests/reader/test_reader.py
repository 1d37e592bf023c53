"""Asking for a reading: language, game, parts, many texts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.cases import cases

from onceper.lang.base import LanguageError
from onceper.lang.languages import Languages, language
from onceper.reader.read import read, read_many
from onceper.reader.readers import Readers, reader_of

READ_MANY: Any = read_many
HARD = 'Draw 1. You can only use this effect of "Ash" once per turn.'
CONTROL = 'You can only control 1 "Ash".'


def test_the_language_is_told_from_the_text() -> None:
    reading = read(HARD)
    assert reading.lang == "en"
    assert reading == read(HARD, lang="en")


@pytest.mark.parametrize("text", ["", "2000 / 1000"])
def test_a_text_without_letters_is_read_in_no_language(text: str) -> None:
    reading = read(text, game="yugioh", name="Ash")
    assert (reading.text, reading.lang, reading.game, reading.name) == (text, None, "yugioh", "Ash")
    assert (reading.limits, reading.non_effects, reading.effects, reading.unread) == ((), (), (), ())


def test_threads_that_come_at_once_load_the_rules_once() -> None:
    readers = Readers(Languages())
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda _: readers.of("en", "yugioh"), range(8)))
    assert {id(reader) for reader in made} == {id(readers.of("en", "yugioh"))}
    readings = [reader.read(HARD, game="yugioh") for reader in made]
    assert readings == [read(HARD, lang="en", game="yugioh")] * 8


@pytest.mark.parametrize("lang", ["EN", "en-US", "en_GB", "eng"])
@pytest.mark.parametrize("game", ["YuGiOh", "Yu-Gi-Oh!", "ygo", "遊戯王"])
def test_language_and_game_are_understood_in_any_spelling(lang: str, game: str) -> None:
    expected = read(CONTROL, lang="en", game="yugioh")
    assert read(CONTROL, lang=lang, game=game) == expected
    assert list(read_many([(CONTROL, None)], lang=lang, game=game)) == [expected]
    assert read("1 + 1", game=game).game == "yugioh"


def test_unknown_games_have_one_reader() -> None:
    assert reader_of("en", "chess") is reader_of("en", "another game without rules")


@pytest.mark.parametrize("game", ["chess", "Chess!", "duelmasters"])
def test_an_unknown_game_is_read_with_the_general_rules_and_kept(game: str) -> None:
    reading = read(f"{HARD} {CONTROL}", lang="en", game=game)
    assert reading.game == game
    assert [limit.kind for limit in reading.limits] == ["hard"]
    general = {rule.id for rule in language("en").every_rule if rule.game is None}
    assert {limit.rule for limit in reading.limits} <= general


@pytest.mark.parametrize("game", ["yugioh", None])
def test_a_known_game_has_rules_of_its_own_and_no_game_has_all(game: str | None) -> None:
    reading = read(f"{HARD} {CONTROL}", lang="en", game=game)
    assert reading.game == game
    assert [limit.kind for limit in reading.limits] == ["hard", "control"]


def test_many_texts_are_read_in_their_order() -> None:
    texts = [(HARD, "Ash"), ("", None), (CONTROL, "Ash")]
    of_one_language = list(read_many(texts, lang="en", game="yugioh"))
    assert of_one_language == [read(text, lang="en", game="yugioh", name=name) for text, name in texts]
    assert [reading.lang for reading in read_many(texts, game="yugioh")] == ["en", None, "en"]


def test_many_texts_are_read_one_by_one() -> None:
    readings = read_many([(HARD, None), ("Qwrt zxcv plmk", None), (HARD, None)])
    assert next(readings).limits
    with pytest.raises(LanguageError):
        next(readings)


@cases
def test_only_the_parts_that_are_wanted(
    parts: tuple[str, ...] | str, limits: int, non_effects: int, effects: int
) -> None:
    whole = read(HARD, lang="en")
    some = read(HARD, lang="en", parts=parts)  # type: ignore[arg-type]
    assert (len(some.limits), len(some.non_effects), len(some.effects)) == (limits, non_effects, effects)
    assert some.limits in {(), whole.limits}
    assert some.non_effects in {(), whole.non_effects}
    assert some.effects in {(), whole.effects}


def test_many_texts_need_no_names() -> None:
    alone, named = READ_MANY(["ab", ("ab", "b")], lang="en", game="yugioh")
    assert (alone.text, alone.name, named.text, named.name) == ("ab", None, "ab", "b")
