"""Each pattern, exception and phrase of the bundled languages is needed by an example: taken away, one fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.bundled import LANGUAGES, one_of_a_kind

from onceper.cli.examples import shown_parts, shown_phrases, unneeded, unneeded_patterns, wrong_texts
from onceper.lang.detect import bundled_evidence
from onceper.lang.languages import language, languages_in_use
from onceper.patterns.structure import Example
from onceper.reader.readers import reader_of

if TYPE_CHECKING:
    from onceper.lang.base import Language
    from onceper.reader.reader import Reader

PRINTS = [(code, game) for code in LANGUAGES for game in (None, *language(code).games)]
SOME_PRINTS = [one_of_a_kind(*of) for of in PRINTS]
# To do without each takes the longest where there are the most.
PARTS_OF, PHRASES_OF = ("ja", None), ("en", None)
EVERY = 6


@pytest.mark.parametrize(("code", "game"), SOME_PRINTS)
def test_each_pattern_and_exception_is_needed(code: str, game: str | None) -> None:
    rules = language(code, game).book.rules
    assert [told for rule in rules for told in unneeded_patterns(reader_of(code, rule.game or game), rule)] == []


def reader(code: str, game: str | None) -> tuple[Language, Reader]:
    return language(code, game), reader_of(code, game or "yugioh")


@pytest.mark.parametrize(("code", "game"), PRINTS)
def test_each_phrase_has_texts_and_they_are_read_as_it_says(code: str, game: str | None) -> None:
    spoken, reads = reader(code, game)
    assert all(example.text for examples in spoken.structure.examples.values() for example in examples)
    assert list(wrong_texts(shown_phrases(reads))) == []


@pytest.mark.parametrize(
    ("code", "game", "key"),
    [
        pytest.param(*of, key, marks=() if of == PHRASES_OF and number % EVERY == 1 else pytest.mark.whole)
        for of in PRINTS
        for number, key in enumerate(language(*of).structure.examples)
    ],
)
def test_each_phrase_is_needed(code: str, game: str | None, key: str) -> None:
    _, reads = reader(code, game)
    shown = [one for one in shown_phrases(reads) if one.listed.endswith(f": {key}")]
    assert list(unneeded(shown)) == []


@pytest.mark.parametrize(("code", "game"), PRINTS)
def test_each_part_is_read_as_it_says(code: str, game: str | None) -> None:
    _, reads = reader(code, game)
    assert list(wrong_texts(shown_parts(reads))) == []


@pytest.mark.parametrize(
    ("code", "game"), [pytest.param(*of, marks=() if of == PARTS_OF else pytest.mark.whole) for of in PRINTS]
)
def test_each_part_is_needed(code: str, game: str | None) -> None:
    _, reads = reader(code, game)
    assert list(unneeded(shown_parts(reads))) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_word_of_evidence_tells_its_language_unless_it_is_shared(code: str) -> None:
    detect = languages_in_use().detector.detect_or_none
    others = [bundled_evidence()[other].words for other in LANGUAGES if other != code]
    for word in bundled_evidence()[code].words:
        assert detect(word) == (None if any(word in evidence for evidence in others) else code)


def test_what_nothing_needs_is_named() -> None:
    spoken, reads = reader("en", None)
    orders = Example("{} 1 card.", "activated", ("pulverize",)), Example("", "", ("draw",))
    changed = spoken.with_structure(spoken.structure.but("orders", orders))
    shown = [one for one in shown_phrases(reads.but(language=changed)) if one.listed.endswith(": orders")]
    assert list(unneeded(shown)) == ["structure.toml: orders: no example needs 'draw'"]
