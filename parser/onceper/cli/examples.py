"""Check that data reads the examples that stand beside it, and find data that no example needs.

What can be taken away unnoticed is dead, or nothing guards it: taking each away in turn, an example has to fail.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, get_args

from onceper.contract.limit import Limit, Period
from onceper.errors import OnceperError
from onceper.matching.match import PatternKey
from onceper.patterns.sequence import inflected, sample_of
from onceper.reader.card_type import checked_card_type
from onceper.reader.reader import Reader
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading
    from onceper.lang.base import Language
    from onceper.patterns.parts import Part, PrintedPart
    from onceper.patterns.rule import Rule
    from onceper.reader.card_type import CardType

_PLACE = "{}"
# Stands in a phrase for any of a list.
_OF_A_LIST = re.compile(r"{(\w+)}")
# What stands in a text for the signs that phrases have for any words, and for any number.
_ANY_WORDS, _ANY_NUMBER = ("...", "it"), ("#", "2")
_BEGINS = (".", "!", ":", "\n", "●", "•")
# What cards the examples of a list are of, where that counts: where else than on the field an effect may be, is told of
# those that do not stay there.
_CARD_TYPES = {"elsewhere": checked_card_type("Spell / Normal")}


def outcome(reading: CardReading, language: Language) -> str:
    """Return the kinds of the effects and of the other text, in printed order, with the limits that govern each.

    Where an effect has several choices, what becomes of them stands behind a colon. ``unread`` stands for words that
    are not read; a limit that governs no effect stands by itself.
    """
    pieces = [(other.span, str(other.kind)) for other in reading.non_effects]
    for effect in reading.effects:
        limits = [_name(limit, language) for limit in reading.limits if effect.index in limit.applies_to.effects]
        kind = f"{effect.kind}: {effect.choose}" if len(effect.options) > 1 else effect.kind
        pieces.append((effect.span, " ".join([kind, *limits])))
    pieces += [(limit.span, _name(limit, language)) for limit in reading.limits if not limit.applies_to.effects]
    pieces += [(words.span, "unread") for words in reading.unread]
    return " | ".join(kind for _, kind in sorted(pieces))


def _name(limit: Limit, language: Language) -> str:
    said: list[str] = [limit.kind]
    if language.abilities:
        # Abilities say themselves whether a player may decline, when a limit of theirs holds, and whose cards share it.
        is_yours = limit.scope == "name" and limit.owner == "you"
        told = {
            "optional": limit.optional,
            "conditional": limit.condition,
            "yours": is_yours,
            "own turn": limit.whose_turn == "own",
            "opponent's turn": limit.whose_turn == "opponent",
        }
        said += [word for word, is_said in told.items() if is_said]
    return f"({', '.join(said)})"


def fill(text: str, phrase: str, language: Language) -> str:
    """Return an example with a phrase in its place, with a capital where a sentence or a line begins.

    Words have the endings that are named behind them, as in a pattern.
    """
    at = text.find(_PLACE)
    if at < 0:
        return text
    opening, closing = language.quotes.opening, language.quotes.closing
    shown = _OF_A_LIST.sub(lambda one: language.structure[one[1]][0], phrase)
    shown = shown.replace(*_ANY_WORDS).replace(*_ANY_NUMBER).replace(MASK, f"{opening}Ember{closing}")
    before = text[:at].rstrip(" ")
    if language.joint and (not before or before.endswith(_BEGINS)):
        first = len(shown) - len(shown.lstrip())
        shown = shown[:first] + shown[first : first + 1].upper() + shown[first + 1 :]
    filled = text.replace(_PLACE, shown)
    return inflected(filled, language.book.lexicon) if language.splitter.letters else filled


# How many may be on the field is asked at any time; whatever else is counted is counted within a period.
_COUNTS_FOR_EVER = {"control"}

_PART_OF_SPEECH = re.compile(r"(?<=.)/[^\x00-\x7f]*$")


class ExamplesError(OnceperError):
    """Rules do not read their examples, or read what they must not."""


def wrong_examples(reader: Reader, rule: Rule) -> list[str]:
    """Return what is wrong with each example of a rule that is not as it says; an empty list where all are.

    Each says who reads the clauses of the example instead, and which rules came nearest.
    """
    return [
        _explain(reader, rule, example, must_read)
        for examples, must_read in ((rule.matches, True), (rule.rejects, False))
        for example in examples
        if (rule.id in _rules_of(reader, example)) != must_read
    ]


def limits_without_period(reader: Reader, rule: Rule) -> list[str]:
    """Return for each ``matches`` in which a rule reads a limit of no period, though its kind needs one, what to do."""
    return [
        f"{rule.file}: {rule.id} reads a limit without a period in {example!r}; "
        f"expected one of {', '.join(get_args(Period))}\n"
        "  remedy: put a slot that means a period in place of words of the pattern, or say the period in the rule"
        for example in rule.matches
        if any(map(_lacks_period, records_in(reader, rule, example)))
    ]


def _lacks_period(record: Limit | NonEffect) -> bool:
    return isinstance(record, Limit) and record.period is None and record.kind not in _COUNTS_FOR_EVER


def records_in(reader: Reader, rule: Rule, example: str) -> list[Limit | NonEffect]:
    """List what a rule yields in an example; of a rule that amends, the records that it changes."""
    reading = reader.read(example)
    records: tuple[Limit | NonEffect, ...] = reading.limits if rule.reading_kind == "limit" else reading.non_effects
    if rule.reading_kind == "amends":
        records = (*reading.limits, *records)
        return [record for record in records if record.kind == rule.amended_kind]
    # What says the same as its neighbour is one record with it, under the neighbour's rule.
    return [record for record in records if record.rule == rule.id] or [
        candidate.statement.record
        for _, clause in reader.every_clause(example)
        for candidate in clause.candidates
        if candidate.statement.record.rule == rule.id
    ]


def _rules_of(reader: Reader, example: str) -> list[str]:
    return list(dict.fromkeys(rule for _, reading in reader.every_clause(example) for rule in reading.rules))


def _missed(missing: Collection[str]) -> str:
    if missing:
        # Japanese words that inflect are known by their dictionary form with their part of speech behind it.
        return f"misses {', '.join(_PART_OF_SPEECH.sub('', symbol) for symbol in missing)}"
    return "has all its words here, in another order or beside what it is barred by"


def _explain(reader: Reader, rule: Rule, example: str, must_read: bool) -> str:
    wrong = "does not read" if must_read else "reads, though it must not,"
    lines = [f"{rule.file}: {rule.id} {wrong} {example!r}", *(f"  pattern {pattern}" for pattern in rule.patterns)]
    for template, reading in reader.every_clause(example):
        clause = template.replace(MASK, "{name}")
        lines.append(f"  clause {clause!r} is read by {', '.join(reading.rules) or 'no rule'}")
        lines += [
            f"    nearest: {near}, which {_missed(missing)}"
            for near, missing in reader.sentences.clauses.nearest(template)
        ]
    return "\n".join(lines)


def unneeded_patterns(reader: Reader, rule: Rule) -> Iterator[str]:
    """Name the patterns of a rule without which it reads all its ``matches`` as before, and the idle ``unless``.

    An ``unless`` is needed where the rule would read one of its ``rejects`` without it.
    """
    for number, pattern in enumerate(rule.patterns):
        key = PatternKey(rule.id, False, number)
        if all(reader.matches_of(rule, example) == reader.matches_of(rule, example, key) for example in rule.matches):
            yield f"{rule.file}: {rule.id}: none of the matches needs the pattern {pattern!r}"
    for number, pattern in enumerate(rule.unless):
        key = PatternKey(rule.id, True, number)
        if not any(
            reader.matches_of(rule, reject, key) and not reader.matches_of(rule, reject) for reject in rule.rejects
        ):
            yield f"{rule.file}: {rule.id}: none of the rejects needs the unless {pattern!r}"


class Shown(NamedTuple):
    """Hold a phrase of a structure, or a part: its list or role, what it is, and texts with what is read in each.

    ``read_without`` returns who reads as if it were not there.
    """

    listed: str
    named: str
    texts: Mapping[str, str]
    card_type: CardType | None
    read_without: Callable[[], Reader]


def shown_phrases(language: Language, reader: Reader) -> Iterator[Shown]:
    """Yield each phrase of a language's structure."""
    for key, examples in language.structure.examples.items():
        for example in examples:
            for phrase in example.phrases:
                texts = {fill(example.text, phrase, language): example.read} if example.text else {}
                read_without = partial(_without_phrase, language, reader, key, phrase)
                yield Shown(key, repr(phrase), texts, _CARD_TYPES.get(key), read_without)


