"""Card texts from records: the objects of a JSON file, the rows of a table."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, cast, get_args

import msgspec

from onceper.contract.reading import Field
from onceper.errors import listed
from onceper.files.opening import InputError
from onceper.files.protocol import LONGEST_CARD, CardText
from onceper.files.source.columns import RACE, TYPE_COLUMNS
from onceper.files.source.pieces import RUSH, YUGIOH, is_rush, printed_whole
from onceper.files.source.record import shown, texts_at, type_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from onceper.files.protocol import Keys
    from onceper.files.source.columns import Column, Columns, Found
    from onceper.files.source.record import Record

    Names = Mapping[Column, str]
    # What a record says, by column; and of each of its texts language and name, its column, and itself.
    Told = dict[Column, Any]
    Printed = tuple[str | None, str | None, Column, Any]

# A file of another shape shows in its first texts; a bad one among good ones is only that row's error.
_SHAPE_TEXTS = 100
_FIELDS = get_args(Field)
# YAML Yugi marks up how a Japanese name is read.
_RUBY = re.compile(r"<r[tp]>.*?</r[tp]>|</?r(?:uby|b)>")
_HAS_PROPERTY = re.compile(r"\b(?:spell|trap)\b", re.IGNORECASE)
_BETWEEN = " / "
_KEPT = 1_024


class NoCardTextError(InputError):
    """The first records of a file hold no card text."""


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
        for card in islice(cards, _SHAPE_TEXTS):
            first.append(card)
            if self._text_seen and not self._missing:
                break
        if (self._text_seen and not self._missing) or (self._found and not first):
            return chain(first, cards)
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
        values = printed_whole(record.values)
        if values is not record.values:
            record = record._replace(values=values, keys=())
        path = self._columns.path
        return [card for one in texts_at(record, path) for card in self._of(one)] if path else self._of(record)

    def _of(self, record: Record) -> list[CardText]:
        values = record.values
        found = self._found or self._columns.found(tuple(values))
        names = found.names
        if not self._text_seen:
            self._text_seen = "text" in names and record.problem is None
            self.ygoprodeck = found.ygoprodeck
        if self._missing:
            self._missing.difference_update(values)
        plain = self._plain(record, found) if found.plain and not (record.problem or record.ways) else None
        if plain is not None:
            return [plain]
        problems, cards = list[str](), list[CardText]()
        told: Told = {column: values[name] for column, name in names.items()}
        if found.monster and (told["pendulum"] or values[found.monster]):
            names, told["text"] = {**names, "text": found.monster}, values[found.monster]
        card_id = id_of(record.place, values, found, problems)
        in_languages = isinstance(told.get("text"), dict)
        printed = _in_languages(told, names, problems) if in_languages else _in_one(told, names, problems)
        field = _string(told, "field", names, problems) or "text"
        if field not in _FIELDS:
            problems.append(f"{names['field']} is {field!r}; expected {' or '.join(_FIELDS)}")
            field = "text"
        game = _string(told, "game", names, problems)
        if game is None and (in_languages or found.ygoprodeck):
            game = RUSH if in_languages and is_rush(values) else YUGIOH
        card_type = _words_of_type(told, names)
        for lang, name, column, text in printed:
            key = names.get(column)
            way: Keys = () if key is None else record.ways.get(key, (key,))
            if in_languages and lang:
                way = (*way, lang)
            wrong = _wrong_text(record, way, text)
            error = record.problem or "; ".join([wrong, *problems] if wrong else problems)
            place = f", {shown(way)}" if record.ways and way else ""
            cards.append(
                CardText(
                    card_id,
                    self.file and f"{self.file}, {record.place}{place}",
                    name,
                    lang,
                    game,
                    cast("Field", field) if column == "text" else "pendulum",
                    "" if error else text,
                    error or None,
                    card_type,
                    (*record.keys, *way) if record.keys else (),
                )
            )
        return cards

    def _plain(self, record: Record, found: Found) -> CardText | None:
        """Return the text of a record that is plain, null for one that is not."""
        try:
            told: Any = msgspec.convert(record.values, found.plain)
        except msgspec.ValidationError:
            return None
        return CardText(
            str(told.id),
            self.file and f"{self.file}, {record.place}",
            told.name or None,
            told.lang or None,
            told.game or None,
            told.field or "text",
            told.text,
            None,
            _joined(told.card_type, told.type_line, told.property),
            (*record.keys, found.names["text"]) if record.keys else (),
        )


def _in_one(told: Told, names: Names, problems: list[str]) -> list[Printed]:
    """Return the text, and the Pendulum Effect after it."""
    name, lang = _string(told, "name", names, problems), _string(told, "lang", names, problems)
    printed: list[Printed] = [(lang, name, "text", told.get("text")), (lang, name, "pendulum", told.get("pendulum"))]
    return printed if printed[1][-1] else printed[:1]


def _in_languages(told: Told, names: Names, problems: list[str]) -> list[Printed]:
    """Return each text that is not null, its Pendulum Effect after it."""
    of_card = told.get("name")
    columns: tuple[Column, ...] = ("text", "pendulum")
    by_column = {column: told[column] for column in columns if isinstance(told.get(column), dict)}
    printed: list[Printed] = []
    for lang in dict.fromkeys(chain.from_iterable(by_column.values())):
        name = of_card.get(lang) if isinstance(of_card, dict) else of_card
        name = _RUBY.sub("", name) if isinstance(name, str) else None
        printed += [(lang, name, column, every[lang]) for column, every in by_column.items() if every.get(lang)]
    if not printed:
        problems.append(f"{names['text']} holds no text in any language")
    return printed or [(None, None, "text", "")]


def _wrong_text(record: Record, way: Keys, text: object) -> str:
    if not way:
        return f"no text; the keys are {listed(list(record.values))}"
    if not isinstance(text, str):
        return _wrong(shown(way), text, "a string")
    return "" if len(text) <= LONGEST_CARD else too_long(shown(way), text)


def too_long(key: str, text: str) -> str:
    """Return what is wrong with a text that is longer than any of a card."""
    return f"{key} has {len(text):,} characters; expected a card's text, of at most {LONGEST_CARD:,}"


def id_of(place: str, values: Mapping[str, Any], found: Found, problems: list[str]) -> str:
    """Return the id, or what stands in for it: another number of the card, or else the place."""
    for key, prefix in found.ids:
        value = values[key]
        # Tables with an empty cell in a column of numbers hold fractions.
        if isinstance(value, float | Decimal) and float(value).is_integer():
            value = int(value)
        if type(value) in {str, int} and value != "":
            return f"{prefix}{value}"
        if value is not None and value != "":
            problems.append(_wrong(key, value, "a string or an integer or null"))
    return place


def _string(told: Told, column: Column, names: Names, problems: list[str]) -> str | None:
    value = told.get(column)
    if value is None or isinstance(value, str):
        return value or None
    problems.append(_wrong(names[column], value, "a string or null"))
    return None


def _wrong(key: str, value: object, expected: str) -> str:
    return f"{key} is {type_of(value)}; expected {expected}"


def _words_of_type(told: Told, names: Names) -> str | None:
    """Return as ``Trap / Continuous`` what a record says of its card; null where that is nothing.

    A list of strings is joined; what is neither a string nor such a list tells nothing.
    """
    words: list[str] = []
    for column in TYPE_COLUMNS:
        value = told.get(column)
        if value is None or (names[column] == RACE and not _HAS_PROPERTY.search(_BETWEEN.join(words))):
            continue
        several = value if isinstance(value, list | tuple) else [value]
        if all(isinstance(word, str) for word in several):
            words += several
    return _joined(*words)


# A file has few, and each stands on thousands of its rows.
@lru_cache(_KEPT)
def _joined(*words: str | None) -> str | None:
    return _BETWEEN.join(filter(None, (word.strip() for word in words if word))) or None
