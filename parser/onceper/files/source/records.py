"""Card texts from records: the objects of a JSON file, the rows of a table."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, cast, get_args

from onceper.contract.reading import Field
from onceper.errors import listed
from onceper.files.opening import InputError
from onceper.files.protocol import LONGEST_CARD, CardText
from onceper.files.source.columns import RACE
from onceper.files.source.nested import shown, texts_at
from onceper.files.source.pieces import RUSH, YUGIOH, is_rush, printed_whole
from onceper.files.source.record import type_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from onceper.files.protocol import Keys
    from onceper.files.source.columns import Columns, Found
    from onceper.files.source.record import Record

# A file of another shape shows in its first texts; a bad one among good ones is only that row's error.
_SHAPE_TEXTS = 100
_FIELDS = get_args(Field)
# YAML Yugi marks up how a Japanese name is read.
_RUBY = re.compile(r"<r[tp]>.*?</r[tp]>|</?r(?:uby|b)>")


_HAS_PROPERTY = re.compile(r"\b(?:spell|trap)\b", re.IGNORECASE)
_BETWEEN = " / "


class NoCardTextError(InputError):
    """The first records of a file hold no card text."""


class _Printed(NamedTuple):
    """Hold one text as a record states it, with the keys that lead to it; none where there is no text."""

    field: Field
    keys: tuple[str, ...]
    text: object
    lang: str | None
    name: str | None


class CardTexts:
    """Turn the records of one file into card texts.

    A record gives one text, and a second where it keeps the Pendulum Effect apart. Where its text is an object, as in
    YAML Yugi, each language in it gives one. ``found`` are the columns where all records have the same, as those of a
    table. ``ygoprodeck`` tells whether the records are cards of YGOPRODeck.
    """

    def __init__(self, file: str, columns: Columns, found: Found | None = None) -> None:
        self.file = file
        self._columns = columns
        self._found = found
        self._missing = set(columns.given.values())
        self._text_seen = False
        self.ygoprodeck = False

    def row(self, number: int) -> str:
        """Return how the row with this number is called; nothing where it is in no file, but in a piece of a table."""
        return f"row {number + 1}" if self.file else ""

    def checked(self, records: Iterable[Record], *, kind: str, remedy: str) -> Iterator[CardText]:
        """Return the texts of these records, of which the first are read at once; ``kind`` says what was expected.

        Raises:
            NoCardTextError: none of the first records has a text that can be read, or one of the columns that were
                asked for; or there is no record, in a file that does not name its columns beforehand.
        """
        cards = chain.from_iterable(map(self.of, records))
        first: list[CardText] = []
        for card in cards:
            first.append(card)
            if self._text_seen and not self._missing:
                return chain(first, cards)
            if len(first) == _SHAPE_TEXTS:
                break
        if not first and self._found:
            return iter(first)
        if self._text_seen:
            raise NoCardTextError(
                f"none of the first {len(first)} texts comes with {' or '.join(sorted(self._missing))}",
                where=self.file,
                expected="the columns that were asked for",
                remedy="check the names after --column (in Python: columns=)",
            )
        what = (first[0].error or "") if first else "there is nothing in it"
        raise NoCardTextError(
            what if len(first) < 2 else f"{what}; nor do the {len(first) - 1} after it hold a card text",
            where=first[0].where if first else self.file,
            expected=f"{kind} with {self._columns.expected()}",
            remedy=remedy,
        )

    def of(self, record: Record) -> list[CardText]:
        """Return the texts of one record."""
        of_rush, values = is_rush(record.values), printed_whole(record.values)
        if values is not record.values:
            record = record._replace(values=values, keys=())
        path = self._columns.path
        return [
            card for one in (texts_at(record, path) if path else [record]) for card in self._of(one, of_rush=of_rush)
        ]

    def _of(self, record: Record, *, of_rush: bool) -> list[CardText]:
        found = self._found or self._columns.found(tuple(record.values))
        if not self._text_seen:
            self._text_seen = found.text is not None and record.problem is None
            self.ygoprodeck = found.ygoprodeck
        if self._missing:
            self._missing.difference_update(record.values)
        problems: list[str] = []
        card_id = id_of(record.place, record.values, found, problems)
        in_languages = found.text is not None and isinstance(record.values[found.text], dict)
        printed = (_in_languages if in_languages else _in_one_language)(record, found, problems)
        game = _string(record.values, found.game, problems)
        if game is None and (in_languages or found.ygoprodeck):
            game = RUSH if in_languages and of_rush else YUGIOH
        card_type = type_words((name, record.values[name]) for name in found.of_type())
        return [self._card(record, card_id, game, card_type, text, problems) for text in printed]

    def _card(
        self,
        record: Record,
        card_id: str,
        game: str | None,
        card_type: str | None,
        printed: _Printed,
        problems: list[str],
    ) -> CardText:
        way: Keys = printed.keys
        if record.ways and way:
            way = (*record.ways.get(printed.keys[0], way[:1]), *way[1:])
        error = record.problem or "; ".join([*_wrong_text(record, printed, way), *problems])
        place = f", {shown(way)}" if record.ways and way else ""
        return CardText(
            id=card_id,
            where=self.file and f"{self.file}, {record.place}{place}",
            name=printed.name,
            lang=printed.lang,
            game=game,
            field=printed.field,
            text="" if error else str(printed.text),
            error=error or None,
            card_type=card_type,
            keys=(*record.keys, *way) if record.keys else (),
        )


def _wrong_text(record: Record, printed: _Printed, way: Keys) -> list[str]:
    if not printed.keys:
        return [f"no text; the keys are {listed(list(record.values))}"]
    if not isinstance(printed.text, str):
        return [_wrong(shown(way), printed.text, "a string")]
    return too_long(shown(way), printed.text) if len(printed.text) > LONGEST_CARD else []


def too_long(key: str, text: str) -> list[str]:
    """Return what is wrong with the length of a text, if anything is."""
    if len(text) <= LONGEST_CARD:
        return []
    return [f"{key} has {len(text):,} characters; expected a card's text, of at most {LONGEST_CARD:,}"]


def _in_one_language(record: Record, found: Found, problems: list[str]) -> list[_Printed]:
    values = record.values
    name = _string(values, found.name, problems)
    lang = _string(values, found.lang, problems)
    field = _field(values, found.field, problems)
    text, pendulum = found.text, found.pendulum
    if found.sections and any(values[section] for section in found.sections):
        text, pendulum = found.sections
    printed = [_Printed(field, (text,) if text else (), values[text] if text else None, lang, name)]
    if pendulum and values[pendulum]:
        printed.append(_Printed("pendulum", (pendulum,), values[pendulum], lang, name))
    return printed


def _in_languages(record: Record, found: Found, problems: list[str]) -> list[_Printed]:
    """Return each text that is not null, its Pendulum Effect after it."""
    values = record.values
    sections: dict[Field, tuple[str, dict[str, Any]]] = {}
    keys: dict[Field, str | None] = {"text": found.text, "pendulum": found.pendulum}
    for field, key in keys.items():
        if key and isinstance(values[key], dict):
            sections[field] = (key, values[key])
    names = values[found.name] if found.name else None
    printed = []
    for lang in dict.fromkeys(chain.from_iterable(texts for _, texts in sections.values())):
        name = names.get(lang) if isinstance(names, dict) else names
        name = _RUBY.sub("", name) if isinstance(name, str) else None
        for field, (key, texts) in sections.items():
            if texts.get(lang):
                printed.append(_Printed(field, (key, lang), texts[lang], lang, name))
    if not printed:
        problems.append(f"{found.text} holds no text in any language")
    return printed or [_Printed("text", (found.text or "",), "", None, None)]


def id_of(place: str, values: Mapping[str, Any], found: Found, problems: list[str]) -> str:
    """Return the id, or what stands in for it: another number of the card, or else the place."""
    for key, prefix in ((found.id, ""), *found.stand_ins):
        value = values[key] if key else None
        # Tables with an empty cell in a column of numbers hold fractions.
        if isinstance(value, float | Decimal) and float(value).is_integer():
            value = int(value)
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            return f"{prefix}{value}"
        if value is not None and value != "":
            problems.append(_wrong(key, value, "a string or an integer or null"))
    return place


def _string(values: Mapping[str, Any], key: str | None, problems: list[str]) -> str | None:
    value = values[key] if key else None
    if value is None or isinstance(value, str):
        return value or None
    problems.append(_wrong(key, value, "a string or null"))
    return None


def _field(values: Mapping[str, Any], key: str | None, problems: list[str]) -> Field:
    value = _string(values, key, problems)
    if value in _FIELDS:
        return cast("Field", value)
    if value is not None:
        problems.append(f"{key} is {value!r}; expected {' or '.join(_FIELDS)}")
    return "text"


def _wrong(key: str | None, value: object, expected: str) -> str:
    return f"{key} is {type_of(value)}; expected {expected}"


def type_words(told: Iterable[tuple[str, object]]) -> str | None:
    """Return as ``Trap / Continuous`` what stands under these names in one record; null where that is nothing.

    A list of strings is joined; what is neither a string nor such a list tells nothing.
    """
    words: list[str] = []
    for name, value in told:
        if name == RACE and not _HAS_PROPERTY.search(_BETWEEN.join(words)):
            continue
        if isinstance(value, str):
            words.append(value.strip())
        elif isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
            words += map(str.strip, value)
    return _BETWEEN.join(filter(None, words)) or None
