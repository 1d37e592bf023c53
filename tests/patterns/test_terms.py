"""The words of a language that fit every card of a sort."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.bundled import LANGUAGES
from tests.cases import cases

from onceper.lang.languages import language

if TYPE_CHECKING:
    from onceper.patterns.language_files import Sort


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_bundled_language_has_words_of_every_sort(lang: str) -> None:
    terms = language(lang).terms
    assert all([terms.monster, terms.spell, terms.trap, terms.spell_or_trap, terms.card, terms.this])
    assert all([terms.times, terms.unless])


@cases
def test_words_are_those_of_their_own_language_in_capitals_or_not(lang: str, words: str, sorts: list[Sort]) -> None:
    assert language(lang).terms.find_sorts(words) == {*sorts}


@cases
def test_times_are_counted_or_things(lang: str, text: str, *, is_so: bool) -> None:
    assert language(lang).terms.counts_times(text) is is_so


@cases
def test_a_condition_may_be_an_exception(lang: str, condition: str, *, is_so: bool) -> None:
    assert language(lang).terms.is_exception(condition) is is_so
