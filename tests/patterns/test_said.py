"""What languages say to people: every one says the same things, and what cannot be said is refused."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING, get_args

import pytest
from tests.bundled import SPOKEN
from tests.cases import cases

from onceper.contract.limit import Period, Phase, Scope, SummonKind, WhoseTurn
from onceper.evaluator.action import ACTIONS, ActionKind
from onceper.evaluator.limits import load_rulebook
from onceper.lang.languages import language, use_patterns
from onceper.patterns.fields import counted_events
from onceper.patterns.records import Loader, RulesError
from onceper.patterns.said import Said, said_by, say_form, say_number
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# Languages differ in how they tell who did it, when, and how often, and for which numbers they have a word.
FREE_SLOTS = {
    *("who", "action", "card", "by", "negated", "count", "used", "times", "often", "ids", "are"),
    *("since", "nth", "wanted", "when"),
}

# What is counted has a word of its own for some numbers, and a form for each gender.
_COUNTED = re.compile(r"\d+(_[a-z])?|(more|and_later)_[a-z]")


def _words_of(lang: str) -> Said:
    words = language(lang).said
    assert words
    return words


def _templates(lang: str) -> dict[str, str]:
    """Return every template of a language by its path, but those of numbers, genders and marks."""
    return {
        f"{table}.{key}": template
        for table, said in vars(_words_of(lang)).items()
        if not table.startswith("_") and table not in {"nested", "gender", "nth_said"}
        for key, template in (said.items() if isinstance(said, dict) else [("", said)])
        if not _COUNTED.fullmatch(key)
    }


def _slots(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name} - FREE_SLOTS


def _read(file: Path) -> Said:
    loader = Loader()
    return said_by(loader, loader.parse(file, "nl/said.toml"), "nl/said.toml")


@pytest.mark.parametrize("lang", SPOKEN)
def test_every_language_has_the_same_templates_with_the_same_slots(lang: str) -> None:
    english, other = _templates("en"), _templates(lang)
    assert other.keys() == english.keys()
    assert {key: _slots(text) for key, text in other.items()} == {key: _slots(text) for key, text in english.items()}


@pytest.mark.parametrize("lang", SPOKEN)
def test_there_is_a_word_for_all_that_can_be_said(lang: str) -> None:
    words = _words_of(lang)
    assert {*get_args(ActionKind)} <= words.action.keys()
    done = {kind for kind, told in ACTIONS["events"].items() if told & {"activated", "applied", "summoned"}}
    assert done <= {*words.deed, "effect"}
    periods = {*get_args(Period), "always"}
    assert periods == words.since.keys() == words.per.keys() == words.each.keys()
    assert set(get_args(Phase)) == words.phase.keys() == words.per_phase.keys()
    assert {*get_args(Scope), "rulebook"} == words.holder.keys()
    assert {*get_args(WhoseTurn), "together"} == words.allowance.keys()
    assert load_rulebook().keys() == words.rule.keys()
    kinds = set(get_args(SummonKind)) - {"normal", "flip", "special"}
    assert kinds <= words.deed.keys()
    assert {*counted_events(), "other"} == words.event.keys() == words.done.keys() - kinds
    assert words.in_game("duelmasters").effect != words.effect


@pytest.mark.parametrize("lang", SPOKEN)
def test_there_is_a_form_for_every_gender(lang: str) -> None:
    words = _words_of(lang)
    assert words.gender.keys() <= {*counted_events(), "other", "untold"}
    for gender in set(words.gender.values()):
        assert f"more_{gender}" in words.nth
        assert f"more_{gender}" in words.nth_said


def test_what_counts_agrees_with_what_is_counted() -> None:
    words = _words_of("de")
    assert [words.gender_of(what) for what in ("attack", "summon", "untold", "never heard of")] == ["", "f", "n", "n"]
    said = [say_number(words.nth, count, gender) for gender in ("", "f", "n") for count in (1, 4)]
    assert said == ["der erste", "der 4.", "die erste", "die 4.", "das erste", "das 4."]
    assert say_form(words.nth, "and_later", "f") == "{nth} und jede weitere"
    assert say_number(_words_of("en").nth, 2, "f") == "second"


ENGLISH = (resource("patterns") / "en" / "said.toml").read_text(encoding="utf-8")


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Return the function that writes the reasons of Dutch."""

    def write(content: str) -> Path:
        file = tmp_path / "nl" / "said.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(content, encoding="utf-8")
        return file

    yield write
    use_patterns(None)


@cases
def test_what_cannot_be_said_is_refused(write: Callable[[str], Path], before: str, after: str, problem: str) -> None:
    assert before in ENGLISH
    with pytest.raises(RulesError) as raised:
        _read(write(ENGLISH.replace(before, after, 1)))
    assert problem in str(raised.value)


def test_a_game_says_in_its_own_words_what_it_has_words_for() -> None:
    words = _words_of("en")
    game = words.in_game("duelmasters")
    assert (game.per["duel"], game.per["turn"]) == ("per game", words.per["turn"])
    assert words.in_game("chess") is words.in_game(None) is words


def test_what_is_wrong_is_told_all_at_once(write: Callable[[str], Path]) -> None:
    with pytest.raises(RulesError) as raised:
        _read(write('amount = "once"'))
    assert len(raised.value.problems) > 30
    assert "nl/said.toml: amount: unknown key" in str(raised.value)
