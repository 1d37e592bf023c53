"""A rule: the record that its table in a file becomes, with all checks that a rule by itself allows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, groupby
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import UNSET, UnsetType

from onceper.patterns import notation
from onceper.patterns.fields import Amended, SaidOfLimit, SaidOfNonEffect
from onceper.patterns.notation import must_be_there
from onceper.patterns.records import Some
from onceper.patterns.sequence import are_words, sample_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from onceper.patterns.records import Loader
    from onceper.patterns.sequence import SequenceFinder

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
_ONE_KIND = f"one of {', '.join(_KINDS)}, or an id of the catalogue, in quotes"
_Several = Annotated[tuple[Some, ...], msgspec.Meta(min_length=1)]


class Means(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hold what words mean, under the one of these keys that is its kind."""

    limit: SaidOfLimit | UnsetType = UNSET
    non_effect: SaidOfNonEffect | UnsetType = UNSET
    not_a_limit: Some | UnsetType = UNSET
    could_limit: Some | UnsetType = UNSET
    amends: Amended | UnsetType = UNSET

    def __post_init__(self) -> None:
        if len(self._kinds) != 1:
            given = " and ".join(self._kinds) or "no reading"
            raise ValueError(f"gives {given}; expected {_ONE_KIND}")

    @property
    def _kinds(self) -> list[ReadingKind]:
        return [kind for kind in _KINDS if getattr(self, kind) is not UNSET]

    @property
    def kind(self) -> ReadingKind:
        """The kind of reading."""
        return self._kinds[0]

    @property
    def means(self) -> Any:
        """What the words mean, as the file says it."""
        return msgspec.to_builtins(getattr(self, self.kind))


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold some of a rule's patterns, which read nothing in a clause that holds what is behind ``unless``."""

    pattern: Some | _Several
    unless: str | tuple[str, ...] = ()

    @property
    def patterns(self) -> tuple[str, ...]:
        """The patterns."""
        return _several(self.pattern)

    @property
    def bars(self) -> tuple[str, ...]:
        """What keeps the patterns from reading."""
        return _several(self.unless)


class WrittenRule(Means, frozen=True):
    """Hold a rule as its table states it."""

    pattern: Some | Annotated[tuple[Some | Wording, ...], msgspec.Meta(min_length=1)]
    matches: _Several
    source: Some
    rejects: tuple[str, ...] = ()
    where: Where | tuple[Where, ...] = ()
    unless: str | tuple[str, ...] = ()

    @property
    def wordings(self) -> tuple[Wording, ...]:
        """The patterns with what bars them, those together that nothing but the rule's own ``unless`` bars."""
        groups = [tuple(group) for _, group in groupby(_several(self.pattern), key=type)]
        found = chain.from_iterable([Wording(group)] if isinstance(group[0], str) else group for group in groups)
        return tuple(Wording(one.patterns, (*one.bars, *_several(self.unless))) for one in found)


class PatternKey(NamedTuple):
    """Name a pattern by its rule, the wording it is of, and its number among its patterns, or what bars these."""

    rule: str
    wording: int
    is_unless: bool
    number: int


class Rule(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """Hold one rule.

    ``reading`` holds the contract's fields that the rule gives; the words that fill its slots give the others.
    A ``not_a_limit`` rule reads words that look like a limit and says why they are none; a ``could_limit`` rule finds
    words that could state one, and leaves them unread where nothing else reads them; one that ``amends`` changes fields
    of the limits in its sentence, or of its other text. ``why`` is what such a rule says of its words; ``confidence``
    is how often what it reads is right. What constituents or the classifier read is stated as by a rule without any
    ``wordings``.
    """

    id: str
    file: str = ""
    game: str | None = None
    wordings: tuple[Wording, ...] = ()
    reading_kind: ReadingKind
    reading: Mapping[str, Any]
    why: str = ""
    where: frozenset[Where] = frozenset()
    matches: tuple[str, ...] = ()
    rejects: tuple[str, ...] = ()
    source: str
    confidence: float = 1.0

    @property
    def patterns(self) -> tuple[str, ...]:
        """The patterns of all wordings."""
        return tuple(pattern for wording in self.wordings for pattern in wording.patterns)

    @property
    def bars(self) -> tuple[str, ...]:
        """What keeps patterns of some wording from reading."""
        return tuple(pattern for wording in self.wordings for pattern in wording.bars)

    @property
    def keyed(self) -> Iterator[tuple[PatternKey, str]]:
        """The patterns of each wording, and behind them what bars these, all with their keys."""
        for place, wording in enumerate(self.wordings):
            for is_unless, patterns in ((False, wording.patterns), (True, wording.bars)):
                for number, pattern in enumerate(patterns):
                    yield PatternKey(self.id, place, is_unless, number), pattern

    @property
    def amended_kind(self) -> str:
        """The kind of limit or other text whose fields an amending rule changes."""
        return str(self.reading.get("kind", "soft"))

    @property
    def needs_way(self) -> bool:
        """Whether a way leads to the rule; a headline is so rare that it is read whatever words stand there."""
        return "headline" not in self.where


class RuleMaker(NamedTuple):
    """Make rules of their tables; everything that is wrong with one is told to the ``loader``.

    ``shared`` is what the catalogue says of ids, and ``clauses`` cuts a folded text as the reader does.
    """

    sequences: SequenceFinder
    clauses: Callable[[str], list[str]]
    shared: Mapping[str, Mapping[str, Any]]
    loader: Loader

    def make(self, file: str, game: str | None, name: str, table: Mapping[str, Any]) -> Rule | None:
        """Return the rule that the table of this name states; null where there is none."""
        # A rule that says itself what it means takes nothing from the catalogue.
        shared = self.shared.get(name, {}) if table.keys().isdisjoint(_KINDS) else {}
        written = self.loader.make(WrittenRule, {**shared, **table}, file, name)
        if written is None:
            return None
        means = written.means
        rule = Rule(
            id=name,
            file=file,
            game=game,
            wordings=written.wordings,
            reading_kind=written.kind,
            reading=means if isinstance(means, dict) else {},
            why=means if isinstance(means, str) else "",
            where=frozenset(_several(written.where)),
            matches=written.matches,
            rejects=written.rejects,
            source=written.source,
        )
        for pattern in (*rule.patterns, *rule.bars):
            try:
                self._check(pattern, needs_way=rule.needs_way and pattern in rule.patterns)
            except notation.NotationError as error:
                self.loader.tell(file, name, f"{error} in {pattern!r}", error.expected)
        return rule

    def _check(self, pattern: str, *, needs_way: bool) -> None:
        """Check that some clause can hold what a pattern matches.

        Raises:
            NotationError: it cannot be lexed, goes on across the end of a clause, or needs no word.
        """
        for variant, tokens in zip(notation.variants(pattern), self.sequences.lexed(pattern), strict=True):
            first, *further = self.clauses(sample_of(variant, self.sequences.lexicon)) or [""]
            if further:
                raise notation.NotationError(f"{first[-1]!r} ends a clause, and no rule reads beyond the end of one,")
            # A name or number does where no way is needed.
            found = map(are_words, self.sequences.way_of(tokens)) if needs_way else map(must_be_there, variant)
            if not any(found):
                raise notation.NotationError("no word that must be there", "a word")


def _several(value: Any) -> tuple[Any, ...]:
    """Return a value that may be one or several as several."""
    return value if isinstance(value, tuple) else (value,)
