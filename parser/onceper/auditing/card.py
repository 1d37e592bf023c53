"""What the witnesses of one card contradict each other in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from onceper.auditing.agreeing import line_that_agrees
from onceper.auditing.claim import claims_of
from onceper.auditing.difference import between_prints, from_script
from onceper.auditing.leaving_out import how_sure, reason_to_leave_out
from onceper.comparing.pairing import Effects
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
    if enforces is not None:
        for of_one in _together(_against_script(rows, enforces)):
            finding, rule = _finding(of_one, rows, enforces)
            if rule and rule.untold and finding.grade == "one_print" and finding.difference == "missing":
                untold.add(_cause(of_one[0]))
            else:
                yield finding
    if enforces is None or untold:
        for of_one in _together(_against_each_other(rows)):
            if enforces is None or _cause(of_one[0]) in untold:
                yield _finding(of_one, rows, None)[0]


def _against_script(rows: Sequence[Row], enforces: Enforces) -> Iterator[Difference]:
    """Yield where prints differ from the script; what several say alike, each as often as it does, is said once."""
    alike: dict[object, list[Difference]] = {}
    for row in rows:
        times = Counter[object]()
        for difference in from_script(row, enforces):
            said = (difference.kind, *(one and one.meaning for one in (difference.claim, difference.enforced)))
            times[said] += 1
            alike.setdefault((said, times[said]), []).append(difference)
    for first, *others in alike.values():
        yield first._replace(languages=tuple(_language(one.row) for one in (first, *others)))


def _against_each_other(rows: Sequence[Row]) -> Iterator[Difference]:
    """Yield where prints differ; of three or more, each from the one that differs least from all the others."""
    told = [sum(len(list(between_prints(row, other))) for other in rows) for row in rows]
    first = told.index(min(told)) if told else 0
    for row in (row for place, row in enumerate(rows) if place != first):
        agreeing = tuple(_language(one) for one in rows if one is not row)
        for difference in between_prints(row, rows[first]):
            yield difference._replace(languages=(_language(row),))
        for difference in between_prints(rows[first], row):
            # What both say differently was told from the other side.
            if difference.other is None:
                yield difference._replace(languages=agreeing)


def _cause(difference: Difference) -> object:
    """Return the limit of a print that a difference is about, whatever the others say."""
    claim = difference.claim
    return _language(difference.row), difference.row.field, claim.limit.span if claim else None


def _together(found: Iterable[Difference]) -> Iterable[list[Difference]]:
    """Return what one limit, or one line, is the cause of as one."""
    together: dict[object, list[Difference]] = {}
    for one in found:
        cause = one.claim.limit.span if one.claim else one.enforced.lines if one.enforced else ()
        key = (one.kind, one.languages, one.row.field, cause, bool(one.claim))
        together.setdefault(key, []).append(one)
    return together.values()


def _finding(
    of_one: Sequence[Difference], rows: Sequence[Row], enforces: Enforces | None
) -> tuple[Finding, LeftOut | None]:
    """Return the finding on differences of one cause, of which the first is told, and the rule that leaves it out."""
    difference = of_one[0]
    rule = reason_to_leave_out(difference, enforces)
    languages = [_language(text) for text in rows]
    grade: Grade = "prints"
    if enforces:
        grade = "both_prints" if len(difference.languages) == len(languages) else "one_print"
        grade = "one_print_alone" if len(languages) == 1 else grade
    line = None
    if enforces and grade in {"both_prints", "one_print_alone"}:
        line = line_that_agrees(difference, enforces)
    # Of two prints that contradict each other, the one that says more stands alone.
    others = [lang for lang in languages if lang not in difference.languages]
    alone = others[0] if len(difference.languages) > 1 and others else difference.languages[0]
    effects = tuple(dict.fromkeys(one.claim.effect for one in of_one if one.claim and one.claim.effect))
    witnesses = [_print(difference, effects, row) for row in rows]
    if enforces:
        witnesses.append(_script(difference, enforces, line.number if line else None))
    finding = Finding(
        id=difference.row.id,
        name=difference.row.name,
        grade=grade,
        sure=how_sure(difference, grade),
        difference=difference.kind,
        alone="script" if enforces and grade != "one_print" else alone,
        effects=effects,
        witnesses=tuple(witnesses),
        would_agree=line and line.would_agree,
        insert=line is not None and line.insert,
        left_out=rule.id if rule else None,
        reason=rule.reason if rule else None,
    )
    return finding, rule


def _script(difference: Difference, enforces: Enforces, line: int | None) -> Witness:
    enforced = difference.enforced
    number = line or next(iter(enforced.lines if enforced else ()), None)
    text = enforces.script.line(number).strip() if number else None
    return Witness("script", enforced and enforced.meaning.in_words(), None, enforces.script.file, number, text)


def _print(difference: Difference, effects: Sequence[int], row: Row) -> Witness:
    """Return what a print says, with its words; where it says nothing, its words for the same effect."""
    claim = _claim_of(difference, row)
    if claim is not None:
        limit = claim.limit
        return Witness(_language(row), say_in_english(limit, row), limit.span, None, None, limit.text)
    same = Effects(row.effects, difference.row.effects, between_languages=True).of_b
    index = same.get(effects[0]) if effects else None
    found = next((effect for effect in row.effects if effect.index == index), None)
    span, text = (found.span, found.text) if found else (None, None)
    return Witness(_language(row), None, span, None, None, text)


def _claim_of(difference: Difference, row: Row) -> Claim | None:
    """Return what a print says of what is contradicted: the same, or what the script says."""
    if row is difference.row:
        return difference.claim
    agrees = _language(row) in difference.languages
    other = difference.claim if agrees else difference.other or difference.enforced
    wanted = other and other.meaning._replace(shared=False)
    return next((claim for claim in claims_of(row) if claim.meaning._replace(shared=False) == wanted), None)


def _language(row: Row) -> str:
    return row.lang or "print"
