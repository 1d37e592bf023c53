"""Planted mistakes are found, each with who stands alone and the line that would agree, and nothing else is."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import msgspec
import pyarrow.parquet as pq
import pytest
from tests.docs.conftest import ROOT

import onceper
from onceper.auditing.box import EngineError
from onceper.auditing.folder import ScriptsError
from onceper.auditing.leaving_out import rules
from onceper.auditing.page import page
from onceper.auditing.run import AuditError
from onceper.contract.reading import Row
from onceper.files.finished import OutputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from onceper.auditing.leaving_out import LeftOut
    from onceper.contract.limit import Limit

    Add = Callable[[int, str, str], None]

HARD = 'You can draw 1 card. You can only use this effect of "Ember Warden" once per turn.'
HARD_JA = (
    "このカード名の①の効果は１ターンに１度しか使用できない。\n①：自分メインフェイズに発動できる。自分は１枚ドローする。"
)
FREE = "You can draw 1 card."
FREE_JA = "①：自分メインフェイズに発動できる。自分は１枚ドローする。"
SPELL = 'Draw 1 card. You can only activate 1 "Ember Warden" per turn.'
SPELL_JA = "このカード名のカードは１ターンに１枚しか発動できない。\n①：自分は１枚ドローする。"


def prints(*texts: str, number: str = "7") -> list[Row]:
    """Return rows of one card: the first text is English, the second Japanese."""
    rows = []
    for lang, text in zip(("en", "ja"), texts, strict=False):
        found = onceper.read(text, lang=lang, game="yugioh", name="Ember Warden")
        rows.append(Row(number, "Ember Warden", lang, "yugioh", "text", None, found.limits, (), found.effects))
    return rows


def test_a_file_may_be_called_as_standard_input_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-").write_bytes(msgspec.json.Encoder().encode_lines(prints(FREE, FREE_JA)))
    monkeypatch.setattr("sys.stdin", None)
    assert onceper.audit("./-").cards == 1


def ignition(*lines: str) -> str:
    calls = "".join(f"e1:{line}\n" for line in ("SetType(EFFECT_TYPE_IGNITION)", *lines))
    return f"local e1=Effect.CreateEffect(c)\n{calls}e1:SetOperation(s.operation)\nc:RegisterEffect(e1)"


def activation(*lines: str) -> str:
    return ignition(*lines).replace("IGNITION", "ACTIVATE")


OPERATION = "function s.operation(e,tp) end"


@pytest.mark.parametrize(
    ("texts", "script", "difference", "would_agree"),
    [
        ((HARD, HARD_JA), ignition("SetCountLimit(1)"), "counted", "e1:SetCountLimit(1,id)"),
        ((HARD, HARD_JA), ignition("SetCountLimit(2,id)"), "times", "e1:SetCountLimit(1,id)"),
        ((HARD, HARD_JA), ignition("SetCountLimit(1,id,EFFECT_COUNT_CODE_DUEL)"), "period", "e1:SetCountLimit(1,id)"),
        ((HARD, HARD_JA), ignition("SetCountLimit(1,id,EFFECT_COUNT_CODE_OATH)"), "verb", "e1:SetCountLimit(1,id)"),
        ((HARD, HARD_JA), ignition(), "missing", "e1:SetCountLimit(1,id)"),
        (
            (SPELL, SPELL_JA),
            activation("SetCountLimit(1,id)"),
            "verb",
            "e1:SetCountLimit(1,id,EFFECT_COUNT_CODE_OATH)",
        ),
        ((FREE, FREE_JA), ignition("SetCountLimit(1,{id,1})"), "extra", ""),
        ((FREE, FREE_JA), f"c:SetUniqueOnField(1,0,id)\n{ignition()}", "extra", ""),
    ],
)
def test_a_script_that_both_prints_contradict(
    texts: tuple[str, str], script: str, difference: str, would_agree: str, folder: Path, add_script: Add
) -> None:
    add_script(7, script, OPERATION)
    (found,) = onceper.audit(prints(*texts), folder).findings
    assert (found.grade, found.difference, found.alone) == ("both_prints", difference, "script")
    assert found.would_agree == would_agree
    assert found.insert == (difference == "missing")
    script_says = found.witnesses[-1]
    assert (script_says.witness, script_says.file) == ("script", "official/c7.lua")
    assert script_says.line is not None


@pytest.mark.parametrize(
    ("texts", "script"),
    [
        ((HARD, HARD_JA), ignition("SetCountLimit(1,id)")),
        ((SPELL, SPELL_JA), activation("SetCountLimit(1,id,EFFECT_COUNT_CODE_OATH)")),
        ((FREE, FREE_JA), ignition()),
    ],
)
def test_witnesses_that_agree(texts: tuple[str, str], script: str, folder: Path, add_script: Add) -> None:
    add_script(7, script, OPERATION)
    found = onceper.audit(prints(*texts), folder)
    assert (found.findings, found.left_out, found.not_run) == ((), (), ())


def test_one_print_against_the_other_and_the_script(folder: Path, add_script: Add) -> None:
    add_script(7, ignition("SetCountLimit(1,id)"), OPERATION)
    (found,) = onceper.audit(prints(HARD, FREE_JA), folder).findings
    assert (found.grade, found.alone, found.would_agree) == ("one_print", "ja", None)
    add_script(7, ignition(), OPERATION)
    (found,) = onceper.audit(prints(HARD, FREE_JA), folder).findings
    assert (found.grade, found.alone) == ("one_print", "en")


def test_the_only_print_against_the_script(folder: Path, add_script: Add) -> None:
    add_script(7, ignition("SetCountLimit(1)"), OPERATION)
    (found,) = onceper.audit(prints(HARD), folder).findings
    assert (found.grade, found.sure, found.would_agree) == ("one_print_alone", "fair", "e1:SetCountLimit(1,id)")


def test_prints_without_a_script() -> None:
    (found,) = onceper.audit(prints(HARD, FREE_JA)).findings
    assert (found.grade, found.difference, found.alone) == ("prints", "missing", "en")
    assert [witness.says is None for witness in found.witnesses] == [False, True]


def test_a_print_without_the_limit_is_quoted_with_its_same_effect() -> None:
    (found,) = onceper.audit(prints(HARD, FREE_JA)).findings
    without = found.witnesses[1]
    assert (without.says, without.text) == (None, FREE_JA)
    assert without.span == (0, len(FREE_JA))


def test_findings_of_a_card_stand_together(folder: Path, add_script: Add) -> None:
    add_script(7, f"c:SetUniqueOnField(1,0,id)\n{ignition('SetCountLimit(1)')}", OPERATION)
    add_script(8, ignition("SetCountLimit(1)"), OPERATION)
    cards = [*prints(HARD, HARD_JA), *prints(HARD, HARD_JA, number="8")]
    found = onceper.audit(cards, folder)
    assert [one.id for one in found.findings] == ["7", "7", "8"]
    assert page(found, found.findings).count("<article") == 2


def test_what_a_script_makes_as_a_clone_is_not_missing(folder: Path, add_script: Add) -> None:
    text = "Once per turn: You can draw 1 card. Once per turn: You can destroy 1 card."
    clone = "local e2=e1:Clone()\ne2:SetType(EFFECT_TYPE_QUICK_O)\nc:RegisterEffect(e2)"
    add_script(7, f"{ignition('SetCountLimit(1)')}\n{clone}", OPERATION)
    found = onceper.audit(prints(text), folder)
    assert (found.findings, [one.left_out for one in found.left_out]) == ((), ["cloned"])
    add_script(7, ignition("SetCountLimit(1)"), OPERATION)
    (missing,) = onceper.audit(prints(text), folder).findings
    assert missing.difference == "missing"


def test_where_the_script_counts_by_hand_the_prints_are_held_against_each_other(folder: Path, add_script: Add) -> None:
    by_hand = "function s.operation(e,tp) if Duel.HasFlagEffect(tp,id) then return end end"
    add_script(7, ignition(), by_hand)
    both = onceper.audit(prints(HARD, HARD_JA), folder)
    assert [found.left_out for found in both.left_out] == ["counted_by_hand"]
    (found,) = onceper.audit(prints(HARD, FREE_JA), folder).findings
    assert (found.grade, found.alone) == ("prints", "en")


def test_two_effects_that_share_one_count(folder: Path, add_script: Add) -> None:
    text = 'You can draw 1 card. You can destroy 1 card. You can only use each effect of "Ember Warden" once per turn.'
    second = ignition("SetCountLimit(1,id)").replace("e1", "e2").replace("s.operation", "s.other")
    add_script(7, f"{ignition('SetCountLimit(1,id)')}\n{second}", f"{OPERATION}\nfunction s.other() end")
    (found,) = onceper.audit(prints(text), folder).findings
    assert (found.difference, found.would_agree) == ("shared", "e2:SetCountLimit(1,{id,1})")


def test_what_cannot_change_play_says_why(folder: Path, add_script: Add) -> None:
    text = "During the End Phase: You can draw 1 card."
    add_script(7, ignition("SetCode(EVENT_PHASE+PHASE_END)", "SetCountLimit(1)"), OPERATION)
    found = onceper.audit(prints(text), folder)
    assert found.findings == ()
    assert [(one.left_out, bool(one.reason)) for one in found.left_out] == [("phase", True)]
    assert found.reasons == {"phase": 1}


@pytest.mark.parametrize("rule", rules().left_out, ids=lambda rule: rule.id)
def test_each_rule_of_leaving_out_has_its_reason_in_the_docs(rule: LeftOut) -> None:
    reason = " ".join(rule.reason.split())
    assert reason.endswith(".")
    about = " ".join((ROOT / "docs" / "audit.md").read_text(encoding="utf-8").split())
    assert reason in about


def test_each_sign_is_asked_for() -> None:
    assert rules().signs.keys() <= {name for rule in rules().left_out for name in rule.when}


def test_a_bad_script_stops_nothing(folder: Path, add_script: Add) -> None:
    add_script(7, "while true do end", OPERATION)
    add_script(8, "error('no')", OPERATION)
    add_script(9, ignition("SetCountLimit(1)"), OPERATION)
    rows = [row for number in "789" for row in prints(HARD, HARD_JA, number=number)]
    found = onceper.audit([*rows, *prints(HARD, HARD_JA, number="10"), *prints(HARD, number="k1")], folder)
    assert [(one.id, one.file) for one in found.not_run] == [("7", "official/c7.lua"), ("8", "official/c8.lua")]
    assert [one.id for one in found.findings] == ["9"]
    assert (found.cards, found.without_script) == (5, 2)


def test_a_folder_without_the_simulators_files(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"there is no constant\.lua"):
        onceper.audit(prints(HARD), tmp_path)
    with pytest.raises(ScriptsError, match="there is no such folder"):
        onceper.audit(prints(HARD), tmp_path / "none")
    (tmp_path / "constant.lua").write_text("while true do end", encoding="utf-8")
    with pytest.raises(EngineError, match=r"constant\.lua does not run: it takes too long"):
        onceper.audit(prints(HARD), tmp_path)


def test_one_print_has_nobody_to_contradict() -> None:
    with pytest.raises(AuditError, match="no card has two witnesses"):
        onceper.audit(prints(HARD))
    assert onceper.audit([]).findings == ()


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setitem(sys.modules, "lupa", None)
    with pytest.raises(onceper.OnceperError, match=r"pip install 'onceper\[audit\]'"):
        onceper.audit(prints(HARD), folder)


@pytest.fixture
def tags(tmp_path: Path) -> Path:
    path = tmp_path / "tags.jsonl"
    path.write_text("\n".join(row.to_json() for row in prints(HARD, HARD_JA)), encoding="utf-8")
    return path


def test_findings_in_every_format(tags: Path, tmp_path: Path, folder: Path, add_script: Add) -> None:
    add_script(7, ignition("SetCountLimit(1)"), OPERATION)
    for suffix in ("jsonl", "csv", "parquet", "html"):
        onceper.audit_file(tags, tmp_path / f"found.{suffix}", scripts=folder)
    (line,) = (tmp_path / "found.jsonl").read_text(encoding="utf-8").splitlines()
    (row,) = pq.read_table(tmp_path / "found.parquet").to_pylist()
    assert row == json.loads(line)
    head, cells = (tmp_path / "found.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("id,name,grade,sure")
    assert cells.startswith("7,Ember Warden,both_prints,high,counted,script,[1]")
    with pytest.raises(OutputError, match="unknown format"):
        onceper.audit_file(tags, tmp_path / "found.txt", scripts=folder)


def test_the_page(folder: Path, add_script: Add) -> None:
    add_script(7, ignition("SetCountLimit(1) --<script>"), OPERATION)
    found = onceper.audit(prints(HARD, HARD_JA), folder)
    shown = page(found, found.findings)
    assert "official/c7.lua:5" in shown
    assert "&lt;script&gt;" in shown
    assert shown.count("<script>") == 1
    assert "default-src 'none'" in shown
    assert found.issues()[0].splitlines()[-2:] == [
        "It would agree with the print instead:",
        "    e1:SetCountLimit(1,id) --<script>",
    ]


def limits_of(rows: list[Row]) -> list[Limit]:
    return [limit for row in rows for limit in row.limits]


def test_the_texts_of_these_tests_have_the_limits_that_they_should() -> None:
    assert [limit.kind for limit in limits_of(prints(HARD, HARD_JA))] == ["hard", "hard"]
    assert [limit.verb for limit in limits_of(prints(SPELL, SPELL_JA))] == ["activate", "activate"]
    assert limits_of(prints(FREE, FREE_JA)) == []
