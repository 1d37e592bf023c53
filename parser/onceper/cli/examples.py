"""Check that data reads the examples that stand beside it, and find data that no example needs.

What can be taken away unnoticed is dead, or nothing guards it: taking each away in turn, an example has to fail.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, get_args

import click
from msgspec.structs import replace

from onceper.cli.printing import print_rows
from onceper.contract.limit import Limit, Period
from onceper.display.rule_words import what_is_yielded
from onceper.errors import OnceperError
from onceper.lang.languages import language
from onceper.matching.match import PatternKey
from onceper.patterns.language_files import PARTS, STRUCTURE
from onceper.patterns.sequence import inflected, sample_of
from onceper.reader.card_type import checked_card_type
from onceper.reader.reader import Reader
from onceper.reader.readers import reader_of, rules_and_readers
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading
    from onceper.lang.base import Language
    from onceper.patterns.parts import PrintedPart
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
# How many may be on the field is asked at any time; whatever else is counted is counted within a period.
_COUNTS_FOR_EVER = "control"
_PART_OF_SPEECH = re.compile(r"(?<=.)/[^\x00-\x7f]*$")
_HEADINGS = ("rule", "yields", "example")


class ExamplesError(OnceperError):
    """Rules do not read their examples, or read what they must not."""


def check_rules(by_lang: Mapping[str, Collection[Rule]]) -> None:
    """Print what these rules yield, then hints, and at last how many rules of each language are as they say.

    Raises:
        ExamplesError: an example of theirs, or of another rule of the language, is not read as it says.
    """
    languages = [language(code) for code, rules in by_lang.items() if rules]
    asked = {rule for rules in by_lang.values() for rule in rules}
    every = [pair for spoken in languages for pair in rules_and_readers(spoken)]
    chosen = [(rule, reader) for rule, reader in every if rule in asked]
    own = [print_ for spoken in languages for print_ in (spoken, *spoken.games.values()) if print_.folders.own_files]
    # A bundled language keeps its own files.
    whole = [reader_of(print_.code, print_.game) for print_ in own if not print_.is_bundled]
    shown = [one for reader in whole for one in (*shown_phrases(reader), *shown_parts(reader))]
    print_rows(_HEADINGS, [row for rule, reader in chosen for row in _yields(rule, reader)])
    problems = [problem for rule, reader in every for problem in wrong_examples(reader, rule)]
    problems += [problem for rule, reader in chosen for problem in limits_without_period(reader, rule)]
    problems += wrong_texts(shown)
    if problems:
        raise ExamplesError("\n".join([f"examples that are not read as their files say: {len(problems)}", *problems]))
    own_files = {file for print_ in own for file in print_.folders.own_files}
    hints = [hint for rule, reader in chosen if rule.file in own_files for hint in unneeded_patterns(reader, rule)]
    if len(chosen) == len(every):
        hints += unneeded(shown)
        hints += [
            f"{_file(reader, PARTS)}: missing, so that limits in other words than the patterns' go unnoticed"
            for reader in whole
            if not reader.language.book.parts
        ]
    for hint in hints:
        click.echo(f"hint: {hint}", err=True)
    counts = (f"{len(rules)} {code}" for code, rules in by_lang.items() if rules)
    click.echo(f"every example is read as its rule says: {', '.join(counts)}")


def _yields(rule: Rule, reader: Reader) -> Iterator[tuple[str, str, str]]:
    """Return id, what the rule makes of an example, and the example; of those that yield the same the first."""
    examples: dict[str, str] = {}
    for example in rule.matches:
        examples.setdefault(what_is_yielded(rule, records_in(reader, rule, example)), example)
    return ((rule.id, yielded, example) for yielded, example in examples.items())


def wrong_examples(reader: Reader, rule: Rule) -> list[str]:
    """Return what is wrong with each example of a rule that is not as it says; an empty list where all are.

    Each says who reads the clauses of the example instead, and which rules came nearest.
    """
    held = [*((example, True) for example in rule.matches), *((example, False) for example in rule.rejects)]
    return [problem for example, must_read in held for problem in _wrong(reader, rule, example, must_read)]


def _wrong(reader: Reader, rule: Rule, example: str, must_read: bool) -> Iterator[str]:
    clauses = reader.every_clause(example)
    if must_read == any(rule.id in reading.rules for _, reading in clauses):
        return
    wrong = "does not read" if must_read else "reads, though it must not,"
    lines = [f"{rule.file}: {rule.id} {wrong} {example!r}", *(f"  pattern {pattern}" for pattern in rule.patterns)]
    for template, reading in clauses:
        clause = template.replace(MASK, "{name}")
        lines.append(f"  clause {clause!r} is read by {', '.join(reading.rules) or 'no rule'}")
        nearest = reader.sentences.clauses.nearest(template)
        lines += [f"    nearest: {near}, which {_missed(missing)}" for near, missing in nearest]
    yield "\n".join(lines)


def _missed(missing: Collection[str]) -> str:
    if missing:
        # Japanese words that inflect are known by their dictionary form with their part of speech behind it.
        return f"misses {', '.join(_PART_OF_SPEECH.sub('', symbol) for symbol in missing)}"
    return "has all its words here, in another order or beside what it is barred by"


def limits_without_period(reader: Reader, rule: Rule) -> list[str]:
    """Return for each ``matches`` in which a rule reads a limit of no period, though its kind needs one, what to do."""
    return [
        f"{rule.file}: {rule.id} reads a limit without a period in {example!r}; "
        f"expected one of {', '.join(get_args(Period))}\n"
        "  remedy: put a slot that means a period in place of words of the pattern, or say the period in the rule"
        for example in rule.matches
        for record in records_in(reader, rule, example)
        if isinstance(record, Limit) and record.period is None and record.kind != _COUNTS_FOR_EVER
    ]


def records_in(reader: Reader, rule: Rule, example: str) -> list[Limit | NonEffect]:
    """List what a rule yields in an example; of a rule that amends, the records that it changes."""
    reading = reader.read(example)
    records: list[Limit | NonEffect] = [*reading.limits, *reading.non_effects]
    if rule.reading_kind == "amends":
        return [record for record in records if record.kind == rule.amended_kind]
    # What says the same as its neighbour is one record with it, under the neighbour's rule.
    waiting = (
        candidate.statement.record for _, clause in reader.every_clause(example) for candidate in clause.candidates
    )
    return [one for one in records if one.rule == rule.id] or [one for one in waiting if one.rule == rule.id]


def unneeded_patterns(reader: Reader, rule: Rule) -> Iterator[str]:
    """Name the patterns without which a rule reads its ``matches`` as before, and each ``unless`` its ``rejects``."""
    listed = (("pattern", rule.patterns, rule.matches), ("unless", rule.unless, rule.rejects))
    for what, patterns, examples in listed:
        read = [reader.matches_of(rule, example) for example in examples]
        for number, pattern in enumerate(patterns):
            key = PatternKey(rule.id, what == "unless", number)
            if read == [reader.matches_of(rule, example, key) for example in examples]:
                yield f"{rule.file}: {rule.id}: no example needs the {what} {pattern!r}"


class Shown(NamedTuple):
    """Hold a phrase of a structure, or a part: its file and list, what it is, and texts with what is read in each.

    ``without`` yields who reads as if it were not there, who is made the quickest first.
    """

    listed: str
    named: str
    texts: Mapping[str, str]
    reader: Reader
    without: Callable[[], Iterable[Reader]]
    card_type: CardType | None = None

    def read(self, text: str, reader: Reader) -> str:
        """Return what a reader reads in a text of its card."""
        return outcome(reader.read(text, card_type=self.card_type), reader.language)

    def is_read_alike(self, reader: Reader) -> bool:
        """Tell whether a reader reads the texts as they say, and each field of their limits like who has all."""
        return all(
            self.read(text, reader) == expected and self._limits(text, reader) == self._limits(text, self.reader)
            for text, expected in self.texts.items()
        )

    def _limits(self, text: str, reader: Reader) -> list[Limit]:
        limits = reader.read(text, card_type=self.card_type).limits
        return [replace(limit, rule="", source="rule", confidence=1.0) for limit in limits]


def shown_phrases(reader: Reader) -> Iterator[Shown]:
    """Yield each phrase of the structure of a reader's language."""
    for key, examples in reader.language.structure.examples.items():
        for text, read, phrases in examples:
            for phrase in phrases:
                texts = {fill(text, phrase, reader.language): read} if text else {}
                without = partial(_without_phrase, reader, key, phrase)
                listed = f"{_file(reader, STRUCTURE)}: {key}"
                yield Shown(listed, repr(phrase), texts, reader, without, _CARD_TYPES.get(key))


