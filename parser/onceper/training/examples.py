"""The sentences that a model learns from: the corpora, and what rules read in cards and say of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import asdict

from onceper.classifier import labels
from onceper.files.formats import source_of
from onceper.lang.games import default_game
from onceper.lang.languages import language, language_codes
from onceper.reader.readers import reader_of
from onceper.reader.template import CardTemplate, prepare
from onceper.report.texts import text_of
from onceper.resources import resource
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from onceper.contract.reading import CardReading, Row
    from onceper.contract.span import Span

Key = tuple[str, str | None]
"""The language of a model, and the game if that has a print of its own."""
Said = tuple["Span", set[str]]
"""A place in a text, and the labels of what stands there."""
# What goes without saying; the sentence of a limit by name has that one's label, and lore is told by the whole text.
_USUAL = {f"{slot}.None" for slot in labels.SAID} | {
    *("period.turn", "verb.use", "whose_turn.any", "shared.False"),
    *("non_effect.activation_limit", "non_effect.summon_limit", "non_effect.flavor"),
}


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


def corpora() -> dict[Key, Path]:
    """Return the file with the hand-written lines of each language, and of each game with a print of its own.

    Raises:
        ResourceError: the installation holds no corpora.
    """
    # What has a dot in its name, such as limits.test.jsonl, is not learned from.
    return {
        (lang, None if file.stem == "sentences" else file.stem): file
        for lang in language_codes()
        for file in sorted((resource("corpora") / lang).glob("*.jsonl"))
        if "." not in file.stem
    }


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
    key, reader = (lang, game), reader_of(lang, game)
    texts: list[tuple[str, str | None, str]] = [
        (text, None, rule.id) for rule in language(lang, game).book.rules for text in (*rule.matches, *rule.rejects)
    ]
    texts += [(text, name, f"card {text}") for text, name in _cards(lang, game)]
    found: list[Example] = []
    for text, _, group in dict.fromkeys(texts):
        found += _sentences(text, _said_by(reader.read(text)), key, group)
    for line in corpus(lang, game):
        said = [(_place(one["text"], line.text), _labels_of(one)) for one in (*line.limits, *line.non_effects)]
        found += _sentences(line.text, said, key, line.id)
    return found


def sentences_of_rows(rows: Iterable[Row]) -> dict[Key, list[Example]]:
    """Return the sentences of rows, each once, by the language and game of a model."""
    by_key: dict[Key, dict[str, Example]] = {}
    prints = corpora()
    for row in rows:
        if row.lang in language_codes() and not row.error:
            key = (row.lang, row.game) if (row.lang, row.game) in prints else (row.lang, None)
            for example in _sentences(text_of(row), _said_by(row), key, f"row {row.id}"):
                by_key.setdefault(key, {}).setdefault(example.template, example)
    return {key: [*kept.values()] for key, kept in by_key.items()}


def _said_by(reading: CardReading | Row) -> list[Said]:
    """Return what rules say of a text; what is unread, or was read by the classifier, teaches nothing."""
    records: Any = (*reading.limits, *reading.non_effects)
    said = [(one.span, {labels.UNKNOWN} if one.source == "classifier" else _labels_of(asdict(one))) for one in records]
    return said + [(unread.span, {labels.UNKNOWN}) for unread in reading.unread]


def _sentences(text: str, said: Iterable[Said], key: Key, group: str) -> Iterator[Example]:
    """Yield the sentences of a text with the labels of what is said of their words."""
    spoken = language(*key)
    prepared = prepare(Text(text), spoken)
    card = CardTemplate.of(prepared.template, spoken)
    for first, last, _ in card.sentences:
        start, end = prepared.original_span(first, last)
        found = {label for span, what in said if span[0] < end and start < span[1] for label in what}
        if labels.UNKNOWN not in found:
            yield Example(card.words[first:last], frozenset(found), group)


def _place(words: str, text: str) -> Span:
    start = text.index(words)
    return start, start + len(words)


def _labels_of(record: Mapping[str, Any]) -> set[str]:
    """Return the labels of a limit, or of text that is no effect, with these fields of the contract."""
    kind = record["kind"]
    is_limit = "scope" in record
    found = {f"{labels.LIMIT}.{kind}.{record['scope']}" if is_limit else f"{labels.NON_EFFECT}.{kind}"}
    return found.union(f"{slot}.{record.get(slot)}" for slot in labels.SAID if is_limit) - _USUAL


def _cards(lang: str, game: str | None) -> Iterator[tuple[str, str | None]]:
    """Yield text and name of the sample cards, and of the cards of scenarios."""
    file = resource("corpora/sample") / (f"cards.{game}.{lang}.jsonl" if game else f"cards.{lang}.cdb")
    if file.exists():
        with source_of(file) as source:
            yield from ((card.text, card.name) for card in source.cards)
    for scenario in sorted((resource("corpora/scenarios") / (game or default_game())).rglob("*.toml")):
        for prints in msgspec.toml.decode(scenario.read_bytes()).get("cards", {}).values():
            if lang in prints:
                yield prints[lang]["text"], prints[lang].get("name")
