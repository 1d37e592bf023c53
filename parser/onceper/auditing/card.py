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
from onceper.comparing.pairing import Effects
from onceper.contract.finding import Finding, Grade, Witness
from onceper.display.speech import ENGLISH, Speech

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.auditing.circumstances import Scripted
    from onceper.auditing.claim import Claim
    from onceper.auditing.leaving_out import LeftOut
    from onceper.contract.reading import Row


class _Contradiction(NamedTuple):
    """Hold one difference, the print that was compared, and the languages of all that differ in the same."""

    difference: Difference
    row: Row
    languages: tuple[str, ...]
    effects: tuple[int, ...]

    @classmethod
    def of(cls, difference: Difference, rows: Sequence[Row]) -> _Contradiction:
        """Return a difference in which several prints are alike, of which the first is told."""
        claim = difference.claim
        effects = (claim.effect,) if claim and claim.effect else ()
        return cls(difference, rows[0], tuple(map(_language, rows)), effects)

    @property
    def cause(self) -> object:
        """The limit of a print that it is about, whatever the others say."""
        claim = self.difference.claim
        return _language(self.row), self.row.field, claim.limit.span if claim else None


def findings_of(rows: Sequence[Row], scripted: Scripted | None) -> Iterator[Finding]:
    """Yield the findings on one card: its texts in one or several languages, and its script where there is one.

    Where the script does not tell of a limit that one print alone has, the prints contradict each other still.
    """
    untold: set[object] = set()
    if scripted is not None:
        for one in _together(_against_script(rows, scripted)):
            finding, rule = _finding(one, rows, scripted)
            if rule and rule.untold and finding.grade == "one_print" and one.difference.kind == "missing":
                untold.add(one.cause)
            else:
                yield finding
    if scripted is None or untold:
        for one in _together(_against_each_other(rows)):
            if scripted is None or one.cause in untold:
                yield _finding(one, rows, None)[0]


def _against_script(rows: Sequence[Row], scripted: Scripted) -> Iterator[_Contradiction]:
    """Yield where prints differ from the script; what several say alike, each as often as it does, is said once."""
    alike: dict[object, tuple[Difference, list[Row]]] = {}
    for row in rows:
        times = Counter[object]()
        claims = list(claims_of(row))
        for difference in differences(claims, scripted.enforces.limits, lambda claim: place_of(claim, row, scripted)):  # noqa: B023  it is asked at once
            times[difference.key] += 1
            alike.setdefault((difference.key, times[difference.key]), (difference, []))[1].append(row)
    return (_Contradiction.of(difference, prints) for difference, prints in alike.values())


def _against_each_other(rows: Sequence[Row]) -> Iterator[_Contradiction]:
    """Yield where prints differ; of three or more, each from the one that differs least from all the others."""
    claims = [list(claims_of(row)) for row in rows]
    told = [sum(len(list(between_prints(one, other))) for other in claims) for one in claims]
    first = told.index(min(told)) if told else 0
    for other, row in enumerate(rows):
        if other == first:
            continue
        for difference in between_prints(claims[other], claims[first]):
            yield _Contradiction.of(difference, [row])
        agreeing = tuple(_language(rows[at]) for at in range(len(rows)) if at != other)
        for difference in between_prints(claims[first], claims[other]):
            # What both say differently was told from the other side.
            if difference.other is None:
                yield _Contradiction.of(difference, [rows[first]])._replace(languages=agreeing)


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


def _finding(one: _Contradiction, rows: Sequence[Row], scripted: Scripted | None) -> tuple[Finding, LeftOut | None]:
    difference, row = one.difference, one.row
    place = place_of(difference.claim, row, scripted) if difference.claim and scripted else None
    rule = reason_to_leave_out(difference, circumstances(difference, row, place, scripted))
    languages = [_language(text) for text in rows]
    grade: Grade = "prints"
    if scripted:
        grade = "both_prints" if len(one.languages) == len(languages) else "one_print"
        grade = "one_print_alone" if len(languages) == 1 else grade
    line = None
    if scripted and grade in {"both_prints", "one_print_alone"}:
        line = line_that_agrees(difference, ability_without_limit(difference, place, scripted), scripted)
    # Of two prints that contradict each other, the one that says more stands alone.
    others = [lang for lang in languages if lang not in one.languages]
    alone = others[0] if len(one.languages) > 1 and others else one.languages[0]
    witnesses = [_print(one, row) for row in rows]
    if scripted:
        witnesses.append(_script(difference, scripted, line.number if line else None))
    finding = Finding(
        id=row.id,
        name=row.name,
        grade=grade,
        sure=how_sure(difference, grade),
        difference=difference.kind,
        alone="script" if scripted and grade != "one_print" else alone,
        effects=tuple(dict.fromkeys(one.effects)),
        witnesses=tuple(witnesses),
        would_agree=None if line is None else line.would_agree,
        insert=line is not None and line.insert,
        left_out=rule.id if rule else None,
        reason=rule.reason if rule else None,
    )
    return finding, rule


def _script(difference: Difference, scripted: Scripted, line: int | None) -> Witness:
    enforced = difference.enforced
    number = line or (enforced.lines[0] if enforced and enforced.lines else None)
    says = enforced.meaning.in_words() if enforced else None
    text = scripted.script.line(number).strip() if number else None
    return Witness("script", says, None, scripted.script.file, number, text)


def _print(one: _Contradiction, row: Row) -> Witness:
    """Return what a print says, with its words; where it says nothing, its words for the same effect."""
    claim = _claim_of(one, row)
    if claim is not None:
        said = Speech(ENGLISH, row.game, row.effects, row.name).say(claim.limit)
        return Witness(_language(row), said, claim.limit.span, None, None, claim.limit.text)
    same = Effects(row.effects, one.row.effects, between_languages=True).of_b
    index = same.get(one.effects[0]) if one.effects else None
    found = next((effect for effect in row.effects if effect.index == index), None)
    span, text = (found.span, found.text) if found else (None, None)
    return Witness(_language(row), None, span, None, None, text)


def _claim_of(one: _Contradiction, row: Row) -> Claim | None:
    """Return what a print says of what is contradicted: the same, or what the script says."""
    difference = one.difference
    if row is one.row:
        return difference.claim
    agrees = _language(row) in one.languages
    other = difference.claim if agrees else difference.other or difference.enforced
    wanted = other and other.meaning._replace(shared=False)
    return next((claim for claim in claims_of(row) if claim.meaning._replace(shared=False) == wanted), None)


def _language(row: Row) -> str:
    return row.lang or "print"
