"""Measure what damage to print does to readings, by kinds of damage that no model was trained with.

Each half of the real texts is measured by itself: what is fitted is fitted to the first, and the second kept aside. The
truth is what the rules read in the clean text. A limit is found where kind and scope are right and the span overlaps,
told where words of it are ``unread``, and silent where neither is so.
"""

from __future__ import annotations

import gzip
import json
import random
import tomllib
import unicodedata
from argparse import ArgumentParser
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from texts import DATA

import onceper

if TYPE_CHECKING:
    from onceper.contract.limit import Limit
    from onceper.reader.options import Mode

Copy = list[tuple[str, int]]
"""The letters of a damaged copy, each with the place in the clean text that it stands for."""
Damage = Callable[[str, random.Random], Copy]
Change = Callable[[str, random.Random], str | None]
"""What a letter becomes, or null where it stays."""
_ALIKE: dict[str, dict[str, str | list[str]]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
_UNMARKED = str.maketrans("ıİşŞğĞüÜöÖçÇ", "iIsSgGuUoOcC")


def _each(change: Change, rate: float) -> Damage:
    """Return what changes this share of the letters that can be changed."""

    def damage(text: str, chance: random.Random) -> Copy:
        copy: Copy = []
        for at, letter in enumerate(text):
            new = change(letter, chance) if chance.random() < rate else None
            copy += [(sign, at) for sign in (letter if new is None else new)]
        return copy

    return damage


def _confuse(letter: str, chance: random.Random) -> str | None:
    alike = _ALIKE["latin"].get(letter) or _ALIKE["kana"].get(letter)
    return chance.choice(alike) if alike else None


def _widen(letter: str, chance: random.Random) -> str | None:
    """Print a letter full or half as wide, or a kana in the other set."""
    if "ァ" <= letter <= "ヶ" and chance.random() < 0.5:
        return chr(ord(letter) - 0x60)
    if "ぁ" <= letter <= "ゖ":
        return chr(ord(letter) + 0x60)
    wide = unicodedata.normalize("NFKC", letter)
    return wide if wide != letter else chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else None


def _swap(rate: float) -> Damage:
    def damage(text: str, chance: random.Random) -> Copy:
        copy = [(letter, at) for at, letter in enumerate(text)]
        at = 0
        while at < len(copy) - 1:
            if chance.random() < rate:
                copy[at], copy[at + 1] = copy[at + 1], copy[at]
                at += 1
            at += 1
        return copy

    return damage


def _wrap(text: str, chance: random.Random) -> Copy:
    """Break long lines inside of words, as narrow columns do."""
    copy: Copy = []
    left = chance.randint(30, 50)
    for at, letter in enumerate(text):
        copy.append((letter, at))
        left -= 1
        if left <= 0 and 1 < at < len(text) - 2 and text[at - 1 : at + 3].isalpha():
            copy += [("-", at), ("\n", at)]
            left = chance.randint(30, 50)
    return copy


KINDS: dict[str, Damage] = {
    "clean": _each(_confuse, 0.0),
    "confused 2%": _each(_confuse, 0.02),
    "confused 6%": _each(_confuse, 0.06),
    "dropped 2%": _each(lambda letter, _: None if letter.isspace() else "", 0.02),
    "swapped 2%": _swap(0.02),
    "spaces lost 15%": _each(lambda letter, _: "" if letter == " " else None, 0.15),
    "spaces put in 2%": _each(lambda letter, _: f"{letter} " if letter.isalpha() else None, 0.02),
    "marks lost": _each(lambda letter, _: letter.translate(_UNMARKED), 1.0),
    "widths and kana 4%": _each(_widen, 0.04),
    "wrapped with hyphens": _wrap,
}
# What a print does not have cannot be damaged.
SPACED = {"spaces lost 15%", "wrapped with hyphens"}
ONLY = {"marks lost": {"tr"}, "widths and kana 4%": {"ja", "ja.duelmasters"}}
SEED = 38
MODES: tuple[Mode, ...] = ("off", "auto", "on")
PRINTS = {
    "en": ("ygo/texts.jsonl.gz", "en", "yugioh"),
    "ja": ("ygo/texts.jsonl.gz", "ja", "yugioh"),
    "tr": ("tr/labelled.jsonl.gz", "tr", None),
    "ja.duelmasters": ("dm/texts.jsonl.gz", "ja", "duelmasters"),
}


def damaged(text: str, kind: str, chance: random.Random) -> tuple[str, list[int]]:
    """Return a damaged copy of a text, and for each of its letters the place in the clean one that it stands for."""
    copy = KINDS[kind](text, chance)
    return "".join(letter for letter, _ in copy), [at for _, at in copy]


class Card(NamedTuple):
    """Hold a clean text, its own name and game."""

    text: str
    name: str | None
    game: str | None


class Measured(NamedTuple):
    """Count limits of clean texts, and what is read of them in damaged ones."""

    limits: int
    recall: float
    precision: float
    told: float
    silent: float


def cards_of(print_: str, half: int) -> list[Card]:
    """Return one half of the real texts of a print, by cards."""
    file, lang, game = PRINTS[print_]
    with gzip.open(DATA / file, "rt", encoding="utf-8") as lines:
        rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [
        Card(row["text"], row["name"], row.get("game", game))
        for row in rows
        if row.get("lang", lang) == lang and crc32(str(row.get("konami_id", row["id"])).encode()) % 2 == half
    ]


def measure(print_: str, kind: str, mode: Mode, cards: list[Card], seed: int) -> Measured:
    """Read each of the cards in a damaged copy of its own."""
    lang = PRINTS[print_][1]
    limits = found = finds = told = silent = 0
    for number, card in enumerate(cards):
        truth = onceper.read(card.text, lang=lang, game=card.game, name=card.name, classifier="off").limits
        text, places = damaged(card.text, kind, random.Random(f"{seed} {kind} {number}"))  # noqa: S311
        reading = onceper.read(text, lang=lang, game=card.game, name=card.name, classifier=mode)
        limits += len(truth)
        finds += len(reading.limits)
        left = list(reading.limits)
        for limit in truth:
            near = [one for one in left if _overlap(one.span, limit, places)]
            right = [one for one in near if (one.kind, one.scope) == (limit.kind, limit.scope)]
            if right:
                found += 1
                left.remove(right[0])
            elif any(_overlap(one.span, limit, places) for one in reading.unread):
                told += 1
            elif not near:
                silent += 1
    return Measured(
        limits,
        round(found / max(limits, 1), 4),
        round(found / max(finds, 1), 4),
        round(told / max(limits, 1), 4),
        round(silent / max(limits, 1), 4),
    )


def _overlap(span: tuple[int, int], limit: Limit, places: list[int]) -> bool:
    covered = places[span[0] : span[1]]
    return min(covered) < limit.span[1] and limit.span[0] <= max(covered)


def main() -> None:
    """Print what is measured of each print, kind of damage and mode as JSON, a line each."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--half", type=int, choices=(0, 1), default=1, help="default: 1, that which is kept aside")
    parser.add_argument("--texts", type=int, default=1000, help="so many at most (default: 1000)")
    options = parser.parse_args()
    for print_ in PRINTS:
        cards = cards_of(print_, options.half)
        cards = random.Random(SEED).sample(cards, min(options.texts, len(cards)))  # noqa: S311
        kinds = [
            kind
            for kind in KINDS
            if not (kind in SPACED and print_.startswith("ja")) and print_ in ONLY.get(kind, PRINTS)
        ]
        for kind, mode in product(kinds, MODES):
            line = {"what": "noise", "print": print_, "damage": kind, "classifier": mode}
            found = measure(print_, kind, mode, cards, SEED)
            print(json.dumps(line | found._asdict(), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
