"""All that changes during a Duel: tables of immutable values, in which every write can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract import SCHEMA_VERSION
from onceper.errors import OnceperError
from onceper.evaluator.clock import Clock, Count
from onceper.evaluator.event import (
    Activated,
    Applied,
    CardType,
    Declined,
    EffectsGained,
    Location,
    Occurred,
    Stated,
    Summoned,
)
from onceper.evaluator.expected import one_of

if TYPE_CHECKING:
    from collections.abc import Collection

Counter = Literal["player", "copy", "target", "source"]
Fate = Literal["activation_negated", "summon_negated", "effect_negated", "could_not_resolve", "resolved", "declined"]
CameBy = Literal["summon", "activation"]
Key = TypeVar("Key")
Value = TypeVar("Value")

_ABSENT: Any = object()
# Stands in ids that no log can give: before what is known of an event without an id, and behind an id before the number
# of a further event that was told under it.
UNNAMED = "\x00"


class UnknownCopyError(OnceperError):
    """A copy was named that has not appeared."""


class NothingToUndoError(OnceperError):
    """No event is left that could be taken back."""


class SnapshotError(OnceperError):
    """A snapshot cannot be restored here."""


class CopyState(Struct, frozen=True, gc=False):
    """Hold what is known of one copy.

    ``stay`` counts the places it has left, ``flips`` how often it was turned face-down, ``flips_by_other`` how
    often not by its own effect: what is counted "while it is there" is counted beside these numbers. It lies ``under``
    another copy, or ``covers`` some, in Duel Masters. ``came_by`` says how it came to the field, as long as it is
    known to be in the zone where that put it.
    """

    name: str
    controller: str
    location: Location | None = "field"
    face_up: bool = True
    card_type: CardType | None = None
    called: str | None = None
    stay: Count = 0
    flips: Count = 0
    flips_by_other: Count = 0
    negated: bool = False
    gained: tuple[EffectsGained, ...] = ()
    stated: tuple[Stated, ...] = ()
    under: str | None = None
    covers: tuple[str, ...] = ()
    came_by: CameBy | None = None

    @property
    def is_face_down_on_field(self) -> bool:
        """Tell whether the copy lies face-down on the field, where its effects do not apply."""
        return self.location == "field" and not self.face_up

    @property
    def is_face_up_on_field(self) -> bool:
        """Tell whether the copy can be seen on the field."""
        return self.location == "field" and self.face_up and self.under is None

    def find_stated(self, text: str) -> Stated | None:
        """Return what was stated of these words of its text."""
        return next((stated for stated in self.stated if stated.text == text), None)


class Account(NamedTuple):
    """Identify one count of uses.

    ``holder`` is a copy or a player. ``part`` is the action, where every action has a count of its own.
    ``epoch`` is the time in which it counts: a later turn, or a later stay of the copy, is another account, so
    that nothing has to be reset.
    """

    holder: str
    limit: str
    part: str
    epoch: tuple[int, ...]


class Watched(NamedTuple):
    """Identify what a limit counts of what happens.

    ``by`` is for whom it counts: who does it, the copy that does it, the copy it is done to, or who does it while the
    card that prints the limit is there. ``summon_kind`` is empty for any; what ``is_given_back`` counts only as long as
    it is not negated, and what ``counts_each`` counts each of the monsters that are Summoned together.
    """

    what: str
    object: str
    period: str
    by: Counter
    summon_kind: str = ""
    is_given_back: bool = False
    counts_each: bool = False


NOTHING = Watched("", "", "", "player")


class Tally(NamedTuple):
    """Identify one count of occurrences: of what, by which player or copy, in which time."""

    watched: Watched
    doer: str
    epoch: int


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the whole state of an `Evaluator`, as JSON too; equal states have equal snapshots.

    ``readings`` is the fingerprint of the cards' readings, to whose limits and effects the counts belong.
    """

    schema_version: int
    readings: str
    players: tuple[str, str]
    applied: Count
    clock: Clock
    copies: dict[str, CopyState]
    records: dict[str, Activated | Applied | Summoned]
    repeats: dict[str, Count]
    latest: dict[str, str]
    unnamed: dict[str, Declined | Occurred]
    chains: dict[str, Count]
    fates: dict[str, Fate]
    spent: dict[str, tuple[Account, ...]]
    tallied: dict[str, tuple[Tally, ...]]
    uses: tuple[tuple[Account, tuple[str, ...]], ...]
    tallies: tuple[tuple[Tally, Count], ...]
    missed: tuple[Account, ...]

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(players={self.players!r}, applied={self.applied}, copies={len(self.copies)}, ...)"
        )


# No table leads back to the journal, so that the garbage collector need not look into what grows with every event.
class _Change(Struct, frozen=True, gc=False):
    """Hold what a key of a table had before it was written."""

    table: dict[Any, Any]
    key: Any
    before: Any


class _Entry(Struct, frozen=True, gc=False):
    """Hold what one event changed: the clock before it, and the tables."""

    clock: Clock
    changes: list[_Change]


