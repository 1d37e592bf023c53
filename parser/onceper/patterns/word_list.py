"""The phrases of a language's word list: which slot each fills, what it means, and how it is printed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from onceper.patterns.fields import WORD_FIELDS
from onceper.patterns.records import Problem, Tables, find_wrong, make_record
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.patterns.lexicon import Lexicon

NAME = "name"
COUNT = "count"
NUMBERS = "numbers"
BUILT_IN = {NAME: "a quoted name", COUNT: "a number", NUMBERS: "numbers of effects"}

_NAMEABLE = re.compile("[a-z_]+")


class Print(msgspec.Struct, frozen=True, array_like=True):
    """Hold one way to print a phrase: its text, what stands in every text that prints it, and its words.

    These are split in several ways where that hangs on what stands beside them.
    """

    text: str
    literal: str
    splits: tuple[tuple[str, ...], ...]


class Phrase(msgspec.Struct, frozen=True, eq=False):
    """Hold what fills a slot: the first words of this meaning, what they mean, and how they are printed."""

    slot: str
    lemma: str
    means: Mapping[str, Any]
    prints: tuple[Print, ...] = ()


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold phrases of a word list and what they mean."""

    words: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, description="a list of phrases")]
    means: dict[str, Any] = {}


def read_words(lexicon: Lexicon, files: Mapping[str, Mapping[str, Any]], problems: list[Problem]) -> None:
    """Fill an empty word list with what files hold, by their names; everything wrong goes to the problems."""
    reader = _WordReader(lexicon, problems)
    for file, content in files.items():
        reader.read(file, content)
    lexicon.take(reader.phrases)


class _WordReader:
    """Read files of words; everything that is wrong in one goes to the ``problems``."""

    def __init__(self, lexicon: Lexicon, problems: list[Problem]) -> None:
        self.phrases: list[Phrase] = []
        self._lexicon = lexicon
        self._problems = problems
        self._slot_of: dict[tuple[str, ...], str] = {}

    def read(self, file: str, content: Mapping[str, Any]) -> None:
        """Add the phrases of one file."""
        not_tables = {slot: told for slot, *told in find_wrong(content, dict.fromkeys(content, Tables))}
        for slot, tables in content.items():
            wrong = not_tables.get(slot)
            if slot in BUILT_IN and slot != COUNT:
                wrong = ["this slot is built in", "another name"]
            elif not _NAMEABLE.fullmatch(slot):
                wrong = ["no pattern can name this slot", "small letters and _"]
            if wrong:
                self._problems.append(Problem(file, slot, *wrong))
            else:
                for table in tables:
                    self._add(file, slot, table)

    def _add(self, file: str, slot: str, table: Mapping[str, Any]) -> None:
        entry = make_record(_Entry, table, file, slot, self._problems)
        means = table.get("means", {}) if isinstance(table.get("means"), dict) else {}
        self._problems += [Problem(file, slot, *told) for _, *told in find_wrong(means, WORD_FIELDS)]
        prints = [one for text in entry.words if (one := self._print(file, slot, text))] if entry else []
        # Words that mean nothing are each known by themselves.
        for alike in [prints] if means else [[one] for one in prints]:
            if alike:
                self.phrases.append(Phrase(slot, " ".join(alike[0].splits[0]), means, tuple(alike)))

    def _print(self, file: str, slot: str, text: str) -> Print | None:
        """Return how a phrase is printed, or null where no text prints it or another has its words."""
        lexicon = self._lexicon
        folded = lexicon.fold(text)
        printed, forms = lexicon.split(folded)
        words = tuple(forms)
        if text not in {folded, text.lower()}:
            wrong = f"the phrase {text!r} has capitals", folded
        elif not words:
            wrong = "an empty phrase", ""
        elif words in self._slot_of:
            wrong = f"the phrase {folded!r} stands in slot {self._slot_of[words]!r} already", ""
        else:
            # Without spaces, what begins or ends a text may be split in another way than beside a noun.
            behind = lexicon.split(MASK + lexicon.joint + folded)[1][1:]
            before = lexicon.split(folded + lexicon.joint + MASK)[1][:-1]
            splits = tuple(dict.fromkeys((words, tuple(behind), tuple(before))))
            self._slot_of |= dict.fromkeys(splits, slot)
            return Print(folded, _literal(lexicon.counted(folded), printed, forms, lexicon.joint), splits)
        self._problems.append(Problem(file, slot, *wrong))
        return None


def _literal(phrase: str, printed: Sequence[str], forms: Sequence[str], joint: str) -> str:
    """Return a phrase, or of one with words that inflect its longest run of others, which may be empty."""
    if list(printed) == list(forms):
        return phrase
    runs = [""]
    for word, form in zip(printed, forms, strict=True):
        if word != form:
            runs.append("")
        else:
            runs[-1] += (joint if runs[-1] else "") + word
    return max(runs, key=len)
