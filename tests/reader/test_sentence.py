"""What the rules read in sentences, whichever card prints them."""

from __future__ import annotations

import pytest

from onceper.lang.languages import language
from onceper.reader.prepare import CardTemplate, prepare
from onceper.reader.sentence import SentenceReader
from onceper.text.normal import Text

ENGLISH = language("en")


def cut(text: str) -> CardTemplate:
    return CardTemplate.of(prepare(Text(text), ENGLISH).template, ENGLISH)


@pytest.fixture(scope="module")
def sentences() -> SentenceReader:
    return SentenceReader(ENGLISH, ENGLISH.book.rules)


def test_sentences_without_a_cue_are_left_out(sentences: SentenceReader) -> None:
    text = cut("Draw 1 card. Once per turn: Draw 1 card. Gain 500 LP.")
    assert list(sentences.read(text)) == [1]


def test_sentences_that_differ_in_names_alone_are_read_once(sentences: SentenceReader) -> None:
    text = cut('You can only control 1 "Ash". You can only control 1 "Pale Crow".')
    found = sentences.read(text)
    assert found[0] is found[1]


def test_places_are_those_of_the_template(sentences: SentenceReader) -> None:
    text = cut('If you control "Ash" and "Pale Crow": Draw 1; once per turn, gain 500 LP.')
    ((candidate,), *_) = sentences.read(text)[0]
    assert candidate.place is not None
    assert text.words_of(0)[slice(*candidate.place)] == "once per turn"


def test_a_sentence_is_a_non_effect_of_one_kind_once(sentences: SentenceReader) -> None:
    text = cut("Cannot be Normal Summoned or Set; must first be Special Summoned by its effect.")
    kinds = [candidate.statement.record.kind for candidate in sentences.read(text)[0].candidates]
    assert len(kinds) == len(set(kinds))
