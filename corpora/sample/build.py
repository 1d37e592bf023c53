"""Build the sample card databases in EDOPro's SQLite format from their readable TOML sources."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

FOLDER = Path(__file__).resolve().parent
# The bits of EDOPro, by what they are bits of and by words.
BITS = msgspec.toml.decode((FOLDER / "edopro.toml").read_bytes())
# What a card of some kind has and others have not, beside its words; "def" is a word of Python.
FIGURES = ("attribute", "race", "atk", "def_", "level", "rank", "link", "link_arrows", "left_scale", "right_scale")
# The bit by which a simulator tells homemade cards from those of the official card pools.
CUSTOM_POOL = 0x20
SETCODE_BITS = 16
MAX_SETCODES = 4
CREATE_DATAS = (
    "CREATE TABLE datas(id INTEGER PRIMARY KEY,ot INTEGER,alias INTEGER,setcode INTEGER,type INTEGER,"
    "atk INTEGER,def INTEGER,level INTEGER,race INTEGER,attribute INTEGER,category INTEGER)"
)
CREATE_TEXTS = (
    "CREATE TABLE texts(id INTEGER PRIMARY KEY,name TEXT,desc TEXT,str1 TEXT,str2 TEXT,str3 TEXT,str4 TEXT,"
    "str5 TEXT,str6 TEXT,str7 TEXT,str8 TEXT,str9 TEXT,str10 TEXT,str11 TEXT,str12 TEXT,str13 TEXT,"
    "str14 TEXT,str15 TEXT,str16 TEXT)"
)
INSERT_DATAS = "INSERT INTO datas VALUES (?,?,?,?,?,?,?,?,?,?,?)"
# The sixteen strings are a simulator's own prompts. A card without a script has none.
INSERT_TEXTS = "INSERT INTO texts VALUES (?,?,?,'','','','','','','','','','','','','','','','')"

SetCode = Annotated[int, msgspec.Meta(ge=1, le=0x7FFF)]
"""Four of them fill 64 bits, and SQLite's integers are signed."""


class SourceError(ValueError):
    """Report everything that is wrong with a source file."""


