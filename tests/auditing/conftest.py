"""A folder of scripts of our own, in the simulator's style, on the smallest files of a simulator that carry them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.auditing.box import ClosedLua
from onceper.auditing.folder import ScriptFolder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Our own numbers: what scripts and stand-ins share are the names.
CONSTANT = """
EFFECT_TYPE_SINGLE,EFFECT_TYPE_FIELD,EFFECT_TYPE_ACTIVATE,EFFECT_TYPE_FLIP=0x1,0x2,0x10,0x20
EFFECT_TYPE_IGNITION,EFFECT_TYPE_TRIGGER_O,EFFECT_TYPE_QUICK_O=0x40,0x80,0x100
EFFECT_TYPE_TRIGGER_F,EFFECT_TYPE_QUICK_F,EFFECT_TYPE_CONTINUOUS,EFFECT_TYPE_GRANT=0x200,0x400,0x800,0x2000
EFFECT_FLAG_NO_TURN_RESET=0x400000
EFFECT_SUMMON_PROC,EFFECT_SPSUMMON_PROC,EFFECT_INDESTRUCTABLE_BATTLE=32,34,42
EFFECT_COUNT_CODE_OATH,EFFECT_COUNT_CODE_DUEL,EFFECT_COUNT_CODE_SINGLE,EFFECT_COUNT_CODE_CHAIN=1,2,4,8
EVENT_FREE_CHAIN,EVENT_SUMMON_SUCCESS,EVENT_SPSUMMON_SUCCESS,EVENT_TO_GRAVE=1002,1100,1102,1014
EVENT_ATTACK_ANNOUNCE,EVENT_PHASE,PHASE_END,PHASE_STANDBY=1130,0x1000,0x200,0x2
LOCATION_MZONE,LOCATION_PZONE=4,0x200
"""
UTILITY = """
function GetID() return self_table,self_code end
Cost={SelfBanish=function() end}
"""


OPERATIONS = "function s.operation(e,tp) end\nfunction s.other(e,tp) end"


def spelled(script: str) -> str:
    """Return the lines of effects that are told as their name and the calls on them; other lines as they are."""
    lines = []
    for line in script.splitlines():
        name, *calls = line.split(" ")
        effect = name.removesuffix(":")
        made = [f"local {effect}=Effect.CreateEffect(c)", *(f"{effect}:{call}" for call in calls)]
        lines += [*made, f"c:RegisterEffect({effect})"] if name != effect else [line]
    return "\n".join(lines)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with the files of the simulator alone."""
    made = tmp_path / "scripts"
    (made / "official").mkdir(parents=True)
    (made / "constant.lua").write_text(CONSTANT, encoding="utf-8")
    (made / "utility.lua").write_text(UTILITY, encoding="utf-8")
    return made


@pytest.fixture
def add_script(folder: Path) -> Callable[..., None]:
    """Write the script of a card: ``body`` is what makes its effects, as ``spelled`` takes it."""

    def add(code: int, body: str, behind: str = OPERATIONS) -> None:
        text = f"local s,id=GetID()\nfunction s.initial_effect(c)\n{spelled(body)}\nend\n{behind}\n"
        (folder / "official" / f"c{code}.lua").write_text(text, encoding="utf-8")

    return add


@pytest.fixture
def lua(folder: Path) -> ClosedLua:
    """Open a closed Lua over the folder."""
    return ClosedLua(ScriptFolder(folder).read)
