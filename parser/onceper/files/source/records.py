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
from onceper.files.source.columns import RACE, TYPE_COLUMNS
from onceper.files.source.pieces import RUSH, YUGIOH, is_rush, printed_whole
from onceper.files.source.record import Record, shown, texts_at, type_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from onceper.files.protocol import Keys
    from onceper.files.source.columns import Columns, Found

    # Name and language of a text, its column, and itself.
    Printed = tuple[str | None, str | None, str, Any]

# A file of another shape shows in its first records; a bad one among good ones is only that row's error.
_SHAPE_RECORDS = 100
_FIELDS = get_args(Field)
# YAML Yugi marks up how a Japanese name is read.
_RUBY = re.compile(r"<r[tp]>.*?</r[tp]>|</?r(?:uby|b)>")
_HAS_PROPERTY = re.compile(r"\b(?:spell|trap)\b", re.IGNORECASE)
_BETWEEN = " / "
_STRINGS = frozenset({str, type(None)})
# Tables repeat their texts: what so many records say, none of them as long as a book, is known when it comes again.
_KEPT = 4_096
_LONGEST_KEPT = 4_096


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
        self._kept = lru_cache(_KEPT)(_texts_of)

    def checked(self, records: Iterable[Record], kind: str = "", remedy: str = "") -> Iterator[PlacedText]:
        """Return the texts of these records, of which the first are read at once; ``kind`` says what was expected.

        Raises:
            NoCardTextError: none of the first records has a text that can be read, or one of the columns that were
                asked for; or there is no record, in a file that does not name its columns beforehand.
        """
        each = self._parts(iter(records))
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

    def _parts(self, records: Iterator[Record]) -> Iterator[Record]:
        """Yield records with the text that they keep in pieces, or one for each text at a path."""
        path = self.columns.path
        for record in records:
            if self.found:
                yield record
                yield from records
                return
            values = printed_whole(record.values)
            whole = record if values is record.values else replace(record, values=values, keys=())
            yield from texts_at(whole, path) if path else [whole]

    def of(self, records: Iterable[Record]) -> Iterator[PlacedText]:
        """Yield the texts of records that are no more in parts."""
        for record in records:
            found, values, place = self.found, record.values, record.place
            if found is None:
                found, values = self.columns.found(tuple(values)), tuple(values.values())
            told = found.told(values)
            card_id, wrong_id = _id_of(place, values, found)
            # What a table says many times over is said in the same words.
            is_kept = self.found and "text" in found.names and isinstance(told[0], str)
            try:
                texts = (
                    self._kept(found, told)
                    if is_kept and len(told[0]) <= _LONGEST_KEPT
                    else _texts_of(found, told, record.way)
                )
            except TypeError:
                # A list, as of the words of a type, has no hash.
                texts = _texts_of(found, told)
            if record.problem or wrong_id:
                texts = [
                    replace(text, text="", error="; ".join(filter(None, [record.problem or text.error, wrong_id])))
                    for text in texts
                ]
            for text in texts:
                if record.way:
                    place = f"{record.place}, {shown(text.keys)}"
                yield PlacedText(card_id, text, self.file, place, record.keys)


def _id_of(place: str, values: Sequence[Any], found: Found) -> tuple[str, str | None]:
    """Return the id, or what stands in for it: another number of the card, or else the place; and what is wrong."""
    problem = None
    for key, prefix in found.ids:
        value = values[found.keys.index(key)]
        # Tables with an empty cell in a column of numbers hold fractions.
        if isinstance(value, float | Decimal) and float(value).is_integer():
            value = int(value)
        if type(value) in {str, int} and value != "":
            return f"{prefix}{value}", problem
        if value is not None and value != "":
            problem = f"{key} is {type_of(value)}; expected a string or an integer or null"
    return place, problem


