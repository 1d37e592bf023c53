"""Check that data reads the examples that stand beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, get_args

import click

from onceper.cli.printing import print_rows
from onceper.contract.limit import Limit, Period
from onceper.display.speech import ENGLISH, Speech
from onceper.errors import OnceperError
from onceper.lang.languages import language
from onceper.matching.match import PatternKey
from onceper.patterns.language_files import PARTS, STRUCTURE
from onceper.patterns.sequence import inflected, sample_of
from onceper.reader.card_type import checked_card_type
from onceper.reader.readers import reader_of, rules_and_readers
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading
    from onceper.lang.base import Language
    from onceper.patterns.rule import Rule
    from onceper.reader.card_type import CardType
    from onceper.reader.reader import Reader

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


def check_rules(by_lang: Mapping[str, Collection[Rule]]) -> None:
    """Print what these rules yield, then hints, and at last how many rules of each language are as they say.

    Raises:
        OnceperError: an example of theirs, or of another rule of the language, is not read as it says.
    """
    problems: list[str] = []
    hints: list[str] = []
    rows: list[tuple[str, str, str]] = []
    for code, asked in by_lang.items():
        if not asked:
            continue
        spoken = language(code)
        own = {file for print_ in (spoken, *spoken.games.values()) for file in print_.folders.own_files}
        for rule, reader in rules_and_readers(spoken):
            problems += wrong_examples(reader, rule)
            if rule in asked:
                rows += _yields(rule, reader)
                problems += limits_without_period(reader, rule)
                hints += unneeded_patterns(reader, rule) if rule.file in own else ()
        # A bundled language keeps its own files.
        for reader in (reader_of(code, game) for game in (None, *spoken.games) if not spoken.in_game(game).is_bundled):
            problems += wrong_texts(reader)
            if not reader.language.book.parts:
                unnoticed = "missing, so that limits in other words than the patterns' go unnoticed"
                hints.append(_listed(reader.language, PARTS, unnoticed))
    print_rows(_HEADINGS, rows)
    if problems:
        raise OnceperError("\n".join([f"examples that are not read as their files say: {len(problems)}", *problems]))
    for hint in hints:
        click.echo(f"hint: {hint}", err=True)
    counts = (f"{len(rules)} {code}" for code, rules in by_lang.items() if rules)
    click.echo(f"every example is read as its rule says: {', '.join(counts)}")


def _yields(rule: Rule, reader: Reader) -> Iterator[tuple[str, str, str]]:
    """Return id, what the rule makes of an example, and the example; of those that yield the same the first."""
    does = rule.reading_kind.replace("_", " ")
    amended = f"amends {', '.join(rule.reading)}: " if does == "amends" else ""
    examples: dict[str, str] = {}
    for example in rule.matches:
        records = " | ".join(map(_in_words, records_in(reader, rule, example))) or "nothing"
        examples.setdefault(f"{does}: {rule.why}" if rule.why else amended + records, example)
    return ((rule.id, yielded, example) for yielded, example in examples.items())


def _in_words(record: Limit | NonEffect) -> str:
    """Return what a record says where it stands alone, such as ``hard · By card name, once per turn``."""
    kind = record.kind.replace("_", " ")
    return f"{kind} · {Speech(ENGLISH, None).say(record)}" if isinstance(record, Limit) else kind


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
    for place, wording in enumerate(rule.wordings):
        listed = (("pattern", wording.patterns, rule.matches), ("unless", wording.bars, rule.rejects))
        for what, patterns, examples in listed:
            read = [reader.matches_of(rule, example) for example in examples]
            for number, pattern in enumerate(patterns):
                key = PatternKey(rule.id, place, what == "unless", number)
                if read == [reader.matches_of(rule, example, key) for example in examples]:
                    yield f"{rule.file}: {rule.id}: no example needs the {what} {pattern!r}"


class Shown(NamedTuple):
    """Hold a phrase of a structure, or a part, with the list of a file that has it, and a text that shows it.

    ``read`` is what the file says of the text, which is empty where nothing shows the phrase.
    """

    listed: str
    phrase: str
    text: str
    read: str
    card_type: CardType | None = None


def shown_phrases(reader: Reader) -> Iterator[Shown]:
    """Yield each phrase of the structure of a reader's language, and each of its parts, once for each of its texts."""
    spoken = reader.language
    for key, examples in spoken.structure.examples.items():
        for text, read, phrases in examples:
            for phrase in phrases:
                filled = fill(text, phrase, spoken)
                yield Shown(_listed(spoken, STRUCTURE, key), phrase, filled, read, _CARD_TYPES.get(key))


def shown_parts(reader: Reader) -> Iterator[Shown]:
    """Yield each part of the sentences that limit in a reader's language, once for each of its texts."""
    spoken = reader.language
    # Without spaces one way to print a part may be split in several ways.
    parts = {(part.group.role, sample_of(part.elements, spoken.book.lexicon)): part.group for part in spoken.book.parts}
    for (role, sample), part in parts.items():
        for text, read in part.examples.items() or [("", "")]:
            yield Shown(_listed(spoken, PARTS, role), sample, fill(text, sample, spoken), read)


def _listed(spoken: Language, name: str, key: str) -> str:
    return f"{spoken.folders.shown(spoken.folders.main / name)}: {key}"


def wrong_texts(reader: Reader) -> Iterator[str]:
    """Name the texts of phrases and parts that are read otherwise than their files say."""
    for one in (*shown_phrases(reader), *shown_parts(reader)):
        found = outcome(reader.read(one.text, card_type=one.card_type), reader.language)
        if one.text and found != one.read:
            yield f"{one.listed}: {one.text!r} is read as {found!r}; the file says {one.read!r}"


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