def _without_phrase(language: Language, reader: Reader, key: str, phrase: str) -> Reader:
    structure = language.structure
    rest = [
        one._replace(phrases=tuple(other for other in one.phrases if other != phrase))
        for one in structure.examples[key]
    ]
    without = language.with_structure(structure.but(key, tuple(rest)))
    # What changes the words changes the rules that are written in them.
    return reader.but(language=without) if without.book is language.book else Reader(without, without.book.rules)


def shown_parts(language: Language, reader: Reader) -> Iterator[Shown]:
    """Yield each part of the sentences that limit in a language."""
    # Without spaces one way to print a part may be split in several ways.
    alike: dict[tuple[Part, str], list[PrintedPart]] = {}
    for part in language.book.parts:
        alike.setdefault((part.group, sample_of(part.elements, language.book.lexicon)), []).append(part)
    for (group, sample), parts in alike.items():
        texts = {fill(text, sample, language): expected for text, expected in group.examples.items()}
        read_without = partial(_without_parts, language, reader, parts)
        yield Shown(group.role, f"{sample!r} of {parts[0].word!r}", texts, None, read_without)


def _without_parts(language: Language, reader: Reader, parts: Collection[PrintedPart]) -> Reader:
    gone = {*map(id, parts)}
    return reader.but(parts=[other for other in language.book.parts if id(other) not in gone])


def wrong_texts(shown: Iterable[Shown], language: Language, reader: Reader) -> Iterator[str]:
    """Name the texts that are read otherwise than they say."""
    for one in shown:
        for text, expected in one.texts.items():
            found = outcome(reader.read(text, card_type=one.card_type), language)
            if found != expected:
                yield f"{one.listed}: {text!r} is read as {found!r}; the file says {expected!r}"


def unneeded(shown: Iterable[Shown], language: Language) -> Iterator[str]:
    """Name what can be taken away, and every text that shows it is read as before."""
    for one in shown:
        lesser = one.read_without() if one.texts else None
        if lesser is None or all(
            outcome(lesser.read(text, card_type=one.card_type), language) == expected
            for text, expected in one.texts.items()
        ):
            yield f"{one.listed}: no example needs {one.named}"
