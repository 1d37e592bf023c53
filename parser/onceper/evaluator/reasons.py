"""The reasons of a verdict, in the words of a language's ``said.toml``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from onceper.evaluator.state import NEGATED
from onceper.patterns.said import say_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.evaluator.action import Action
    from onceper.evaluator.judge import Finding
    from onceper.evaluator.limits import Counted
    from onceper.evaluator.state import State, Use
    from onceper.patterns.said import Said

# Whoever looks for more than the first few finds all of them in the verdict.
_FEW = 3
# Slots that are filled with the name of a card.
_NAMES = {"card", "name", "of", "upper"}


class _Slots(dict[str, Any]):
    """Fill each slot of a sentence when it is asked for."""

    def __getitem__(self, slot: str) -> str:
        return str(dict.__getitem__(self, slot)())


def say(words: Said, asked: Use, found: Finding) -> str:
    """Return what was found as a sentence for the player who asks, and the words that it depends on."""
    # Sentences with slots that look at a limit are said of one alone.
    counted: Any = found.counted
    limit, uses, used, state = counted and counted.limit, found.uses, found.used, asked.state
    slots = _Slots(
        action=lambda: _name_action(words, state, asked.known.action),
        card=lambda: words.in_quotes(asked.copy.name),
        count=lambda: counted.times,
        used=lambda: used,
        often=lambda: say_number(words.often, counted.times),
        times=lambda: say_number(words.often, used),
        text=lambda: words.in_quotes(limit.text),
        since=lambda: words.since[limit.period or "always"],
        phase=lambda: words.phase[state.phase or "main"],
        its_phase=lambda: words.phase[limit.phase],
        rule=lambda: words.rule[limit.rule.removeprefix("rulebook.")],
        event=lambda: words.event.get(counted.what, words.event["other"]),
        done=lambda: words.done.get(limit.summon_kind) or words.done.get(counted.what, words.done["other"]),
        nth=lambda: words.say_nth(used + asked.known.is_applied, counted.what, is_subject=True),
        wanted=lambda: words.say_nth(counted.times, counted.what, at_least=limit.at_least, is_subject=True),
        who=lambda: words.join(
            words.you if use.told.player == asked.told.player else words.player.format(player=use.told.player)
            for use in uses or (asked,)
        ),
        deeds=lambda: words.join(_name_deed(words, state, use, limit.verb) for use in uses),
        by=lambda: _say_ids(words, uses),
        negated=lambda: _say_negated(words, asked, found),
        # How many there are has a form for each sentence: "there has been 1".
        there=lambda: say_number(words.there, used),
        number=lambda: say_number(words.number, used),
        are=lambda: say_number(words.are, used),
        allowance=lambda: _say_allowance(words, counted),
    )
    for slot, told in found.slots.items():
        slots[slot] = partial(words.in_quotes if slot in _NAMES else str, told)
    said: str = getattr(words, found.says).format_map(slots)
    if found.depends_on is not None:
        said = words.depends.format(reason=said, text=words.in_quotes(found.depends_on))
    return words.begin(said)


def _name_action(words: Said, state: State, action: Action) -> str:
    kind = "gained" if action.of else "pendulum" if action.field == "pendulum" else action.kind
    event = words.event.get(action.what or "", words.event["other"])
    said = words.action[kind].format(number=action.effect, of=words.in_quotes(action.of or ""), event=event)
    if action.option is not None:
        said = words.action["option"].format(option=action.option, effect=said)
    if action.target is not None:
        target = words.in_quotes(state.copies[action.target].name)
        said = words.action["target"].format(target=target, effect=said)
    return said


def _name_deed(words: Said, state: State, use: Use, verb: str) -> str:
    action = use.known.action
    kind = action.what or action.summon_kind or action.kind
    if "declined" in {use.how, *state.fate(use.told.id)}:
        kind = "decline"
    elif use.how == "activated" and use.known.is_activation and not action.option:
        # Of a Normal Spell the one effect is used by activating it.
        kind = "activation"
    elif kind == "effect":
        # A limit that counts activations is broken by activating, one that counts uses by using.
        kind = verb if verb in {"activate", "apply", "gain"} else "use"
    return (words.deed.get(kind) or words.deed[action.kind]).format(
        action=_name_action(words, state, action), card=words.in_quotes(use.copy.name)
    )


def _name_ids(words: Said, uses: Iterable[Use]) -> list[str]:
    """Return the ids of uses with what they are of, the first of many; one id is named once."""
    told = {use.told.id: str(use.told.__struct_config__.tag) for use in uses if use.told.id}
    few = [words.by[type_].format(id=id_) for id_, type_ in [*told.items()][:_FEW]]
    if len(told) > _FEW:
        few[-1] += words.and_more.format(count=len(told) - _FEW)
    return few


def _say_ids(words: Said, uses: Iterable[Use]) -> str:
    ids = _name_ids(words, uses)
    return words.ids.format(ids=words.separator.join(ids)) if ids else ""


def _say_negated(words: Said, asked: Use, found: Finding) -> str:
    """Return which uses count although they were negated, or that nobody told their choice."""
    counted: Any = found.counted
    negated = [use for use in found.uses if asked.state.fate(use.told.id) & NEGATED]
    template = words.negated_one if len(negated) == 1 else words.negated_many
    said = template.format(ids=words.join(_name_ids(words, negated))) if negated else ""
    is_untold = any(use.known.action.option is None for use in found.uses)
    return said + words.untold_option if counted.by_option and asked.known.action.option and is_untold else said


def _say_allowance(words: Said, counted: Counted) -> str:
    limit, effects = counted.limit, counted.limit.applies_to.effects
    holder = words.holder[limit.scope if counted.card else "rulebook"]
    return words.allowance[limit.whose_turn].format(
        often=say_number(words.often, counted.times),
        per=words.say_per(limit),
        together=words.allowance["together"].format(effects=words.join(map(str, effects)))
        if limit.shared and len(effects) > 1
        else "",
        holder=holder.format(name=words.in_quotes(limit.name or limit.text)),
    )
