"""A script can neither read nor write, nor hang, nor eat memory, and the next one runs as if it had not been."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.auditing.box import ClosedLua

GOOD = """local s,id=GetID()
function s.initial_effect(c)
	local e=Effect.CreateEffect(c)
	e:SetCountLimit(1,id)
	c:RegisterEffect(e)
end"""

# Each would do harm; what is wrong with it is told in these words.
HOSTILE = {
    "reads a file": ("io.open('/etc/passwd')", "global 'io'"),
    "runs a program": ("os.execute('true')", "global 'os'"),
    "ends the process": ("os.exit(1)", "global 'os'"),
    "requires a module": ("require('io')", "global 'require'"),
    "loads a file": ("dofile('/etc/passwd')", "global 'dofile'"),
    "looks into the stack": ("debug.getregistry()", "global 'debug'"),
    "calls Python": ("python.eval('1')", "global 'python'"),
    "loads bytes": ("assert(load('\\27Lua'))", "attempt to load a binary chunk"),
    "asks for a file above": ("assert(Duel.LoadScript('../../secret.lua'))", "assertion failed"),
    "takes the strings' own functions": ("(''):dump()", "attempt to call a nil value (method 'dump')"),
    "never ends": ("while true do end", "too long"),
    "never ends behind pcall": ("while true do pcall(function() while true do end end) end", "too long"),
    "never ends in a deep pcall": ("local function f() pcall(f) while true do end end f()", "too long"),
    "never ends in a metamethod": (
        "local t=setmetatable({},{__index=function(t,k) return t[k+1] end}) while true do pcall(ipairs(t),t,1) end",
        "too long",
    ),
    "never ends in a closing variable": (
        "local x<close> =setmetatable({},{__close=function() while true do end end}) while true do end",
        "too long",
    ),
    "waits for the end of a value": ("setmetatable({},{__gc=function() while true do end end})", "__gc is not given"),
    "goes on in a coroutine": ("coroutine.wrap(function() while true do end end)()", "global 'coroutine'"),
    "handles its error for ever": ("xpcall(error,function() while true do end end)", "global 'xpcall'"),
    "repeats nothing for ever": ("string.rep('',1<<60)", "too long"),
    "repeats too much": ("string.rep('x',1<<40)", "too long"),
    "searches by a pattern that explodes": (
        "string.find(string.rep('a',30000),string.rep('a*',50)..'b')",
        "patterns of text are not given",
    ),
    "searches for ever": (
        "local a=string.rep('a',900000) while true do string.find(a,string.rep('a',90000)..'b',1,true) end",
        "too long",
    ),
    "joins what is too much": ("local t={} for i=1,3000 do t[i]=string.rep('x',1000) end table.concat(t)", "too long"),
    "sorts what is endless": (
        "table.sort(setmetatable({},{__len=function() return 1<<30 end}),rawequal)",
        "a plain list expected",
    ),
    "moves what is endless": ("table.move({},1,1<<40,2)", "field 'move'"),
    "inserts into what is endless": (
        "table.insert(setmetatable({},{__len=function() return 1<<40 end}),1,1)",
        "too long",
    ),
    "eats memory by a table": ("local t={} while true do t[#t+1]={} end", ""),
    "eats memory by a text": ("local t='x' while true do t=t..t end", "not enough memory"),
    "eats memory behind pcall": ("while true do pcall(function() local t='x' while true do t=t..t end end) end", ""),
    "recurses for ever": ("local function f() return 1+f() end f()", ""),
    "recurses for ever in helpers": (
        "local t=setmetatable({},{__tostring=function(t) return tostring(t) end}) tostring(t)",
        "stack overflow",
    ),
    "takes back what it spent": (
        "while true do pcall(table.unpack,{},-(1<<62),(1<<62)+9) end",
        "too long",
    ),
    "nests without end": ("assert(load(string.rep('(',50000)))", ""),
    "makes endless effects": ("while true do Effect.CreateEffect(c) end", "too many effects"),
    "raises what is no text": ("error(setmetatable({},{__tostring=function() while true do end end}))", "no text"),
    "formats without end": ("string.format('%99999999d',1)", ""),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_script(what: str, lua: ClosedLua) -> None:
    body, words = HOSTILE[what]
    ran = lua.run(1, f"local s,id=GetID() function s.initial_effect(c) {body} end")
    assert ran.told is None
    assert words in ran.problem
    after = lua.run(2, GOOD)
    assert after.told is not None
    assert [effect.count_code for effect in after.told.effects] == [2]


@pytest.mark.parametrize(
    "body",
    [
        "Effect.SetCountLimit=function() end",
        "Card.RegisterEffect=nil",
        "_G.GetID=nil GetID=nil Duel.Changed=true",
        "rawset(Effect,'Clone',nil)",
        "getmetatable(Card).__index=function() while true do end end",
        "table.insert=nil string.rep=nil math.floor=nil Effect.SetCountLimit=nil",
        "for name in pairs(Duel) do Duel[name]=nil end",
        "getmetatable('').__index=nil",
    ],
)
def test_a_script_changes_nothing_for_the_next(body: str, lua: ClosedLua) -> None:
    before = lua.run(2, GOOD)
    lua.run(1, f"local s,id=GetID() function s.initial_effect(c) {body} end")
    assert lua.run(2, GOOD) == before


@pytest.mark.parametrize(
    "source",
    [
        "",
        "\x00",
        "\x1bLua",
        "local s,id=GetID()",
        "function(",
        "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
    ],
)
def test_what_is_no_script(source: str, lua: ClosedLua) -> None:
    ran = lua.run(1, source)
    assert ran.told is None
    assert ran.problem


def test_only_plain_files_of_the_folder_are_read(folder: Path, lua: ClosedLua, tmp_path: Path) -> None:
    (tmp_path / "secret.lua").write_text("secret=1", encoding="utf-8")
    (folder / "official" / "c9.lua").symlink_to(tmp_path / "secret.lua")
    (folder / "linked.lua").symlink_to(tmp_path / "secret.lua")
    for name in ("linked.lua", "../secret.lua", str(tmp_path / "secret.lua"), "c9.lua", ""):
        told = lua.run(1, f"local s,id=GetID() function s.initial_effect(c) assert(Duel.LoadScript({name!r})) end")
        assert told.told is None
