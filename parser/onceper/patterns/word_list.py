"""The phrases of a language's word list: which slot each fills, what it means, and how it is printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain, product
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from onceper.patterns.fields import Meaning
from onceper.patterns.records import Phrases, WordTables

if TYPE_CHECKING:
    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.records import Loader

NAME = "name"
COUNT = "count"
NUMBERS = "numbers"
# One of several words in a phrase.
_CHOICE = re.compile(r"\(([^()|]*\|[^()]*)\)")
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
    """Hold phrases of a word list and what they mean, or that they say the same (``alike``).

    Where they are ``counting`` from a number, each means one more than the one before it.
    """

    words: Annotated[Phrases, msgspec.Meta(min_length=1)]
    means: Meaning = Meaning()
    alike: bool = False
    counting: int = 0


def read_words(lexicon: Lexicon, files: Mapping[str, Mapping[str, Any]], loader: Loader) -> None:
    """Fill an empty word list with what files hold, by their names; everything wrong is told to the loader."""
    found: list[Phrase] = []
    slot_of: dict[tuple[str, ...], str] = {}
    for file, content in files.items():
        for slot, written in content.items():
            if slot in {NAME, NUMBERS} or not re.fullmatch("[a-z_]+", slot):
                told = f"small letters and _; {NAME} and {NUMBERS} are built in"
                loader.tell(file, slot, "no slot of a word list can be called so", told)
            for one in loader.make(WordTables[_Entry], written, file, slot) or ():
                entry = _Entry((one,)) if isinstance(one, str) else one
                each = [[_print(text, lexicon) for text in spelled(phrase)] for phrase in entry.words]
                prints = list(chain(*each))
                for printed in prints:
                    if taken := slot_of.get(printed.splits[0]):
                        what = f"the phrase {printed.text!r} stands in slot {taken!r} already"
                        loader.tell(file, slot, what, "one slot")
                    slot_of |= dict.fromkeys(printed.splits, slot)
                # Words that mean nothing are each known by themselves, unless they are said to be alike.
                means = msgspec.to_builtins(entry.means)
                alike = each if entry.counting else [prints] if means or entry.alike else [[one] for one in prints]
                for count, group in enumerate(alike, entry.counting):
                    meant = {**means, COUNT: count} if entry.counting else means
                    found.append(Phrase(slot, " ".join(group[0].splits[0]), meant, (*group,)))
    lexicon.take(found)


def spelled(phrase: str) -> Iterable[str]:
    """Return a phrase with its choices decided, in the order in which it has them."""
    pieces = enumerate(_CHOICE.split(phrase))
    return map("".join, product(*(piece.split("|") if at % 2 else [piece] for at, piece in pieces)))


def _print(text: str, lexicon: Lexicon) -> Print:
    """Return how a phrase is printed, in small letters as texts are read."""
    folded = lexicon.fold(text)
    return Print(folded, tuple(dict.fromkeys(forms for _, forms in lexicon.splits(folded))))
