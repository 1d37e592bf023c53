"""A closed Lua: scripts run in it, and reach nothing outside."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, Never

from onceper.auditing.told import Engine, Told
from onceper.errors import ExtraError, OnceperError

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


class EngineError(OnceperError):
    """The simulator's own files, on which its scripts stand, do not run."""


class Ran(NamedTuple):
    """Hold what a script told, or what is wrong with it."""

    told: Told | None
    problem: str = ""


class ClosedLua:
    """Run scripts one after the other, each as if it were the first.

    ``read`` gives the text of a file of the scripts' folder by its name, or nothing. Scripts can neither read nor write
    anything but through it; steps, seconds and memory of each are bounded. One that changes what the next would see, or
    goes over its bounds, is the last of its Lua: the next gets a new one.

    Raises:
        ExtraError: the extra ``audit`` is not installed.
        EngineError: the simulator's own files do not run.
    """

    def __init__(self, read: ReadScript) -> None:
        self._read = read
        self._box: Any = None
        self._start()

    def run(self, code: int, source: str) -> Ran:
        """Run the script of a card and return what it told."""
        if self._box is None:
            self._start()
        try:
            well, told, unchanged = self._box.run(STEPS, SECONDS, code, source)
        except self._errors as error:
            # Memory ran out where no pcall of ours stood.
            self._box = None
            return Ran(None, _in_words(error))
        if not (well and unchanged):
            self._box = None
        return Ran(self._engine.told(told)) if well else Ran(None, told)

    def _start(self) -> None:
        try:
            from lupa import lua54  # noqa: PLC0415
        except ModuleNotFoundError as error:
            raise ExtraError("audit") from error
        self._errors: tuple[type[Exception], ...] = (lua54.LuaError, MemoryError, UnicodeError)
        lua = lua54.LuaRuntime(
            register_eval=False,
            register_builtins=False,
            attribute_filter=_refuse,
            unpack_returned_tuples=True,
            # None of Lua's own strings is shown before it was made text that can be shown.
            encoding="utf-8",
            max_memory=MEMORY * 4,
        )
        closed, box = (files("onceper.auditing").joinpath(name).read_text("utf-8") for name in _LUA)
        self._box = lua.execute(box, lua.execute(closed), self._read)
        for name in ENGINE_FILES:
            self._load(name)
        self._box.ready()
        lua.set_max_memory(lua.get_memory_used() + MEMORY)
        self._engine = Engine(self._box.value)

    def _load(self, name: str) -> None:
        try:
            well, found = self._box.engine(_ENGINE_STEPS, _ENGINE_SECONDS, name)
        except self._errors as error:
            well, found = False, _in_words(error)
        if not well or found is False:
            raise EngineError(
                f"the simulator's file {name} does not run: {found}" if found else f"there is no {name}",
                expected=f"a folder of scripts with {' and '.join(ENGINE_FILES)}, as the simulator has it",
                remedy="name the whole folder of the simulator's scripts, with its own files",
            )


def _refuse(_: object, name: object, __: bool) -> Never:
    raise AttributeError(name)


def _in_words(error: Exception) -> str:
    return str(error).splitlines()[0][:300] if str(error) else "it takes too much memory"
