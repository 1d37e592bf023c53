"""How a language's print is cut, and what its phrases tell of a sentence: the content of its ``structure.toml``."""

from __future__ import annotations

import re
import reprlib
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from onceper.patterns.problems import Problem
from onceper.text.normal import MASK, Text
from onceper.text.numbers import NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

FILE = "structure.toml"
# Stands in a phrase for any words.
ANY_WORDS = "..."

Style = Literal["psct", "ocg", "abilities"]
Words = Literal["spaced", "unspaced", "mecab", "stems"]
Mark = Annotated[str, msgspec.Meta(min_length=1, max_length=1)]


class PrintStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say by which marks a language prints, and how its words are told apart.

    ``style`` is ``psct`` (sentences with full stops, activations with colon and semicolon), ``ocg`` (numbered effects,
    clauses cut at commas) or ``abilities`` (one a line, with notes in parentheses). ``words`` are ``spaced``,
    ``unspaced`` (each sign is a word), cut by ``mecab``, or split into the ``stems`` of ``stems.toml`` and endings.
    ``stops`` end a sentence, ``comma`` a clause in the style ``ocg``; ``names`` are the pairs of marks around names.
    """

    style: Style = "psct"
    words: Words = "spaced"
    stops: Annotated[str, msgspec.Meta(min_length=1)] = ".!?"
    comma: Mark = ","
    names: Annotated[tuple[tuple[Mark, Mark], ...], msgspec.Meta(min_length=1)] = (('"', '"'),)


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold phrases that tell the same, and texts that show what they decide.

    In a text ``{}`` stands for each of the phrases; the other side is what is read in it, in printed order.
    ``card_type`` is what the cards of these texts are, where that counts.
    """

    words: tuple[str, ...]
    examples: dict[str, str] = {}
    card_type: str | None = None


# Which styles of print ask for a list of phrases: in any other it would count for nothing.
_ALL: frozenset[Style] = frozenset({"psct", "ocg", "abilities"})
_PSCT, _OCG, _ABILITIES = (frozenset[Style]({style}) for style in ("psct", "ocg", "abilities"))
LISTS: dict[str, frozenset[Style]] = {
    "abbreviations": _PSCT,
    "ordinals": _PSCT,
    "ends_no_line": _PSCT,
    "begins_no_line": _PSCT,
    "joins_clauses": _OCG,
    "kana_or_kanji": _OCG,
    "sections": _PSCT | _OCG,
    "bullets": _ALL,
    "options": _ABILITIES,
    "either": _ALL,
    "choose_any": _ALL,
    "choose_one": _ALL,
    "choose_when": _ALL,
    "choose_gains": _ALL,
    "choose_all": _ALL,
    "keywords": _ABILITIES,
    "joined": _ABILITIES,
    "continues": _PSCT | _OCG,
    "continues_plainly": _PSCT,
    "refers": _PSCT | _OCG,
    "announces": _OCG,
    "begins": _OCG | _ABILITIES,
    "alone": _PSCT,
    "alone_with": _PSCT,
    "heads": _ALL,
    "orders": _ALL,
    "may": _OCG,
    "does": _OCG,
    "states": _PSCT | _OCG,
    "activates": _PSCT | _OCG,
    "procedures": _PSCT | _OCG,
    "activates_in_old_print": _PSCT | _OCG,
    "happens_once": _PSCT | _OCG,
    "lasts": _ALL,
    "of_monsters": _PSCT,
    "buys": _PSCT,
    "events": _PSCT,
    "describes": _PSCT,
    "elsewhere": _PSCT | _OCG,
    "awaits": _OCG,
    "limited": _OCG,
    "applies": _ALL,
    "chooses": _ALL,
    "triggers": _OCG | _ABILITIES,
    "joins_triggers": _ABILITIES,
    "replaces": _ABILITIES,
    "holds": _ABILITIES,
    "bodies": _ABILITIES,
    "keywords_of_bodies": _ABILITIES,
    "spells": _ABILITIES,
    "until": _ABILITIES,
    "acts": _ABILITIES,
    "persons": _PSCT,
    "terms": _PSCT | _OCG,
}
# What a language whose words change with their endings tells by the ending of the last word.
_TOLD_BY_ENDINGS = {"activates_in_old_print", "chooses"}


