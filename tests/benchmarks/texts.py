"""The texts that benchmarks read: real ones where they are at hand, else ones made from the rules' examples."""

from __future__ import annotations

import gzip
import json
import random
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from onceper.lang.languages import language
from onceper.reader.reader import Reader
from onceper.text.names import mask_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.contract.span import Span
    from onceper.patterns.rule import Rule

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
_PRINT = DATA / "ygo" / "texts.jsonl.gz"
REAL = {"en": _PRINT, "ja": _PRINT, "tr": DATA / "tr" / "labelled.jsonl.gz"}
GAME = "yugioh"
GENERATED = 7_000
PRINTED_NAMES = {"en": "English", "ja": "Japanese", "tr": "Turkish"}

Card = tuple[str, str | None]
_LAST_NUMBER = re.compile(r"\d+(?=\D*\Z)")


class Stock(NamedTuple):
    """Hold what texts of a language are made of.

    A name is a family and a rank with ``joint`` between; the rules' examples name their card ``example``. Two effects,
    with {a} for a family and {n} for a number, stand behind their ``labels``, and a limit before, between or behind
    them, as the language prints it.
    """

    families: tuple[str, ...]
    ranks: tuple[str, ...]
    joint: str
    example: str
    labels: tuple[str, str]
    limit_at: int
    between: str
    effects: tuple[str, ...]


STOCK = {
    lang: Stock(**told)
    for lang, told in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()
}


def texts_of(lang: str) -> tuple[str, list[Card]]:
    """Return what the texts are, and (text, own name) of each."""
    if REAL[lang].is_file():
        with gzip.open(REAL[lang], "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        return f"real {PRINTED_NAMES[lang]} texts", [(row["text"], row["name"]) for row in rows if row["lang"] == lang]
    return f"generated {PRINTED_NAMES[lang]} texts", generated(lang, GENERATED)


def rules_of(lang: str) -> list[Rule]:
    """Return the rules that read these texts."""
    return [rule for rule in language(lang).book.rules if rule.game in {None, GAME}]


def new_reader(lang: str) -> Reader:
    """Return a reader of these texts that remembers none."""
    return Reader(language(lang), rules_of(lang))


def renamed(lang: str, cards: Iterable[Card]) -> list[Card]:
    """Return the same wording with names that were not read before: each is one letter longer."""
    quotes = language(lang).quotes
    others: list[Card] = []
    for text, name in cards:
        *ends, rest = _behind_names(text, mask_names(text, quotes)[1])
        others.append((f"{''.join(f'{words}a{mark}' for words, mark in ends)}{rest[0]}", name and f"{name}a"))
    return others


def _behind_names(text: str, names: Iterable[Span]) -> Iterator[tuple[str, str]]:
    """Yield the text up to the closing mark of each name, with that mark, and what is left."""
    done = 0
    for _, end in names:
        yield text[done : end - 1], text[end - 1]
        done = end
    yield text[done:], ""


def renumbered(cards: Iterable[Card]) -> list[Card]:
    """Return texts that differ from others in a number only, the last that they print."""
    return [(_LAST_NUMBER.sub(lambda found: str(int(found[0]) + 1), text), name) for text, name in cards]


def recombined(lang: str, cards: Sequence[Card]) -> list[Card]:
    """Return texts that no card prints, of sentences that some do: the first of one card, and the rest of another."""
    stop = language(lang).structure.print.stops[0]
    cut = [text.partition(stop) for text, _ in cards]
    ends = [end for _, _, end in (*cut[1:], *cut[:1])]
    return [(f"{first}{mark}{end}", name) for (first, mark, _), end, (_, name) in zip(cut, ends, cards, strict=True)]


def generated(lang: str, count: int) -> list[Card]:
    """Make texts of two effects and, for two in three, a limit; the same on every run."""
    chance = random.Random(20)  # noqa: S311
    stock = STOCK[lang]
    examples = [example for rule in rules_of(lang) if rule.reading_kind == "limit" for example in rule.matches]
    cards: list[Card] = []
    for _ in range(count):
        family = chance.choice(stock.families)
        name = stock.joint.join((family, chance.choice(stock.ranks)))
        printed = [effect.format(a=family, n=chance.randint(1, 3)) for effect in chance.sample(stock.effects, 2)]
        sentences = [label + effect for label, effect in zip(stock.labels, printed, strict=True)]
        if chance.random() < 2 / 3:
            sentences.insert(stock.limit_at, chance.choice(examples).replace(stock.example, name))
        cards.append((stock.between.join(sentences), name))
    return cards
