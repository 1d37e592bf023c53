-- What a script may call, and how much of it. Nothing here reaches a file, a process or a clock; every function of C that
-- takes time or space by its arguments pays for it, because between two instructions of C nobody looks at the bounds.
local debug_sethook, debug_getinfo, debug_setmetatable = debug.sethook, debug.getinfo, debug.setmetatable
local lua_load, lua_setmetatable, lua_getmetatable = load, setmetatable, getmetatable
local lua_type, lua_error, lua_pcall, lua_tostring, lua_select = type, error, pcall, tostring, select
local lua_rawget, lua_rawset, lua_rawlen, lua_next = rawget, rawset, rawlen, next
local lua_gsub = string.gsub
local lua_rep, lua_find, lua_sub, lua_format, lua_concat = string.rep, string.find, string.sub, string.format, table.concat
local lua_unpack, lua_sort, lua_clock, lua_tointeger = table.unpack, table.sort, os.clock, math.tointeger

local STEPS_BETWEEN_LOOKS = 200
local LONGEST = 1000000
local OVER = "it takes too long"

local spent, most, deadline = 0, 0, 0
local bounded

-- Once a bound is passed every instruction fails, so that no pcall can go on; but not those that leave the closed part.
local function refuse()
  if debug_getinfo(2, "f").func == bounded then
    debug_sethook()
    return
  end
  lua_error(OVER, 0)
end

local function look()
  spent = spent + STEPS_BETWEEN_LOOKS
  if spent > most or lua_clock() > deadline then
    debug_sethook(refuse, "", 1)
    lua_error(OVER, 0)
  end
end

local function pay(steps)
  spent = spent + steps
  -- A range that is too large for a number comes out below zero.
  if steps < 0 or spent > most then
    debug_sethook(refuse, "", 1)
    lua_error(OVER, 0)
  end
end

-- An error may be a table whose metamethods run when it is shown: only words leave.
local function in_words(problem)
  if lua_type(problem) == "string" then return (lua_gsub(lua_sub(problem, 1, 300), "[\128-\255]", "?")) end
  return "an error that is no text, but a " .. lua_type(problem)
end

function bounded(steps, seconds, work, ...)
  spent, most, deadline = 0, steps, lua_clock() + seconds
  debug_sethook(look, "", STEPS_BETWEEN_LOOKS)
  local well, found = lua_pcall(work, ...)
  debug_sethook()
  if well then return true, found end
  return false, in_words(found)
end

local function text_of(value, name)
  if lua_type(value) == "number" then return lua_tostring(value) end
  if lua_type(value) ~= "string" then lua_error("a text expected by " .. name, 3) end
  return value
end

local function whole(value, other)
  if value == nil then return other end
  return lua_tointeger(value) or lua_error("a whole number expected", 3)
end

local strings = { len = string.len, sub = string.sub, byte = false, char = string.char }
function strings.byte(text, from, to)
  from = whole(from, 1)
  to = whole(to, from)
  pay(LONGEST / 1000)
  return string.byte(text_of(text, "byte"), from, to)
