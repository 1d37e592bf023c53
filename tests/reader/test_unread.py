"""What looks like a limit and no rule reads is told, with its place."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from tests.cases import cases

from onceper.contract.span import Unread
from onceper.matching.match import LONGEST_CLAUSE
from onceper.reader import read as reading

# Rules alone, for what nearly is a limit the classifier reads.
read = partial(reading.read, classifier="off")


def unread(text: str) -> list[tuple[str, str]]:
    return [(place.reason, place.text) for place in read(text, lang="en").unread]


@cases
def test_a_sentence_that_no_rule_reads(text: str, found: list[str]) -> None:
    assert unread(text) == [("no_rule", sentence) for sentence in found]


@cases
def test_a_limit_that_goes_on_with_an_unread_clause_is_not_read_alone(text: str) -> None:
    reading = read(text, lang="ja", game="yugioh")
    assert reading.limits == ()
    assert [place.text for place in reading.unread] == [text]


def test_the_end_of_a_long_clause_is_not_read() -> None:
    long = "Once per turn " + " ".join(["zig"] * LONGEST_CLAUSE) + ' zag "Ash" twice per turn, zog: Draw 1. Stop.'
    reading = read(long, lang="en")
    assert [limit.text for limit in reading.limits] == ["Once per turn"]
    (place,) = reading.unread
    assert place.reason == "too_long"
    assert place.text == long[place.span[0] : place.span[1]]
    assert place.text.endswith('zag "Ash" twice per turn, zog:')
    assert place.span[0] > long.index("zig")


def test_a_clause_as_long_as_is_read() -> None:
    words = "Once per turn" + " zig" * (LONGEST_CLAUSE - 4) + "."
    assert unread(words) == []
    assert [reason for reason, _ in unread(words.replace("zig", "zig zag", 1))] == ["too_long"]


def test_each_long_clause_is_told() -> None:
    clause = "once per turn" + " zig" * LONGEST_CLAUSE
    assert [reason for reason, _ in unread(f"{clause}; {clause}: draw 1.")] == ["too_long", "too_long"]


def test_no_letter_of_a_long_text_is_told_twice() -> None:
    text = ("once per turn" + " zig" * LONGEST_CLAUSE + "; ") * 40
    assert sum(len(place.text) for place in read(text, lang="en").unread) <= len(text)


def test_the_record_is_the_contracts() -> None:
    (place,) = read("Draw. Zig once zag.", lang="en").unread
    assert replace(place, guess=None) == Unread((6, 19), "Zig once zag.", "no_rule")
