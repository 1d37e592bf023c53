"""A rule: the record that its table in a file becomes, with all checks that a rule by itself, and two, allow."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import UNSET, UnsetType

from onceper.patterns import notation
from onceper.patterns.fields import AMENDED_FIELDS, LIMIT_FIELDS, NON_EFFECT_FIELDS
from onceper.patterns.records import Problem, Some, find_wrong, make_record
from onceper.patterns.sequence import can_be_cue, lex_variant, sample_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator, Sequence

    from onceper.patterns.sequence import InOrder, LexedVariant, SequenceFinder

# A headline is a first line without a full stop, the material line of an Extra Deck monster; undivided is a sentence
# without colon or semicolon, which holds neither an activation nor a cost. Before and behind its like stands a sentence
# that is text of its kind only together with the next one, or with the one before.
Where = Literal[
    "sentence_start",
    "in_parenthesis",
    "first_line",
    "headline",
    "after_colon",
    "after_comma",
    "outside_number",
    "undivided",
    "before_its_like",
    "behind_its_like",
]
ReadingKind = Literal["limit", "non_effect", "not_a_limit", "could_limit", "amends"]
_KINDS: tuple[ReadingKind, ...] = get_args(ReadingKind)
# The other kinds say in words why they yield no record.
_FIELDS: dict[str, Mapping[str, Any]] = {
    "limit": LIMIT_FIELDS,
    "non_effect": NON_EFFECT_FIELDS,
    "amends": AMENDED_FIELDS,
}
_Several = Annotated[tuple[Some, ...], msgspec.Meta(min_length=1)]


class Means(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hold what words mean, under the one of these keys that is its kind."""

    limit: dict[str, Any] | UnsetType = UNSET
    non_effect: dict[str, Any] | UnsetType = UNSET
    not_a_limit: Some | UnsetType = UNSET
    could_limit: Some | UnsetType = UNSET
    amends: dict[str, Any] | UnsetType = UNSET

    @property
    def kinds(self) -> list[ReadingKind]:
        """The keys that say something; more or fewer than one is a mistake."""
        return [kind for kind in _KINDS if getattr(self, kind) is not UNSET]

    @property
    def kind(self) -> ReadingKind:
        """The kind of reading."""
        return self.kinds[0]

    @property
    def means(self) -> Any:
        """What the words mean."""
        return getattr(self, self.kind)


class WrittenRule(Means, frozen=True):
    """Hold a rule as its table states it."""

    id: Some
    pattern: Some | _Several
    matches: _Several
    source: Some
    rejects: tuple[str, ...] = ()
    where: Where | tuple[Where, ...] = ()
    unless: str | tuple[str, ...] = ()


def find_wrong_meaning(table: Mapping[str, Any], expected: str = "") -> Iterator[tuple[str, str]]:
    """Yield what is wrong with what a table says that words mean, and what was expected instead."""
    given = [kind for kind in _KINDS if kind in table]
    if len(given) != 1:
        yield f"gives {' and '.join(given) or 'no reading'}", f"one of {', '.join(_KINDS)}{expected}"
        return
    (kind,) = given
    if kind in _FIELDS and isinstance(table[kind], dict):
        for _, what, right in find_wrong(table[kind], _FIELDS[kind]):
            yield f"{kind}: {what}", right
        if kind != "amends" and "kind" not in table[kind]:
            yield f"{kind} has no kind", ""


class Wording(NamedTuple):
    """Hold one way to read a pattern, lexed, and what a clause holds that it matches."""

    elements: LexedVariant
    parts: InOrder


