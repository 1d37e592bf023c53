"""Audit tagged cards: find who contradicts whom."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from msgspec.structs import replace

from onceper.auditing.box import ClosedLua
from onceper.auditing.card import findings_of
from onceper.auditing.enforced import enforced
from onceper.auditing.folder import ScriptFolder
from onceper.auditing.leaving_out import rules
from onceper.auditing.page import issue_text, page
from onceper.comparing.pairing import together
from onceper.contract.finding import Contradiction, Finding, Grade, NotRun, Sure
from onceper.contract.reading import Row
from onceper.display.page import write_page
from onceper.display.progress import progress_on
from onceper.errors import OnceperError
from onceper.files.formats import output_path, write_records
from onceper.files.opening import input_paths
from onceper.integrations.tagged import rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    import pyarrow as pa

    from onceper.integrations.tagged import Tags
    from onceper.tagging.summary import Counted

NOT_RUN = "scripts that did not run"
_PAGE = ".html"
# Witnesses stand in lists, for which databases would need a table of their own.
_ENDINGS = (".jsonl", ".csv", ".parquet", _PAGE)
# First what a person can settle by reading one line.
_ORDER = {"sure": Sure, "grade": Grade, "difference": Contradiction}


class AuditError(OnceperError):
    """There is nothing to hold against each other."""


class Audit(NamedTuple):
    """Hold what an audit found, the cards with the surest findings first and those of a card together.

    ``findings`` can change play; ``left_out`` cannot, or cannot be told, and each says why. ``not_run`` are scripts
    that failed, ``cards`` counts the cards that were looked at, ``without_script`` those of them that have none.
    """

    findings: tuple[Finding, ...]
    left_out: tuple[Finding, ...]
    not_run: tuple[NotRun, ...]
    cards: int
    without_script: int

    @property
    def reasons(self) -> Counter[str]:
        """How many were left out, by the rule."""
        return Counter(found.left_out for found in self.left_out if found.left_out)

    def listed(self, *, everything: bool = False) -> tuple[Finding, ...]:
        """Return the findings, and with ``everything`` those left out behind them."""
        return self.findings + self.left_out if everything else self.findings

    def counted(self) -> list[Counted]:
        """Return what was counted in words, how often, and how that divides."""
        grades = Counter(rules().grades[one.grade] for one in self.findings)
        reasons = {rule.replace("_", " "): number for rule, number in self.reasons.most_common()}
        return [
            ("cards", self.cards, {}),
            *([("cards without a script", self.without_script, {})] if self.without_script else []),
            ("findings", len(self.findings), {}),
            *((grade, number, {}) for grade, number in grades.most_common()),
            ("left out", len(self.left_out), reasons),
            (NOT_RUN, len(self.not_run), {f"{failed.file}: {failed.problem}": 0 for failed in self.not_run}),
        ]

    def issues(self) -> list[str]:
        """Return each finding as text that can be copied into an issue of the script's project."""
        return [issue_text(finding) for finding in self.findings]

    def table(self, *, everything: bool = False) -> pa.Table:
        """Return the findings, and with ``everything`` those left out behind them, as a table of their schema."""
        import pyarrow as pa  # noqa: PLC0415

        from onceper.contract.arrow import to_arrow  # noqa: PLC0415

        return pa.Table.from_batches([to_arrow(self.listed(everything=everything), Finding)])

    def __repr__(self) -> str:
        return (
            f"<Audit {self.cards} cards, {len(self.findings)} findings, {len(self.left_out)} left out, "
            f"{len(self.not_run)} scripts not run>"
        )


