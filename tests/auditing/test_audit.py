"""Planted mistakes are found, each with who stands alone and the line that would agree, and nothing else is."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow.parquet as pq
import pytest
from tests.auditing.conftest import OPERATIONS
from tests.docs.conftest import ROOT

import onceper
from onceper.auditing.leaving_out import rules
from onceper.auditing.page import page
from onceper.contract.arrow import to_arrow
from onceper.contract.reading import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    Add = Callable[..., None]

_TOLD = tomllib.loads(Path(__file__).with_name("witnesses.toml").read_text(encoding="utf-8"))
TEXTS = _TOLD["texts"]
IGNITION = "e1: SetType(EFFECT_TYPE_IGNITION)"


def prints(*texts: str, number: str = "7") -> list[Row]:
    """Return rows of one card: the first text is English, the second Japanese."""
    rows = []
    for lang, text in zip(("en", "ja"), texts, strict=False):
        found = onceper.read(TEXTS[text], lang=lang, game="yugioh", name="Ember Warden")
        rows.append(Row(number, "Ember Warden", lang, "yugioh", "text", None, found.limits, (), found.effects))
    return rows


@pytest.mark.parametrize("case", _TOLD["case"], ids=lambda case: case["says"])
def test_witnesses_of_a_card(case: dict[str, Any], folder: Path, add_script: Add) -> None:
    if "script" in case:
        add_script(7, case["script"], case.get("behind", OPERATIONS))
    found = onceper.audit(prints(*case["prints"]), folder if "script" in case else None)
    lines = [
        one.would_agree if one.would_agree is None else "+" * one.insert + one.would_agree for one in found.findings
    ]
    told = [
        [one.grade, one.difference, one.alone, *([line] if line is not None else [])]
        for one, line in zip(found.findings, lines, strict=True)
    ]
    assert told == case.get("found", [])
    assert [one.left_out for one in found.left_out] == case.get("left_out", [])
    assert found.reasons.total() == len(found.left_out)
    assert all(one.reason for one in found.left_out)
    assert found.not_run == ()
    assert "sure" not in case or {one.sure for one in found.findings} == {case["sure"]}
    assert page(found, found.findings).count("<article") == bool(told)


def test_a_witness_says_where(folder: Path, add_script: Add) -> None:
    (found,) = onceper.audit(prints("hard", "free_ja")).findings
    says, without = found.witnesses
    assert (says.says, says.text) == ("By card name, once per turn", TEXTS["hard"].partition("card. ")[2])
    assert (without.says, without.text, without.span) == (None, TEXTS["free_ja"], (0, len(TEXTS["free_ja"])))
    add_script(7, f"{IGNITION} SetCountLimit(1)")
    (found,) = onceper.audit(prints("hard", "hard_ja"), folder).findings
    script = found.witnesses[-1]
    assert (script.witness, script.file, script.line) == ("script", "official/c7.lua", 5)


def test_the_sure_rules_of_leaving_out_are_in_the_docs() -> None:
    about = " ".join((ROOT / "docs" / "audit.md").read_text(encoding="utf-8").split())
    reasons = [" ".join(rule.reason.split()) for rule in rules().left_out]
    assert [reason for reason in reasons if reason not in about or not reason.endswith(".")] == []
    assert rules().signs.keys() <= {name for rule in rules().left_out for needed in rule.when for name in needed}
    assert rules().untold <= {rule.id for rule in rules().left_out}


def test_a_bad_script_stops_nothing(folder: Path, add_script: Add) -> None:
    add_script(7, "while true do end")
    add_script(8, "error('no')")
    add_script(9, f"{IGNITION} SetCountLimit(1)")
    rows = [row for number in ("7", "8", "9", "10") for row in prints("hard", "hard_ja", number=number)]
    found = onceper.audit([*rows, *prints("hard", number="k1")], folder)
    assert [(one.id, one.file) for one in found.not_run] == [("7", "official/c7.lua"), ("8", "official/c8.lua")]
    assert [one.id for one in found.findings] == ["9"]
    assert (found.cards, found.without_script) == (5, 2)
    assert onceper.audit([]).findings == ()


def test_what_cannot_be_audited(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty, hang = tmp_path / "empty", tmp_path / "hang"
    empty.mkdir()
    hang.mkdir()
    (hang / "constant.lua").write_text("while true do end", encoding="utf-8")
    for scripts, words in (
        (empty, r"there is no constant\.lua"),
        (tmp_path / "none", "there is no such folder"),
        (hang, r"constant\.lua does not run: it takes too long"),
        (None, "no card has two witnesses"),
    ):
        with pytest.raises(onceper.OnceperError, match=words):
            onceper.audit(prints("hard"), scripts)
    monkeypatch.setitem(sys.modules, "lupa", None)
    with pytest.raises(onceper.OnceperError, match=r"pip install 'onceper\[audit\]'"):
        onceper.audit(prints("hard"), folder)


def test_a_table_in_memory_is_audited_as_its_rows_are(folder: Path, add_script: Add) -> None:
    add_script(7, f"{IGNITION} SetCountLimit(1)--<script>")
    rows = prints("hard", "hard_ja")
    assert onceper.audit(to_arrow(rows), folder).findings == onceper.audit(iter(rows), folder).findings


def test_findings_in_every_format(tmp_path: Path, folder: Path, add_script: Add) -> None:
    add_script(7, f"{IGNITION} SetCountLimit(1)--<script>")
    tags = tmp_path / "-"
    tags.write_bytes(msgspec.json.Encoder().encode_lines(prints("hard", "hard_ja")))
    for suffix in ("jsonl", "csv", "parquet", "html"):
        found = onceper.audit_file(tags, tmp_path / f"found.{suffix}", scripts=folder)
    (line,) = (tmp_path / "found.jsonl").read_text(encoding="utf-8").splitlines()
    (row,) = pq.read_table(tmp_path / "found.parquet").to_pylist()
    assert row == json.loads(line)
    assert found.table().to_pylist() == [row]
    head, cells = (tmp_path / "found.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("id,name,grade,sure")
    assert cells.startswith("7,Ember Warden,both_prints,high,counted,script,[1]")
    shown = (tmp_path / "found.html").read_text(encoding="utf-8")
    assert [
        words for words in ("official/c7.lua:5", "&lt;script&gt;", "default-src 'none'") if words not in shown
    ] == []
    assert shown.count("<script>") == 1
    (issue,) = found.issues()
    assert issue.splitlines()[-2:] == [
        "It would agree with the print instead:",
        "    e1:SetCountLimit(1,id)--<script>",
    ]
