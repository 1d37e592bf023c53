"""Findings in the formats that they are written in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.contract.finding import Finding
from onceper.files.finished import finished, place_of, unknown_ending
from onceper.files.output_error import OutputError
from onceper.files.sink.csv_lines import csv_lines_to
from onceper.files.sink.records import write_json_lines, write_parquet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from onceper.auditing.run import Audit


def write_audit(audit: Audit, target: Path, *, everything: bool = False) -> None:
    """Write the findings in the format that the suffix says; the file takes its name when it is complete.

    With ``everything`` those that were left out follow. A page of HTML tells of scripts that did not run as well.

    Raises:
        OutputError: the suffix is unknown, or the file cannot be written.
    """
    write = writer_of(target)
    with finished(target) as path:
        write(audit, audit.listed(everything=everything), path)


def writer_of(target: Path) -> Callable[[Audit, Sequence[Finding], Path], None]:
    """Return what writes a file of this name, before there is anything to write.

    Raises:
        OutputError: the suffix is unknown, or its folder is missing.
    """
    if target.suffix.lower() not in _WRITERS:
        raise OutputError(
            unknown_ending(target),
            where=str(target),
            expected=f"a file that ends in {', '.join(_WRITERS)}",
            remedy="give the output one of these endings",
        )
    place_of(target)
    return _WRITERS[target.suffix.lower()]


def _json_lines(_: Audit, findings: Sequence[Finding], path: Path) -> None:
    write_json_lines(findings, path)


def _csv(_: Audit, findings: Sequence[Finding], path: Path) -> None:
    encode = msgspec.json.Encoder().encode
    with path.open("w", encoding="utf-8", newline="") as stream:
        write_line = csv_lines_to(stream)
        write_line(Finding.__struct_fields__)
        for finding in findings:
            cells = msgspec.structs.astuple(finding)
            write_line([encode(cell).decode() if isinstance(cell, (tuple, bool)) else cell for cell in cells])


def _parquet(_: Audit, findings: Sequence[Finding], path: Path) -> None:
    # pyarrow takes long to import, and the other formats do without.
    from onceper.contract.arrow_rows import findings_to_arrow  # noqa: PLC0415

    write_parquet(findings_to_arrow(findings), path)


def _page(audit: Audit, findings: Sequence[Finding], path: Path) -> None:
    from onceper.auditing.page import page  # noqa: PLC0415

    path.write_bytes(page(audit, findings).encode(errors="replace"))


_WRITERS: dict[str, Callable[[Audit, Sequence[Finding], Path], None]] = {
    ".jsonl": _json_lines,
    ".csv": _csv,
    ".parquet": _parquet,
    ".html": _page,
}
