"""The words of a language that fit every card of a sort."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.bundled import LANGUAGES
from tests.cases import cases

from onceper.lang.languages import language, use_patterns
from onceper.patterns.language_files import Terms
from onceper.patterns.records import RulesError, read_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onceper.patterns.language_files import Sort


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    """Return a folder of one's own patterns, which is in use no longer when the test ends."""
    yield tmp_path
    use_patterns(None)


def _write(folder: Path, content: str) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / "terms.toml"
    file.write_text(content, encoding="utf-8")
    return file


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_bundled_language_has_words_of_every_sort(lang: str) -> None:
    terms = language(lang).terms
    assert all([terms.monster, terms.spell, terms.trap, terms.spell_or_trap, terms.card, terms.this])
    assert all([terms.times, terms.unless])


@pytest.mark.parametrize(
    ("lang", "words", "sorts"),
    [
        ("en", "monsters", {"monster"}),
        ("en", "Monsters", {"monster"}),
        ("en", "spell cards", {"spell"}),
        ("en", "cards", {"card"}),
        ("en", "this card", {"this"}),
        ("en", "モンスター", set()),
        ("ja", "モンスター", {"monster"}),
        ("tr", "BÜYÜ", {"spell"}),
        ("en", "monsters from the Extra Deck", {"extra_deck_monster"}),
        ("en", "", set()),
    ],
)
def test_words_are_those_of_their_own_language_in_capitals_or_not(lang: str, words: str, sorts: set[Sort]) -> None:
    terms = language(lang).terms
    assert terms.find_sorts(words) == sorts


@cases
def test_times_are_counted_or_things(lang: str, text: str, *, is_so: bool) -> None:
    assert language(lang).terms.counts_times(text) is is_so


@cases
def test_a_condition_may_be_an_exception(lang: str, condition: str, *, is_so: bool) -> None:
    assert language(lang).terms.is_exception(condition) is is_so


def test_a_language_without_the_file_has_no_terms(own: Path) -> None:
    (own / "nl").mkdir(parents=True)
    (own / "nl" / "words.toml").write_text('[[times]]\nmeans = { count = 1 }\nwords = ["eenmaal"]\n', encoding="utf-8")
    use_patterns(own)
    assert language("nl").terms == Terms()


def test_what_is_wrong_is_told_all_at_once(tmp_path: Path) -> None:
    content = 'creature = ["Wezen"]\nmonster = ["Monster", ""]\nspell = "Zauber"\ntrap = [1]\nthis = ["  "]'
    with pytest.raises(RulesError) as raised:
        read_file(Terms, _write(tmp_path / "nl", content), "nl/terms.toml")
    assert [str(problem) for problem in raised.value.problems] == [
        f"nl/terms.toml: unknown key 'creature'; expected one of {', '.join(sorted(Terms.__struct_fields__))}",
        "nl/terms.toml: monster = ['Monster', '']; expected a list of phrases, none of them empty",
        "nl/terms.toml: spell = 'Zauber'; expected a list of phrases, none of them empty",
        "nl/terms.toml: trap = [1]; expected a list of phrases, none of them empty",
        "nl/terms.toml: this = ['  ']; expected a list of phrases, none of them empty",
    ]
