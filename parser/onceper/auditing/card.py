"""What the witnesses of one card contradict each other in."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from onceper.auditing.agreeing import line_that_agrees
from onceper.auditing.claim import claims_of
from onceper.auditing.difference import between_prints, from_script
from onceper.auditing.leaving_out import how_sure, reason_to_leave_out
from onceper.comparing.pairing import same_effects
from onceper.contract.finding import Finding, Grade, Witness
from onceper.display.speech import say_in_english

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.auditing.claim import Claim
    from onceper.auditing.difference import Difference
    from onceper.auditing.enforced import Enforces
    from onceper.auditing.leaving_out import LeftOut
    from onceper.contract.reading import Row


def findings_of(rows: Sequence[Row], enforces: Enforces | None) -> Iterator[Finding]:
    """Yield the findings on one card: its texts in one or several languages, and its script where there is one.

    Where the script does not tell of a limit that one print alone has, the prints contradict each other still.
    """
    untold: set[object] = set()
    for of_one in _together(_against_script(rows, enforces)) if enforces else ():
        finding, rule = _finding(of_one, rows, enforces)
        if rule and rule.untold and finding.grade == "one_print" and finding.difference == "missing":
            untold.add(_cause(of_one[0]))
        else:
            yield finding
    for of_one in _together(_against_each_other(rows)) if untold or not enforces else ():
        if not enforces or _cause(of_one[0]) in untold:
            yield _finding(of_one, rows, None)[0]


def _against_script(rows: Sequence[Row], enforces: Enforces) -> Iterator[Difference]:
    """Yield where prints differ from the script; what several say alike, each as often as it does, is said once."""
    alike: defaultdict[object, list[Difference]] = defaultdict(list)
    for row in rows:
        times = Counter[object]()
        for one in from_script(row, enforces):
            said = one.kind, one.claim and one.claim.meaning, one.other and one.other.meaning
            times[said] += 1
            alike[said, times[said]].append(one)
    for several in alike.values():
        yield several[0]._replace(languages=tuple(_language(one.row) for one in several))


def _against_each_other(rows: Sequence[Row]) -> Iterator[Difference]:
    """Yield where prints differ; of three or more, each from the one that differs least from all the others."""
    first = min(rows, key=lambda row: sum(len([*between_prints(row, other)]) for other in rows))
    for row in (row for row in rows if row is not first):
        others = tuple(_language(other) for other in rows if other is not row)
        yield from (one._replace(languages=(_language(row),)) for one in between_prints(row, first))
        # What both say differently was told from the other side.
        yield from (one._replace(languages=others) for one in between_prints(first, row) if not one.other)


def _cause(difference: Difference) -> object:
    """Return the limit of a print that a difference is about, or the lines of the script."""
    claim = difference.claim
    return _language(difference.row), claim.limit.span if claim else difference.other.lines


def _together(found: Iterable[Difference]) -> Iterable[list[Difference]]:
    """Return what has one cause as one."""
    together: defaultdict[object, list[Difference]] = defaultdict(list)
    for one in found:
        together[one.kind, one.languages, _cause(one)].append(one)
    return together.values()


def _finding(
    of_one: Sequence[Difference], rows: Sequence[Row], enforces: Enforces | None
) -> tuple[Finding, LeftOut | None]:
    """Return the finding on differences of one cause, of which the first is told, and the rule that leaves it out."""
    difference = of_one[0]
    rule = reason_to_leave_out(difference, enforces)
    told = difference.languages
    others = [lang for lang in map(_language, rows) if lang not in told]
    # Of two prints that contradict each other, the one that says more stands alone.
    alone = others[0] if len(told) > 1 and others else told[0]
    grade: Grade = "one_print" if enforces else "prints"
    line = None
    if enforces and not others:
        grade, alone = "both_prints" if len(rows) > 1 else "one_print_alone", "script"
        line = line_that_agrees(difference, enforces)
    effects = tuple(dict.fromkeys(one.claim.effect for one in of_one if one.claim and one.claim.effect))
    witnesses = [_print(difference, effects, row) for row in rows]
    if enforces:
        by = difference.other
        number = line.number if line else by.lines[0] if by and by.lines else None
        text = enforces.script.line(number).strip() if number else None
        witnesses.append(Witness("script", by and by.meaning.in_words(), None, enforces.script.file, number, text))
    finding = Finding(
        id=difference.row.id,
        name=difference.row.name,
        grade=grade,
        sure=how_sure(difference, grade),
        difference=difference.kind,
        alone=alone,
        effects=effects,
        witnesses=tuple(witnesses),
        would_agree=line and line.would_agree,
        insert=line is not None and line.insert,
        left_out=rule.id if rule else None,
        reason=rule.reason if rule else None,
    )
    return finding, rule


def _print(difference: Difference, effects: Sequence[int], row: Row) -> Witness:
    """Return what a print says, with its words; where it says nothing, its words for the same effect."""
    claim = _claim_of(difference, row)
    same = same_effects(row.effects, difference.row.effects, between_languages=True) or {}
    indexes = [same.get(effect) for effect in effects[:1]]
    quoted: Any = claim.limit if claim else next((effect for effect in row.effects if effect.index in indexes), None)
    says = claim and say_in_english(claim.limit, row)
    return Witness(_language(row), says, quoted and quoted.span, None, None, quoted and quoted.text)


def _claim_of(difference: Difference, row: Row) -> Claim | None:
    """Return what a print says of what is contradicted: the same, or what the script says."""
    if row is difference.row:
        return difference.claim
    wanted = difference.claim if _language(row) in difference.languages else difference.other
    if not wanted:
        return None
    alike = wanted.meaning._replace(shared=False)
    return next((claim for claim in claims_of(row) if claim.meaning._replace(shared=False) == alike), None)


def _language(row: Row) -> str:
    return row.lang or "print"
