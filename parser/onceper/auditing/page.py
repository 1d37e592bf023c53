"""Findings as one page, in the look of a report: HTML with its own style and script, and nothing from elsewhere."""

from __future__ import annotations

from collections import Counter
from importlib.metadata import version
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from onceper.auditing.issue import issue_text
from onceper.auditing.leaving_out import grade_in_words, in_words, rules
from onceper.display.page import content_policy, safe

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.auditing.run import Audit
    from onceper.contract.finding import Finding, Witness


def page(audit: Audit, findings: Sequence[Finding]) -> str:
    """Return the page of an audit, with these of its findings."""
    style = _resource("onceper.report", "report.css") + _resource("onceper.auditing", "audit.css")
    script = _resource("onceper.auditing", "audit.js")
    return Template(_resource("onceper.auditing", "audit.html")).substitute(
        policy=content_policy(style, script),
        style=style,
        script=script,
        version=version("onceper"),
        totals="".join(f"<div><dt>{name}</dt><dd>{number:,}</dd></div>" for name, number in _totals(audit)),
        findings="".join(map(_finding, findings)) or "<p>No witness contradicts another.</p>",
        left_out=_left_out(audit),
        not_run=_not_run(audit),
    )


def _totals(audit: Audit) -> Iterable[tuple[str, int]]:
    grades = Counter(found.grade for found in audit.findings)
    yield "cards", audit.cards
    yield "findings", len(audit.findings)
    for grade, number in grades.most_common():
        yield safe(grade_in_words(grade).lower()), number
    yield "left out", len(audit.left_out)
    yield "scripts that did not run", len(audit.not_run)
    yield "cards without a script", audit.without_script


def _finding(finding: Finding) -> str:
    witnesses = "".join(map(_witness, finding.witnesses))
    reason = f"<p><small>Left out: {safe(finding.reason)}</small></p>" if finding.reason else ""
    effects = f" · effect {', '.join(map(str, finding.effects))}" if finding.effects else ""
    return (
        f'<article class="finding"><h3>{safe(finding.name or "A card")} <small>{safe(finding.id)}</small></h3>'
        f"<p>{safe(grade_in_words(finding.grade))}: {safe(in_words(finding.difference))}{effects} · "
        f"<b>{safe(finding.alone)}</b> stands alone · {finding.sure}</p>"
        f'<div class="wide"><table><tbody>{witnesses}</tbody></table></div>{reason}'
        f'<details><summary>For an issue</summary><button type="button" class="copy">Copy</button>'
        f"<pre>{safe(issue_text(finding))}</pre></details></article>"
    )


def _witness(witness: Witness) -> str:
    lang = "" if witness.witness == "script" else f' lang="{safe(witness.witness)}"'
    place = f" {safe(witness.file)}:{witness.line}" if witness.file and witness.line else ""
    tag = "code" if witness.witness == "script" else "mark"
    words = f"<{tag}{lang}>{safe(witness.text)}</{tag}>" if witness.text else ""
    says = safe(witness.says) if witness.says else "no such limit"
    return f'<tr><th scope="row">{safe(witness.witness)}{place}</th><td>{says}</td><td>{words}</td></tr>'


def _left_out(audit: Audit) -> str:
    reasons = audit.reasons
    return "".join(
        f'<tr><td class="number">{reasons[rule.id]:,}</td><th scope="row">{safe(rule.id.replace("_", " "))}</th>'
        f"<td>{safe(rule.reason)}</td></tr>"
        for rule in rules()
        if reasons[rule.id]
    )


def _not_run(audit: Audit) -> str:
    return "".join(
        f'<tr><th scope="row">{safe(failed.file)}</th><td>{safe(failed.problem)}</td></tr>' for failed in audit.not_run
    )


def _resource(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")
