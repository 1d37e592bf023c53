"""The phrases of a language's word list: which slot each fills, what it means, and how it is printed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from onceper.patterns.fields import Meaning
from onceper.patterns.records import Problem, WordTables, make_record

if TYPE_CHECKING:
    from onceper.patterns.lexicon import Lexicon

NAME = "name"
COUNT = "count"
NUMBERS = "numbers"
BUILT_IN = {NAME: "a quoted name", COUNT: "a number", NUMBERS: "numbers of effects"}


class Print(msgspec.Struct, frozen=True, array_like=True):
    """Hold one way to print a phrase: its text, and its words, in each way to split them.

    That may hang on what stands beside them.
    """

    text: str
    splits: tuple[tuple[str, ...], ...]


class Phrase(msgspec.Struct, frozen=True, eq=False):
    """Hold what fills a slot: the first words of this meaning, what they mean, and how they are printed."""

    slot: str
    lemma: str
    means: Mapping[str, Any]
    prints: tuple[Print, ...] = ()


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold phrases of a word list and what they mean, or that they say the same (``alike``)."""

    words: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, description="a list of phrases")]
    means: Meaning = {}
    alike: bool = False


def read_words(lexicon: Lexicon, files: Mapping[str, Mapping[str, Any]], problems: list[Problem]) -> None:
    """Fill an empty word list with what files hold, by their names; everything wrong goes to the problems."""
    found: list[Phrase] = []
    slot_of: dict[tuple[str, ...], str] = {}
    for file, content in files.items():
        slots = make_record(dict[str, WordTables[_Entry]], content, file, "", problems) or {}
        for slot, entries in slots.items():
            if slot in BUILT_IN and slot != COUNT:
                problems.append(Problem(file, slot, "this slot is built in", "another name"))
            elif not re.fullmatch("[a-z_]+", slot):
                problems.append(Problem(file, slot, "no pattern can name this slot", "small letters and _"))
            for written in entries:
                entry = _Entry((written,)) if isinstance(written, str) else written
                prints = []
                for text in entry.words:
                    printed = _print(text, lexicon)
                    if wrong := _find_wrong(text, printed, slot_of):
                        problems.append(Problem(file, slot, *wrong))
                    else:
                        slot_of |= dict.fromkeys(printed.splits, slot)
                        prints.append(printed)
                # Words that mean nothing are each known by themselves, unless they are said to be alike.
                alike = [prints] if entry.means or entry.alike else [[one] for one in prints]
                found += [Phrase(slot, " ".join(one[0].splits[0]), entry.means, (*one,)) for one in alike if one]
    lexicon.take(found)


def _find_wrong(text: str, printed: Print, slot_of: Mapping[tuple[str, ...], str]) -> tuple[str, str] | None:
    """Return why a phrase can be none of the word list and what was expected; null where nothing is wrong."""
    if text not in {printed.text, text.lower()}:
        return f"the phrase {text!r} has capitals", printed.text
    if not printed.splits[0]:
        return "an empty phrase", "words"
    if printed.splits[0] in slot_of:
        return f"the phrase {printed.text!r} stands in slot {slot_of[printed.splits[0]]!r} already", "one slot"
    return None


def _print(text: str, lexicon: Lexicon) -> Print:
    """Return how a phrase is printed."""
    folded = lexicon.fold(text)
    return Print(folded, tuple(dict.fromkeys(forms for _, forms in lexicon.splits(folded))))
