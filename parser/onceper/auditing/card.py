"""What the witnesses of one card contradict each other in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from onceper.auditing.agreeing import line_that_agrees
from onceper.auditing.aligning import place_of
from onceper.auditing.circumstances import ability_without_limit, circumstances
from onceper.auditing.claim import claims_of
from onceper.auditing.difference import Difference, between_prints, differences
from onceper.auditing.leaving_out import how_sure, reason_to_leave_out
from onceper.contract.finding import Finding, Grade, Witness

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.auditing.circumstances import Scripted
    from onceper.auditing.claim import Claim, Meaning
    from onceper.auditing.leaving_out import LeftOut
    from onceper.contract.reading import Row


class _Contradiction(NamedTuple):
    """Hold one difference, the print that was compared, and the languages of all that differ in the same."""

    difference: Difference
    row: Row
    languages: tuple[str, ...]
    effects: tuple[int, ...]


def findings_of(rows: Sequence[Row], scripted: Scripted | None) -> Iterator[Finding]:
    """Yield the findings on one card: its texts in one or several languages, and its script where there is one.

    Where the script does not tell of a limit that one print alone has, the prints contradict each other still.
    """
    untold: set[object] = set()
    if scripted is not None:
        for one in _together(_against_script(rows, scripted)):
            finding, rule = _finding(one, rows, scripted)
            if rule and rule.untold and finding.grade == "one_print" and one.difference.kind == "missing":
                untold.add(_cause(one))
            else:
                yield finding
    if scripted is None or untold:
        for one in _together(_against_each_other(rows)):
            if scripted is None or _cause(one) in untold:
                yield _finding(one, rows, None)[0]


def _against_script(rows: Sequence[Row], scripted: Scripted) -> Iterator[_Contradiction]:
    told = [(row, list(_differences(row, scripted))) for row in rows]
    waiting = [Counter(difference.key for difference in found) for _, found in told]
    for place, (row, found) in enumerate(told):
        for difference in found:
            if not waiting[place][difference.key]:
                continue
            alike = [at for at, keys in enumerate(waiting) if keys[difference.key]]
            for at in alike:
                waiting[at][difference.key] -= 1
            languages = tuple(_language(told[at][0]) for at in alike)
            yield _Contradiction(difference, row, languages, _effects(difference))


def _differences(row: Row, scripted: Scripted) -> Iterator[Difference]:
    return differences(list(claims_of(row)), scripted.enforces.limits, lambda claim: place_of(claim, row, scripted))


def _against_each_other(rows: Sequence[Row]) -> Iterator[_Contradiction]:
    """Yield where prints differ; of three or more, each from the one that differs least from all the others."""
    claims = [list(claims_of(row)) for row in rows]
    told = [sum(len(list(between_prints(one, other))) for other in claims) for one in claims]
    first = told.index(min(told)) if told else 0
    for other, row in enumerate(rows):
        if other == first:
            continue
        for difference in between_prints(claims[other], claims[first]):
            yield _Contradiction(difference, row, (_language(row),), _effects(difference))
        agreeing = tuple(_language(rows[at]) for at in range(len(rows)) if at != other)
        for difference in between_prints(claims[first], claims[other]):
            # What both say differently was told from the other side.
            if difference.other is None:
                yield _Contradiction(difference, rows[first], agreeing, _effects(difference))


def _effects(difference: Difference) -> tuple[int, ...]:
    return (difference.claim.effect,) if difference.claim and difference.claim.effect else ()


def _together(found: Iterator[_Contradiction]) -> list[_Contradiction]:
    """Return what one limit, or one line, is the cause of as one."""
    together: dict[object, _Contradiction] = {}
    for one in found:
        claim, enforced = one.difference.claim, one.difference.enforced
        cause = claim.limit.span if claim else enforced.lines if enforced else ()
        key = (one.difference.kind, one.languages, one.row.field, cause, bool(claim))
        first = together.get(key)
        together[key] = one if first is None else first._replace(effects=first.effects + one.effects)
    return list(together.values())


def _cause(one: _Contradiction) -> object:
    """Return the limit of a print that a contradiction is about, whatever the others say."""
    return _language(one.row), one.row.field, one.difference.claim.limit.span if one.difference.claim else None


def _finding(one: _Contradiction, rows: Sequence[Row], scripted: Scripted | None) -> tuple[Finding, LeftOut | None]:
    difference, row = one.difference, one.row
    place = place_of(difference.claim, row, scripted) if difference.claim and scripted else None
    rule = reason_to_leave_out(difference, circumstances(difference, row, place, scripted))
    languages = [_language(text) for text in rows]
    grade = _grade(one, languages, with_script=scripted is not None)
    line = None
    if scripted and grade in {"both_prints", "one_print_alone"}:
        line = line_that_agrees(difference, ability_without_limit(difference, place, scripted), scripted)
    alone = "script" if scripted and grade != "one_print" else _alone(one.languages, languages)
    finding = Finding(
        id=row.id,
        name=row.name,
        grade=grade,
        sure=how_sure(difference, grade),
        difference=difference.kind,
        alone=alone,
        effects=tuple(dict.fromkeys(one.effects)),
        witnesses=tuple(_witnesses(one, rows, scripted, line.number if line else None)),
        would_agree=None if line is None else line.would_agree,
        insert=line is not None and line.insert,
        left_out=rule.id if rule else None,
        reason=rule.reason if rule else None,
    )
    return finding, rule


def _alone(differing: Sequence[str], languages: Sequence[str]) -> str:
    """Return the print that stands alone: of two that contradict each other, the one that says more."""
    others = [lang for lang in languages if lang not in differing]
    return others[0] if len(differing) > 1 and others else differing[0]


def _grade(one: _Contradiction, languages: Sequence[str], *, with_script: bool) -> Grade:
    if not with_script:
        return "prints"
    if len(languages) == 1:
        return "one_print_alone"
    return "both_prints" if len(one.languages) == len(languages) else "one_print"


def _witnesses(
    one: _Contradiction, rows: Sequence[Row], scripted: Scripted | None, line: int | None
) -> Iterator[Witness]:
    difference = one.difference
    for row in rows:
        yield _print(row, _claim_of(one, row))
    if scripted is None:
        return
    enforced = difference.enforced
    number = line or (enforced.lines[0] if enforced and enforced.lines else None)
    says = enforced.meaning.in_words() if enforced else None
    text = scripted.script.line(number).strip() if number else None
    yield Witness("script", says, None, scripted.script.file, number, text)


def _claim_of(one: _Contradiction, row: Row) -> Claim | None:
    """Return what a print says of what is contradicted: the same, or what the script says."""
    difference = one.difference
    if row is one.row:
        return difference.claim
    if _language(row) in one.languages:
        wanted = difference.claim.meaning if difference.claim else None
    else:
        other = difference.other or difference.enforced
        wanted = other.meaning if other else None
    return next((claim for claim in claims_of(row) if _is(claim.meaning, wanted)), None)


def _is(meaning: Meaning, wanted: Meaning | None) -> bool:
    return wanted is not None and meaning._replace(shared=False) == wanted._replace(shared=False)


def _print(row: Row, claim: Claim | None) -> Witness:
    if claim is None:
        return Witness(_language(row), None, None, None, None, None)
    limit = claim.limit
    return Witness(_language(row), claim.meaning.in_words(), limit.span, None, None, limit.text)


def _language(row: Row) -> str:
    return row.lang or "print"
