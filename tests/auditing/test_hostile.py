"""A script can neither read nor write, nor hang, nor eat memory, and the next one runs as if it had not been."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cases import cases

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.auditing.box import ClosedLua

GOOD = """local s,id=GetID()
function s.initial_effect(c)
	local e=Effect.CreateEffect(c)
	e:SetCountLimit(1,id)
	c:RegisterEffect(e)
end"""


@cases
def test_a_hostile_script(body: str, words: str, lua: ClosedLua) -> None:
    told = lua.run(1, f"local s,id=GetID() function s.initial_effect(c) {body} end")
    assert told.problem
    assert words in told.problem
    assert [effect.count_code for effect in lua.run(2, GOOD).effects] == [2]


@cases
def test_a_script_changes_nothing_for_the_next(body: str, lua: ClosedLua) -> None:
    before = lua.run(2, GOOD)
    lua.run(1, f"local s,id=GetID() function s.initial_effect(c) {body} end")
    assert lua.run(2, GOOD) == before


@cases
def test_what_is_no_script(source: str, lua: ClosedLua) -> None:
    assert lua.run(1, source).problem


def test_only_plain_files_of_the_folder_are_read(folder: Path, lua: ClosedLua, tmp_path: Path) -> None:
    (tmp_path / "secret.lua").write_text("secret=1", encoding="utf-8")
    (folder / "official" / "c9.lua").symlink_to(tmp_path / "secret.lua")
    (folder / "linked.lua").symlink_to(tmp_path / "secret.lua")
    for name in ("linked.lua", "../secret.lua", str(tmp_path / "secret.lua"), "c9.lua", ""):
        told = lua.run(1, f"local s,id=GetID() function s.initial_effect(c) assert(Duel.LoadScript({name!r})) end")
        assert told.problem