def _without_phrase(reader: Reader, key: str, phrase: str) -> Iterator[Reader]:
    spoken, structure = reader.language, reader.language.structure
    rest = [
        one._replace(phrases=tuple(other for other in one.phrases if other != phrase))
        for one in structure.examples[key]
    ]
    without = spoken.with_structure(structure.but(key, tuple(rest)))
    # What changes the words changes the rules that are written in them.
    yield reader.but(language=without) if without.book is spoken.book else Reader(without, without.book.rules)


def shown_parts(reader: Reader) -> Iterator[Shown]:
    """Yield each part of the sentences that limit in a reader's language."""
    book = reader.language.book
    # Without spaces one way to print a part may be split in several ways; a book that was kept holds each by itself.
    alike: dict[tuple[str, str], list[PrintedPart]] = {}
    for part in book.parts:
        alike.setdefault((part.group.role, sample_of(part.elements, book.lexicon)), []).append(part)
    for (role, sample), parts in alike.items():
        group = parts[0].group
        texts = {fill(text, sample, reader.language): expected for text, expected in group.examples.items()}
        without = partial(_without_parts, reader, parts)
        yield Shown(f"{_file(reader, PARTS)}: {role}", f"{sample!r} of {parts[0].word!r}", texts, reader, without)


def _without_parts(reader: Reader, parts: Iterable[PrintedPart]) -> Iterator[Reader]:
    # Many are alike in what they hold, and each is what it is.
    gone = {*map(id, parts)}
    rest = [other for other in reader.language.book.parts if id(other) not in gone]
    yield reader.but(parts=rest)
    # What another part reads as well, it may not lead to.
    without = reader.language.with_parts(rest)
    yield Reader(without, without.book.rules)


