"""Tell how effects of old print are read against labels by hand: ``python corpora/old_print.py TEXTS.jsonl.gz``.

``old_print.jsonl`` holds labels of 70 English and 70 Japanese texts of the same cards, whose Japanese has no numbers
yet: each effect with its kind, parts and choices, and each text that is no effect, as spans of code points. The texts
are their publisher's: the file that is named has them, by ``id``, ``lang`` and ``field``. ``--list`` prints what is
read otherwise.

How they were labelled: one reader read each text and named each part by its opening words; a script made spans of them
and checked that every letter is in exactly one part, and that both languages have effects of the same kinds. Where
words alone did not tell, numbered print of the same wording did. Costs, conditions of activating a Spell or Trap and
notes are part of their effect; what replaces another event and what destroys a card by its own state is continuous.
``note`` tells where others may judge otherwise. A second look at all of them changed no label, as drafts had changed
the kinds of two cards before; it was the same reader's.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

import onceper

if TYPE_CHECKING:
    from collections.abc import Iterator

LABELS = Path(__file__).with_name("old_print.jsonl")
Span = tuple[int, int]


class LabelledEffect(msgspec.Struct, frozen=True):
    """Hold an effect as labelled: its kind, and the spans of its parts and of its choices."""

    index: int
    kind: str
    parts: tuple[Span, ...]
    options: tuple[Span, ...] = ()


class LabelledNonEffect(msgspec.Struct, frozen=True):
    """Hold a text that is no effect as labelled."""

    kind: str
    span: Span


class Label(msgspec.Struct, frozen=True):
    """Hold the labels of one text of a card."""

    id: int
    lang: str
    field: str
    effects: tuple[LabelledEffect, ...]
    non_effects: tuple[LabelledNonEffect, ...]
    note: str = ""


class Row(msgspec.Struct, frozen=True):
    """Hold a text as the database has it."""

    id: int | str | None
    lang: str
    field: str
    name: str
    text: str
    card_type: str = ""
    type_line: str = ""


class Right(NamedTuple):
    """Tell what of a text is read as labelled."""

    number: bool
    kinds: bool
    spans: bool
    options: bool
    non_effects: bool


def labels() -> list[Label]:
    """Return the labels of every text."""
    return [msgspec.json.decode(line, type=Label) for line in LABELS.read_bytes().splitlines()]


def rows(file: Path) -> Iterator[Row]:
    """Yield the texts of a file of JSON Lines, which may be packed."""
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=Row)


def judge(label: Label, row: Row) -> Right:
    """Tell what of a text is read as labelled."""
    card_type = " / ".join(filter(None, (row.card_type, row.type_line)))
    reading = onceper.read(row.text, lang=row.lang, game="yugioh", name=row.name, card_type=card_type or None)
    read, labelled = reading.effects, label.effects
    return Right(
        len(read) == len(labelled),
        [effect.kind for effect in read] == [effect.kind for effect in labelled],
        [effect.parts for effect in read] == [effect.parts for effect in labelled],
        [len(effect.options) for effect in read] == [len(effect.options) for effect in labelled],
        sorted(found.kind for found in reading.non_effects) == sorted(found.kind for found in label.non_effects),
    )


def results(texts: Path, *, is_listed: bool = False) -> Iterator[str]:
    """Yield the shares of each language, after what is read otherwise where that ``is_listed``."""
    by_text: dict[tuple[object, str, str], Label] = {(label.id, label.lang, label.field): label for label in labels()}
    judged: dict[str, list[Right]] = {}
    for row in rows(texts):
        label = by_text.get((row.id, row.lang, row.field))
        if label is None:
            continue
        right = judge(label, row)
        judged.setdefault(row.lang, []).append(right)
        if is_listed and not all(right):
            wrong = ", ".join(what for what, is_right in right._asdict().items() if not is_right)
            yield f"{row.id} {row.lang}: {wrong}{f' ({label.note})' if label.note else ''}"
    for lang, every in sorted(judged.items()):
        shares = (f"{what} {sum(column)}" for what, column in zip(Right._fields, zip(*every, strict=True), strict=True))
        yield f"{lang}: {len(every)} texts, right are {', '.join(shares)}"


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("texts", type=Path, metavar="TEXTS.jsonl.gz")
    arguments.add_argument("--list", action="store_true", dest="is_listed", help="print what is read otherwise")
    asked = arguments.parse_args()
    sys.stdout.writelines(f"{line}\n" for line in results(asked.texts, is_listed=asked.is_listed))
