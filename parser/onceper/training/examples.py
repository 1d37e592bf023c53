"""The sentences that a model learns from: the corpora, and what rules read in cards and say of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from onceper.classifier import labels
from onceper.classifier.about import model_name
from onceper.files.formats import source_of
from onceper.lang.games import default_game
from onceper.lang.languages import language, language_codes
from onceper.reader.readers import reader_of
from onceper.reader.template import CardTemplate, prepare
from onceper.report.texts import text_of
from onceper.resources import resource
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading, Row
    from onceper.contract.span import Span

Key = tuple[str, str | None]
"""The language of a model, and the game if that has a print of its own."""
Said = tuple["Span", set[str]]
"""The labels of some words of a text."""


class Example(NamedTuple):
    """Hold one sentence as a template and its labels.

    ``group`` names where it comes from: examples of one group are never divided between training and validation.
    """

    template: str
    labels: frozenset[str]
    group: str


class Line(msgspec.Struct, frozen=True):
    """Hold one line of a corpus."""

    id: str
    game: str
    name: str
    text: str
    limits: tuple[dict[str, Any], ...]
    non_effects: tuple[dict[str, Any], ...]
    why: str = ""

    def said(self) -> Iterator[Said]:
        """Yield the labels of its words."""
        told = [(one, labels.of_limit(one)) for one in self.limits]
        told += [(one, labels.of_non_effects([one["kind"]])) for one in self.non_effects]
        for record, of_record in told:
            start = self.text.index(record["text"])
            yield (start, start + len(record["text"])), of_record


def corpora() -> dict[Key, Path]:
    """Return the file with the hand-written lines of each language, and of each game with a print of its own.

    Raises:
        ResourceError: the installation holds no corpora.
    """
    # What has a dot in its name, such as limits.test.jsonl, is not learned from.
    files = [file for file in resource("corpora").glob("*/*.jsonl") if file.with_name("sentences.jsonl").exists()]
    found = {
        (file.parent.name, None if file.stem == "sentences" else file.stem): file
        for file in files
        if "." not in file.stem
    }
    return dict(sorted(found.items(), key=lambda of: model_name(*of[0])))


def model_names() -> list[str]:
    """Return the names of the models that can be trained: those that are shipped, and one for each other language.

    Raises:
        ResourceError: the installation holds no corpora.
    """
    return [*dict.fromkeys((*(model_name(*key) for key in corpora()), *language_codes()))]


def corpus(lang: str, game: str | None = None) -> list[Line]:
    """Return the hand-written lines of a language, or of its print in a game that has one of its own.

    A language of one's own has none.

    Raises:
        ResourceError: the installation holds no corpora.
    """
    file = corpora().get((lang, game))
    return msgspec.json.Decoder(Line).decode_lines(file.read_bytes()) if file else []


def examples_of(lang: str, game: str | None) -> list[Example]:
    """Return what the corpora hold of a language, and what rules read in cards and in what they say of themselves."""
    reader = reader_of(lang, game)
    texts: list[tuple[str, str | None, str]] = [
        (text, None, rule.id) for rule in language(lang, game).book.rules for text in (*rule.matches, *rule.rejects)
    ]
    texts += [(text, name, f"card {text}") for text, name in (*_sample_cards(lang, game), *_scenario_cards(lang, game))]
    found: list[Example] = []
    for text, name, group in dict.fromkeys(texts):
        found += sentences_read(reader.read(text, name=name), text, (lang, game), group)
    for line in corpus(lang, game):
        found += _sentences(line.text, line.name, line.said(), (lang, game), line.id)
    return found


def sentences_read(reading: CardReading | Row, text: str, key: Key, group: str) -> Iterator[Example]:
    """Yield the sentences of a text with what rules read in them as labels.

    What is unread, or was read by the classifier, teaches nothing.
    """
    said: list[Said] = [(one.span, labels.of_limit(msgspec.structs.asdict(one))) for one in reading.limits]
    said += [(one.span, labels.of_non_effects([one.kind])) for one in reading.non_effects]
    records: list[Limit | NonEffect] = [*reading.limits, *reading.non_effects]
    guessed = [one.span for one in records if one.source == "classifier"]
    said += [(span, {labels.UNKNOWN}) for span in (*guessed, *(one.span for one in reading.unread))]
    return _sentences(text, reading.name, said, key, group)


def sentences_of_rows(rows: Iterable[Row]) -> dict[Key, list[Example]]:
    """Return the sentences of rows, each once, by the language and game of a model; lore is told by its whole text."""
    by_key: dict[Key, dict[str, Example]] = {}
    prints = corpora()
    for row in rows:
        is_lore = any(found.kind == "flavor" for found in row.non_effects)
        if row.lang in language_codes() and not (row.error or is_lore):
            key = (row.lang, row.game) if (row.lang, row.game) in prints else (row.lang, None)
            for example in sentences_read(row, text_of(row), key, f"row {row.id}"):
                by_key.setdefault(key, {}).setdefault(example.template, example)
    return {key: [*kept.values()] for key, kept in by_key.items()}


def _sentences(text: str, name: str | None, said: Iterable[Said], key: Key, group: str) -> Iterator[Example]:
    spoken, said = language(*key), [*said]
    prepared = prepare(Text(text), spoken, name)
    card = CardTemplate.of(prepared.template, spoken)
    for first, last, _ in card.sentences:
        start, end = prepared.original_span(first, last)
        found = {label for span, what in said if span[0] < end and start < span[1] for label in what}
        if labels.UNKNOWN not in found:
            yield Example(card.words[first:last], frozenset(found), group)


def _sample_cards(lang: str, game: str | None) -> Iterator[tuple[str, str | None]]:
    file = resource("corpora/sample") / (f"cards.{game}.{lang}.jsonl" if game else f"cards.{lang}.cdb")
    if file.exists():
        with source_of(file) as source:
            yield from ((card.text, card.name) for card in source.cards)


def _scenario_cards(lang: str, game: str | None) -> Iterator[tuple[str, str | None]]:
    for file in sorted((resource("corpora/scenarios") / (game or default_game())).rglob("*.toml")):
        for prints in msgspec.toml.decode(file.read_bytes()).get("cards", {}).values():
            if lang in prints:
                yield prints[lang]["text"], prints[lang].get("name")