def audit(
    cards: Tags | Iterator[Row] | Sequence[Path | str],
    scripts: Path | str | None = None,
    *,
    on_card: Callable[[int, int], None] | None = None,
) -> Audit:
    """Hold the prints of cards against each other and against a simulator's scripts.

    ``cards`` are rows, a table that ``onceper.tag`` gave, or files that ``onceper tag`` wrote; texts of one id are
    prints of one card, so that a file for each language, or one of both, does. ``scripts`` is the folder of EDOPro's
    scripts, with the simulator's own files: each card's script runs in a closed Lua, and a script that fails is listed.
    ``on_card`` is told how many cards of how many are done.

    Raises:
        TagsError: this is no tagging.
        InputError: a file cannot be read, or the folder has no scripts that can be run.
        AuditError: no card has two witnesses.
        ExtraError: ``scripts`` needs the extra ``audit``.
    """
    by_card = _prints(cards)
    folder = None if scripts is None else ScriptFolder(scripts)
    lua = folder and ClosedLua(folder.read)
    found: list[Finding] = []
    not_run: list[NotRun] = []
    witnessed = without = 0
    for done, (number, prints) in enumerate(by_card.items(), start=1):
        enforces = None
        script = folder and folder.script_of(number)
        without += folder is not None and script is None
        if lua and script:
            told = lua.run(script.code, script.source)
            if told.problem:
                not_run.append(NotRun(number, script.file, told.problem))
            else:
                enforces = enforced(told, script)
        if enforces or len(prints) > 1:
            witnessed += 1
            found += findings_of([*prints.values()], enforces)
        if on_card is not None:
            on_card(done, len(by_card))
    if by_card and not (witnessed or not_run):
        raise AuditError(
            "no card has two witnesses",
            expected="prints in two languages, or scripts of these cards",
            remedy="tag the cards in another language too, or name the folder of the scripts with --scripts",
        )
    findings, left_out = (_ranked(one for one in found if bool(one.left_out) is is_left) for is_left in (False, True))
    return Audit(findings, left_out, tuple(not_run), len(by_card), without)


def audit_file(
    cards: Path | str | Sequence[Path | str],
    target: Path | str | None = None,
    *,
    scripts: Path | str | None = None,
    everything: bool = False,
    quiet: bool = False,
) -> Audit:
    """Audit tagged cards, write the findings to the target, and return them.

    The target ends in ``.jsonl``, ``.csv``, ``.parquet`` or ``.html``; without one they go to standard output as JSON
    Lines. With ``everything`` what was left out is written too, with the reason; a page tells of scripts that did not
    run as well. Progress is shown on standard error unless ``quiet``.

    Raises:
        OutputError: the target cannot be written.
        InputError, AuditError, ExtraError: as ``audit`` does.
    """
    files = input_paths(cards)
    place = output_path(target, files, _ENDINGS)
    with progress_on(sys.stderr, quiet=quiet) as report:
        found = audit(files, scripts, on_card=report)
    findings = found.listed(everything=everything)
    if place is not None and place.suffix.lower() == _PAGE:
        write_page(place, page(found, findings))
    else:
        write_records(findings, Finding, place)
    return found


def _prints(cards: Any) -> Mapping[str, Mapping[str | None, Row]]:
    """Return the cards by their id, with one print of each language, its Pendulum section put behind its text."""
    by_card: defaultdict[str, dict[str | None, Row]] = defaultdict(dict)
    are_several = isinstance(cards, Sequence | Iterator) and not isinstance(cards, str)
    for one in cards if are_several else [cards]:
        for row in [one] if isinstance(one, Row) else rows_of(one, "the tagging"):
            if row.error is None:
                prints = by_card[row.id]
                prints[row.lang] = _joined(prints[row.lang], row) if row.lang in prints else row
    return by_card


def _joined(first: Row, row: Row) -> Row:
    if row.field == first.field:
        return first
    # The effects of the second come behind those of the first, and so do their numbers.
    behind = len(first.effects)
    effects = (replace(effect, index=effect.index + behind) for effect in row.effects)
    limits = []
    for limit in row.limits:
        governed = tuple(index + behind for index in limit.applies_to.effects)
        limits.append(replace(limit, applies_to=replace(limit.applies_to, effects=governed)))
    return replace(first, limits=(*first.limits, *limits), effects=(*first.effects, *effects))


def _ranked(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings, the surest first, with all others of its card behind each."""
    by_card = together(sorted(found, key=_rank), attrgetter("id"))
    return tuple(chain(*by_card.values()))


def _rank(found: Finding) -> tuple[object, ...]:
    placed = (get_args(kinds).index(getattr(found, field)) for field, kinds in _ORDER.items())
    return (*placed, len(found.id), found.id)