class Pattern:
    """Hold a pattern as its file has it, and what finds its words in the word list by which it is read."""

    def __init__(self, text: str, sequences: SequenceFinder) -> None:
        self.text = text
        self._sequences = sequences

    @cached_property
    def variants(self) -> list[notation.Variant]:
        """Every way to decide its optional words and choices, the longest first.

        Raises:
            NotationError: the pattern breaks the notation.
        """
        return notation.variants(self.text)

    @cached_property
    def wordings(self) -> tuple[Wording, ...]:
        """Every way to read the pattern, the longest first.

        Raises:
            NotationError: the pattern breaks the notation, or a word of it runs into its neighbour.
        """
        lexed = (lex_variant(variant, self._sequences.lexicon) for variant in self.variants)
        return tuple(Wording(elements, self._sequences.in_order(elements)) for elements in lexed)


class Rule(msgspec.Struct, frozen=True, eq=False):
    """Hold one rule.

    ``reading`` holds the contract's fields that the rule gives; the words that fill its slots give the others.
    A ``not_a_limit`` rule reads words that look like a limit and says why they are none; a ``could_limit`` rule finds
    words that could state one, and leaves them unread where nothing else reads them; one that ``amends`` changes fields
    of the limits in its sentence, or of its other text. ``why`` is what such a rule says of its words; ``confidence``
    is how often what it reads is right.
    """

    id: str
    file: str
    game: str | None
    patterns: tuple[Pattern, ...]
    reading_kind: ReadingKind
    reading: Mapping[str, Any]
    why: str
    where: frozenset[Where]
    unless: tuple[Pattern, ...]
    matches: tuple[str, ...]
    rejects: tuple[str, ...]
    source: str
    confidence: float = 1.0

    @property
    def pattern(self) -> str:
        """The patterns, one a line."""
        return "\n".join(pattern.text for pattern in self.patterns)

    @property
    def amended_kind(self) -> str:
        """The kind of limit or other text whose fields an amending rule changes."""
        return str(self.reading.get("kind", "soft"))

    @property
    def needs_cue(self) -> bool:
        """Whether a cue leads to the rule; a headline is so rare that it is read whatever words stand there."""
        return "headline" not in self.where

    def __repr__(self) -> str:
        return f"<Rule {self.id} of {self.file}>"


class RuleMaker:
    """Make rules of their tables; everything that is wrong with one goes to the ``problems``.

    ``shared`` is what the catalogue says of ids, and ``clauses`` cuts a folded text as the reader does.
    """

    def __init__(
        self,
        sequences: SequenceFinder,
        clauses: Callable[[str], list[str]],
        shared: Mapping[str, Mapping[str, Any]],
        problems: list[Problem],
    ) -> None:
        self._sequences = sequences
        self._lexicon = sequences.lexicon
        self._clauses = clauses
        self._shared = shared
        self._problems = problems

    def make(self, file: str, game: str | None, number: int, table: Mapping[str, Any]) -> Rule | None:
        """Return the rule that a table states, the one with this number in its file; null where there is none."""
        name = name_of(table, "rule", number)
        shared = self._shared.get(name, {})
        # A rule that says itself what it means takes nothing from the catalogue.
        takes = shared and table.keys().isdisjoint(_KINDS)
        entry = {**shared, **table} if takes else table
        wrong = list(find_wrong_meaning(entry, ", or an id of the catalogue"))
        said = {key for key in ("where", "source", *_KINDS) if key in table}
        repeated = sorted(key for key in said & shared.keys() if _several(table[key]) == _several(shared[key]))
        if repeated and (takes or len(repeated) == len(said) == len(shared)):
            wrong.append((f"says of {', '.join(repeated)} what the catalogue says of this id", "nothing of it"))
        self._problems += [Problem(file, name, *told) for told in wrong]
        written = make_record(WrittenRule, entry, file, name, self._problems)
        if written is None or len(written.kinds) != 1:
            return None
        where = frozenset(_several(written.where))
        has_fields = written.kind in _FIELDS
        return Rule(
            id=name,
            file=file,
            game=game,
            patterns=self._patterns(file, name, _several(written.pattern), needs_cue="headline" not in where),
            reading_kind=written.kind,
            reading=written.means if has_fields else {},
            why="" if has_fields else written.means,
            where=where,
            unless=self._patterns(file, name, _several(written.unless), needs_cue=False),
            matches=written.matches,
            rejects=written.rejects,
            source=written.source,
        )

    def _patterns(self, file: str, name: str, texts: Collection[str], *, needs_cue: bool) -> tuple[Pattern, ...]:
        """Return the patterns that are right."""
        patterns = [Pattern(text, self._sequences) for text in texts]
        found: list[Pattern] = []
        for pattern in patterns:
            try:
                wrong = list(self._find_wrong(pattern, needs_cue=needs_cue))
            except notation.NotationError as error:
                wrong = [(f"{error} in {pattern.text!r}", "")]
            self._problems += [Problem(file, name, *told) for told in wrong]
            found += [] if wrong else [pattern]
        return tuple(found)

    def _find_wrong(self, pattern: Pattern, *, needs_cue: bool) -> Iterator[tuple[str, str]]:
        """Yield why no rule could read a pattern, and what was expected.

        Raises:
            NotationError: the pattern breaks the notation, or goes on across the end of a clause.
        """
        elements = {element for variant in pattern.variants for element in variant}
        unknown = {element.name for element in elements if isinstance(element, notation.Slot)} - self._lexicon.slots
        for slot in sorted(unknown):
            yield f"unknown slot {{{slot}}}", self._lexicon.described_slots()
        if unknown:
            return
        for variant in pattern.variants:
            first, *further = self._clauses(sample_of(variant, self._lexicon)) or [""]
            if further:
                raise notation.NotationError(f"{first[-1]!r} ends a clause, and no rule reads beyond the end of one,")
        if not all(
            any(map(can_be_cue, wording.parts)) if needs_cue else _has_word(wording) for wording in pattern.wordings
        ):
            yield f"{pattern.text!r} can match without any of its words", "a word"


