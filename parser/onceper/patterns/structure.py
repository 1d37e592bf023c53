"""How a language's print is cut, and what its phrases tell of a sentence: the content of its ``structure.toml``."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args

import msgspec

from onceper.patterns.records import Problem, keys_of, make_record
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


class Example(NamedTuple):
    """Hold a text in which ``{}`` stands for each of some phrases, what is read in it, in printed order, and those."""

    text: str
    read: str
    phrases: tuple[str, ...]


# Which prints ask for a list of phrases: in any other it would count for nothing. A print is told by its style, and
# where its words change with their endings, or MeCab cuts them, by that.
_Phrase = Annotated[str, msgspec.Meta(pattern="[^. ]", description="a list of phrases, words in each")]
_Pair = Annotated[
    str, msgspec.Meta(pattern="^[^ ]+ [^ ]+$", description="a list of words in kanji, a space, and in kana")
]
_Phrases = tuple[_Phrase, ...]
_OfAll = Annotated[_Phrases, "abilities", "ocg", "psct", "stems"]
_OfSentences = Annotated[_Phrases, "ocg", "psct", "stems"]
_OfPsct = Annotated[_Phrases, "psct", "stems"]
_OfOcg = Annotated[_Phrases, "ocg"]
_OfAbilities = Annotated[_Phrases, "abilities"]
_OfJapanese = Annotated[_Phrases, "abilities", "ocg"]
_OfStems = Annotated[_Phrases, "stems"]
# Endings tell this otherwise.
_OfPlainPsct = Annotated[_Phrases, "psct"]
_OfPlainSentences = Annotated[_Phrases, "ocg", "psct"]


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
    kana_or_kanji: Annotated[tuple[_Pair, ...], "mecab"] = ()
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
    activates_in_old_print: _OfPlainSentences = ()
    happens_once: _OfSentences = ()
    lasts: _OfAll = ()
    of_monsters: _OfPlainPsct = ()
    buys: _OfPlainPsct = ()
    events: _OfPsct = ()
    describes: _OfPsct = ()
    elsewhere: _OfPlainSentences = ()
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
    alone_if: _OfStems = ()
    asserts: _OfStems = ()
    denies: _OfStems = ()
    obliges: _OfStems = ()
    happens: _OfStems = ()
    tells_nothing: _OfStems = ()
    passives: _OfStems = ()
    no_events: _OfStems = ()
    of_battle: _OfStems = ()
    each_time: _OfStems = ()
    not_each_time: _OfStems = ()
    conditions: _OfStems = ()
    would_be: _OfStems = ()
    meanwhile: _OfStems = ()
    in_phase: _OfStems = ()
    due: _OfStems = ()
    aims: _OfStems = ()
    with_another: _OfStems = ()
    persons: _OfStems = ()
    terms: _OfSentences = ()
    telling: tuple[str, ...] = ()
    evidence: frozenset[str] = frozenset()
    script: str = ""
    games: dict[str, tuple[str, ...]] = {}


class Structure(StructureFile, frozen=True):
    """Hold what a file says of a language's print, and the examples of each list: one without a text if it has none."""

    examples: dict[str, tuple[Example, ...]] = {}


# For each list of phrases the prints that ask for it.
LISTS: Mapping[str, tuple[str, ...]] = {
    key: prints
    for key, kind in keys_of(StructureFile).types.items()
    if (prints := tuple(told for told in get_args(kind) if isinstance(told, str)))
}


def read_structure(content: Mapping[str, Any], file: str) -> tuple[Structure, list[Problem]]:
    """Return the structure that a file states, without what is wrong in it, and every problem.

    A list holds its phrases by what is read in a text and by that text, or it holds them alone.
    """
    problems: list[Problem] = []
    tables = {key: value for key, value in content.items() if key in LISTS and isinstance(value, dict)}
    shown = make_record(dict[str, dict[str, dict[str, tuple[str, ...]]]], tables, file, "", problems) or {}
    examples = {
        key: tuple(Example(text, read, phrases) for read, texts in table.items() for text, phrases in texts.items())
        for key, table in shown.items()
    }
    phrases = {key: [*chain.from_iterable(one.phrases for one in examples.get(key, ()))] for key in tables}
    written = make_record(StructureFile, {**content, **phrases}, file, "", problems) or StructureFile()
    alone = {key: (Example("", "", getattr(written, key)),) for key in content if key in LISTS and key not in tables}
    structure = Structure(**msgspec.structs.asdict(written), examples=examples | alone)
    return structure, [*problems, *_find_wrong(structure, file)]


def _find_wrong(structure: Structure, file: str) -> Iterator[Problem]:
    """Yield the lists that this print never asks for, the marks that no text holds, and a script of no letters."""
    style = structure.print
    told_by = {"stems"} if style.words == "stems" else {style.style, style.words}
    for key in structure.examples:
        if told_by.isdisjoint(LISTS[key]):
            what = f"print of {' and '.join(sorted(told_by))} asks for no such phrases"
            yield Problem(file, key, what, f"the list in print of {' or '.join(LISTS[key])}")
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


def fold_phrase(phrase: str, fold: Callable[[str], str], letters: Collection[str]) -> str:
    """Return a phrase as folded text has it; a capital that stands for any of several ``letters`` stays."""
    return "".join(sign if sign in letters else other for sign, other in zip(phrase, fold(phrase), strict=True))


def fold_structure(
    structure: Structure, fold: Callable[[str], str], letters: Collection[str], file: str
) -> tuple[Structure, list[Problem]]:
    """Return the structure with its phrases as folded text has them, and the phrases that no text can hold."""
    problems: list[Problem] = []
    folded: dict[str, tuple[str, ...]] = {}
    for key in structure.examples:
        phrases = getattr(structure, key)
        folded[key] = tuple(fold_phrase(phrase, fold, letters) for phrase in phrases)
        for phrase in phrases:
            # A masked name, which no text holds, stays.
            normal = MASK.join(Text(piece).normal for piece in phrase.split(MASK))
            spelled = [fold_phrase(normal, change, letters) for change in (fold, str.lower)]
            if phrase not in spelled:
                problems.append(
                    Problem(file, key, f"the phrase {phrase!r} is read as {spelled[0]!r}", repr(spelled[0]))
                )
        problems += [
            Problem(file, key, f"the phrase {phrase!r} stands there twice")
            for phrase, count in Counter(folded[key]).items()
            if count > 1
        ]
    problems += [
        Problem(file, "evidence", f"the word {word!r} is read as {word.lower()!r}", repr(word.lower()))
        for word in sorted(structure.evidence)
        if word != word.lower()
    ]
    return msgspec.structs.replace(structure, **folded), problems
