"""A limit in the words of the contract, in English: what programs and reports compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.contract.limit import AppliesTo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.contract.limit import Limit

_TIMES = {1: "once", 2: "twice"}
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
_PRINTED = {"duel": "Duel", "chain": "Chain"}
_TURNS = {"own": "own turn only", "opponent": "opponent's turn only"}
_PHASES = {
    "draw": "Draw Phase",
    "standby": "Standby Phase",
    "main": "Main Phase",
    "main1": "Main Phase 1",
    "battle": "Battle Phase",
    "main2": "Main Phase 2",
    "end": "End Phase",
}
_OBVIOUS = {
    "use": "use",
    "activate": "activation",
    "apply": "application",
    "gain": "application",
    "summon": "occurrence",
    "special_summon": "occurrence",
    "control": "occurrence",
}
# That a Summon is a Special Summon is said by the verb, or true of every procedure.
_SUMMONS = {
    "normal": "Normal Summon",
    "tribute": "Tribute Summon",
    "flip": "Flip Summon",
    "fusion": "Fusion Summon",
    "ritual": "Ritual Summon",
    "synchro": "Synchro Summon",
    "xyz": "Xyz Summon",
    "pendulum": "Pendulum Summon",
    "link": "Link Summon",
}
_COUNTS_FROM = {"period": "counts what came before it too", "presence": "counts only while it is there"}
_OBVIOUS_ON_CONTROL_CHANGE = {"soft": "stays_spent"}
_ON_CONTROL_CHANGE = {
    "stays_spent": "stays spent for a new controller",
    "own_count": "a new controller has a count of their own",
}
_EDITIONS = {"paper": "in the words of the paper game", "plays": "in the words of the digital game"}
_PLAYERS = {"opponent": "limits the opponent", "each": "limits each player"}
_RESETS = {
    "leaves_location": "leaving",
    "flipped_face_down": "being flipped face-down",
    "flipped_by_other": "being flipped face-down by another card",
}


def in_words(limit: Limit) -> str:
    """Return what matters of a limit, such as ``hard · once per turn · use · effects 1, 3``."""
    return " · ".join(filter(None, [*_how(limit), _what_it_governs(limit), *_beside(limit)]))


def as_stated(limit: Limit) -> str:
    """Return the same of a limit whose sentence may stand alone: how it refers to effects where there are none."""
    governs = _what_it_governs(limit)
    if governs and limit.applies_to == AppliesTo(limit.applies_to.reference):
        governs = f"reference {limit.applies_to.reference.replace('_', ' ')}"
    return " · ".join(filter(None, [*_how(limit), governs, *_beside(limit)]))


def _what_it_governs(limit: Limit) -> str:
    """Return what of the card a limit governs, such as ``effects 1, 3``, or nothing where it is not about the card."""
    # So it is for how many may be on the field, and for what a player may do at all.
    return "" if limit.applies_to == AppliesTo("card") else name_governed(limit.applies_to)


def _how(limit: Limit) -> Iterator[str]:
    yield limit.kind
    yield from _when(limit)
    summon = _SUMMONS.get(limit.summon_kind or "")
    if limit.verb == "special_summon" and summon:
        yield summon
        return
    if limit.verb != limit.kind:
        yield limit.verb.replace("_", " ")
    if summon:
        yield summon


def _when(limit: Limit) -> Iterator[str]:
    yield _how_often(limit)
    if limit.whose_turn in _TURNS:
        yield _TURNS[limit.whose_turn]
    if limit.phase:
        yield f"in the {_PHASES[limit.phase]}"


def _beside(limit: Limit) -> Iterator[str]:
    yield from _what_has_a_count(limit)
    yield from _of_whom(limit)
    yield from _when_spent(limit)
    if limit.pattern:
        yield f"Duel Masters pattern {limit.pattern}"
    if limit.edition:
        yield _EDITIONS[limit.edition]


def _what_has_a_count(limit: Limit) -> Iterator[str]:
    if limit.count_text is not None:
        yield f'how often: "{limit.count_text}"'
    if limit.condition is not None:
        yield f'only where it holds: "{limit.condition}"'
    if limit.shared:
        yield "one use shared by them"
    if limit.each_option:
        yield "each choice counts by itself"
    if limit.each_target:
        yield "each card counts by itself"


def _of_whom(limit: Limit) -> Iterator[str]:
    if limit.name is not None:
        yield f'of "{limit.name}"' + ("" if limit.names in {"card", None} else f" ({limit.names})")
    if limit.player in _PLAYERS:
        yield _PLAYERS[limit.player]
    if limit.owner == "any":
        yield "whoever's card it is"
    if limit.event:
        yield f"counts: {limit.event.what} by {limit.event.whose} {limit.event.object}".rstrip()
    if limit.optional is not None:
        yield "may be declined" if limit.optional else "may not be declined"


def _when_spent(limit: Limit) -> Iterator[str]:
    if limit.spent_on != _OBVIOUS.get(limit.verb):
        yield f"spent on {limit.spent_on}"
    if limit.refunded_if_negated:
        yield "given back if negated"
    if limit.resets_on:
        yield f"anew after {' or '.join(_RESETS[reason] for reason in limit.resets_on)}"
    if limit.counts_from:
        yield _COUNTS_FROM[limit.counts_from]
    changed = limit.on_control_change
    if changed and changed != _OBVIOUS_ON_CONTROL_CHANGE.get(limit.kind, "own_count"):
        yield _ON_CONTROL_CHANGE[changed]


def _how_often(limit: Limit) -> str:
    if limit.count is None:
        return f"a number of times{_per(limit, 'per')}"
    times = _TIMES.get(limit.count, f"{limit.count} times")
    match limit.kind:
        case "control":
            return f"at most {limit.count} on the field"
        case "ordinal":
            nth = _ORDINALS.get(limit.count, f"{limit.count}th")
            later = " and every later" if limit.at_least else ""
            return f"the {nth}{later} time{_per(limit, 'each')}"
        case "cap":
            return f"at most {limit.count}{_per(limit, 'per')}"
    return times + _per(limit, "per")


def _per(limit: Limit, word: str) -> str:
    if limit.period is None:
        return ""
    if limit.period == "while_there":
        return " while it stays there"
    return f" {word} {_PRINTED.get(limit.period, limit.period)}"


def name_governed(applies_to: AppliesTo) -> str:
    """Return what a limit governs, such as ``effects 1, 3``, or a reference that was tied to nothing."""
    found = [_name_choices(applies_to.options) + name_effects(applies_to.effects)] if applies_to.effects else []
    if applies_to.activation:
        found.append("the card's activation")
    if applies_to.summon:
        found.append("the Summon")
    return " and ".join(found) or f"{applies_to.reference.replace('_', ' ')} (tied to nothing)"


def _name_choices(indexes: Sequence[int]) -> str:
    return f"choice{'s' * (len(indexes) > 1)} {', '.join(map(str, indexes))} of " if indexes else ""


def name_effects(indexes: Sequence[int]) -> str:
    """Return how effects are named, such as ``effects 1, 3``."""
    numbers = ", ".join(map(str, indexes))
    return f"effect {numbers}" if len(indexes) == 1 else f"effects {numbers}"
