"""Findings for people: one page, in the look of a report, and text for an issue of the script's project."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from onceper.auditing.leaving_out import grade_in_words, in_words, rules
from onceper.display.page import templates, whole_page
from onceper.report.counting import Total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jinja2 import Template

    from onceper.auditing.run import Audit
    from onceper.contract.finding import Finding


def page(audit: Audit, findings: Sequence[Finding]) -> str:
    """Return the page of an audit, with these of its findings, those of a card together."""
    return whole_page(
        "auditing/audit.html",
        ["report/report.css", "auditing/audit.css"],
        ["auditing/audit.js"],
        totals=list(_totals(audit)),
        cards=[list(of_card) for _, of_card in groupby(findings, attrgetter("id"))],
        left_out=[(rule, audit.reasons[rule.id]) for rule in rules() if audit.reasons[rule.id]],
        not_run=audit.not_run,
        in_words=in_words,
        grade_in_words=grade_in_words,
        issue_text=issue_text,
    )


def issue_text(finding: Finding) -> str:
    """Return a finding as text that can be copied into an issue of the script's project."""
    return _issue().render(finding=finding, in_words=in_words).rstrip()


@cache
def _issue() -> Template:
    # It is no markup in which signs would be escaped.
    return templates().overlay(autoescape=False, finalize=None).get_template("auditing/issue.txt")


def _totals(audit: Audit) -> Iterator[Total]:
    yield Total("cards", audit.cards)
    yield Total("findings", len(audit.findings))
    for grade, number in Counter(found.grade for found in audit.findings).most_common():
        yield Total(grade_in_words(grade).lower(), number)
    yield Total("left out", len(audit.left_out))
    yield Total("scripts that did not run", len(audit.not_run))
    yield Total("cards without a script", audit.without_script)
