"""A closed Lua: scripts run in it, reach nothing outside, and tell what effects they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Never

import msgspec

from onceper.errors import ExtraError
from onceper.files.opening import InputError
from onceper.resources import packaged

if TYPE_CHECKING:
    from collections.abc import Callable

    ReadScript = Callable[[str], str | None]

_LUA = ("auditing/closed.lua", "auditing/stand_ins.lua")
ENGINE_FILES = ("constant.lua", "utility.lua")
# A card's script takes some hundreds of steps; the simulator's own files some hundred thousand.
STEPS = 2_000_000
SECONDS = 2.0
_ENGINE_STEPS = 50_000_000
_ENGINE_SECONDS = 20.0
# Above what the simulator's files take.
MEMORY = 64 << 20


class ScriptEffect(msgspec.Struct, array_like=True, frozen=True):
    """Hold one effect as a script made it, in the order in which stand_ins.lua writes it.

    ``made`` and ``count_line`` are lines of the script. ``times`` is -1 where no count limit was set. ``of_card`` is 1
    where it was registered to its card, ``grants`` the number of the effect that it gives to others. ``same`` is what
    its clones have in common, ``bodies`` the first and last lines of the functions that the script has itself. ``says``
    is what its numbers mean, in the words of engine.toml, and ``acts`` where it does anything when it is used.
    """

    number: int
    made: int
    of_card: int
    times: int
    count_code: int
    count_key: int
    count_flags: int
    count_line: int
    grants: int
    same: str
    bodies: list[tuple[int, int]]
    says: frozenset[str]


class Told(msgspec.Struct, frozen=True):
    """Hold all that one script told, or the ``problem`` for which it told nothing.

    ``on_card`` has the line in which it set ``special_summon`` (once) or ``control`` (unique) on its card.
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
        self._start()

    def run(self, code: int, source: str) -> Told:
        """Run the script of a card and return what it told."""
        well, told, unchanged = self._bounded("run", STEPS, SECONDS, code, source)
        if not (well and unchanged):
            self._start()
        return msgspec.json.decode(told, type=Told) if well else Told(problem=told)

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
        closed, box = map(packaged, _LUA)
        self._box: Any = lua.execute(box, lua.execute(closed), self._read)
        for name in ENGINE_FILES:
            well, found, *_ = self._bounded("engine", _ENGINE_STEPS, _ENGINE_SECONDS, name)
            if not well or found is False:
                raise InputError(
                    f"the simulator's file {name} does not run: {found}" if found else f"there is no {name}",
                    expected=f"a folder of scripts with {' and '.join(ENGINE_FILES)}, as the simulator has it",
                    remedy="name the whole folder of the simulator's scripts, with its own files",
                )
        meant = msgspec.toml.decode(packaged("auditing/engine.toml"), type=dict[str, dict[str, list[str]]])
        for number, words in meant.items():
            for word, names in words.items():
                for name in names:
                    self._box.means(number, word, name)
        self._box.ready()
        lua.set_max_memory(lua.get_memory_used() + MEMORY)

    def _bounded(self, function: str, *given: object) -> Any:
        """Return what a function of the box does: whether it went well, what it told, whether nothing changed."""
        try:
            return self._box[function](*given)
        except self._errors as error:
            # Memory ran out where no pcall of ours stood.
            return False, str(error).partition("\n")[0][:300] or "it takes too much memory", False


def _refuse(_: object, name: object, __: bool) -> Never:
    raise AttributeError(name)
