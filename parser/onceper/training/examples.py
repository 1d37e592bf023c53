"""The sentences that the model learns from: the corpora, and what the rules say of themselves."""

from __future__ import annotations

import random
import re
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from onceper.classifier import labels
from onceper.files.formats import source_of
from onceper.lang.games import default_game
from onceper.lang.languages import language
from onceper.patterns import notation
from onceper.patterns.word_list import NAME, NUMBERS
from onceper.reader.prepare import CardTemplate, prepare
from onceper.reader.readers import reader_of
from onceper.resources import resource
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

    from onceper.contract.reading import CardReading
    from onceper.lang.base import Language
    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.rule import Rule

GENERATED_OF_A_RULE = 30
_ENDINGS = re.compile(r" ?\+[a-z]+")
# The name in print that is made of patterns; in a template it is masked.
NAMES = {"": "「灰の見張り番」", " ": '"Ember Warden"'}
SENTENCES = "sentences.jsonl"

_SHORTEST = 8
_CLAUSE = re.compile(r"[^,:;、：；。]{6,}[,:;、：；。]? ?")
_SOFT = {"limit.soft.copy", *(f"{slot}.{value}" for slot, values in labels.SAID.items() for value in values)}


class Example(NamedTuple):
    """Hold one sentence as a template and its labels.

    ``words`` is the place of a limit that is only some words of the sentence; ``group`` names where it comes from, and
    but for those of a rule, examples of one group are never divided between training and validation. ``is_trap`` tells
    that it was written to be taken for what it is not, ``is_of_rule`` that it is what a rule says of itself.
    """

    template: str
    labels: frozenset[str]
    words: tuple[int, int] | None
    group: str
    is_trap: bool = False
    is_of_rule: bool = False


class Line(msgspec.Struct, frozen=True):
    """Hold one line of a corpus."""

    id: str
    game: str
    name: str
    text: str
    limits: tuple[dict[str, Any], ...]
    non_effects: tuple[dict[str, Any], ...]
    why: str = ""


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


def corpus(lang: str, game: str | None = None) -> list[Line]:
    """Return the hand-written lines of a language, or of its print in a game that has one of its own.

    A language of one's own has none.

    Raises:
        ResourceError: the installation holds no corpora.
    """
    file = corpora().get((lang, game))
    if file is None:
        return []
    return [msgspec.json.decode(line, type=Line) for line in file.read_bytes().splitlines()]


def of_lines(lines: Sequence[Line], spoken: Language) -> list[Example]:
    """Return the sentences of corpus lines with their labels."""
    return [example for line in lines for example in _of_line(line, spoken)]


def _of_line(line: Line, spoken: Language) -> Iterator[Example]:
    said = [_Said(*_place(line.text, limit["text"]), labels.of_limit(limit), is_limit=True) for limit in line.limits]
    said += [
        _Said(*_place(line.text, record["text"]), labels.of_non_effects([record["kind"]]), is_limit=False)
        for record in line.non_effects
    ]
    for example in _sentences(line.text, line.name, said, spoken, line.id):
        yield example._replace(is_trap=bool(line.why))


def _place(text: str, words: str) -> tuple[int, int]:
    at = text.index(words)
    return at, at + len(words)


def of_reading(reading: CardReading, spoken: Language, group: str) -> Iterator[Example]:
    """Yield the sentences of a text that was read by rules, which serve as labels; what is unread is left out."""
    said = [
        _Said(*limit.span, labels.of_limit(msgspec.structs.asdict(limit)), is_limit=True) for limit in reading.limits
    ]
    said += [
        _Said(*record.span, labels.of_non_effects([record.kind]), is_limit=False) for record in reading.non_effects
    ]
    said += [_Said(*unread.span, {labels.UNKNOWN}, is_limit=False) for unread in reading.unread]
    for example in _sentences(reading.text, reading.name, said, spoken, group):
        if labels.UNKNOWN not in example.labels:
            yield example


class _Said(NamedTuple):
    """Hold what some words of a text are."""

    start: int
    end: int
    labels: set[str]
    is_limit: bool


def _sentences(text: str, name: str | None, said: Sequence[_Said], spoken: Language, group: str) -> Iterator[Example]:
    prepared = prepare(Text(text), spoken, name)
    card = CardTemplate.of(prepared.template, spoken)
    for first, last, _ in card.sentences:
        start, end = prepared.original_span(first, last)
        found: set[str] = set()
        words: tuple[int, int] | None = None
        limits = sum(is_limit and begin < end and start < stop for begin, stop, _, is_limit in said)
        for begin, stop, what, is_limit in said:
            if begin < end and start < stop:
                found |= what
                if limits == 1 and is_limit and stop - begin < 0.8 * (end - start) and prepared.text.is_even:
                    words = (
                        prepared.in_template(max(begin, start)) - first,
                        prepared.in_template(min(stop, end)) - first,
                    )
        yield Example(card.words[first:last], frozenset(found), words, group)