def _texts_of(found: Found, values: Sequence[Any], way: Keys = ()) -> list[CardText]:
    """Return the texts that the named values of a record give, each with what leads to it, ``way`` for a path."""
    told = dict(zip(found.names, values, strict=True))
    if found.may_be_plain and not way and (plain := _plain(found, told)):
        return [plain]
    problems: list[str] = []

    def string(column: str) -> str | None:
        value = told.get(column)
        if value is None or isinstance(value, str):
            return value or None
        problems.append(f"{found.names[column]} is {type_of(value)}; expected a string or null")
        return None

    ways = {column: (name,) for column, name in found.names.items()} | ({"text": way} if way else {})
    if "monster" in told and (told["monster"] or told["pendulum"]):
        # The text of this card repeats the sections that stand beside it.
        told["text"], ways["text"] = told["monster"], ways["monster"]
    in_languages = isinstance(told.get("text"), dict)
    printed: list[Printed] = []
    if in_languages:
        printed += _in_languages(told)
        if not printed:
            problems.append(f"{found.names['text']} holds no text in any language")
            printed.append((None, None, "text", ""))
    else:
        name, lang = string("name"), string("lang")
        printed += [(name, lang, column, told.get(column)) for column in ("text", "pendulum")]
        printed = printed if told.get("pendulum") else printed[:1]
    field, game = string("field") or "text", string("game")
    if field not in _FIELDS:
        problems.append(f"{found.names['field']} is {field!r}; expected {' or '.join(_FIELDS)}")
        field = "text"
    if game is None and (in_languages or found.ygoprodeck):
        game = RUSH if in_languages and is_rush(found.keys) else YUGIOH
    texts, card_type = [], _card_type(found, told)
    for name, lang, column, text in printed:
        keys = ways.get(column, ())
        if in_languages and lang:
            keys = (*keys, lang)
        error = "; ".join(filter(None, [_wrong_text(found, keys, text), *problems])) or None
        of = cast("Field", field if column == "text" else column)
        words = "" if error else cast("str", text)
        texts.append(CardText("", "", name, lang, game, of, words, error, card_type, keys))
    return texts


def _plain(found: Found, told: Mapping[str, Any]) -> CardText | None:
    """Return the text of a record that holds but strings, as most do; null where there is more to be told."""
    text, field = told["text"], told.get("field") or "text"
    is_plain = _STRINGS.issuperset(map(type, told.values())) and field in _FIELDS and not told.get("pendulum")
    if not is_plain or text is None or len(text) > LONGEST_CARD:
        return None
    name, lang, game = (told.get(column) or None for column in ("name", "lang", "game"))
    card_type = _joined(*map(told.get, TYPE_COLUMNS))
    of = cast("Field", field)
    return CardText("", "", name, lang, game, of, text, None, card_type, (found.names["text"],))


def _in_languages(told: Mapping[str, Any]) -> list[Printed]:
    """Return each text that is not null, its Pendulum Effect after it."""
    of_card = told.get("name")
    every = {column: told[column] for column in ("text", "pendulum") if isinstance(told.get(column), dict)}
    printed: list[Printed] = []
    for lang in dict.fromkeys(chain.from_iterable(every.values())):
        name = of_card.get(lang) if isinstance(of_card, dict) else of_card
        name = _RUBY.sub("", name) if isinstance(name, str) else None
        printed += [(name, lang, column, texts[lang]) for column, texts in every.items() if texts.get(lang)]
    return printed


def _wrong_text(found: Found, keys: Keys, text: object) -> str | None:
    if not keys:
        return f"no text; the keys are {listed(list(found.keys))}"
    if not isinstance(text, str):
        return f"{shown(keys)} is {type_of(text)}; expected a string"
    if len(text) > LONGEST_CARD:
        return f"{shown(keys)} has {len(text):,} characters; expected a card's text, of at most {LONGEST_CARD:,}"
    return None


def _card_type(found: Found, told: Mapping[str, Any]) -> str | None:
    """Return as ``Trap / Continuous`` what a record says of its card; null where that is nothing.

    A list of strings is joined; what is neither a string nor such a list tells nothing.
    """
    words: list[str] = []
    for column in TYPE_COLUMNS:
        value = told.get(column)
        if found.names.get(column) == RACE and not _HAS_PROPERTY.search(_BETWEEN.join(words)):
            continue
        several: Sequence[Any] = value if isinstance(value, list | tuple) else [value]
        if all(isinstance(word, str) for word in several):
            words += several
    return _joined(*words)


# A file has few, and each stands on thousands of its rows.
@lru_cache(_KEPT)
def _joined(*words: str | None) -> str | None:
    return _BETWEEN.join(filter(None, (word.strip() for word in words if word))) or None
