"""A closed Lua: scripts run in it, reach nothing outside, and tell what effects they make."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, Never

import msgspec
from msgspec.structs import replace

from onceper.errors import ExtraError
from onceper.files.opening import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    ReadScript = Callable[[str], str | None]

_LUA = ("closed.lua", "stand_ins.lua")
ENGINE_FILES = ("constant.lua", "utility.lua")
# A card's script takes some hundreds of steps; the simulator's own files some hundred thousand.
STEPS = 2_000_000
SECONDS = 2.0
_ENGINE_STEPS = 50_000_000
_ENGINE_SECONDS = 20.0
# Above what the simulator's files take.
MEMORY = 64 << 20
# The bits of an event that say no phase.
_NO_PHASE = ~0xFFF


class ScriptEffect(msgspec.Struct, array_like=True, frozen=True):
    """Hold one effect as a script made it, in the order in which stand_ins.lua writes it.

    ``made`` and ``count_line`` are lines of the script. ``times`` is -1 where no count limit was set. Functions are
    told by their number, 0 for none, and ``bodies`` are the first and last lines of those that the script has
    itself. ``of_card`` is 1 where it was registered to its card, ``grants`` the number of the effect that it gives to
    others. ``says`` is what its numbers mean, in the words of engine.toml.
    """

    number: int
    made: int
    of_card: int
    type: int
    code: int
    range: int
    flags: int
    times: int
    count_code: int
    count_key: int
    count_flags: int
    count_line: int
    cost: int
    target: int
    operation: int
    grants: int
    bodies: list[tuple[int, int]]
    says: frozenset[str] = frozenset()


class Told(msgspec.Struct, frozen=True):
    """Hold all that one script told, or the ``problem`` for which it told nothing.

    ``on_card`` has the line in which it set ``summon`` (Special Summoned once) or ``control`` (unique) on its card.
    """

    effects: list[ScriptEffect] = []
    on_card: dict[str, int] = {}
    problem: str = ""


class ClosedLua:
    """Run scripts one after the other, each as if it were the first.

    ``read`` gives the text of a file of the scripts' folder by its name, or nothing. Scripts can neither read nor write
    anything but through it; steps, seconds and memory of each are bounded. One that changes what the next would see, or
    goes over its bounds, is the last of its Lua: the next gets a new one.

    Raises:
        ExtraError: the extra ``audit`` is not installed.
        InputError: the simulator's own files do not run.
    """

    def __init__(self, read: ReadScript) -> None:
        self._read = read
        self._box: Any = None
        self._start()

    def run(self, code: int, source: str) -> Told:
        """Run the script of a card and return what it told."""
        if self._box is None:
            self._start()
        well, told, unchanged = self._bounded("run", STEPS, SECONDS, code, source)
        if not (well and unchanged):
            self._box = None
        return self._understood(told) if well else Told(problem=told)

    def _start(self) -> None:
        try:
            from lupa import lua54  # noqa: PLC0415
        except ModuleNotFoundError as error:
            raise ExtraError("audit") from error
        self._errors = (lua54.LuaError, MemoryError, UnicodeError)
        lua = lua54.LuaRuntime(
            register_eval=False,
            register_builtins=False,
            attribute_filter=_refuse,
            unpack_returned_tuples=True,
            # None of Lua's own strings is shown before it was made text that can be shown.
            encoding="utf-8",
            max_memory=MEMORY * 4,
        )
        folder = files("onceper.auditing")
        closed, box = (folder.joinpath(name).read_text("utf-8") for name in _LUA)
        self._box = lua.execute(box, lua.execute(closed), self._read)
        for name in ENGINE_FILES:
            well, found, *_ = self._bounded("engine", _ENGINE_STEPS, _ENGINE_SECONDS, name)
            if not well or found is False:
                raise InputError(
                    f"the simulator's file {name} does not run: {found}" if found else f"there is no {name}",
                    expected=f"a folder of scripts with {' and '.join(ENGINE_FILES)}, as the simulator has it",
                    remedy="name the whole folder of the simulator's scripts, with its own files",
                )
        self._box.ready()
        lua.set_max_memory(lua.get_memory_used() + MEMORY)
        meant = msgspec.toml.decode(folder.joinpath("engine.toml").read_bytes(), type=dict[str, dict[str, list[str]]])
        self._words = [
            # A constant that the simulator does not have is 0.
            (number, word, {*map(self._box.value, names)} - {0})
            for number, words in meant.items()
            for word, names in words.items()
        ]

    def _bounded(self, function: str, *given: object) -> Any:
        """Return what a function of the box does: whether it went well, what it told, whether nothing changed."""
        try:
            return self._box[function](*given)
        except self._errors as error:
            # Memory ran out where no pcall of ours stood.
            return False, str(error).partition("\n")[0][:300] or "it takes too much memory", False

    def _understood(self, text: str) -> Told:
        told = msgspec.json.decode(text, type=Told)
        effects = [
            replace(
                effect,
                says=frozenset(
                    word for number, word, values in self._words if _has(number, getattr(effect, number), values)
                ),
            )
            for effect in told.effects
        ]
        return replace(told, effects=effects)


def _has(number: str, value: int, values: set[int]) -> bool:
    """Whether a number of an effect is, but for a phase that is added to it, one of these, or has their bits."""
    if number == "code":
        return not values.isdisjoint({value, value & _NO_PHASE})
    return any(value & bits for bits in values)


def _refuse(_: object, name: object, __: bool) -> Never:
    raise AttributeError(name)
