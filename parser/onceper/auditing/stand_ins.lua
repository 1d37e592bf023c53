-- Effect, Card, Duel and Group as far as scripts need them to say what they limit: what they set is written down, and
-- what they ask of a game that nobody plays has an empty answer.
local closed, read = ...
local world, getinfo, lua_load = closed.world, closed.getinfo, closed.load
local type, setmetatable, next, sub, find, tointeger = type, setmetatable, next, string.sub, string.find, math.tointeger
local concat, select, error, getmetatable = table.concat, select, error, getmetatable

local Effect, Card, Duel, Group, Debug = {}, {}, {}, {}, {}
world.Effect, world.Card, world.Duel, world.Group, world.Debug = Effect, Card, Duel, Group, Debug

-- What was set, by effect: out of the scripts' reach.
local notes, effects, functions, on_card = setmetatable({}, { __mode = "k" }), {}, {}, {}
local most_effects, running, groups = 2000, nil, {}

local function begins(text, with) return sub(text, 1, #with) == with end
local function empty_group() return setmetatable({}, Group) end
local neutral = {}
local function answer(name)
  -- What scripts keep on cards for themselves begins with a small letter, and is not there until it was set.
  if type(name) ~= "string" or not (sub(name, 1, 1) >= "A" and sub(name, 1, 1) <= "Z") then return nil end
  if neutral[name] then return neutral[name] end
  local given
  if begins(name, "Is") or begins(name, "Has") or begins(name, "Check") or begins(name, "Can") then
    function given() return false end
  elseif find(name, "Group", 1, true) or begins(name, "Select") or begins(name, "Filter") then
    given = empty_group
  elseif begins(name, "Get") and (sub(name, -6) ~= "Effect" or sub(name, -10) == "FlagEffect") then
    function given() return 0 end
  else
    function given() end
  end
  neutral[name] = given
  return given
end
local function answers(library)
  return setmetatable(library, { __index = function(_, name) return answer(name) end })
end

-- The line of the script itself, however many helpers of the simulator lie between.
local function line_of_script()
  for level = 3, 12 do
    local at = getinfo(level, "Sl")
    if not at then return 0 end
    if at.source == running then return at.currentline end
  end
  return 0
end

local function number_of(action)
  if type(action) ~= "function" then return 0 end
  if not functions[action] then
    functions[#functions + 1] = action
    functions[action] = #functions
  end
  return functions[action]
end

local function made(owner)
  if #effects >= most_effects then error("too many effects", 3) end
  local effect = setmetatable({}, Effect)
  effects[#effects + 1] = effect
  notes[effect] = { number = #effects, owner = owner, made = line_of_script() }
  return effect
end

function Effect.CreateEffect(card) return made(card) end
function Effect.GlobalEffect() return made(nil) end
function Effect.Clone(effect)
  local copy = made(notes[effect].owner)
  for name, value in next, notes[effect] do
    if name ~= "number" and name ~= "made" and name ~= "registered" then notes[copy][name] = value end
  end
  return copy
end
function Effect.SetCountLimit(effect, count, code, flags)
  local note, key = notes[effect], 0
  if type(code) == "table" then code, key = code[1], code[2] end
  note.count, note.count_code, note.count_key, note.count_flags = tointeger(count) or 1, tointeger(code) or 0,
    tointeger(key) or 0, tointeger(flags) or 0
  note.count_line, note.counted = line_of_script(), true
end
for _, name in next, { "Type", "Code", "Range", "Property", "Condition", "Cost", "Target", "Operation", "Value", "Category",
  "Description", "Label", "LabelObject", "TargetRange", "AbsoluteRange", "HintTiming", "OwnerPlayer" } do
  Effect["Set" .. name] = function(effect, ...) notes[effect][name] = { ... } end
  Effect["Get" .. name] = function(effect)
    local set = notes[effect][name]
    if not set then
      if name == "Type" or name == "Code" or name == "Label" or name == "Property" or name == "Range" then return 0 end
      return nil
    end
    return world.table.unpack(set)
  end
end
function Effect.SetReset(effect, reset) notes[effect].Reset = { reset } end
function Effect.GetReset(effect) return notes[effect].Reset and notes[effect].Reset[1] or 0, 1 end
function Effect.Reset(effect) notes[effect].registered = nil end
local function has(effect, name, bits)
  local set = notes[effect][name]
  return ((set and tointeger(set[1]) or 0) & (tointeger(bits) or 0)) ~= 0
end
function Effect.IsHasType(effect, bits) return has(effect, "Type", bits) end
function Effect.IsHasProperty(effect, bits) return has(effect, "Property", bits) end
function Effect.IsHasCategory(effect, bits) return has(effect, "Category", bits) end
function Effect.IsActivated(effect) return has(effect, "Type", 0x7d0) end
Effect.__index = Effect
answers(Effect)

local code_of = setmetatable({}, { __mode = "k" })
function Card.RegisterEffect(_, effect)
  if not notes[effect] then return 0 end
  notes[effect].registered = 1
  return notes[effect].number
end
function Card.GetCode(card) return code_of[card] or 0 end
Card.GetOriginalCode, Card.GetOriginalCodeRule = Card.GetCode, Card.GetCode
function Card.IsCode(card, code) return Card.GetCode(card) == code end
-- What is set again replaces what was set before.
function Card.SetSPSummonOnce() on_card.special_summon = line_of_script() end
function Card.SetUniqueOnField() on_card.control = line_of_script() end
Card.__index = Card
answers(Card)
-- In the simulator these are no tables: functions that take a table of named arguments tell them apart by that.
function world.type(...)
  local value = ...
  local kind = type(value)
  if kind ~= "table" then return type(...) end
  if notes[value] then return "Effect" end
  if code_of[value] then return "Card" end
  if getmetatable(value) == Group then return "Group" end
  return kind
end
local nobody = setmetatable({}, Card)
function Effect.GetHandler(effect) return notes[effect].owner or nobody end
Effect.GetOwner = Effect.GetHandler

function Duel.RegisterEffect() return 1 end
function Duel.GetCurrentPhase() return 0 end
function Duel.LoadScript(name)
  local source = read(name)
  if not source then return false end
  local chunk, problem = lua_load(source, "@" .. name, "t", world)
  if not chunk then error(problem, 0) end
  chunk()
  return true
end
answers(Duel)

function Group.CreateGroup() return empty_group() end
function Group.FromCards(...)
  local group = empty_group()
  for place = 1, select("#", ...) do group[place] = (select(place, ...)) end
  return group
end
function Group.GetCount(group) return #group end
function Group.__len(group) return 0 end
function Group.ForEach() end
function Group.Iter() return function() end end
function Group.GetFirst() return nil end
function Group.GetNext() return nil end
Group.__index = Group
answers(Group)
answers(Debug)

-- One note as JSON: numbers and words of ours alone, so that nothing of a script comes along.
local meanings = {}
local function first_number(set) return set and tointeger(set[1]) or 0 end
local function words_of(note)
  local numbers, said = { count_flags = note.count_flags or 0 }, {}
  for number, name in next, { type = "Type", code = "Code", range = "Range", flags = "Property" } do
    numbers[number] = first_number(note[name])
  end
  for _, meaning in next, meanings do
    local value, known = numbers[meaning.number], meaning.value
    -- A code is this one, but for a phase that is added to it; other numbers have these bits.
    if meaning.number == "code" and (value == known or value & ~0xFFF == known)
      or meaning.number ~= "code" and value & known ~= 0 then
      said[meaning.word] = true
    end
  end
  return said
end
local function written(effect)
  local note = notes[effect]
  local granted = note.LabelObject and notes[note.LabelObject[1]]
  local numbers, bodies, said, words = {}, {}, words_of(note), {}
  for _, name in next, { "Cost", "Target", "Operation", "Condition", "Value" } do
    local action = note[name] and note[name][1]
    numbers[name] = number_of(action)
    local at = type(action) == "function" and getinfo(action, "S")
    if at and at.source == running then
      bodies[#bodies + 1] = "[" .. at.linedefined .. "," .. at.lastlinedefined .. "]"
    end
  end
  -- Clones have their functions in common; a copy for the Pendulum Zone is another effect, as prints have it.
  local same = "alone " .. note.number
  if numbers.Target + numbers.Operation > 0 then
    same = numbers.Operation .. " " .. numbers.Target .. (said.pendulum and " pendulum" or "")
  end
  said.acts = numbers.Cost + numbers.Target + numbers.Operation > 0 or nil
  for word in next, said do words[#words + 1] = '"' .. word .. '"' end
  return "[" .. concat({
    note.number, note.made, note.registered or 0, note.counted and note.count or -1, note.count_code or 0,
    note.count_key or 0, note.count_flags or 0, note.count_line or 0, granted and granted.number or 0,
    '"' .. same .. '"', "[" .. concat(bodies, ",") .. "]", "[" .. concat(words, ",") .. "]",
  }, ",") .. "]"
end

local function start_of(code, source)
  local self = setmetatable({}, Card)
  self.__index = self
  world.self_table, world.self_code, world["c" .. code] = self, code, self
  local own = setmetatable({}, { __index = world })
  own._G = own
  local chunk, problem = lua_load(source, running, "t", own)
  if not chunk then error(problem, 0) end
  chunk()
  -- Another table, where the script takes that of another card.
  self = world["c" .. code]
  local card = setmetatable({}, self)
  code_of[card] = code
  if type(self.initial_effect) ~= "function" then error("it has no initial_effect", 0) end
  self.initial_effect(card)
end

local function tell()
  local told, set = {}, {}
  for _, effect in next, effects do told[#told + 1] = written(effect) end
  for what, line in next, on_card do set[#set + 1] = '"' .. what .. '":' .. line end
  return '{"effects":[' .. concat(told, ",") .. '],"on_card":{' .. concat(set, ",") .. "}}"
end

local remembered, sizes
local SET_FOR_A_CARD = { self_table = true, self_code = true }
return {
  engine = function(steps, seconds, name)
    running = ""
    local well, found = closed.bounded(steps, seconds, Duel.LoadScript, name)
    effects, functions, on_card = {}, {}, {}
    return well, found
  end,
  -- Of a number of an effect the word is said where it has what the simulator's files give the name; what they have not
  -- is never said.
  means = function(number, word, name)
    local value = tointeger(world[name]) or 0
    if value ~= 0 then meanings[#meanings + 1] = { number = number, word = word, value = value } end
  end,
  ready = function()
    world.self_table, world.self_code = nil, nil
    remembered, sizes = {}, {}
    closed.remember(remembered, sizes, world)
  end,
  -- Gives whether it ran, what it told or what is wrong, and whether the world is as it was.
  run = function(steps, seconds, code, source)
    effects, functions, on_card = {}, {}, {}
    running = "@script"
    local well, found = closed.bounded(steps, seconds, start_of, code, source)
    world["c" .. code] = nil
    return well, well and tell() or found, closed.is_as_remembered(remembered, sizes, SET_FOR_A_CARD)
  end,
}
