"""Check that data reads the examples that stand beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, get_args

import click

from onceper.cli.printing import print_rows
from onceper.contract.limit import Limit, Period
from onceper.display.speech import Speech
from onceper.errors import OnceperError
from onceper.lang.languages import ENGLISH, language
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
_STANDS_FOR = (("...", "it"), ("#", "2"))
# Behind these a sentence begins.
_BEGINS = re.compile(r"(^|[.!:\n●•]) *\Z")
# What cards the examples of a list are of, where that counts: where else than on the field an effect may be, is told of
# those that do not stay there.
_CARD_TYPES = {"elsewhere": checked_card_type("Spell / Normal")}
# How many may be on the field is asked at any time; whatever else is counted is counted within a period.
_COUNTS_FOR_EVER = "control"
_PART_OF_SPEECH = re.compile(r"(?<=.)/[^\x00-\x7f]*$")
_HEADINGS = ("rule", "yields", "example")


def check_rules(by_lang: Mapping[str, Collection[Rule]]) -> None:
    """Print what these rules yield, then hints, and at last how many rules of each language are as they say.

    Of examples that yield the same the first is shown.

    Raises:
        OnceperError: an example of theirs, or of another rule of the language, is not read as it says.
    """
    problems: list[str] = []
    hints: list[str] = []
    rows: dict[tuple[str, str], str] = {}
    for code, asked in by_lang.items():
        spoken = language(code)
        for rule, reader in rules_and_readers(spoken):
            problems += wrong_examples(reader, rule)
            if rule in asked:
                for example in rule.matches:
                    rows.setdefault((rule.id, _yield(reader, rule, example)), example)
                if rule.file in reader.language.folders.own_files:
                    hints += unneeded_patterns(reader, rule)
        # A bundled language keeps its own files.
        for own in (own for own in (spoken, *spoken.games.values()) if not own.is_bundled):
            problems += wrong_texts(reader_of(code, own.game))
            if not own.book.parts:
                unnoticed = "missing, so that limits in other words than the patterns' go unnoticed"
                hints.append(_listed(own, PARTS, unnoticed))
    print_rows(_HEADINGS, ((*yielded, example) for yielded, example in rows.items()))
    if problems:
        raise OnceperError("\n".join([f"examples that are not read as their files say: {len(problems)}", *problems]))
    for hint in hints:
        click.echo(f"hint: {hint}", err=True)
    counts = ", ".join(f"{len(rules)} {code}" for code, rules in by_lang.items())
    click.echo(f"every example is read as its rule says: {counts}")


def _yield(reader: Reader, rule: Rule, example: str) -> str:
    """Return what a rule makes of an example, such as ``hard · By card name, once per turn``."""
    does = rule.reading_kind.replace("_", " ")
    if rule.why:
        return f"{does}: {rule.why}"
    said = []
    for record in records_in(reader, rule, example):
        kind = record.kind.replace("_", " ")
        said.append(f"{kind} · {Speech(ENGLISH, None).say(record)}" if isinstance(record, Limit) else kind)
    amended = f"amends {', '.join(rule.reading)}: " if does == "amends" else ""
    return amended + (" | ".join(said) or "nothing")


def wrong_examples(reader: Reader, rule: Rule) -> Iterator[str]:
    """Yield what is wrong with each example of a rule that is not as it says, or is a limit of no period.

    Each says who reads the clauses of the example instead, and which rules came nearest.
    """
    for examples, must_read in ((rule.matches, True), (rule.rejects, False)):
        for example in examples:
            clauses = reader.every_clause(example)
            if must_read != any(rule.id in reading.rules for _, reading in clauses):
                wrong = "does not read" if must_read else "reads, though it must not,"
                lines = [f"{rule.file}: {rule.id} {wrong} {example!r}"]
                lines += (f"  pattern {pattern}" for pattern in rule.patterns)
                for template, reading in clauses:
                    clause = template.replace(MASK, "{name}")
                    lines.append(f"  clause {clause!r} is read by {', '.join(reading.rules) or 'no rule'}")
                    nearest = reader.sentences.clauses.nearest(template)
                    lines += [f"    nearest: {near}, which {_missed(missing)}" for near, missing in nearest]
                yield "\n".join(lines)
            elif must_read and any(map(_lacks_period, records_in(reader, rule, example))):
                yield (
                    f"{rule.file}: {rule.id} reads a limit without a period in {example!r}; "
                    f"expected one of {', '.join(get_args(Period))}\n"
                    "  remedy: put a slot that means a period in place of words of the pattern, or say the period in "
                    "the rule"
                )


def _missed(missing: Collection[str]) -> str:
    if missing:
        # Japanese words that inflect are known by their dictionary form with their part of speech behind it.
        return f"misses {', '.join(_PART_OF_SPEECH.sub('', symbol) for symbol in missing)}"
    return "has all its words here, in another order or beside what it is barred by"


def _lacks_period(record: Limit | NonEffect) -> bool:
    return isinstance(record, Limit) and record.period is None and record.kind != _COUNTS_FOR_EVER


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


def shown(reader: Reader) -> Iterator[Shown]:
    """Yield each phrase of the structure of a reader's language, and each of its parts, once for each of its texts."""
    spoken = reader.language
    for key, examples in spoken.structure.examples.items():
        for text, read, phrases in examples:
            for phrase in phrases:
                filled = fill(text, phrase, spoken)
                yield Shown(_listed(spoken, STRUCTURE, key), phrase, filled, read, _CARD_TYPES.get(key))
    # Without spaces one way to print a part may be split in several ways.
    parts = {(part.group.role, sample_of(part.elements, spoken.book.lexicon)): part.group for part in spoken.book.parts}
    for (role, sample), part in parts.items():
        for text, read in part.examples.items() or [("", "")]:
            yield Shown(_listed(spoken, PARTS, role), sample, fill(text, sample, spoken), read)


def _listed(spoken: Language, name: str, key: str) -> str:
    return f"{spoken.folders.shown(spoken.folders.main / name)}: {key}"


def wrong_texts(reader: Reader) -> Iterator[str]:
    """Name the texts of phrases and parts that are read otherwise than their files say."""
    for one in shown(reader):
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
    limits = [(limit, _name(limit, spoken)) for limit in reading.limits]
    pieces += [(limit.span, name) for limit, name in limits if not limit.applies_to.effects]
    for effect in reading.effects:
        kind = f"{effect.kind}: {effect.choose}" if len(effect.options) > 1 else effect.kind
        governing = (name for limit, name in limits if effect.index in limit.applies_to.effects)
        pieces.append((effect.span, " ".join([kind, *governing])))
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
    filling = _OF_A_LIST.sub(lambda one: spoken.structure[one[1]][0], phrase)
    name = f"{spoken.quotes.opening}Ember{spoken.quotes.closing}"
    for sign, words in (*_STANDS_FOR, (MASK, name)):
        filling = filling.replace(sign, words)
    if spoken.joint and _BEGINS.search(before):
        filling = filling[:1].upper() + filling[1:]
    filled = text.replace(_PLACE, filling)
    return inflected(filled, spoken.book.lexicon) if spoken.splitter.letters else filled
