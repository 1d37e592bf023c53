"""What a script enforces, as the simulator's engine counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cases import cases

from onceper.auditing.enforced import enforced
from onceper.auditing.folder import ScriptFolder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from onceper.auditing.box import ClosedLua


@cases
def test_limits_of_a_script(
    script: tuple[str, ...],
    limits: tuple[tuple[object, ...], ...],
    is_given: bool | None,
    lines: tuple[tuple[int, ...], ...] | None,
    folder: Path,
    lua: ClosedLua,
    add_script: Callable[[int, str], None],
) -> None:
    add_script(7, "\n".join(script))
    of_card = ScriptFolder(folder).script_of("7")
    assert of_card is not None
    found = enforced(lua.run(7, of_card.source), of_card).limits
    told_limits = [[value or "none" for value in one.meaning if value is not False] for one in found]
    assert told_limits == [[True if said == "shared" else said for said in limit] for limit in limits]
    assert {one.is_given for one in found} <= {bool(is_given)}
    assert lines in {None, tuple(one.lines for one in found)}
