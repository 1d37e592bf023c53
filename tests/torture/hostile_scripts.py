"""Scripts that would read, write, hang or fill the memory."""

from __future__ import annotations

import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING

from isolated import Trial

from onceper.auditing.box import ClosedLua
from onceper.auditing.enforced import enforced
from onceper.auditing.folder import Script, ScriptFolder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.auditing.box import Told

_CONSTANT = "EFFECT_TYPE_IGNITION=0x40 EFFECT_COUNT_CODE_OATH=1"
_UTILITY = "function GetID() return self_table,self_code end"
_GOOD = "local e=Effect.CreateEffect(c) e:SetCountLimit(1,id) c:RegisterEffect(e)"
_MOST_SECONDS = 12.0

# What a script does while its card comes into being.
_BODIES: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_SOURCES = {
    "nothing": "",
    "bytes": "\x1bLua\x54\x00\x19\x93",
    "NUL": "\0" * 10_000,
    "one line of 1 MB": "x=" + "1+" * 500_000 + "1",
    "nested": "x=" + "(" * 200_000,
    "nested functions": "function f() " * 10_000,
    "names": "".join(f"local a{number} = 1\n" for number in range(5_000)),
    "constants": "x={" + ",".join(f"'{number}'" for number in range(100_000)) + "}",
    "while loading": "while true do end",
    "loops of SetCountLimit": "--[[\n" + "SetCountLimit(" * 70_000 + "]]",
    "counts": "SetCountLimit(" + "9" * 100_000 + ")",
    "blanks in a count": "--x\n[[SetCountLimit(1" + " " * 200_000 + "x]]",
    "counts line by line": "--[[\n" + "e:SetCountLimit(1,{id,1\n" * 40_000 + "]]",
    "no initial_effect": "local s,id=GetID()",
    "initial_effect is a number": "local s,id=GetID() s.initial_effect=5",
    "a table instead of the card": "c1=setmetatable({},{__index=function() while true do end end})",
}


def run_script(source: str) -> str:
    """Run a script, then a good one, and return what the first told."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "constant.lua").write_text(_CONSTANT, encoding="utf-8")
        (folder / "utility.lua").write_text(_UTILITY, encoding="utf-8")
        (folder / "c1.lua").write_text(source, encoding="utf-8")
        scripts = ScriptFolder(folder)
        lua = ClosedLua(scripts.read)
        started = monotonic()
        script = scripts.script_of("1")
        if script is None:
            return "no script"
        told = lua.run(1, script.source)
        assert len(told.problem) <= 400, f"{len(told.problem)} signs"
        enforced(told, script)
        enforced(_told_by(lua, 3), Script(3, "c3.lua", source, source.split("\n")))
        taken = monotonic() - started
        assert taken < _MOST_SECONDS, f"{taken:.1f} s"
        assert [effect.count_code for effect in _told_by(lua, 2).effects] == [2]
        return told.problem


def _told_by(lua: ClosedLua, code: int) -> Told:
    told = lua.run(code, f"local s,id=GetID() function s.initial_effect(c) {_GOOD} end")
    assert not told.problem
    return told


def trials() -> Iterator[Trial]:
    """Give each script."""
    for words, body in _BODIES.items():
        source = f"local s,id=GetID() function s.initial_effect(c) {body} end"
        yield Trial("scripts", words, run_script, (source,), seconds=60)
        caught = f"local s,id=GetID() function s.initial_effect(c) pcall(function() {body} end) {_GOOD} end"
        yield Trial("scripts", f"{words}, caught", run_script, (caught,), seconds=60)
    for words, source in _SOURCES.items():
        yield Trial("scripts", words, run_script, (source,), seconds=60)
