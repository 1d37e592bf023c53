"""What a script enforces, as the simulator's engine counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.auditing.claim import Meaning
from onceper.auditing.enforced import enforced
from onceper.auditing.folder import ScriptFolder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from onceper.auditing.box import ClosedLua
    from onceper.auditing.enforced import Enforces

    Add = Callable[[int, str, str], None]

ONCE = Meaning("copy", "turn", "use", 1, shared=False)
BY_NAME = Meaning("name", "turn", "use", 1, shared=False)


def effect(name: str, *lines: str, operation: str = "s.operation") -> str:
    calls = "\n".join(f"{name}:{line}" for line in (f"SetOperation({operation})", *lines))
    return f"local {name}=Effect.CreateEffect(c)\n{calls}\nc:RegisterEffect({name})"


OPERATIONS = "function s.operation(e,tp) end\nfunction s.other(e,tp) end"


@pytest.fixture
def read(folder: Path, lua: ClosedLua, add_script: Add) -> Callable[..., Enforces]:
    """Return what a script with these effects enforces."""

    def enforce(*pieces: str) -> Enforces:
        add_script(7, "\n".join(pieces), OPERATIONS)
        script = ScriptFolder(folder).script_of("7")
        assert script is not None
        told = lua.run(7, script.source).told
        assert told is not None
        return enforced(told, script)

    return enforce


@pytest.mark.parametrize(
    ("call", "meaning"),
    [
        ("SetCountLimit(1)", ONCE),
        ("SetCountLimit(2)", ONCE._replace(times=2)),
        ("SetCountLimit(1,id)", BY_NAME),
        ("SetCountLimit(1,{id,1})", BY_NAME),
        ("SetCountLimit(1,id,EFFECT_COUNT_CODE_OATH)", BY_NAME._replace(verb="activate")),
        ("SetCountLimit(1,id,EFFECT_COUNT_CODE_DUEL)", BY_NAME._replace(period="duel")),
        ("SetCountLimit(1,0,EFFECT_COUNT_CODE_CHAIN)", ONCE._replace(period="chain")),
        ("SetCountLimit(1,0,EFFECT_COUNT_CODE_SINGLE)", ONCE),
        ("SetCountLimit(1,id,EFFECT_COUNT_CODE_SINGLE)", ONCE),
    ],
)
def test_one_count(call: str, meaning: Meaning, read: Callable[..., Enforces]) -> None:
    (limit,) = read(effect("e1", "SetType(EFFECT_TYPE_IGNITION)", call)).limits
    assert limit.meaning == meaning
    assert limit.made == "card"
    assert limit.lines == (6,)


def test_a_procedure_is_a_summon(read: Callable[..., Enforces]) -> None:
    procedure = effect("e1", "SetCode(EFFECT_SPSUMMON_PROC)", "SetCountLimit(1,id,EFFECT_COUNT_CODE_OATH)")
    (limit,) = read(procedure).limits
    assert limit.meaning == BY_NAME._replace(verb="summon")


def test_a_counter_that_no_turn_fills_again(read: Callable[..., Enforces]) -> None:
    kept = "SetProperty(EFFECT_FLAG_NO_TURN_RESET)"
    (alone,) = read(effect("e1", kept, "SetCountLimit(1)")).limits
    assert alone.meaning == ONCE._replace(period="while_there")
    both = [limit.meaning for limit in read(effect("e1", kept, "SetCountLimit(1,id)")).limits]
    assert both == [BY_NAME, ONCE._replace(period="while_there")]


def test_effects_that_share_a_code_share_the_count(read: Callable[..., Enforces]) -> None:
    one, other = effect("e1", "SetCountLimit(1,id)"), effect("e2", "SetCountLimit(1,id)", operation="s.other")
    (limit,) = read(one, other).limits
    assert limit.meaning == BY_NAME._replace(shared=True)
    assert limit.abilities == (0, 1)


def test_flags_are_a_part_of_the_code(read: Callable[..., Enforces]) -> None:
    one = effect("e1", "SetCountLimit(1,id)")
    other = effect("e2", "SetCountLimit(1,id,EFFECT_COUNT_CODE_OATH)", operation="s.other")
    assert [limit.meaning.shared for limit in read(one, other).limits] == [False, False]


def test_clones_are_one_effect_unless_one_is_for_the_pendulum_zone(read: Callable[..., Enforces]) -> None:
    made = effect("e1", "SetRange(LOCATION_MZONE)", "SetCountLimit(1)")
    clone = "local e2=e1:Clone()\ne2:SetCode(EVENT_SPSUMMON_SUCCESS)\nc:RegisterEffect(e2)"
    (limit,) = read(made, clone).limits
    assert not limit.meaning.shared
    elsewhere = "local e2=e1:Clone()\ne2:SetRange(LOCATION_PZONE)\nc:RegisterEffect(e2)"
    assert [limit.meaning for limit in read(made, elsewhere).limits] == [ONCE, ONCE]


def test_what_is_set_on_the_card(read: Callable[..., Enforces]) -> None:
    found = read("c:SetSPSummonOnce(id)", "c:SetUniqueOnField(1,0,id)", "c:SetUniqueOnField(1,0,id)").limits
    assert [(limit.meaning.verb, limit.lines) for limit in found] == [("special_summon", (3,)), ("control", (5,))]


def test_what_is_given_to_others_is_no_effect_of_the_card(read: Callable[..., Enforces]) -> None:
    given = "local e1=Effect.CreateEffect(c)\ne1:SetOperation(s.operation)\ne1:SetCountLimit(1)"
    grant = "local e2=Effect.CreateEffect(c)\ne2:SetType(EFFECT_TYPE_FIELD+EFFECT_TYPE_GRANT)\ne2:SetLabelObject(e1)"
    (limit,) = read(given, grant, "c:RegisterEffect(e2)").limits
    assert limit.made == "granted"
    later = "local function later() e1:SetCountLimit(1,id,EFFECT_COUNT_CODE_DUEL) end"
    (limit,) = read(later).limits
    assert (limit.made, limit.meaning) == ("operation", BY_NAME._replace(period="duel"))


def test_what_watches_the_game_is_no_effect_of_the_card(read: Callable[..., Enforces]) -> None:
    watch = "local g=Effect.GlobalEffect()\ng:SetCountLimit(1)\nDuel.RegisterEffect(g,0)"
    assert read(watch).limits == []
