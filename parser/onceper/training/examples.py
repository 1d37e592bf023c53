"""The sentences that the model learns from: the corpora, and what the rules say of themselves."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from onceper.classifier import labels
from onceper.classifier.about import model_name
from onceper.contract.limit import Limit
from onceper.files.formats import source_of
from onceper.lang.games import default_game
from onceper.lang.languages import language, language_codes
from onceper.reader.readers import reader_of
from onceper.reader.template import CardTemplate, prepare
from onceper.resources import resource
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from onceper.contract.non_effect import NonEffect
    from onceper.contract.span import Span
    from onceper.lang.base import Language

SENTENCES = "sentences.jsonl"
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
        for limit in self.limits:
            yield self._place(limit), labels.of_limit(limit)
        for record in self.non_effects:
            yield self._place(record), labels.of_non_effects([record["kind"]])

    def _place(self, record: dict[str, Any]) -> Span:
        at = self.text.index(record["text"])
        return at, at + len(record["text"])


def corpora() -> dict[tuple[str, str | None], Path]:
    """Return the file with the hand-written lines of each language, and of each game with a print of its own.

    Raises:
        ResourceError: the installation holds no corpora.
    """
    found: dict[tuple[str, str | None], Path] = {}
    for sentences in sorted(resource("corpora").glob(f"*/{SENTENCES}")):
        lang = sentences.parent.name
        found[lang, None] = sentences
        # What has a dot in its name, such as limits.test.jsonl, is not learned from.
        games = [
            file for file in sorted(sentences.parent.glob("*.jsonl")) if "." not in file.stem and file != sentences
        ]
        found |= {(lang, file.stem): file for file in games}
    return found


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
    return [msgspec.json.decode(line, type=Line) for line in file.read_bytes().splitlines()] if file else []


def said_of(records: Iterable[Limit | NonEffect]) -> Iterator[Said]:
    """Yield what was read of a text as the labels of its words."""
    for record in records:
        if isinstance(record, Limit):
            yield record.span, labels.of_limit(msgspec.structs.asdict(record))
        else:
            yield record.span, labels.of_non_effects([record.kind])


def sentences_of(text: str, name: str | None, said: Iterable[Said], spoken: Language, group: str) -> Iterator[Example]:
    """Yield the sentences of a text with the labels of their words; what is unread is left out."""
    prepared = prepare(Text(text), spoken, name)
    card = CardTemplate.of(prepared.template, spoken)
    said = list(said)
    for first, last, _ in card.sentences:
        start, end = prepared.original_span(first, last)
        found = {label for span, what in said if span[0] < end and start < span[1] for label in what}
        if labels.UNKNOWN not in found:
            yield Example(card.words[first:last], frozenset(found), group)


def examples_of(lang: str, game: str | None) -> list[Example]:
    """Return what the corpora hold of a language, and what rules read in cards and in what they say of themselves."""
    spoken, reader = language(lang, game), reader_of(lang, game)
    texts: list[tuple[str, str | None, str]] = [
        (text, None, rule.id) for rule in spoken.book.rules for text in (*rule.matches, *rule.rejects)
    ]
    texts += [(*card, f"card {card[0]}") for card in (*_sample_cards(lang, game), *_scenario_cards(lang, game))]
    found: list[Example] = []
    for text, name, group in dict.fromkeys(texts):
        reading = reader.read(text, name=name)
        unread = [(one.span, {labels.UNKNOWN}) for one in reading.unread]
        found += sentences_of(text, name, [*said_of([*reading.limits, *reading.non_effects]), *unread], spoken, group)
    for line in corpus(lang, game):
        found += sentences_of(line.text, line.name, line.said(), spoken, line.id)
    return found


def _sample_cards(lang: str, game: str | None) -> Iterator[tuple[str, str | None]]:
    file = resource("corpora/sample") / (f"cards.{game}.{lang}.jsonl" if game else f"cards.{lang}.cdb")
    if not file.exists():
        return
    with source_of(file) as source:
        for card in source.cards:
            yield card.text, card.name


def _scenario_cards(lang: str, game: str | None) -> Iterator[tuple[str, str | None]]:
    for file in sorted((resource("corpora/scenarios") / (game or default_game())).rglob("*.toml")):
        for prints in tomllib.loads(file.read_text(encoding="utf-8")).get("cards", {}).values():
            if lang in prints:
                yield prints[lang]["text"], prints[lang].get("name")
