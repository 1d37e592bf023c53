"""The simulator's numbers that say what a script means, as its own files define them."""

from __future__ import annotations

from typing import NamedTuple

ENGINE_FILES = ("constant.lua", "utility.lua")


class Engine(NamedTuple):
    """Hold the constants of the simulator by their names; 0 where its files do not define one."""

    effect_count_code_oath: int
    effect_count_code_duel: int
    effect_count_code_single: int
    effect_count_code_chain: int
    effect_flag_no_turn_reset: int
    effect_type_single: int
    effect_type_activate: int
    effect_type_flip: int
    effect_type_ignition: int
    effect_type_trigger_o: int
    effect_type_trigger_f: int
    effect_type_quick_o: int
    effect_type_quick_f: int
    effect_type_continuous: int
    effect_type_grant: int
    effect_summon_proc: int
    effect_limit_summon_proc: int
    effect_spsummon_proc: int
    effect_spsummon_proc_g: int
    location_pzone: int
    event_phase: int
    event_phase_start: int

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names as the simulator spells them."""
        return tuple(name.upper() for name in cls._fields)

    @property
    def activated(self) -> int:
        """The types of effects that are activated."""
        return (
            self.effect_type_activate
            | self.effect_type_ignition
            | self.effect_type_trigger_o
            | self.effect_type_trigger_f
            | self.effect_type_quick_o
            | self.effect_type_quick_f
            | self.effect_type_flip
        )

    @property
    def procedures(self) -> frozenset[int]:
        """The codes of Summoning procedures."""
        return frozenset(
            {
                self.effect_summon_proc,
                self.effect_limit_summon_proc,
                self.effect_spsummon_proc,
                self.effect_spsummon_proc_g,
            }
        ) - {0}

    def is_phase(self, code: int) -> bool:
        """Whether an event is that of a phase."""
        return any(base and base < code < base << 1 for base in (self.event_phase, self.event_phase_start))
