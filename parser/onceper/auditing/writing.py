"""Findings in the formats that they are written in."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from onceper.contract.finding import Finding
from onceper.files.finished import OutputError, finished, place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
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
        write(audit, audit.findings + audit.left_out if everything else audit.findings, path)


def writer_of(target: Path) -> Callable[[Audit, Sequence[Finding], Path], None]:
    """Return what writes a file of this name, before there is anything to write.

    Raises:
        OutputError: the suffix is unknown, or its folder is missing.
    """
    if target.suffix.lower() not in _WRITERS:
        raise OutputError(
            f"unknown format {target.suffix!r}" if target.suffix else "nothing in the name tells the format",
            where=str(target),
            expected=f"a file that ends in {', '.join(_WRITERS)}",
            remedy="give the output one of these endings",
        )
    place_of(target)
    return _WRITERS[target.suffix.lower()]


def findings_to(findings: Iterable[Finding], stream: BinaryIO) -> None:
    """Write each finding as a line of UTF-8 JSON to a stream, which stays open."""
    encode = msgspec.json.Encoder().encode
    stream.writelines(encode(finding) + b"\n" for finding in findings)
    stream.flush()


def _json_lines(_: Audit, findings: Sequence[Finding], path: Path) -> None:
    with path.open("wb") as stream:
        findings_to(findings, stream)


def _csv(_: Audit, findings: Sequence[Finding], path: Path) -> None:
    encode = msgspec.json.Encoder().encode
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, lineterminator="\n")
        table.writerow(Finding.__struct_fields__)
        for finding in findings:
            cells = msgspec.structs.astuple(finding)
            table.writerow([encode(cell).decode() if isinstance(cell, (tuple, bool)) else cell for cell in cells])


def _parquet(_: Audit, findings: Sequence[Finding], path: Path) -> None:
    # pyarrow takes long to import, and the other formats do without.
    import pyarrow.parquet as pq  # noqa: PLC0415

    from onceper.contract.arrow_rows import findings_to_arrow  # noqa: PLC0415

    pq.write_table(findings_to_arrow(findings), path, compression="zstd")


def _page(audit: Audit, findings: Sequence[Finding], path: Path) -> None:
    from onceper.auditing.page import page  # noqa: PLC0415

    path.write_bytes(page(audit, findings).encode(errors="replace"))


_WRITERS: dict[str, Callable[[Audit, Sequence[Finding], Path], None]] = {
    ".jsonl": _json_lines,
    ".csv": _csv,
    ".parquet": _parquet,
    ".html": _page,
}
