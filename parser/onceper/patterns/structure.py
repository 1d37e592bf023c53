"""How a language's print is cut, and what its phrases tell of a sentence: the content of its ``structure.toml``."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_origin

import msgspec

from onceper.patterns.records import Problem, make_record, make_records
from onceper.text.normal import MASK, Text
from onceper.text.numbers import NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

# Stands in a phrase for any words. The others are of languages whose words change with their endings: any letters of a
# word, and what stands before the name of a class of endings.
ANY_WORDS = "..."
ANY_LETTERS = "-"
OF_CLASS = "+"

Style = Literal["psct", "ocg", "abilities"]
Words = Literal["spaced", "elided", "unspaced", "mecab", "stems"]
Mark = Annotated[str, msgspec.Meta(min_length=1, max_length=1)]


class PrintStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say by which marks a language prints, and how its words are told apart.

    ``style`` is ``psct`` (sentences with full stops, activations with colon and semicolon), ``ocg`` (numbered effects,
    clauses cut at commas) or ``abilities`` (one a line, with notes in parentheses). ``words`` are ``spaced``,
    ``elided`` (spaced, and an apostrophe ends one), ``unspaced`` (each sign is a word), cut by ``mecab``, or split into
    the ``stems`` of ``stems.toml`` and endings.
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
_Phrases = tuple[str, ...]
_OfAll = Annotated[_Phrases, msgspec.Meta(extra={"styles": ("abilities", "ocg", "psct")})]
_OfPsct = Annotated[_Phrases, msgspec.Meta(extra={"styles": ("psct",)})]
_OfOcg = Annotated[_Phrases, msgspec.Meta(extra={"styles": ("ocg",)})]
_OfAbilities = Annotated[_Phrases, msgspec.Meta(extra={"styles": ("abilities",)})]
_OfSentences = Annotated[_Phrases, msgspec.Meta(extra={"styles": ("ocg", "psct")})]
_OfJapanese = Annotated[_Phrases, msgspec.Meta(extra={"styles": ("abilities", "ocg")})]
# What only a language tells whose words change with their endings.
_OfEndings = Annotated[_Phrases, msgspec.Meta(extra={"styles": ("psct",), "words": "stems"})]
_NEVER_OF_ENDINGS = {"activates_in_old_print", "of_monsters", "buys", "elsewhere"}


class StructureFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold by which marks a language prints, and the phrases that tell something; the files say of each list what.

    ``telling`` are slots whose phrases tell that words may state a limit. ``evidence`` are words and ``script`` are
    letters that only this language uses; ``games`` are the terms of each game, where the language has several.
    """

    print: PrintStyle = PrintStyle()
    abbreviations: _OfPsct = ()
    ordinals: _OfPsct = ()
    ends_no_line: _OfPsct = ()
    begins_no_line: _OfPsct = ()
    joins_clauses: _OfOcg = ()
    kana_or_kanji: _OfOcg = ()
    sections: _OfSentences = ()
    bullets: _OfAll = ()
    options: _OfAbilities = ()
    options_in_lines: _OfAbilities = ()
    either: _OfAll = ()
    choose_any: _OfAll = ()
    choose_one: _OfAll = ()
    choose_when: _OfAll = ()
    choose_gains: _OfAll = ()
    choose_all: _OfAll = ()
    keywords: _OfAbilities = ()
    joined: _OfAbilities = ()
    continues: _OfSentences = ()
    continues_plainly: _OfPsct = ()
    refers: _OfSentences = ()
    announces: _OfOcg = ()
    begins: _OfJapanese = ()
    alone: _OfPsct = ()
    alone_with: _OfPsct = ()
    heads: _OfAll = ()
    orders: _OfAll = ()
    may: _OfOcg = ()
    does: _OfOcg = ()
    states: _OfSentences = ()
    activates: _OfSentences = ()
    procedures: _OfSentences = ()
    activates_in_old_print: _OfSentences = ()
    happens_once: _OfSentences = ()
    lasts: _OfAll = ()
    of_monsters: _OfPsct = ()
    buys: _OfPsct = ()
    events: _OfPsct = ()
    describes: _OfPsct = ()
    elsewhere: _OfSentences = ()
    awaits: _OfJapanese = ()
    own_turn: _OfAbilities = ()
    opponents_turn: _OfAbilities = ()
    limited: _OfOcg = ()
    applies: _OfAll = ()
    chooses: _OfAll = ()
    triggers: _OfJapanese = ()
    joins_triggers: _OfAbilities = ()
    replaces: _OfAbilities = ()
    holds: _OfAbilities = ()
    bodies: _OfAbilities = ()
    keywords_of_bodies: _OfAbilities = ()
    spells: _OfAbilities = ()
    until: _OfAbilities = ()
    acts: _OfAbilities = ()
    alone_if: _OfEndings = ()
    asserts: _OfEndings = ()
    denies: _OfEndings = ()
    obliges: _OfEndings = ()
    happens: _OfEndings = ()
    tells_nothing: _OfEndings = ()
    passives: _OfEndings = ()
    no_events: _OfEndings = ()
    of_battle: _OfEndings = ()
    each_time: _OfEndings = ()
    not_each_time: _OfEndings = ()
    conditions: _OfEndings = ()
    would_be: _OfEndings = ()
    meanwhile: _OfEndings = ()
    in_phase: _OfEndings = ()
    due: _OfEndings = ()
    aims: _OfEndings = ()
    with_another: _OfEndings = ()
    persons: _OfEndings = ()
    terms: _OfSentences = ()
    telling: tuple[str, ...] = ()
    evidence: frozenset[str] = frozenset()
    script: str = ""
    games: dict[str, tuple[str, ...]] = {}