end
for _, name in ipairs { "upper", "lower", "reverse" } do
  local plain = string[name]
  strings[name] = function(text)
    text = text_of(text, name)
    pay(#text)
    return plain(text)
  end
end
function strings.rep(text, times, between)
  text, times, between = text_of(text, "rep"), whole(times, 0), between and text_of(between, "rep") or ""
  if times <= 0 then return "" end
  if times > LONGEST or times * (#text + #between) > LONGEST then lua_error("rep: the text is too long", 2) end
  pay(times + times * (#text + #between))
  return lua_rep(text, times, between)
end
function strings.find(text, words, from, plain)
  text, words = text_of(text, "find"), text_of(words, "find")
  if not plain and lua_find(words, "[%^%$%*%+%?%.%(%)%[%%%-]") then lua_error("patterns of text are not given", 2) end
  pay(#text * #words + #words)
  return lua_find(text, words, whole(from, 1), true)
end
function strings.format(shape, ...)
  pay(#text_of(shape, "format"))
  for place = 1, lua_select("#", ...) do
    local value = lua_select(place, ...)
    if lua_type(value) == "string" then pay(#value) end
  end
  return lua_format(shape, ...)
end
debug_setmetatable("", { __index = strings, __metatable = false })

local tables = {}
function tables.unpack(list, from, to)
  from, to = whole(from, 1), whole(to, #list)
  pay(to > from and to - from or 0)
  return lua_unpack(list, from, to)
end
function tables.pack(...)
  return { n = lua_select("#", ...), ... }
end
function tables.insert(list, place, ...)
  local last = #list
  if lua_select("#", ...) == 0 then
    list[last + 1] = place
    return
  end
  for at = last, place, -1 do list[at + 1] = list[at] end
  list[place] = (...)
end
function tables.remove(list, place)
  local last = #list
  place = place or last
  local taken = list[place]
  for at = place, last do list[at] = list[at + 1] end
  return taken
end
function tables.concat(list, between, from, to)
  local pieces, length = {}, 0
  between = between == nil and "" or text_of(between, "concat")
  for at = whole(from, 1), whole(to, lua_rawlen(list)) do
    local piece = text_of(lua_rawget(list, at), "concat")
    pieces[#pieces + 1] = piece
    length = length + #piece + #between
    if length > LONGEST then lua_error("concat: the text is too long", 2) end
    pay(#piece + #between)
  end
  return lua_concat(pieces, between)
end
function tables.sort(list, before)
  if lua_rawlen(list) > LONGEST or lua_getmetatable(list) then lua_error("sort: a plain list expected", 2) end
  lua_sort(list, before and function(a, b) return before(a, b) end or function(a, b) return a < b end)
end

local numbers = {}
for _, name in ipairs { "abs", "ceil", "floor", "fmod", "huge", "log", "max", "min", "modf", "pi", "sqrt", "tointeger",
  "type", "ult", "maxinteger", "mininteger" } do
  numbers[name] = math[name]
end

local world = {
  string = strings, table = tables, math = numbers,
  assert = assert, error = error, ipairs = ipairs, next = next, pairs = pairs, pcall = pcall, rawequal = rawequal,
  rawget = rawget, rawlen = rawlen, rawset = rawset, select = select, tonumber = tonumber, tostring = tostring, type = type,
  print = function() end,
}
world._G = world
function world.setmetatable(table, meta)
  -- What ends a value runs where no bound is looked at.
  if lua_type(meta) == "table" and lua_rawget(meta, "__gc") ~= nil then lua_error("__gc is not given", 2) end
  return lua_setmetatable(table, meta)
end
function world.getmetatable(value)
  if lua_type(value) == "table" then return lua_getmetatable(value) end
end
function world.load(chunk, name, _, env)
  if lua_type(chunk) ~= "string" or #chunk > LONGEST / 10 then lua_error("load: a short text expected", 2) end
  pay(#chunk * 10)
  return lua_load(chunk, name == nil and "=text" or text_of(name, "load"), "t", env or world)
end

-- Every table that can be reached from the world by names, with what stands in it: what one script changes there would
-- change the next.
local function remember(found, sizes, table)
  if found[table] then return end
  local content, size, meta = {}, 0, lua_getmetatable(table)
  found[table] = content
  for key, value in lua_next, table do
    content[key], size = value, size + 1
    if lua_type(value) == "table" then remember(found, sizes, value) end
  end
  sizes[table] = size
  if meta then remember(found, sizes, meta) end
end
local function is_as_remembered(found, sizes, but)
  for table, content in lua_next, found do
    local size = 0
    for key, value in lua_next, table do
      if content[key] == value then
        size = size + 1
      elseif table ~= world or not but[key] then
        return false
      end
    end
    if size ~= sizes[table] then return false end
  end
  return true
end

return {
  world = world, bounded = bounded, getinfo = debug_getinfo, load = lua_load, remember = remember,
  is_as_remembered = is_as_remembered,
}
