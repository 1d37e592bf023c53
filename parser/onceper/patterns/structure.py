"""How a language's print is cut: the content of its ``structure.toml``."""

from __future__ import annotations

import tomllib

import msgspec

from onceper.patterns.folders import folders_of, kept_with_patterns
from onceper.patterns.problems import Problem, RulesError

FILE = "structure.toml"


class Structure(msgspec.Struct, frozen=True):
    """Hold what ends no sentence, line or clause, continues an effect or heads a section; bullets, and what tells.

    ``options`` are bullets of what an ability offers, ``keywords`` abilities that a text names without saying what they
    do, ``joined`` those that are one sentence with what they say; ``triggers``, ``replaces`` and ``acts`` tell the kind
    of an ability, ``bodies`` that a text is no spell's.

    ``announces`` end a sentence whose effect the next one states, unless that ``begins`` another; ``evidence`` are
    words and ``script`` are letters that only this language uses; ``games`` are the terms of each
    game, where the language has several.

    What follows ``continues`` tells how a sentence stands to the effects of its card, and what kind of effect begins
    with it: ``lasts`` what is no activation whatever it does, ``awaits`` what happens only then, ``limited`` how often
    a choice is an activation; ``terms`` are those of the game, which no lore holds. The files say of each list what
    it is for.
    """

    abbreviations: tuple[str, ...] = ()
    ends_no_line: tuple[str, ...] = ()
    begins_no_line: tuple[str, ...] = ()
    joins_clauses: tuple[str, ...] = ()
    kana_or_kanji: frozenset[str] = frozenset()
    continues: tuple[str, ...] = ()
    announces: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    continues_plainly: tuple[str, ...] = ()
    refers: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    alone_with: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    activates: tuple[str, ...] = ()
    procedures: tuple[str, ...] = ()
    activates_in_old_print: tuple[str, ...] = ()
    happens_once: tuple[str, ...] = ()
    lasts: tuple[str, ...] = ()
    awaits: tuple[str, ...] = ()
    limited: tuple[str, ...] = ()
    applies: tuple[str, ...] = ()
    chooses: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    sections: frozenset[str] = frozenset()
    bullets: str = ""
    options: str = ""
    keywords: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    bodies: tuple[str, ...] = ()
    telling: tuple[str, ...] = ()
    evidence: frozenset[str] = frozenset()
    script: str = ""
    games: dict[str, tuple[str, ...]] = {}


@kept_with_patterns(16)
def structure_of(lang: str, game: str = "") -> Structure:
    """Return the structure of a language, or of its print in a game that has one of its own.

    A language without the file is cut by marks alone.

    Raises:
        RulesError: the file is not TOML, or holds something of the wrong kind.
    """
    file = folders_of(lang)[0] / game / FILE
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        return msgspec.convert(content, Structure)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise RulesError([Problem(f"{lang}/{FILE}", "", str(error))]) from error
