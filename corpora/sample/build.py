"""Build the sample card database in EDOPro's SQLite format from its readable TOML source."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

FOLDER = Path(__file__).resolve().parent

MONSTER_TYPES = {
    "Monster": 0x1,
    "Normal": 0x10,
    "Effect": 0x20,
    "Fusion": 0x40,
    "Ritual": 0x80,
    "Spirit": 0x200,
    "Union": 0x400,
    "Gemini": 0x800,
    "Tuner": 0x1000,
    "Synchro": 0x2000,
    "Token": 0x4000,
    "Flip": 0x200000,
    "Toon": 0x400000,
    "Xyz": 0x800000,
    "Pendulum": 0x1000000,
    "Special Summon": 0x2000000,
    "Link": 0x4000000,
}
# A Normal Spell or Trap has no word for "Normal": EDOPro's flag of that name means Normal Monsters alone.
SPELL_TYPES = {
    "Spell": 0x2,
    "Ritual": 0x80,
    "Quick-Play": 0x10000,
    "Continuous": 0x20000,
    "Equip": 0x40000,
    "Field": 0x80000,
}
TRAP_TYPES = {"Trap": 0x4, "Continuous": 0x20000, "Counter": 0x100000}
TYPES = {"Monster": MONSTER_TYPES, "Spell": SPELL_TYPES, "Trap": TRAP_TYPES}
ATTRIBUTES = {
    "EARTH": 0x1,
    "WATER": 0x2,
    "FIRE": 0x4,
    "WIND": 0x8,
    "LIGHT": 0x10,
    "DARK": 0x20,
    "DIVINE": 0x40,
}
RACES = {
    "Warrior": 0x1,
    "Spellcaster": 0x2,
    "Fairy": 0x4,
    "Fiend": 0x8,
    "Zombie": 0x10,
    "Machine": 0x20,
    "Aqua": 0x40,
    "Pyro": 0x80,
    "Rock": 0x100,
    "Winged Beast": 0x200,
    "Plant": 0x400,
    "Insect": 0x800,
    "Thunder": 0x1000,
    "Dragon": 0x2000,
    "Beast": 0x4000,
    "Beast-Warrior": 0x8000,
    "Dinosaur": 0x10000,
    "Fish": 0x20000,
    "Sea Serpent": 0x40000,
    "Reptile": 0x80000,
    "Psychic": 0x100000,
    "Divine-Beast": 0x200000,
    "Wyrm": 0x800000,
    "Cyberse": 0x1000000,
    "Illusion": 0x2000000,
}
LINK_ARROWS = {
    "Bottom-Left": 0x1,
    "Bottom": 0x2,
    "Bottom-Right": 0x4,
    "Left": 0x8,
    "Right": 0x20,
    "Top-Left": 0x40,
    "Top": 0x80,
    "Top-Right": 0x100,
}

FILE_KEYS = ["archetypes", "card"]
INTEGERS = ["id", "level", "rank", "link", "left_scale", "right_scale", "atk", "def"]
STRINGS = ["name", "attribute", "race", "text", "pendulum_text"]
LISTS = ["type", "archetypes", "link_arrows"]
COMMON_KEYS = ["id", "name", "type", "archetypes", "text"]
CARD_KEYS = list(dict.fromkeys([*COMMON_KEYS, *INTEGERS, *STRINGS, *LISTS]))

# The bit by which a simulator tells homemade cards from those of the official card pools.
CUSTOM_POOL = 0x20
SETCODE_BITS = 16
MAX_SETCODES = 4
MAX_SETCODE = 0x7FFF  # four of them fill 64 bits, and SQLite's integers are signed
MAX_ID = 0xFFFF_FFFF
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
RULER = "-" * 40


class SourceError(ValueError):
    """Report everything that is wrong with a source file."""


def build(source: Path, target: Path) -> None:
    """Write the cards of a TOML source to an EDOPro database, replacing the target."""
    cards, setcodes = load(source)
    data_rows = sorted(data_row(card, setcodes) for card in cards)
    text_rows = sorted(text_row(card) for card in cards)
    # A file remembers how often it was written: a fresh one has the same bytes each time.
    target.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as database:
        database.execute("PRAGMA page_size = 4096")
        database.execute("PRAGMA auto_vacuum = NONE")
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("BEGIN")
        database.execute(CREATE_DATAS)
        database.execute(CREATE_TEXTS)
        database.executemany(INSERT_DATAS, data_rows)
        database.executemany(INSERT_TEXTS, text_rows)
        database.execute("COMMIT")


def load(source: Path) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Read and check a source file, and return its cards and the set code of each archetype."""
    try:
        content = tomllib.loads(source.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        message = f"{source.name}: not valid TOML: {error}"
        raise SourceError(message) from error
    problems = unknown_words(content, FILE_KEYS, "key", source.name)
    setcodes = content.get("archetypes", {})
    if not isinstance(setcodes, dict):
        problems.append(f"{source.name}: archetypes must be a table of names and set codes")
        setcodes = {}
    problems += [
        f"{source.name}: set code of archetype {name!r} must be an integer from 1 to {MAX_SETCODE:#x}"
        for name, code in setcodes.items()
        if not is_integer(code) or not 1 <= code <= MAX_SETCODE
    ]
    cards = content.get("card", [])
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        problems.append(f"{source.name}: write each card as a [[card]] table")
        cards = []
    seen: set[int] = set()
    for number, card in enumerate(cards, start=1):
        known_as = f"{card.get('id', f'number {number}')} ({card.get('name', 'without a name')})"
        where = f"{source.name}: card {known_as}"
        found = check_keys(card, where)
        # A wrong shape would only repeat itself in every later check.
        problems += found or check_values(card, setcodes, where)
        if not found:
            if card["id"] in seen:
                problems.append(f"{where}: the id is used twice")
            seen.add(card["id"])
    if problems:
        raise SourceError("\n".join(problems))
    return cards, setcodes


def check_keys(card: dict[str, Any], where: str) -> list[str]:
    """List the unknown, missing and wrongly typed keys of a card."""
    problems = unknown_words(card, CARD_KEYS, "key", where)
    problems += [f"{where}: missing key {key!r}" for key in ("id", "name", "type", "text") if key not in card]
    problems += [f"{where}: {key} must be an integer" for key in INTEGERS if not is_integer(card.get(key, 0))]
    problems += [f"{where}: {key} must be a string" for key in STRINGS if not isinstance(card.get(key, ""), str)]
    problems += [f"{where}: {key} must be a list of strings" for key in LISTS if not is_words(card.get(key, []))]
    return problems


def check_values(card: dict[str, Any], setcodes: dict[str, int], where: str) -> list[str]:
    """List the values of a card that its kind cannot have or that have no flag."""
    kind = card["type"][0] if card["type"] else ""
    if kind not in TYPES:
        return [f"{where}: type must begin with one of: {', '.join(TYPES)}"]
    problems = unknown_words(card["type"], TYPES[kind], "type", where)
    problems += unknown_words(card.get("archetypes", []), setcodes, "archetype", where)
    if len(card.get("archetypes", [])) > MAX_SETCODES:
        problems.append(f"{where}: at most {MAX_SETCODES} archetypes fit")
    if not 1 <= card["id"] <= MAX_ID:
        problems.append(f"{where}: id must be from 1 to {MAX_ID}")
    expected = expected_keys(card["type"])
    problems += [f"{where}: missing key {key!r}" for key in expected if key not in card]
    surplus = [key for key in card if key not in COMMON_KEYS and key not in expected]
    problems += [f"{where}: a card of type {' '.join(card['type'])} has no {key!r}" for key in surplus]
    if "attribute" in card:
        problems += unknown_words([card["attribute"]], ATTRIBUTES, "attribute", where)
    if "race" in card:
        problems += unknown_words([card["race"]], RACES, "race", where)
    problems += unknown_words(card.get("link_arrows", []), LINK_ARROWS, "link arrow", where)
    return problems


def expected_keys(words: list[str]) -> list[str]:
    """Name the keys that a card of these types has beside the common ones."""
    if words[0] != "Monster":
        return []
    keys = ["attribute", "race", "atk"]
    if "Link" in words:
        keys += ["link", "link_arrows"]
    else:
        keys += ["def", "rank" if "Xyz" in words else "level"]
    if "Pendulum" in words:
        keys += ["left_scale", "right_scale", "pendulum_text"]
    return keys


def unknown_words(words: Iterable[str], allowed: Collection[str], what: str, where: str) -> list[str]:
    """List the words that are not allowed, each with those that are."""
    return [f"{where}: unknown {what} {word!r}; allowed: {', '.join(allowed)}" for word in words if word not in allowed]


def is_integer(value: object) -> bool:
    """Tell whether a TOML value is an integer, which a boolean is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_words(value: object) -> bool:
    """Tell whether a TOML value is a list of strings."""
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def data_row(card: dict[str, Any], setcodes: dict[str, int]) -> tuple[int, ...]:
    """Encode the figures of a card as a row of `datas`."""
    words = card["type"]
    codes = [setcodes[name] for name in card.get("archetypes", [])]
    # The two Pendulum Scales travel in the upper bytes of the level, the Link Arrows in place of DEF.
    level = card.get("level") or card.get("rank") or card.get("link") or 0
    level |= card.get("right_scale", 0) << 16 | card.get("left_scale", 0) << 24
    arrows = sum(LINK_ARROWS[arrow] for arrow in set(card.get("link_arrows", [])))
    return (
        card["id"],
        CUSTOM_POOL,
        0,
        sum(code << SETCODE_BITS * place for place, code in enumerate(codes)),
        sum(TYPES[words[0]][word] for word in set(words)),
        card.get("atk", 0),
        arrows if "Link" in words else card.get("def", 0),
        level,
        RACES[card["race"]] if "race" in card else 0,
        ATTRIBUTES[card["attribute"]] if "attribute" in card else 0,
        0,
    )


def text_row(card: dict[str, Any]) -> tuple[int, str, str]:
    """Lay out the name and the text of a card as a row of `texts`."""
    text = card["text"].strip()
    if "Pendulum" in card["type"]:
        heading = "[ Flavor Text ]" if "Normal" in card["type"] else "[ Monster Effect ]"
        text = "\n".join(["[ Pendulum Effect ]", card["pendulum_text"].strip(), RULER, heading, text])
    # splitlines, because a source that was checked out with CRLF must give the same database.
    return (card["id"], card["name"], "\r\n".join(text.splitlines()))


def main() -> None:
    """Build the database that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", nargs="?", type=Path, default=FOLDER / "cards.en.toml", help="a TOML file of cards")
    parser.add_argument("target", nargs="?", type=Path, help="default: the source's name with .cdb")
    options = parser.parse_args()
    try:
        build(options.source, options.target or options.source.with_suffix(".cdb"))
    except (SourceError, OSError) as error:
        parser.exit(1, f"{error}\n")


if __name__ == "__main__":
    main()