class Words(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Hold what a language prints of a card."""

    id: Annotated[int, msgspec.Meta(ge=1, le=0xFFFF_FFFF)]
    name: str
    text: str
    pendulum_text: str | None = None


class Card(Words, forbid_unknown_fields=True, kw_only=True):
    """Hold a card with what is the same in all languages."""

    type: Annotated[list[str], msgspec.Meta(min_length=1)]
    archetypes: Annotated[list[str], msgspec.Meta(max_length=MAX_SETCODES)] = []
    attribute: str | None = None
    race: str | None = None
    atk: int | None = None
    def_: int | None = msgspec.field(name="def", default=None)
    level: int | None = None
    rank: int | None = None
    link: int | None = None
    link_arrows: list[str] | None = None
    left_scale: int | None = None
    right_scale: int | None = None


class Headings(msgspec.Struct, forbid_unknown_fields=True):
    """Hold what stands above the two texts of a Pendulum card, and above the lower one where it is no effect."""

    pendulum: str
    monster: str
    flavor: str


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """Hold the cards of a source file, and the set code of each archetype."""

    headings: Headings
    card: list[Card]
    archetypes: dict[str, SetCode] = {}


class Translation(msgspec.Struct, forbid_unknown_fields=True):
    """Hold what another language prints of the cards of a source, or of ``only_some`` of them."""

    figures: str
    headings: Headings
    card: list[Words]
    only_some: bool = False


_Source = TypeVar("_Source", Source, Translation)


def build(source: Path, target: Path) -> None:
    """Write the cards of a TOML source to an EDOPro database, replacing the target."""
    loaded = load(source)
    # A file remembers how often it was written: a fresh one has the same bytes each time.
    target.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as database:
        database.execute("PRAGMA page_size = 4096")
        database.execute("PRAGMA auto_vacuum = NONE")
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("BEGIN")
        database.execute(CREATE_DATAS)
        database.execute(CREATE_TEXTS)
        database.executemany(INSERT_DATAS, sorted(data_row(card, loaded.archetypes) for card in loaded.card))
        database.executemany(INSERT_TEXTS, sorted(text_row(card, loaded.headings) for card in loaded.card))
        database.execute("COMMIT")


def load(source: Path) -> Source:
    """Read and check a source file, and the one that it takes its figures from."""
    content = parse(source)
    if "figures" not in content:
        original = converted(content, Source, source)
        refuse(source, checks(original.card, original.archetypes))
        return original
    told = converted(content, Translation, source)
    other = source.parent / told.figures
    original = converted(parse(other), Source, other)
    figures = {card.id: card for card in original.card}
    cards = [
        msgspec.structs.replace(figures[words.id], **msgspec.structs.asdict(words))
        for words in told.card
        if words.id in figures
    ]
    problems = [
        f"{known_as(words)}: {told.figures} has no card with this id" for words in told.card if words.id not in figures
    ]
    problems += checks(cards, original.archetypes)
    printed = {words.id for words in told.card}
    problems += [f"missing {known_as(card)}" for card in original.card if not told.only_some and card.id not in printed]
    refuse(source, problems)
    return Source(told.headings, cards, original.archetypes)


def parse(source: Path) -> dict[str, Any]:
    """Read a TOML file."""
    try:
        content: dict[str, Any] = msgspec.toml.decode(source.read_bytes())
    except msgspec.DecodeError as error:
        raise SourceError(f"{source.name}: not valid TOML: {error}") from error
    return content


def converted(content: dict[str, Any], kind: type[_Source], source: Path) -> _Source:
    """Return the record that a file holds."""
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        raise SourceError(f"{source.name}: {error}") from error


def refuse(source: Path, problems: Iterable[str]) -> None:
    """Raise all problems as one error, if there are any."""
    told = [f"{source.name}: {problem}" for problem in problems]
    if told:
        raise SourceError("\n".join(told))


def known_as(card: Words) -> str:
    """Return the words by which an error calls a card."""
    return f"card {card.id} ({card.name})"


def checks(cards: list[Card], setcodes: Mapping[str, int]) -> Iterator[str]:
    """Yield what is wrong with complete cards."""
    seen: set[int] = set()
    for card in cards:
        if card.id in seen:
            yield f"{known_as(card)}: the id is used twice"
        seen.add(card.id)
        kind = card.type[0]
        for what, words, allowed in (
            ("type", card.type, BITS["type"].get(kind, BITS["type"])),
            ("archetype", card.archetypes, setcodes),
            ("attribute", filter(None, [card.attribute]), BITS["attribute"]),
            ("race", filter(None, [card.race]), BITS["race"]),
            ("link arrow", card.link_arrows or [], BITS["link_arrow"]),
        ):
            unknown = [word for word in words if word not in allowed]
            yield from (f"{known_as(card)}: unknown {what} {word!r}; allowed: {', '.join(allowed)}" for word in unknown)
        expected = expected_keys(card.type)
        for key in (*FIGURES, "pendulum_text"):
            name = key.rstrip("_")
            if key in expected and getattr(card, key) is None:
                yield f"{known_as(card)}: missing key {name!r}"
            elif key not in expected and getattr(card, key) is not None:
                yield f"{known_as(card)}: a card of type {' '.join(card.type)} has no {name!r}"


def expected_keys(words: list[str]) -> set[str]:
    """Name the keys that a card of these types has beside the common ones."""
    if words[0] != "Monster":
        return set()
    keys = {"attribute", "race", "atk"}
    keys |= {"link", "link_arrows"} if "Link" in words else {"def_", "rank" if "Xyz" in words else "level"}
    return keys | ({"left_scale", "right_scale", "pendulum_text"} if "Pendulum" in words else set())


def data_row(card: Card, setcodes: Mapping[str, int]) -> tuple[int, ...]:
    """Encode the figures of a card as a row of `datas`."""
    codes = [setcodes[name] for name in card.archetypes]
    # The two Pendulum Scales travel in the upper bytes of the level, the Link Arrows in place of DEF.
    level = card.level or card.rank or card.link or 0
    level |= (card.right_scale or 0) << 16 | (card.left_scale or 0) << 24
    arrows = sum(BITS["link_arrow"][arrow] for arrow in set(card.link_arrows or ()))
    return (
        card.id,
        CUSTOM_POOL,
        0,
        sum(code << SETCODE_BITS * place for place, code in enumerate(codes)),
        sum(BITS["type"][card.type[0]][word] for word in set(card.type)),
        card.atk or 0,
        arrows or card.def_ or 0,
        level,
        BITS["race"].get(card.race, 0),
        BITS["attribute"].get(card.attribute, 0),
        0,
    )


def text_row(card: Card, headings: Headings) -> tuple[int, str, str]:
    """Lay out the name and the text of a card as a row of `texts`."""
    parts = [card.text]
    if card.pendulum_text is not None:
        lower = headings.flavor if "Normal" in card.type else headings.monster
        parts = [headings.pendulum, card.pendulum_text, lower, card.text]
    text = "\n".join(part.strip() for part in parts)
    # splitlines, because a source that was checked out with CRLF must give the same database.
    return (card.id, card.name, "\r\n".join(text.splitlines()))


def main() -> None:
    """Build the databases that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", nargs="?", type=Path, help="a TOML file of cards; default: all beside this script")
    parser.add_argument("target", nargs="?", type=Path, help="default: the source's name with .cdb")
    options = parser.parse_args()
    try:
        for source in [options.source] if options.source else sorted(FOLDER.glob("cards.*.toml")):
            build(source, options.target or source.with_suffix(".cdb"))
    except (SourceError, OSError) as error:
        parser.exit(1, f"{error}\n")


if __name__ == "__main__":
    main()