class Structure(StructureFile, frozen=True):
    """Hold what a file says of a language's print, and the phrases of each list in groups with their examples."""

    groups: dict[str, tuple[Group, ...]] = {}


_TYPES = {field.name: field.type for field in msgspec.structs.fields(StructureFile)}
_ASKED = {key: kind.__metadata__[0].extra for key, kind in _TYPES.items() if get_origin(kind) is Annotated}
OF_ENDINGS = frozenset(key for key, asked in _ASKED.items() if "words" in asked)
LISTS: Mapping[str, tuple[Style, ...]] = {key: asked["styles"] for key, asked in _ASKED.items()}


def read_structure(content: Mapping[str, Any], file: str) -> tuple[Structure, list[Problem]]:
    """Return the structure that a file states, without what is wrong in it, and every problem."""
    problems: list[Problem] = []
    # A list may be written as phrases alone.
    tables = {key: value for key, value in content.items() if key in LISTS and _holds_tables(value)}
    grouped = {key: tuple(make_records(Group, listed, file, key, problems)) for key, listed in tables.items()}
    phrases = {key: [phrase for group in groups for phrase in group.words] for key, groups in grouped.items()}
    written = make_record(StructureFile, {**content, **phrases}, file, "", problems) or StructureFile()
    groups = {key: grouped.get(key) or (Group(getattr(written, key)),) for key in content if key in LISTS}
    structure = Structure(**msgspec.structs.asdict(written), groups=groups)
    return structure, [*problems, *_unasked(structure, file), *_no_letters(structure, file)]


def _holds_tables(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def _unasked(structure: Structure, file: str) -> Iterator[Problem]:
    """Yield the lists that this style of print never asks for."""
    style, words = structure.print.style, structure.print.words
    for key in structure.groups:
        if style not in LISTS[key]:
            yield Problem(file, key, f"print in the style {style!r} asks for no such phrases", _styles(key))
        elif words != "stems" and key in OF_ENDINGS:
            yield Problem(file, key, "only words that change with their endings tell this", 'words = "stems"')
        elif words == "stems" and key in _NEVER_OF_ENDINGS:
            yield Problem(file, key, "words that change with their endings tell this otherwise", "no such list")
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
    for key in ("bullets", "options", "options_in_lines"):
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


def fold_phrase(phrase: str, fold: Callable[[str], str], letters: Collection[str]) -> str:
    """Return a phrase as folded text has it; a capital that stands for any of several ``letters`` stays."""
    return "".join(sign if sign in letters else other for sign, other in zip(phrase, fold(phrase), strict=True))


def fold_structure(
    structure: Structure, fold: Callable[[str], str], letters: Collection[str], file: str
) -> tuple[Structure, list[Problem]]:
    """Return the structure with its phrases as folded text has them, and the phrases that no text can hold."""
    problems: list[Problem] = []
    folded: dict[str, tuple[str, ...]] = {}
    for key, groups in structure.groups.items():
        phrases = [phrase for group in groups for phrase in group.words]
        spelled = tuple(fold_phrase(phrase, fold, letters) for phrase in phrases)
        for phrase in phrases:
            if not phrase.replace(ANY_WORDS, "").strip():
                problems.append(Problem(file, key, "an empty phrase", "words"))
            elif phrase not in {
                folded_one := fold_phrase(phrase, fold, letters),
                fold_phrase(phrase, str.lower, letters),
            }:
                problems.append(Problem(file, key, f"the phrase {phrase!r} has capitals", repr(folded_one)))
            elif phrase != (normal := _normal(phrase)):
                problems.append(Problem(file, key, f"the phrase {phrase!r} is read as {normal!r}", repr(normal)))
        problems += [
            Problem(file, key, f"the phrase {phrase!r} stands there twice")
            for phrase, count in Counter(spelled).items()
            if count > 1
        ]
        folded[key] = spelled
    problems += [
        Problem(file, "evidence", f"the word {word!r} has capitals", repr(word.lower()))
        for word in sorted(structure.evidence)
        if word != word.lower()
    ]
    return msgspec.structs.replace(structure, **folded), problems
