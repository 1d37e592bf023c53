"""Spans of the original text, for prints of every kind."""

from __future__ import annotations

from collections.abc import Callable

from tests.cases import cases

from onceper.contract.reading import CardReading
from onceper.reader.read import masked_names, read

CheckReading = Callable[[CardReading], None]


@cases
def test_what_is_found_stands_there(
    spans_are_exact: CheckReading, text: str, limits: list[str], non_effects: list[str], effects: list[str]
) -> None:
    reading = read(text, lang="en")
    spans_are_exact(reading)
    assert [limit.text for limit in reading.limits] == limits
    assert [non_effect.text for non_effect in reading.non_effects] == non_effects
    assert [effect.text for effect in reading.effects] == effects


@cases
def test_a_limit_gives_the_name_as_it_is_printed(text: str, own_name: str | None, name: str | None) -> None:
    (limit,) = read(text, lang="en", name=own_name).limits
    assert limit.name == name


@cases
def test_the_own_name_is_known_in_every_print(opening: str, printed: str, closing: str, name: str) -> None:
    text = f"You can only activate 1 {opening}{printed}{closing} per turn."
    (limit,) = read(text, lang="en", name=name).limits
    assert (limit.text, limit.name) == (text, printed)


def test_masked_names_are_told_with_their_quotes() -> None:
    text = "Draw.\r\nAdd “Ash Vicar” or &quot;Pale&quot; or “Iron “Duke” of “Fens”” here."
    found = masked_names(text, "en", 'Iron "Duke" of "Fens"')
    assert [text[start:end] for start, end in found] == [
        "“Ash Vicar”",
        "&quot;Pale&quot;",
        "“Iron “Duke” of “Fens””",
    ]


def test_effects_know_their_parts() -> None:
    text = "2 Tuners\nOnce per turn: Draw 1.\n<i>If you do,</i> banish it. Stop."
    parts = [[text[start:end] for start, end in effect.parts] for effect in read(text, lang="en").effects]
    assert parts == [["Once per turn: Draw 1.\n<i>If you do,</i> banish it."], ["Stop."]]


@cases
def test_an_effect_with_a_colon_or_a_semicolon_is_activated(text: str, kinds: list[str]) -> None:
    assert [effect.kind for effect in read(text, lang="en").effects] == kinds
