"""Build the sample card databases in EDOPro's SQLite format from their readable TOML sources."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

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

FILE_KEYS = ["headings", "archetypes", "card"]
TRANSLATION_KEYS = ["figures", "only_some", "headings", "card"]
HEADINGS = ["pendulum", "monster", "flavor"]
INTEGERS = ["id", "level", "rank", "link", "left_scale", "right_scale", "atk", "def"]
STRINGS = ["name", "attribute", "race", "text", "pendulum_text"]
LISTS = ["type", "archetypes", "link_arrows"]
COMMON_KEYS = ["id", "name", "type", "archetypes", "text"]
CARD_KEYS = list(dict.fromkeys([*COMMON_KEYS, *INTEGERS, *STRINGS, *LISTS]))
REQUIRED_KEYS = ["id", "name", "type", "text"]
# What a language prints of a card. The rest is the same in all of them.
WORD_KEYS = ["id", "name", "text", "pendulum_text"]

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


class SourceError(ValueError):
    """Report everything that is wrong with a source file."""


class Source(NamedTuple):
    """Hold the cards of a source file, the set code of each archetype and the headings of Pendulum texts."""

    cards: list[dict[str, Any]]
    setcodes: dict[str, int]
    headings: dict[str, str]


def build(source: Path, target: Path) -> None:
    """Write the cards of a TOML source to an EDOPro database, replacing the target."""
    cards, setcodes, headings = load(source)
    data_rows = sorted(data_row(card, setcodes) for card in cards)
    text_rows = sorted(text_row(card, headings) for card in cards)
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


def load(source: Path) -> Source:
    """Read and check a source file, and the one that it takes its figures from."""
    content = parse(source)
    if "figures" not in content:
        return load_original(source, content)
    if not isinstance(content["figures"], str):
        message = f"{source.name}: figures must be the name of a source file"
        raise SourceError(message)
    original = source.parent / content["figures"]
    return load_translation(source, content, load_original(original, parse(original)))


def parse(source: Path) -> dict[str, Any]:
    """Read a TOML file."""
    try:
        return tomllib.loads(source.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        message = f"{source.name}: not valid TOML: {error}"
        raise SourceError(message) from error


def load_original(source: Path, content: dict[str, Any]) -> Source:
    """Check a source file whose cards are complete."""
    where = source.name
    setcodes = content.get("archetypes", {})
    problems = check_file(content, FILE_KEYS, where)
    if not isinstance(setcodes, dict):
        problems.append(f"{where}: archetypes must be a table of names and set codes")
        setcodes = {}
    problems += [
        f"{where}: set code of archetype {name!r} must be an integer from 1 to {MAX_SETCODE:#x}"
        for name, code in setcodes.items()
        if not is_integer(code) or not 1 <= code <= MAX_SETCODE
    ]
    cards = tables_of_cards(content)
    problems += check_cards(cards, setcodes, where)
    refuse(problems)
    return Source(cards, setcodes, content["headings"])


def load_translation(source: Path, content: dict[str, Any], original: Source) -> Source:
    """Check a source file that has only the words of its cards, and complete them with the figures of another."""
    where = source.name
    figures = {card["id"]: {key: card[key] for key in card if key not in WORD_KEYS} for card in original.cards}
    problems = check_file(content, TRANSLATION_KEYS, where)
    only_some = content.get("only_some", False)
    if not isinstance(only_some, bool):
        problems.append(f"{where}: only_some must be true or false")
    cards = []
    for card, known_as in called(tables_of_cards(content), where):
        found = check_keys(card, WORD_KEYS, known_as)
        if not found and card["id"] not in figures:
            found = [f"{known_as}: {content['figures']} has no card with this id"]
        if not found:
            cards.append(figures[card["id"]] | card)
        problems += found
    problems += check_cards(cards, original.setcodes, where)
    # A card whose keys are wrong is not missing too.
    written = [card.get("id") for card in tables_of_cards(content)]
    problems += [
        f"{where}: missing card {card['id']} ({card['name']})"
        for card in original.cards
        if not only_some and card["id"] not in written
    ]
    refuse(problems)
    return Source(cards, original.setcodes, content["headings"])


def refuse(problems: list[str]) -> None:
    """Raise all problems as one error, if there are any."""
    if problems:
        raise SourceError("\n".join(problems))


def check_file(content: dict[str, Any], keys: list[str], where: str) -> list[str]:
    """List what is wrong with a source file beside its cards."""
    problems = unknown_words(content, keys, "key", where)
    headings = content.get("headings")
    if not isinstance(headings, dict) or not all(isinstance(heading, str) for heading in headings.values()):
        problems.append(f"{where}: headings must be a table of strings")
    else:
        problems += unknown_words(headings, HEADINGS, "heading", where)
        problems += [f"{where}: missing heading {key!r}" for key in HEADINGS if key not in headings]
    if not is_tables(content.get("card", [])):
        problems.append(f"{where}: write each card as a [[card]] table")
    return problems


def tables_of_cards(content: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the cards of a source file, or none where they are not tables."""
    cards = content.get("card", [])
    return cards if is_tables(cards) else []


def called(cards: list[dict[str, Any]], where: str) -> list[tuple[dict[str, Any], str]]:
    """Pair each card with the words by which an error calls it."""
    return [
        (card, f"{where}: card {card.get('id', f'number {number}')} ({card.get('name', 'without a name')})")
        for number, card in enumerate(cards, start=1)
    ]


def check_cards(cards: list[dict[str, Any]], setcodes: dict[str, int], where: str) -> list[str]:
    """List what is wrong with complete cards."""
    problems: list[str] = []
    seen: set[int] = set()
    for card, known_as in called(cards, where):
        found = check_keys(card, CARD_KEYS, known_as)
        # A wrong shape would only repeat itself in every later check.
        problems += found or check_values(card, setcodes, known_as)
        if not found:
            if card["id"] in seen:
                problems.append(f"{known_as}: the id is used twice")
            seen.add(card["id"])
    return problems


def check_keys(card: dict[str, Any], keys: list[str], where: str) -> list[str]:
    """List the unknown, missing and wrongly typed keys of a card."""
    problems = unknown_words(card, keys, "key", where)
    problems += [f"{where}: missing key {key!r}" for key in REQUIRED_KEYS if key in keys and key not in card]
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


def is_tables(value: object) -> bool:
    """Tell whether a TOML value is a list of tables."""
    return isinstance(value, list) and all(isinstance(table, dict) for table in value)


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


def text_row(card: dict[str, Any], headings: dict[str, str]) -> tuple[int, str, str]:
    """Lay out the name and the text of a card as a row of `texts`."""
    parts = [card["text"]]
    if "Pendulum" in card["type"]:
        lower = headings["flavor" if "Normal" in card["type"] else "monster"]
        parts = [headings["pendulum"], card["pendulum_text"], lower, card["text"]]
    text = "\n".join(part.strip() for part in parts)
    # splitlines, because a source that was checked out with CRLF must give the same database.
    return (card["id"], card["name"], "\r\n".join(text.splitlines()))


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
