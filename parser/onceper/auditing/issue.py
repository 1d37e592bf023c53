"""A finding as text for an issue of the script's project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.auditing.leaving_out import in_words

if TYPE_CHECKING:
    from onceper.contract.finding import Finding


def issue_text(finding: Finding) -> str:
    """Return a finding as text that can be copied into an issue of the script's project."""
    lines = [f"{finding.name or 'Card'} ({finding.id}): {in_words(finding.difference)}", ""]
    for witness in finding.witnesses:
        if witness.witness == "script":
            place = f"{witness.file}:{witness.line}" if witness.line else witness.file
            lines.append(f"script, {place}: {witness.says or 'no such limit'}")
            lines += [f"    {witness.text}"] if witness.text else []
        else:
            lines.append(f"{witness.witness}: {witness.says or 'no such limit'}")
            lines += [f"    {' '.join(witness.text.split())}"] if witness.text else []
    if finding.would_agree is not None:
        change = (
            "without this line" if not finding.would_agree else "a new line behind it" if finding.insert else "instead"
        )
        lines += [
            "",
            f"It would agree with the print {change}:"
            if finding.would_agree
            else f"It would agree with the print {change}.",
        ]
        lines += [f"    {finding.would_agree}"] if finding.would_agree else []
    return "\n".join(lines)
