"""Scripts that would read, write, hang or fill the memory."""

from __future__ import annotations

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

    from onceper.auditing.told import Told

_CONSTANT = "EFFECT_TYPE_IGNITION=0x40 EFFECT_COUNT_CODE_OATH=1"
_UTILITY = "function GetID() return self_table,self_code end"
_GOOD = "local e=Effect.CreateEffect(c) e:SetCountLimit(1,id) c:RegisterEffect(e)"
_MOST_SECONDS = 12.0

# What a script does while its card comes into being.
_BODIES = {
    "deep recursion": "local function f(n) return n + f(n + 1) end f(1)",
    "deep recursion behind pcall": "local function f() return pcall(f) and pcall(f) end f()",
    "recursion of metamethods": "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x",
    "recursion of __eq, __lt, __concat": "local m = {} m.__concat = function(a, b) return a .. b end "
    "local t = setmetatable({}, m) return t .. t",
    "huge text": "local t = string.rep('x', 999999) for i = 1, 99 do t = t .. t end",
    "many huge texts": "local k = {} for i = 1, 1e9 do k[i] = string.rep(tostring(i), 100000) end",
    "huge table": "local k = {} for i = 1, 1e9 do k[i] = i end",
    "huge table by hash": "local k = {} for i = 1, 1e9 do k[i .. 'x'] = {} end",
    "many functions": "local k = {} for i = 1, 1e9 do k[i] = function() return i end end",
    "many effects": "for i = 1, 1e9 do c:RegisterEffect(Effect.CreateEffect(c)) end",
    "many clones": "local e = Effect.CreateEffect(c) for i = 1, 1e9 do e = e:Clone() end",
    "many groups": "local k = {} for i = 1, 1e9 do k[i] = Group.CreateGroup() end",
    "many uniques": "for i = 1, 1e9 do c:SetUniqueOnField(1, 0, id) end",
    "long pattern": "string.rep('a', 9999):find(string.rep('a?', 9999) .. string.rep('a', 9999))",
    "gsub": "string.gsub('a', '.*', '%1')",
    "gmatch": "for w in string.gmatch('a', '.*') do end",
    "find of parts": "local t = string.rep('a', 999999) for i = 1, 1e9 do t:find(string.rep('a', 5000) .. 'b', 1, true) end",
    "format": "string.format(string.rep('%s', 250), table.unpack({}, 1, 250))",
    "format of width": "string.format('%99s', 'x') string.format('%.99999f', 1)",
    "upper": "local t = string.rep('a', 999999) for i = 1, 1e9 do t:upper() end",
    "byte": "string.byte(string.rep('a', 999999), 1, 999999)",
    "char": "string.char(table.unpack({}, 1, 1e6))",
    "unpack": "table.unpack({}, 1, 1e8)",
    "unpack of numbers out of range": "table.unpack({}, math.mininteger, math.maxinteger)",
    "select": "select(-1, table.unpack({}, 1, 9e5))",
    "insert far away": "table.insert({}, -1e9, 1)",
    "remove far away": "table.remove({}, -1e9)",
    "concat far away": "table.concat({}, '', 1, 1e15)",
    "sort without an order": "local k = {} for i = 1, 99999 do k[i] = i end table.sort(k, function() return true end)",
    "sort of much": "local k = {} for i = 1, 999999 do k[i] = -i end table.sort(k)",
    "sort whose order hangs": "table.sort({3, 2, 1}, function() while true do end end)",
    "coroutines": "coroutine.wrap(function() while true do coroutine.yield() end end)()",
    "coroutines by name": "local co = _G['cor' .. 'outine'] co.create(print)",
    "an error that is a table": "error({})",
    "an error that is a table with words": "error(setmetatable({}, {__tostring = function() return 'x' end}))",
    "an error that is nothing": "error()",
    "an error that is a function": "error(function() end)",
    "an error that steers": "error('\\27]0;pwn\\7\\0\\255' .. string.rep('x', 100000))",
    "an error in an error": "pcall(error, setmetatable({}, {__tostring = function() error('x') end})) error('y')",
    "tostring that lies": "tostring(setmetatable({}, {__tostring = function() return 1 end}))",
    "__name": "tostring(setmetatable({}, {__name = string.rep('x', 999999)}))",
    "load of much": "load(string.rep('x=1 ', 30000))()",
    "load deep": "load('return ' .. string.rep('{', 60000))",
    "load of bytes": "load('\\27Lua\\x54\\0')()",
    "load into another world": "load('x = 1', 'x', 'bt', nil)() load('return _ENV', 'x', 't', nil)()",
    "goto for ever": "::a:: goto a",
    "tail calls for ever": "local function f() return f() end f()",
    "closing for ever": "while true do local x <close> = setmetatable({}, {__close = function() end}) end",
    "collector": "setmetatable({}, {__gc = function() while true do end end})",
    "weak keys": "setmetatable({}, {__mode = 'k'})",
    "the world's table": "for k in pairs(_G) do _G[k] = nil end",
    "metatable of texts": "getmetatable('').__index = nil",
    "metatable of numbers": "debug.setmetatable(1, {})",
    "the engine's tables": "for k in pairs(Effect) do Effect[k] = nil end",
    "numbers of effects": "local e = Effect.CreateEffect(c) e:SetCountLimit(2^53, {1e308, -1e308}, math.huge)",
    "numbers that are none": "local e = Effect.CreateEffect(c) e:SetCountLimit(0/0, 0/0, 0/0) c:RegisterEffect(e)",
    "numbers below zero": "local e = Effect.CreateEffect(c) e:SetCountLimit(-1, -1, -1) c:RegisterEffect(e)",
    "texts for numbers": "local e = Effect.CreateEffect('x') e:SetCountLimit('x', 'y', {}) c:RegisterEffect(e)",
    "nothing for an effect": "Effect.SetCountLimit(nil, 1)",
    "a label of itself": "local e = Effect.CreateEffect(c) e:SetLabelObject(e) c:RegisterEffect(e) return e",
    "a line end in a value": "local e = Effect.CreateEffect(c) e:SetType('1\\neffect 1 2 3') c:RegisterEffect(e)",
    "another card's table": "_G['c1'] = 5 self_table = 5",
    "loads itself": "Duel.LoadScript('c1.lua') Duel.LoadScript('utility.lua')",
    "loads itself for ever": "while true do Duel.LoadScript('utility.lua') end",
    "attributes of Python": "local r = Duel.LoadScript return r.__class__, r.__globals__",
}
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
        script = scripts.script_of(1)
        if script is None:
            return "no script"
        ran = lua.run(1, script.source)
        assert ran.told is not None or ran.problem, "nothing told"
        assert len(ran.problem) <= 400, f"{len(ran.problem)} signs"
        if ran.told is not None:
            enforced(ran.told, script)
        enforced(_told_by(lua, 3), Script(3, "c3.lua", source, tuple(source.split("\n"))))
        taken = monotonic() - started
        assert taken < _MOST_SECONDS, f"{taken:.1f} s"
        assert [effect.count_code for effect in _told_by(lua, 2).effects] == [2]
        return ran.problem


def _told_by(lua: ClosedLua, code: int) -> Told:
    ran = lua.run(code, f"local s,id=GetID() function s.initial_effect(c) {_GOOD} end")
    assert ran.told is not None, ran.problem
    return ran.told


def trials() -> Iterator[Trial]:
    """Give each script."""
    for words, body in _BODIES.items():
        source = f"local s,id=GetID() function s.initial_effect(c) {body} end"
        yield Trial("scripts", words, run_script, (source,), seconds=60)
        caught = f"local s,id=GetID() function s.initial_effect(c) pcall(function() {body} end) {_GOOD} end"
        yield Trial("scripts", f"{words}, caught", run_script, (caught,), seconds=60)
    for words, source in _SOURCES.items():
        yield Trial("scripts", words, run_script, (source,), seconds=60)