class State:
    """Hold the clock, the tables, and the journal of what each event changed in them."""

    def __init__(self, first_player: str) -> None:
        self.applied = 0
        self.clock = Clock(first_player)
        self.copies: dict[str, CopyState] = {}
        self.records: dict[str, Activated | Applied | Summoned] = {}
        self.repeats: dict[str, int] = {}
        self.latest: dict[str, str] = {}
        self.unnamed: dict[str, Declined | Occurred] = {}
        self.chains: dict[str, int] = {}
        self.fates: dict[str, Fate] = {}
        self.spent: dict[str, tuple[Account, ...]] = {}
        self.tallied: dict[str, tuple[Tally, ...]] = {}
        # The keys of a count are the uses, in their order.
        self.uses: dict[Account, dict[str, None]] = {}
        self.tallies: dict[Tally, int] = {}
        self.missed: dict[Account, bool] = {}
        self._journal: list[_Entry] = []

    def find_copy(self, copy: str) -> CopyState:
        """Return what is known of a copy.

        Raises:
            UnknownCopyError: it has not appeared.
        """
        known = self.copies.get(copy) if isinstance(copy, str) else None
        if known is None:
            raise UnknownCopyError(
                f"unknown copy {copy!r}",
                expected=one_of(self.copies, "copy", str(copy)),
                remedy="apply an `appeared` event for it first",
            )
        return known

    def find_face_up(self, but: Collection[str | None] = ()) -> list[tuple[str, CopyState]]:
        """Return the copies that can be seen on the field, without those that have these ids."""
        return [(id_, copy) for id_, copy in self.copies.items() if copy.is_face_up_on_field and id_ not in but]

    def find_sources(self, but: Collection[str | None] = ()) -> list[tuple[str, CopyState]]:
        """Return the copies whose ceilings can apply: what is seen on the field or as a shield, and is not negated."""
        return [
            (id_, copy)
            for id_, copy in self.copies.items()
            if (copy.is_face_up_on_field or (copy.location == "shield_zone" and copy.face_up))
            and not copy.negated
            and id_ not in but
        ]

    def find_all(self, id_: str) -> list[str]:
        """Return the ids of all records that were told under one id, such as of monsters Summoned together."""
        return [id_, *(f"{id_}{UNNAMED}{number}" for number in range(1, self.repeats.get(id_, 0) + 1))]

    def find_together(self, id_: str) -> list[str]:
        """Return the copies that were Summoned under one id."""
        return [self.records[other].copy for other in self.find_all(id_)] if id_ else []

    def begin(self) -> None:
        """Start the journal of one event."""
        self._journal.append(_Entry(self.clock, []))
        self.applied += 1

    def write(self, table: dict[Key, Value], key: Key, value: Value) -> None:
        """Set one value, in a way that can be taken back."""
        self._journal[-1].changes.append(_Change(table, key, table.get(key, _ABSENT)))
        table[key] = value

    def change_copy(self, copy: str, **changes: Any) -> None:
        """Set fields of what is known of a copy.

        Raises:
            UnknownCopyError: it has not appeared.
        """
        self.write(self.copies, copy, replace(self.find_copy(copy), **changes))

    def add_record(self, event: Activated | Applied | Summoned) -> str:
        """Keep an event, and return the id that it is kept under; what can be answered belongs to the present Chain."""
        id_ = event.id
        if id_ in self.records:
            number = self.repeats.get(id_, 0) + 1
            self.write(self.repeats, id_, number)
            id_ = f"{id_}{UNNAMED}{number}"
        elif not isinstance(event, Applied):
            self.write(self.chains, id_, self.clock.chains)
        self.write(self.records, id_, event)
        return id_

    def add_use(self, account: Account, id_: str) -> None:
        """Count a use once, and keep for its id where it was counted."""
        uses = self.uses.get(account)
        if uses is None:
            uses = {}
            self.write(self.uses, account, uses)
        if id_ not in uses:
            self.write(uses, id_, None)
            self.write(self.spent, id_, (*self.spent.get(id_, ()), account))

    def undo(self) -> None:
        """Take back all that the last event changed.

        Raises:
            NothingToUndoError: there is no event since the start, or since the last restore.
        """
        if not self._journal:
            raise NothingToUndoError("no event to take back", expected="an event applied since the start or restore")
        entry = self._journal.pop()
        for change in reversed(entry.changes):
            if change.before is _ABSENT:
                del change.table[change.key]
            else:
                change.table[change.key] = change.before
        self.clock = entry.clock
        self.applied -= 1

    def snapshot(self, players: tuple[str, str], readings: str) -> Snapshot:
        """Return a copy of the whole state, with the fingerprint of the readings."""
        return Snapshot(
            SCHEMA_VERSION,
            readings,
            players,
            self.applied,
            self.clock,
            dict(sorted(self.copies.items())),
            dict(sorted(self.records.items())),
            dict(sorted(self.repeats.items())),
            dict(sorted(self.latest.items())),
            dict(sorted(self.unnamed.items())),
            dict(sorted(self.chains.items())),
            dict(sorted(self.fates.items())),
            dict(sorted(self.spent.items())),
            dict(sorted(self.tallied.items())),
            tuple(sorted((account, tuple(uses)) for account, uses in self.uses.items())),
            tuple(sorted(self.tallies.items())),
            tuple(sorted(self.missed)),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Become what the snapshot holds; nothing before it can be taken back any more."""
        self.applied = snapshot.applied
        self.clock = snapshot.clock
        self.copies = dict(snapshot.copies)
        self.records = dict(snapshot.records)
        self.repeats = dict(snapshot.repeats)
        self.latest = dict(snapshot.latest)
        self.unnamed = dict(snapshot.unnamed)
        self.chains = dict(snapshot.chains)
        self.fates = dict(snapshot.fates)
        self.spent = dict(snapshot.spent)
        self.tallied = dict(snapshot.tallied)
        self.uses = {account: dict.fromkeys(uses) for account, uses in snapshot.uses}
        self.tallies = dict(snapshot.tallies)
        self.missed = dict.fromkeys(snapshot.missed, True)
        self._journal.clear()
