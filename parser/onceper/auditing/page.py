"""Findings for people: one page, in the look of a report, and text for an issue of the script's project."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from onceper.auditing.leaving_out import rules
from onceper.display.page import templates, whole_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jinja2 import Template

    from onceper.auditing.run import Audit
    from onceper.contract.finding import Finding


def page(audit: Audit, findings: Sequence[Finding]) -> str:
    """Return the page of an audit, with these of its findings, those of a card together."""
    return whole_page(
        "auditing/audit.html",
        ["report/report.css", "auditing/audit.css"],
        ["auditing/audit.js"],
        totals=audit.counted(),
        cards=[list(of_card) for _, of_card in groupby(findings, attrgetter("id"))],
        left_out=[(rule, audit.reasons[rule.id]) for rule in rules().left_out if audit.reasons[rule.id]],
        not_run=audit.not_run,
        words=rules().words,
        grades=rules().grades,
        issue_text=issue_text,
    )


def issue_text(finding: Finding) -> str:
    """Return a finding as text that can be copied into an issue of the script's project."""
    return _issue().render(finding=finding, words=rules().words).rstrip()


@cache
def _issue() -> Template:
    # It is no markup in which signs would be escaped.
    return templates().overlay(autoescape=False, finalize=None).get_template("auditing/issue.txt")