def of_rules(
    rules: Sequence[Rule], lang: str, game: str | None, seed: int, *, without: Collection[str] = ()
) -> list[Example]:
    """Return what rules say of themselves: their examples, and print made of their patterns, as all rules read it.

    What a rule of ``without`` reads is left out.
    """
    chance = random.Random(seed)  # noqa: S311
    lexicon = language(lang, game).book.lexicon
    spoken, reader = language(lang, game), reader_of(lang, game)
    found: list[Example] = []
    for rule in rules:
        made = (
            [print_of(rule, lexicon, chance) for _ in range(GENERATED_OF_A_RULE)]
            if rule.reading_kind == "limit"
            else []
        )
        for text in dict.fromkeys((*rule.matches, *rule.rejects, *made)):
            reading = reader.read(text)
            read_by = _rules_of(reading)
            # Print that is made of a pattern may be what the rule's other keys refuse.
            if read_by.isdisjoint(without) and (reading.limits or text not in made):
                found += [
                    e._replace(is_trap=text in rule.rejects, is_of_rule=True)
                    for e in of_reading(reading, spoken, rule.id)
                ]
    return found


def _rules_of(reading: CardReading) -> set[str]:
    return {limit.rule for limit in reading.limits} | {record.rule for record in reading.non_effects}


def of_cards(lang: str, game: str | None, *, without: Collection[str] = ()) -> list[Example]:
    """Return the sentences of the sample cards and of the cards in scenarios, as the rules read them."""
    spoken, reader = language(lang, game), reader_of(lang, game)
    found: list[Example] = []
    for number, (text, name) in enumerate(dict.fromkeys([*_sample_cards(lang, game), *_scenario_cards(lang, game)])):
        reading = reader.read(text, name=name)
        if _rules_of(reading).isdisjoint(without):
            found += of_reading(reading, spoken, f"card {number}")
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


def print_of(rule: Rule, lexicon: Lexicon, chance: random.Random) -> str:
    """Return print made of one variant of a rule's pattern."""
    variant = chance.choice(notation.variants(chance.choice(rule.patterns).text))
    pieces: list[str] = []
    filled: dict[str, str] = {}
    for element in variant:
        match element:
            case notation.Words(text):
                pieces.append(text)
            case notation.Slot(slot, optional) if not (optional and chance.random() < 0.5):
                if slot not in filled:
                    filled[slot] = _phrase(slot, lexicon, chance)
                pieces.append(filled[slot])
            case _:
                continue
    # Behind a stem a Turkish pattern names its endings, which are not print.
    return _ENDINGS.sub("", lexicon.joint.join(pieces).replace(" ,", ","))


def _phrase(slot: str, lexicon: Lexicon, chance: random.Random) -> str:
    if slot == NAME:
        return NAMES.get(lexicon.joint, NAMES[" "])
    if slot == NUMBERS:
        return chance.choice(("①", "②", "①②", "①③"))
    if slot == "count" and chance.random() < 0.7:
        return str(chance.choice((1, 1, 1, 2, 3)))
    return chance.choice(lexicon.phrases_of(slot) or [lexicon.sample_of(slot)])


def examples_of(lang: str, game: str | None, seed: int, *, without: Collection[str] = ()) -> list[Example]:
    """Return the examples of a language, without what these rules read and without these corpus lines."""
    rules = [rule for rule in language(lang, game).book.rules if rule.id not in without]
    lines = [line for line in corpus(lang, game) if line.id not in without]
    found = [
        *of_rules(rules, lang, game, seed, without=without),
        *of_cards(lang, game, without=without),
        *of_lines(lines, language(lang, game)),
    ]
    return [*found, *effects_alone(found, seed)]


def effects_alone(examples: Sequence[Example], seed: int) -> list[Example]:
    """Return effects that say nothing of a limit: those that one stands before, and clauses of effects put together."""
    chance = random.Random(seed)  # noqa: S311
    alone = [
        Example(
            (example.template[:begin] + example.template[end:]).lstrip(" ,:、：-"), frozenset(), None, example.group
        )
        for example in examples
        if example.words and example.labels <= _SOFT
        for begin, end in [example.words]
    ]
    alone = [example for example in alone if len(example.template) >= _SHORTEST]
    clauses = [
        clause
        for example in (*examples, *alone)
        if not example.labels and not example.is_trap
        for clause in _CLAUSE.findall(example.template)
    ]
    mixed = [
        Example(
            "".join(chance.sample(clauses, chance.randint(2, 3))).strip(" ,、"), frozenset(), None, f"mixed {number}"
        )
        for number in range(len(clauses) // 2)
    ]
    return alone + mixed