def _file(reader: Reader, name: str) -> str:
    folders = reader.language.folders
    return folders.shown(folders.main / name)


def wrong_texts(shown: Iterable[Shown]) -> Iterator[str]:
    """Name the texts that are read otherwise than they say."""
    for one in shown:
        for text, expected in one.texts.items():
            found = one.read(text, one.reader)
            if found != expected:
                yield f"{one.listed}: {text!r} is read as {found!r}; the file says {expected!r}"


def unneeded(shown: Iterable[Shown]) -> Iterator[str]:
    """Name what can be taken away, and every text that shows it is read as before."""
    for one in shown:
        if not one.texts or all(map(one.is_read_alike, one.without())):
            yield f"{one.listed}: no example needs {one.named}"


def outcome(reading: CardReading, spoken: Language) -> str:
    """Return the kinds of the effects and of the other text, in printed order, with the limits that govern each.

    Where an effect has several choices, what becomes of them stands behind a colon. ``unread`` stands for words that
    are not read; a limit that governs no effect stands by itself.
    """
    pieces = [(other.span, str(other.kind)) for other in reading.non_effects]
    pieces += [(words.span, "unread") for words in reading.unread]
    pieces += [(limit.span, _name(limit, spoken)) for limit in reading.limits if not limit.applies_to.effects]
    for effect in reading.effects:
        limits = [_name(limit, spoken) for limit in reading.limits if effect.index in limit.applies_to.effects]
        kind = f"{effect.kind}: {effect.choose}" if len(effect.options) > 1 else effect.kind
        pieces.append((effect.span, " ".join([kind, *limits])))
    return " | ".join(kind for _, kind in sorted(pieces))


def _name(limit: Limit, spoken: Language) -> str:
    # Abilities say themselves whether a player may decline, when a limit of theirs holds, and whose cards share it.
    told = {
        "optional": limit.optional,
        "conditional": limit.condition,
        "yours": limit.scope == "name" and limit.owner == "you",
        "own turn": limit.whose_turn == "own",
        "opponent's turn": limit.whose_turn == "opponent",
    }
    said = [word for word, is_said in told.items() if is_said and spoken.abilities]
    return f"({', '.join([limit.kind, *said])})"


def fill(text: str, phrase: str, spoken: Language) -> str:
    """Return an example with a phrase in its place, with a capital where a sentence or a line begins.

    Words have the endings that are named behind them, as in a pattern.
    """
    before, place, _ = text.partition(_PLACE)
    if not place:
        return text
    name = f"{spoken.quotes.opening}Ember{spoken.quotes.closing}"
    shown = _OF_A_LIST.sub(lambda one: spoken.structure[one[1]][0], phrase)
    shown = shown.replace(*_ANY_WORDS).replace(*_ANY_NUMBER).replace(MASK, name)
    before = before.rstrip(" ")
    if spoken.joint and (not before or before.endswith(_BEGINS)):
        shown = re.sub(r"\S", lambda first: first[0].upper(), shown, count=1)
    filled = text.replace(_PLACE, shown)
    return inflected(filled, spoken.book.lexicon) if spoken.splitter.letters else filled
