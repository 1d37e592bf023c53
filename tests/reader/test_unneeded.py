"""Each pattern, exception and phrase of the bundled languages is needed by an example: taken away, one fails."""

from __future__ import annotations

from copy import copy
from itertools import groupby
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from msgspec.structs import astuple, replace
from tests.bundled import LANGUAGES, one_of_a_kind
from tests.own_script import load_script

from onceper.cli.examples import unneeded_patterns
from onceper.lang import base
from onceper.lang.base import Language
from onceper.lang.detect import bundled_evidence
from onceper.lang.languages import language, languages_in_use
from onceper.patterns.kept import VARIABLE
from onceper.patterns.language_files import PARTS, STRUCTURE
from onceper.patterns.load import load_structure
from onceper.patterns.sequence import sample_of
from onceper.reader.reader import Reader
from onceper.reader.readers import reader_of
from onceper.reader.sentence import SentenceReader
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.patterns.structure import Structure

phrases = load_script(resource("corpora") / "phrases.py")
PRINTS = [(code, game) for code in LANGUAGES for game in (None, *language(code).games)]
SOME_PRINTS = [one_of_a_kind(*of) for of in PRINTS]
# To do without each takes the longest where there are the most.
PARTS_OF, PHRASES_OF = ("ja", None), ("en", None)
EVERY = 6


@pytest.fixture(autouse=True)
def _keep_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # What is otherwise than in the files is no reader of the next process.
    monkeypatch.setenv(VARIABLE, "")


@pytest.mark.parametrize(("code", "game"), SOME_PRINTS)
def test_each_pattern_and_exception_is_needed(code: str, game: str | None) -> None:
    rules = language(code, game).book.rules
    assert [told for rule in rules for told in unneeded_patterns(reader_of(code, rule.game or game), rule)] == []


def who_reads(code: str, game: str | None) -> Reader:
    return reader_of(code, game or "yugioh")


def changed(spoken: Language, **what: object) -> Language:
    """Return a language of which something is otherwise than in its files, so that nothing of it is kept."""
    other = copy(spoken)
    vars(other).update(what, digest=uuid4().hex)
    return other


def without(reads: Reader, shown: Any) -> Iterator[Reader]:
    """Yield who reads as if a phrase, or a part, were not there, who is made the quickest first."""
    spoken, book = reads.language, reads.language.book
    file, key = shown.listed.split(": ")
    if file.endswith("parts.toml"):
        same = [
            part
            for part in book.parts
            if (part.group.role, sample_of(part.elements, book.lexicon)) == (key, shown.phrase)
        ]
        # A game may print the same as the others for something else: the last of them is shown.
        # What is kept on the disk has each with a group of its own.
        last = astuple(same[-1].group)
        rest = [part for part in book.parts if part not in same or astuple(part.group) != last]
        less = changed(spoken, book=book._replace(parts=tuple(rest)))
        yield by_rules_of(less, reads)
        # What another part reads as well, it may not lead to.
        yield Reader(less, book.rules)
        return
    listed = spoken.structure.examples
    few = (one._replace(phrases=tuple(p for p in one.phrases if p != shown.phrase)) for one in listed[key])
    structure = replace(spoken.structure, examples={**listed, key: tuple(few)})
    if key == "kana_or_kanji":
        # What changes the words changes the rules that are written in them.
        less = cut_by(spoken, structure)
        yield Reader(less, less.book.rules)
        return
    less = changed(spoken)
    less._cut_by(structure)
    yield by_rules_of(less, reads)


def by_rules_of(spoken: Language, like: Reader) -> Reader:
    """Return who reads a language by the rules of another reader, with its own parts."""
    return Reader(spoken, (), sentences=SentenceReader(spoken, like.sentences.compiled, spoken.book.parts))


def cut_by(spoken: Language, structure: Structure) -> Language:
    """Return the language with another structure, as if its file said so."""
    stems = load_structure(spoken.folders)[1]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(base, "load_structure", lambda _: (structure, stems))
        return changed(Language(spoken.folders, spoken.outer))


def unneeded(reads: Reader, listing: Iterable[Any]) -> Iterator[str]:
    """Name what can be taken away, and every text that shows it is read as before, with each field of its limits."""

    def read(by: Reader, one: Any) -> object:
        reading = by.read(one.text, card_type=one.card_type)
        limits = [replace(limit, rule="", source="rule", confidence=1.0) for limit in reading.limits]
        return phrases.outcome(reading, by.language), limits

    for (listed, phrase), texts in groupby(listing, lambda one: (one.listed, one.phrase)):
        of_phrase = list(texts)
        if all(read(reads, one) == read(less, one) for less in without(reads, of_phrase[0]) for one in of_phrase):
            yield f"{listed}: no example needs {phrase!r}"


@pytest.mark.parametrize(("code", "game"), PRINTS)
def test_each_phrase_and_part_is_read_as_it_says(code: str, game: str | None) -> None:
    reads = who_reads(code, game)
    assert all(example.text for examples in reads.language.structure.examples.values() for example in examples)
    assert list(phrases.wrong_texts(reads)) == []


@pytest.mark.parametrize(
    ("code", "game", "key"),
    [
        pytest.param(*of, key, marks=() if of == PHRASES_OF and number % EVERY == 1 else pytest.mark.whole)
        for of in PRINTS
        for number, key in enumerate(language(*of).structure.examples)
    ],
)
def test_each_phrase_is_needed(code: str, game: str | None, key: str) -> None:
    reads = who_reads(code, game)
    assert (
        list(unneeded(reads, [one for one in phrases.shown(reads) if one.listed.endswith(f"{STRUCTURE}: {key}")])) == []
    )


@pytest.mark.parametrize(
    ("code", "game"), [pytest.param(*of, marks=() if of == PARTS_OF else pytest.mark.whole) for of in PRINTS]
)
def test_each_part_is_needed(code: str, game: str | None) -> None:
    reads = who_reads(code, game)
    assert list(unneeded(reads, [one for one in phrases.shown(reads) if f"{PARTS}: " in one.listed])) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_word_of_evidence_tells_its_language_unless_it_is_shared(code: str) -> None:
    detect = languages_in_use().detector.detect_or_none
    others = [bundled_evidence()[other].words for other in LANGUAGES if other != code]
    for word in bundled_evidence()[code].words:
        assert detect(word) == (None if any(word in evidence for evidence in others) else code)
