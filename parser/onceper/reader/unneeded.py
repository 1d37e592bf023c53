"""Find data that no example needs: patterns and exceptions of rules, phrases of a structure, parts of limits.

What can be taken away unnoticed is dead, or nothing guards it: taking each away in turn, an example has to fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from onceper.matching.match import PatternKey
from onceper.reader.card_type import checked_card_type
from onceper.reader.outcome import fill, outcome
from onceper.reader.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.lang.base import Language
    from onceper.patterns.parts import PartGroup, PrintedPart
    from onceper.patterns.rule import Rule
    from onceper.patterns.structure import Group
    from onceper.reader.card_type import CardType


def unneeded_patterns(reader: Reader, rule: Rule) -> Iterator[str]:
    """Name the patterns of a rule without which it reads all its ``matches`` as before, and the idle ``unless``.

    An ``unless`` is needed where the rule would read one of its ``rejects`` without it.
    """
    for number, pattern in enumerate(rule.patterns):
        key = PatternKey(rule.id, False, number)
        if all(reader.matches_of(rule, example) == reader.matches_of(rule, example, key) for example in rule.matches):
            yield f"{rule.file}: {rule.id}: none of the matches needs the pattern {pattern.text!r}"
    for number, pattern in enumerate(rule.unless):
        key = PatternKey(rule.id, True, number)
        if not any(
            reader.matches_of(rule, reject, key) and not reader.matches_of(rule, reject) for reject in rule.rejects
        ):
            yield f"{rule.file}: {rule.id}: none of the rejects needs the unless {pattern.text!r}"


def wrong_phrase_examples(language: Language, reader: Reader) -> Iterator[str]:
    """Name the examples of a structure that are read otherwise than they say."""
    for key, groups in language.structure.groups.items():
        for group in groups:
            card_type = _card_type(group)
            for text, expected in _texts(group, language):
                found = outcome(reader.read(text, card_type=card_type), language)
                if found != expected:
                    yield f"{key}: {text!r} is read as {found!r}; the file says {expected!r}"


def unneeded_phrases(language: Language, reader: Reader, key: str) -> Iterator[str]:
    """Name the phrases of one list of a structure that can be taken away, and every example is read as before."""
    structure = language.structure
    for group in structure.groups.get(key, ()):
        if not group.examples:
            plural = "s" if len(group.words) > 1 else ""
            yield f"{key}: no example needs the phrase{plural} {', '.join(map(repr, group.words))}"
            continue
        for phrase in group.words:
            rest = tuple(other for other in getattr(structure, key) if other != language.fold(phrase))
            without = language.with_structure(replace(structure, **{key: rest}))
            # What changes the words changes the rules that are written in them.
            is_same_book = without.book is language.book
            lesser = reader.printed_as(without) if is_same_book else Reader(without, without.book.rules)
            texts = [(fill(text, phrase, language), expected) for text, expected in group.examples.items()]
            card_type = _card_type(group)
            if all(outcome(lesser.read(text, card_type=card_type), language) == expected for text, expected in texts):
                yield f"{key}: no example needs the phrase {phrase!r}"


def wrong_part_examples(language: Language, reader: Reader) -> Iterator[str]:
    """Name the examples of parts that are read otherwise than they say."""
    for part in language.book.parts:
        for text, expected in part.group.examples.items():
            shown = fill(text, part.sample, language)
            found = outcome(reader.read(shown), language)
            if found != expected:
                yield f"{part.group.role}: {shown!r} is read as {found!r}; the file says {expected!r}"


def unneeded_parts(language: Language, reader: Reader) -> Iterator[str]:
    """Name the words of parts that can be taken away, and every example is read as before."""
    # Without spaces one way to print a part may be split in several ways.
    alike: dict[tuple[PartGroup, str], list[PrintedPart]] = {}
    for part in language.book.parts:
        alike.setdefault((part.group, part.sample), []).append(part)
    for (group, sample), parts in alike.items():
        if not group.examples:
            yield f"{group.role}: no example needs {parts[0].word!r}"
            continue
        without = {*map(id, parts)}
        lesser = reader.with_parts([other for other in language.book.parts if id(other) not in without])
        texts = [(fill(text, sample, language), expected) for text, expected in group.examples.items()]
        if all(outcome(lesser.read(text), language) == expected for text, expected in texts):
            yield f"{group.role}: no example needs {sample!r} of {parts[0].word!r}"


def _card_type(group: Group) -> CardType | None:
    """Return what the cards are whose texts the examples of a group are, or null."""
    return checked_card_type(group.card_type) if group.card_type else None


def _texts(group: Group, language: Language) -> Iterator[tuple[str, str]]:
    """Yield each example with each phrase of its group, and what is read in it."""
    for text, expected in group.examples.items():
        for phrase in group.words:
            yield fill(text, phrase, language), expected
