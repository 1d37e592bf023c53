"""Card texts from records: the objects of a JSON file, the rows of a table."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, cast, get_args

from msgspec.structs import replace

from onceper.contract.reading import Field
from onceper.errors import listed
from onceper.files.opening import InputError
from onceper.files.protocol import LONGEST_CARD, CardText, PlacedText
from onceper.files.source.columns import RACE, TOLD, TYPE_COLUMNS
from onceper.files.source.pieces import RUSH, YUGIOH, is_rush, printed_whole
from onceper.files.source.record import Record, shown, texts_at, type_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from onceper.files.protocol import Keys
    from onceper.files.source.columns import Columns, Found

    # Name and language of a text, its field, what leads to it, and itself.
    Printed = tuple[str | None, str | None, Field, Keys, Any]

# A file of another shape shows in its first records; a bad one among good ones is only that row's error.
_SHAPE_RECORDS = 100
_FIELDS = get_args(Field)
# YAML Yugi marks up how a Japanese name is read.
_RUBY = re.compile(r"<r[tp]>.*?</r[tp]>|</?r(?:uby|b)>")
_HAS_PROPERTY = re.compile(r"\b(?:spell|trap)\b", re.IGNORECASE)
_BETWEEN = " / "
_NUMBERS, _OF_IDS = frozenset({float, Decimal}), frozenset({str, int})
# A file has some thousand types in its languages and games, and each stands on many of its records.
_KEPT = 8_192


class NoCardTextError(InputError):
    """The first records of a file hold no card text."""


class CardTexts:
    """Turn the records of one file into card texts; what reads them may count those that are ``done`` of a ``total``.

    A record gives one text, and a second where it keeps the Pendulum Effect apart. Where its text is an object, as in
    YAML Yugi, each language in it gives one. ``found`` are the columns where all records have the same, as those of a
    table. ``one_language`` tells whether they are cards of YGOPRODeck.
    """

    def __init__(self, file: str, columns: Columns, found: Found | None = None) -> None:
        self.file = file
        self.columns = columns
        self.found = found
        self.done = self.total = 0
        self.one_language = False

    def checked(self, records: Iterable[Record], kind: str, remedy: str) -> Iterator[PlacedText]:
        """Return the texts of these records, of which the first are read at once; ``kind`` says what was expected.

        Raises:
            NoCardTextError: none of the first records has a text that can be read, or one of the columns that were
                asked for; or there is no record, in a file that does not name its columns beforehand.
        """
        path = self.columns.path
        each = (part for record in records for part in texts_at(record, path)) if path else iter(records)
        first, has_text, missing = list[Record](), False, {*self.columns.given.values()}
        for record in islice(each, _SHAPE_RECORDS):
            first.append(record)
            found = self.found or self.columns.found(tuple(record.values))
            if "text" in found.names and record.problem is None:
                has_text, self.one_language = True, found.ygoprodeck
            missing.difference_update(found.keys)
            if has_text and not missing:
                break
        else:
            if first or not self.found:
                raise self._no_text(first, missing if has_text else (), kind, remedy)
        return self.of(chain(first, each))

    def _no_text(self, first: Sequence[Record], missing: Iterable[str], kind: str, remedy: str) -> NoCardTextError:
        if missing:
            return NoCardTextError(
                f"none of the first {len(first)} texts comes with {' or '.join(sorted(missing))}",
                where=self.file,
                expected="the columns that were asked for",
                remedy="check the names after --column (in Python: columns=)",
            )
        what, where = "there is nothing in it", self.file
        for text in self.of(first[:1]):
            what, where = text.text.error or "", f"{self.file}, {text.place}"
        return NoCardTextError(
            what if len(first) < 2 else f"{what}; nor do the {len(first) - 1} after it hold a card text",
            where=where,
            expected=f"{kind} with {self.columns.expected()}",
            remedy=remedy,
        )

    def of(self, records: Iterable[Record]) -> Iterator[PlacedText]:
        """Yield the texts of records, of which each has one text at the most under a path."""
        for record in records:
            found, values, place, keys = self.found, record.values, record.place, record.keys
            if found is None:
                if (whole := printed_whole(values)) is not values:
                    values, keys = whole, ()
                found, values = self.columns.found(tuple(values)), values.values()
            told = found.told(values)
            card_id, wrong_id = id_of(place, found, told[len(TOLD) :])
            texts = texts_of(found, told, record.way)
            if record.problem or wrong_id:
                texts = [wrong_text(text, record.problem or text.error, wrong_id) for text in texts]
            for text in texts:
                if record.way:
                    place = f"{record.place}, {shown(text.keys)}"
                yield PlacedText(card_id, text, self.file, place, keys)


def wrong_text(text: CardText, *problems: str | None) -> CardText:
    """Return a text with what is wrong with its record."""
    return replace(text, text="", error="; ".join(filter(None, problems)))


def id_of(place: str, found: Found, values: Sequence[Any]) -> tuple[str, str | None]:
    """Return the id, or what stands in for it: another number of the card, or else the place; and what is wrong."""
    problem = None
    for (key, prefix), value in zip(found.ids, values, strict=True):
        # Tables with an empty cell in a column of numbers hold fractions.
        own = int(value) if type(value) in _NUMBERS and float(value).is_integer() else value
        if type(own) in _OF_IDS and own != "":
            return f"{prefix}{own}", problem
        if value is not None and value != "":
            problem = f"{key} is {type_of(value)}; expected a string or an integer or null"
    return place, problem


def texts_of(found: Found, told: Sequence[Any], way: Keys = ()) -> list[CardText]:
    """Return the texts that a record gives which tells this, each with what leads to it, ``way`` for a path."""
    text, pendulum, monster, name = told[:4]
    others = told[4 : len(TOLD)]
    try:
        lang, game, field, card_type, problems = _said(found, others)
    except TypeError:
        # A list, as of the words of a type, has no hash.
        lang, game, field, card_type, problems = _said.__wrapped__(found, others)
    printed: list[Printed]
    if isinstance(text, dict):
        printed = list(_in_languages({way or _keys(found, "text"): text, _keys(found, "pendulum"): pendulum}, name))
        game = game or (RUSH if is_rush(found.keys) else YUGIOH)
        if not printed:
            problems = (*problems, f"{found.names['text']} holds no text in any language")
            printed = [(None, None, field, _keys(found, "text"), "")]
    else:
        if not (name is None or isinstance(name, str)):
            name, problems = None, (f"{found.names['name']} is {type_of(name)}; expected a string or null", *problems)
        # The text of a card in sections repeats both.
        text, what = (monster, "monster") if "monster" in found.names and (monster or pendulum) else (text, "text")
        printed = [(name or None, lang, field, way or _keys(found, what), text)]
        if pendulum:
            printed.append((name or None, lang, "pendulum", _keys(found, "pendulum"), pendulum))
    texts = []
    for name, lang, of, keys, text in printed:
        error = _wrong_text(found, keys, text)
        if problems:
            error = "; ".join(filter(None, [error, *problems]))
        texts.append(CardText("", "", name, lang, game, of, "" if error else text, error, card_type, keys))
    return texts


def _keys(found: Found, what: str) -> Keys:
    return (found.names[what],) if what in found.names else ()


@lru_cache(_KEPT)
def _said(found: Found, values: Sequence[Any]) -> tuple[str | None, str | None, Field, str | None, tuple[str, ...]]:
    """Return what a record says besides its name and texts: language, game, field and type; and what is wrong."""
    told, problems = dict(zip(("lang", "game", "field"), values, strict=False)), []
    for what, value in told.items():
        if not (value is None or isinstance(value, str)):
            problems.append(f"{found.names[what]} is {type_of(value)}; expected a string or null")
            told[what] = None
    field = told["field"] or "text"
    if field not in _FIELDS:
        problems.append(f"{found.names['field']} is {field!r}; expected {' or '.join(_FIELDS)}")
        field = "text"
    game = told["game"] or (YUGIOH if found.ygoprodeck else None)
    return told["lang"] or None, game, cast("Field", field), _card_type(found, values[len(told) :]), tuple(problems)


def _in_languages(every: Mapping[Keys, Any], name: Any) -> Iterator[Printed]:
    """Yield each text that is not null, its Pendulum Effect after it."""
    texts = [(field, *of) for field, of in zip(_FIELDS, every.items(), strict=True) if isinstance(of[1], dict)]
    for lang in dict.fromkeys(lang for _, _, its in texts for lang in its):
        called = name.get(lang) if isinstance(name, dict) else name
        called = _RUBY.sub("", called) if isinstance(called, str) else None
        for field, keys, its in texts:
            if its.get(lang):
                yield called, lang, field, (*keys, lang), its[lang]


def _wrong_text(found: Found, keys: Keys, text: object) -> str | None:
    if not keys:
        return f"no text; the keys are {listed(list(found.keys))}"
    if not isinstance(text, str):
        return f"{shown(keys)} is {type_of(text)}; expected a string"
    if len(text) > LONGEST_CARD:
        return f"{shown(keys)} has {len(text):,} characters; expected a card's text, of at most {LONGEST_CARD:,}"
    return None


def _card_type(found: Found, values: Sequence[Any]) -> str | None:
    """Return as ``Trap / Continuous`` what a record says of its card; null where that is nothing.

    A list of strings is joined; what is neither a string nor such a list tells nothing.
    """
    words: list[str] = []
    for column, value in zip(TYPE_COLUMNS, values, strict=True):
        if found.names.get(column) == RACE and not _HAS_PROPERTY.search(_BETWEEN.join(words)):
            continue
        several: Sequence[Any] = value if isinstance(value, list | tuple) else [value]
        if all(isinstance(word, str) for word in several):
            words += several
    return _BETWEEN.join(filter(None, map(str.strip, words))) or None