def name_of(table: Mapping[str, Any], kind: str, number: int) -> str:
    """Return by what messages name a table: its id, or its number among those of its kind."""
    given = table.get("id")
    return given if isinstance(given, str) and given else f"{kind} {number}"


def _several(value: Any) -> Any:
    """Return a value that may be one string or several as several; any other as it is."""
    return (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list) else value


def _has_word(wording: Wording) -> bool:
    """Tell whether a text needs some word for this to match, or a name or number where no cue is needed."""
    return any(
        isinstance(element, notation.Words) or (isinstance(element, notation.Slot) and not element.optional)
        for element, _ in wording.elements
    )


# Readings of one kind of record compete for their words; a limit and what only looks like one are of one kind.
COMPETES_AS: dict[ReadingKind, ReadingKind] = {"not_a_limit": "limit"}


def same_words(rules: Sequence[Rule]) -> list[Problem]:
    """Return for each rule whose words another rule before it reads in another way what is wrong with that."""
    return list(_same_words(rules))


def _same_words(rules: Sequence[Rule]) -> Iterator[Problem]:
    first: dict[Hashable, Rule] = {}
    for rule in rules:
        for pattern in rule.patterns:
            for wording in pattern.wordings:
                key = (_competes_as(rule), rule.where, rule.game, _words(wording))
                other = first.setdefault(key, rule)
                if other is not rule and (other.reading_kind, other.reading) != (rule.reading_kind, rule.reading):
                    yield Problem(
                        rule.file,
                        rule.id,
                        f"{pattern.text!r} has the words of {other.id} in {other.file}, which reads them differently",
                        "other words, or one rule",
                    )
                    break


def _competes_as(rule: Rule) -> ReadingKind:
    return COMPETES_AS.get(rule.reading_kind, rule.reading_kind)


def _words(wording: Wording) -> Hashable:
    """Return the words and slots of a wording without the marks, which only say what a span covers."""
    return tuple(
        tuple(lexed.orths) if lexed else element
        for element, lexed in wording.elements
        if not isinstance(element, notation.Mark)
    )