class Structure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold by which marks a language prints, and the phrases that tell something; the files say of each list what.

    ``telling`` are slots whose phrases tell that words may state a limit. ``evidence`` are words and ``script`` are
    letters that only this language uses; ``games`` are the terms of each game, where the language has several.
    ``groups`` are the phrases of each list with their examples.
    """

    print: PrintStyle = PrintStyle()
    abbreviations: tuple[str, ...] = ()
    ordinals: tuple[str, ...] = ()
    ends_no_line: tuple[str, ...] = ()
    begins_no_line: tuple[str, ...] = ()
    joins_clauses: tuple[str, ...] = ()
    kana_or_kanji: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    bullets: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    choose_any: tuple[str, ...] = ()
    choose_one: tuple[str, ...] = ()
    choose_when: tuple[str, ...] = ()
    choose_gains: tuple[str, ...] = ()
    choose_all: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    continues: tuple[str, ...] = ()
    continues_plainly: tuple[str, ...] = ()
    refers: tuple[str, ...] = ()
    announces: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    alone_with: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    does: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    activates: tuple[str, ...] = ()
    procedures: tuple[str, ...] = ()
    activates_in_old_print: tuple[str, ...] = ()
    happens_once: tuple[str, ...] = ()
    lasts: tuple[str, ...] = ()
    of_monsters: tuple[str, ...] = ()
    buys: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    describes: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    awaits: tuple[str, ...] = ()
    limited: tuple[str, ...] = ()
    applies: tuple[str, ...] = ()
    chooses: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    joins_triggers: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    bodies: tuple[str, ...] = ()
    keywords_of_bodies: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    persons: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    telling: tuple[str, ...] = ()
    evidence: frozenset[str] = frozenset()
    script: str = ""
    games: dict[str, tuple[str, ...]] = {}
    groups: dict[str, tuple[Group, ...]] = {}


def read_structure(content: Mapping[str, Any], file: str) -> tuple[Structure, list[Problem]]:
    """Return the structure that a file states, without what is wrong in it, and every problem."""
    problems: list[Problem] = []
    fields: dict[str, Any] = {}
    groups: dict[str, tuple[Group, ...]] = {}
    allowed = {field.name: field.type for field in msgspec.structs.fields(Structure) if field.name != "groups"}
    for key, value in content.items():
        if key not in allowed:
            problems.append(Problem(file, "", f"unknown key {key!r}", f"one of {', '.join(sorted(allowed))}"))
            continue
        try:
            if key in LISTS:
                groups[key] = _groups(value)
                fields[key] = tuple(chain.from_iterable(group.words for group in groups[key]))
            else:
                fields[key] = msgspec.convert(value, allowed[key])
        except msgspec.ValidationError as error:
            expected = str(error).removeprefix("Expected ")
            problems.append(Problem(file, "", f"{key} = {reprlib.repr(value)}", expected))
    structure = Structure(**fields, groups=groups)
    return structure, [*problems, *_unasked(structure, file), *_no_letters(structure, file)]


def _groups(value: Any) -> tuple[Group, ...]:
    """Return the groups of a list, which may also be written as phrases alone."""
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return msgspec.convert(value, tuple[Group, ...])
    return (Group(msgspec.convert(value, tuple[str, ...])),)


def _unasked(structure: Structure, file: str) -> Iterator[Problem]:
    """Yield the lists that this style of print never asks for."""
    style, words = structure.print.style, structure.print.words
    for key in structure.groups:
        if style not in LISTS[key]:
            yield Problem(file, key, f"print in the style {style!r} asks for no such phrases", _styles(key))
        elif style == "psct" and words == "stems" and key in _TOLD_BY_ENDINGS:
            yield Problem(file, key, "the endings of words tell this already", "no such list")
        elif key == "kana_or_kanji" and words != "mecab":
            yield Problem(file, key, "only words that MeCab cuts are printed in two ways", 'words = "mecab"')
    for phrase in structure.kana_or_kanji:
        if len(phrase.split(" ")) != 2:
            yield Problem(file, "kana_or_kanji", f"{phrase!r} is no pair", "a word in kanji, a space, and it in kana")


def _no_letters(structure: Structure, file: str) -> Iterator[Problem]:
    """Yield the marks that no text holds or that are no single sign, and a script that is no range of letters."""
    style = structure.print
    for mark in (*style.stops, style.comma, *chain.from_iterable(style.names)):
        if mark != (normal := Text(mark).normal):
            yield Problem(file, "print", f"the mark {mark!r} is read as {normal!r}", repr(normal))
    for key in ("bullets", "options"):
        for mark in getattr(structure, key):
            if len(mark) > 1 and not (key == "bullets" and NUMBER in mark):
                yield Problem(file, key, f"the mark {mark!r} has {len(mark)} signs", "one for each")
    try:
        re.compile(f"[{structure.script or '-'}]")
    except re.error as error:
        yield Problem(file, "script", f"{structure.script!r} gives no letters: {error}", "such as ぁ-ヿ")


def _styles(key: str) -> str:
    return f"the list in print of the style {' or '.join(sorted(LISTS[key]))}"


def _normal(phrase: str) -> str:
    """Return a phrase as a normalised text prints it; a masked name, which no text holds, stays."""
    return MASK.join(Text(piece).normal for piece in phrase.split(MASK))


def fold_structure(structure: Structure, fold: Callable[[str], str], file: str) -> tuple[Structure, list[Problem]]:
    """Return the structure with its phrases as folded text has them, and the phrases that no text can hold."""
    problems: list[Problem] = []
    folded: dict[str, tuple[str, ...]] = {}
    for key, groups in structure.groups.items():
        phrases = [phrase for group in groups for phrase in group.words]
        for phrase in phrases:
            if not phrase.replace(ANY_WORDS, "").strip():
                problems.append(Problem(file, key, "an empty phrase", "words"))
            elif phrase not in {fold(phrase), phrase.lower()}:
                problems.append(Problem(file, key, f"the phrase {phrase!r} has capitals", repr(fold(phrase))))
            elif phrase != (normal := _normal(phrase)):
                problems.append(Problem(file, key, f"the phrase {phrase!r} is read as {normal!r}", repr(normal)))
        problems += [
            Problem(file, key, f"the phrase {phrase!r} stands there twice")
            for phrase, count in Counter(map(fold, phrases)).items()
            if count > 1
        ]
        folded[key] = tuple(map(fold, phrases))
    problems += [
        Problem(file, "evidence", f"the word {word!r} has capitals", repr(word.lower()))
        for word in sorted(structure.evidence)
        if word != word.lower()
    ]
    return msgspec.structs.replace(structure, **folded), problems
