"""``onceper audit``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import onceper as library
from onceper.contract.reading import Row

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Onceper

TEXTS = {
    "en": 'You can draw 1 card. You can only use this effect of "Ember Warden" once per turn.',
    "ja": "このカード名の①の効果は１ターンに１度しか使用できない。①：手札を１枚捨てて発動できる。１枚ドローする。",
}
SCRIPT = """local s,id=GetID()
function s.initial_effect(c)
	local e1=Effect.CreateEffect(c)
	e1:SetType(EFFECT_TYPE_IGNITION)
	e1:SetCountLimit(1)
	e1:SetOperation(s.operation)
	c:RegisterEffect(e1)
end
function s.operation(e,tp) end
"""


@pytest.fixture
def tags(tmp_path: Path) -> list[Path]:
    """Write a tagging of one card for each of two languages."""
    files = []
    for lang, text in TEXTS.items():
        found = library.read(text, lang=lang, game="yugioh", name="Ember Warden")
        row = Row("7", "Ember Warden", lang, "yugioh", "text", None, found.limits, (), found.effects)
        files.append(tmp_path / f"tags.{lang}.jsonl")
        files[-1].write_text(row.to_json(), encoding="utf-8")
    return files


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    folder = tmp_path / "scripts"
    folder.mkdir()
    (folder / "constant.lua").write_text("EFFECT_TYPE_IGNITION=1")
    (folder / "utility.lua").write_text("function GetID() return self_table,self_code end")
    (folder / "c7.lua").write_text(SCRIPT)
    return folder


def test_findings_go_to_standard_output(onceper: Onceper, tags: list[Path], scripts: Path) -> None:
    code, out, err = onceper("audit", *tags, "--scripts", scripts)
    assert code == 0
    assert json.loads(out)["would_agree"] == "e1:SetCountLimit(1,id)"
    assert "The prints against the script" in err


def test_quiet(onceper: Onceper, tags: list[Path], scripts: Path) -> None:
    loud, quiet = onceper("audit", *tags, "--scripts", scripts), onceper("audit", *tags, "--scripts", scripts, "-q")
    assert (quiet.code, quiet.out, quiet.err) == (0, loud.out, "")


def test_a_page(onceper: Onceper, tags: list[Path], scripts: Path, tmp_path: Path) -> None:
    assert onceper("audit", *tags, "--scripts", scripts, "-o", tmp_path / "findings.html").code == 0
    assert "Ember Warden" in (tmp_path / "findings.html").read_text(encoding="utf-8")


def test_a_script_that_does_not_run_is_told(onceper: Onceper, tags: list[Path], scripts: Path) -> None:
    (scripts / "c7.lua").write_text("while true do end")
    code, out, err = onceper("audit", *tags, "--scripts", scripts)
    assert (code, out) == (0, "")
    assert "c7.lua: it takes too long" in err
