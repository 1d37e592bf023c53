"""All that changes during a Duel: tables of immutable values, in which every write can be taken back."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract import SCHEMA_VERSION
from onceper.errors import OnceperError
from onceper.evaluator.clock import Clock
from onceper.evaluator.event import Activated, Applied, CardType, Declined, Location, Occurred, Summoned
from onceper.evaluator.expected import one_of

Key = TypeVar("Key")
Value = TypeVar("Value")

_ABSENT: Any = object()


class UnknownCopyError(OnceperError):
    """A copy was named that has not appeared."""


class NothingToUndoError(OnceperError):
    """No event is left that could be taken back."""


class SnapshotError(OnceperError):
    """A snapshot cannot be restored here."""


class CopyState(Struct, frozen=True, gc=False):
    """Hold what is known of one copy.

    ``stay`` counts the places it has left, ``flips`` how often it was turned face-down, ``flips_by_other`` how
    often not by its own effect: what is counted "while it is there" is counted beside these numbers.
    """

    name: str
    controller: str
    location: Location | None = "field"
    face_up: bool = True
    card_type: CardType | None = None
    called: str | None = None
    stay: int = 0
    flips: int = 0
    flips_by_other: int = 0
    negated: bool = False
    gained: tuple[str, ...] = ()

    @property
    def is_face_down_on_field(self) -> bool:
        """Tell whether the copy lies face-down on the field, where its effects do not apply."""
        return self.location == "field" and not self.face_up

    @property
    def is_face_up_on_field(self) -> bool:
        """Tell whether the copy can be seen on the field."""
        return self.location == "field" and self.face_up


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


class Tally(NamedTuple):
    """Identify one count of occurrences: of what, to what, by which player or copy, in which time."""

    what: str
    object: str
    doer: str
    period: str
    epoch: int


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the whole state of an `Evaluator`, as JSON too; equal states have equal snapshots."""

    schema_version: int
    players: tuple[str, str]
    applied: int
    numbers: dict[str, int]
    now: dict[str, str | None]
    copies: dict[str, CopyState]
    records: dict[str, Activated | Applied | Summoned]
    applications: dict[str, Applied]
    unnamed: dict[str, Declined | Occurred]
    chains: dict[str, int]
    fates: dict[str, str]
    spent: dict[str, tuple[Account, ...]]
    uses: tuple[tuple[Account, tuple[str, ...]], ...]
    tallies: tuple[tuple[Tally, int], ...]
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
        self.applications: dict[str, Applied] = {}
        self.unnamed: dict[str, Declined | Occurred] = {}
        self.chains: dict[str, int] = {}
        self.fates: dict[str, str] = {}
        self.spent: dict[str, tuple[Account, ...]] = {}
        self.uses: dict[Account, tuple[str, ...]] = {}
        self.tallies: dict[Tally, int] = {}
        self.missed: dict[Account, bool] = {}
        self._journal: list[_Entry] = []

    def find_copy(self, copy: str) -> CopyState:
        """Return what is known of a copy.

        Raises:
            UnknownCopyError: it has not appeared.
        """
        known = self.copies.get(copy)
        if known is None:
            raise UnknownCopyError(
                f"unknown copy {copy!r}",
                expected=one_of(self.copies, "copy"),
                remedy="apply an `appeared` event for it first",
            )
        return known

    def find_face_up(self, but: str | None = None) -> list[CopyState]:
        """Return the copies that can be seen on the field, without the one that has this id."""
        return [copy for id_, copy in self.copies.items() if id_ != but and copy.is_face_up_on_field]

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

    def add_record(self, event: Activated | Applied | Summoned) -> None:
        """Keep an event under its id; what can be answered belongs to the present Chain."""
        if isinstance(event, Applied):
            if event.id in self.records:
                self.write(self.applications, event.id, event)
            else:
                self.write(self.records, event.id, event)
            return
        self.write(self.records, event.id, event)
        self.write(self.chains, event.id, self.clock.chains)

    def add_use(self, account: Account, id_: str) -> None:
        """Count a use once, and keep for its id where it was counted."""
        uses = self.uses.get(account, ())
        if id_ not in uses:
            self.write(self.uses, account, (*uses, id_))
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

    def snapshot(self, players: tuple[str, str]) -> Snapshot:
        """Return a copy of the whole state."""
        return Snapshot(
            SCHEMA_VERSION,
            players,
            self.applied,
            self.clock.numbers,
            self.clock.now,
            dict(sorted(self.copies.items())),
            dict(sorted(self.records.items())),
            dict(sorted(self.applications.items())),
            dict(sorted(self.unnamed.items())),
            dict(sorted(self.chains.items())),
            dict(sorted(self.fates.items())),
            dict(sorted(self.spent.items())),
            tuple(sorted(self.uses.items())),
            tuple(sorted(self.tallies.items())),
            tuple(sorted(self.missed)),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Become what the snapshot holds; nothing before it can be taken back any more.

        Raises:
            SnapshotError: parts of it are missing.
        """
        clock = self.clock
        missing = (clock.numbers.keys() - snapshot.numbers.keys()) | (clock.now.keys() - snapshot.now.keys())
        if missing:
            raise SnapshotError(f"{', '.join(sorted(missing))} missing", expected="a snapshot as it was taken")
        self.applied = snapshot.applied
        self.clock = Clock.restore(snapshot.numbers, snapshot.now)
        self.copies = dict(snapshot.copies)
        self.records = dict(snapshot.records)
        self.applications = dict(snapshot.applications)
        self.unnamed = dict(snapshot.unnamed)
        self.chains = dict(snapshot.chains)
        self.fates = dict(snapshot.fates)
        self.spent = dict(snapshot.spent)
        self.uses = dict(snapshot.uses)
        self.tallies = dict(snapshot.tallies)
        self.missed = dict.fromkeys(snapshot.missed, True)
        self._journal.clear()
