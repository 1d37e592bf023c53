"""What the witnesses of one card contradict each other in."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from onceper.auditing.agreeing import line_that_agrees
from onceper.auditing.count import asked_for
from onceper.auditing.difference import against_each_other, against_script, language_of
from onceper.auditing.leaving_out import how_sure, reason_to_leave_out, rules
from onceper.comparing.pairing import same_effects, together
from onceper.contract.finding import Finding, Grade, Witness
from onceper.display.speech import say_in_english

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.auditing.difference import Difference
    from onceper.auditing.enforced import Enforces
    from onceper.contract.reading import Row


def findings_of(rows: Sequence[Row], enforces: Enforces | None) -> Iterator[Finding]:
    """Yield the findings on one card: its texts in one or several languages, and its script where there is one.

    Where the script does not tell of a limit that one print alone has, the prints contradict each other still.
    """
    untold: set[object] = set()
    for of_one_cause in _by_cause(against_script(rows, enforces)) if enforces else ():
        finding, cause = _finding(of_one_cause, rows, enforces), of_one_cause[0].cause
        if (finding.grade, finding.difference) == ("one_print", "missing") and finding.left_out in rules().untold:
            untold.add(cause)
        else:
            yield finding
    for of_one_cause in _by_cause(against_each_other(rows)) if untold or not enforces else ():
        if not enforces or of_one_cause[0].cause in untold:
            yield _finding(of_one_cause, rows, None)


def _by_cause(found: Iterable[Difference]) -> Iterable[list[Difference]]:
    return together(found, attrgetter("kind", "languages", "cause")).values()


def _finding(of_one_cause: Sequence[Difference], rows: Sequence[Row], enforces: Enforces | None) -> Finding:
    """Return the finding on differences of one cause, of which the first is told."""
    difference = of_one_cause[0]
    rule = reason_to_leave_out(difference, enforces)
    told = difference.languages
    others = [lang for lang in map(language_of, rows) if lang not in told]
    # Of two prints that contradict each other, the one that says more stands alone.
    alone = others[0] if len(told) > 1 and others else told[0]
    grade: Grade = "one_print" if enforces else "prints"
    effects = tuple(dict.fromkeys(one.claim.effect for one in of_one_cause if one.claim and one.claim.effect))
    witnesses = [_print(difference, effects, row) for row in rows]
    would_agree = None
    if enforces:
        by, script = difference.other, enforces.script
        number = by.lines[0] if by else None
        if not others:
            grade, alone = "both_prints" if len(rows) > 1 else "one_print_alone", "script"
            if line := line_that_agrees(difference, enforces):
                number, would_agree = line
        text = script.line(number).strip() if number else None
        witnesses.append(Witness("script", by and by.meaning.in_words(), None, script.file, number or None, text))
    return Finding(
        id=difference.row.id,
        name=difference.row.name,
        grade=grade,
        sure=how_sure(difference, grade),
        difference=difference.kind,
        alone=alone,
        effects=effects,
        witnesses=tuple(witnesses),
        would_agree=would_agree,
        insert=would_agree is not None and difference.kind == "missing",
        left_out=rule.id if rule else None,
        reason=rule.reason if rule else None,
    )


def _print(difference: Difference, effects: Sequence[int], row: Row) -> Witness:
    """Return what a print says, with its words; where it says nothing, its words for the same effect."""
    # Who differs in the same says the same, and who does not, what the script or the other print says.
    wanted = difference.claim if language_of(row) in difference.languages else difference.other
    claim = difference.claim
    if row is not difference.row:
        claim = next((one for one in asked_for(row, {}) if wanted and one.meaning == wanted.meaning), None)
    same = same_effects(row.effects, difference.row.effects, between_languages=True) or {}
    indexes = [same.get(effect) for effect in effects[:1]]
    quoted: Any = claim.limit if claim else next((effect for effect in row.effects if effect.index in indexes), None)
    says = claim and say_in_english(claim.limit, row)
    return Witness(language_of(row), says, quoted and quoted.span, None, None, quoted and quoted.text)
