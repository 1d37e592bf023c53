"""Findings in the formats that they are written in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.contract.finding import Finding
from onceper.files.finished import finished, place_of
from onceper.files.formats import refuse_unknown, write_records

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.auditing.run import Audit

_PAGE = ".html"
# Witnesses stand in lists, for which databases would need a table of their own.
_ENDINGS = (".jsonl", ".csv", ".parquet", _PAGE)


def write_audit(audit: Audit, target: Path | None, *, everything: bool = False) -> None:
    """Write the findings in the format that the suffix says, or without a target to standard output as JSON Lines.

    The file takes its name when it is complete. With ``everything`` those that were left out follow. A page of HTML
    tells of scripts that did not run as well.

    Raises:
        OutputError: the suffix is unknown, or it cannot be written.
    """
    findings = audit.listed(everything=everything)
    if target is None or target.suffix.lower() != _PAGE:
        write_records(findings, Finding, target)
        return
    from onceper.auditing.page import page  # noqa: PLC0415

    with finished(target) as path:
        path.write_bytes(page(audit, findings).encode(errors="replace"))


def check_audit_target(target: Path) -> None:
    """Check that findings can be written to a file of this name, before there are any.

    Raises:
        OutputError: the suffix is unknown, or its folder is missing.
    """
    refuse_unknown(target, _ENDINGS)
    place_of(target)
