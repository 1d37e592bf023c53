"""The reasons of a verdict, in the words of a language's ``said.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onceper.errors import OnceperError
from onceper.evaluator.state import NEGATED
from onceper.lang.languages import language, language_codes, languages_in_use
from onceper.patterns.said import say_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from onceper.evaluator.action import Action
    from onceper.evaluator.judge import Finding
    from onceper.evaluator.state import Use
    from onceper.patterns.said import Said

# Whoever looks for more than the first few finds all of them in the verdict.
_FEW = 3
# Slots that are filled with the name of a card.
_NAMES = {"card", "name", "of", "upper"}


class ReasonLanguageError(OnceperError):
    """Verdicts are not written in this language."""


def find_words(lang: str, game: str | None) -> Said:
    """Return what a language says of verdicts in a game.

    Raises:
        ReasonLanguageError: it says nothing of them.
    """
    words = language(lang).said if languages_in_use().code_of(lang) else None
    if words is None:
        known = ", ".join(code for code in language_codes() if language(code).said)
        raise ReasonLanguageError(
            f"no verdicts in language {lang!r}",
            expected=f"one of {known}",
            remedy="name another, or the folder that holds a said.toml for it (use_patterns, --patterns)",
        )
    return words.in_game(game)


def say(words: Said, asked: Use, found: Finding) -> str:
    """Return what was found as a sentence for the player who asks, and the words that it depends on."""
    said: str = getattr(words, found.says).format_map(_Sentence(words, asked, found))
    if found.depends_on is not None:
        said = words.depends.format(reason=said, text=words.in_quotes(found.depends_on))
    return words.begin(said)


class _Sentence:
    """Fill the slots of one sentence, each when it is asked for."""

    def __init__(self, words: Said, asked: Use, found: Finding) -> None:
        self.words, self.asked, self.found, self.uses, self.used = words, asked, found, found.uses, found.used
        # Sentences with slots that look at a limit are said of one alone.
        self.counted: Any = found.counted
        self.limit: Any = found.counted and found.counted.limit

    def __getitem__(self, slot: str) -> str:
        told = self.found.slots.get(slot)
        if told is not None:
            return self.words.in_quotes(told) if slot in _NAMES else told
        # How many there are has a form for each sentence: "there has been 1".
        return _SLOTS[slot](self) if slot in _SLOTS else say_number(getattr(self.words, slot), self.used)

    def name_player(self, use: Use) -> str:
        player = use.told.player
        return self.words.you if player == self.asked.told.player else self.words.player.format(player=player)

    def name_event(self, what: str | None) -> str:
        return self.words.event.get(what or "", self.words.event["other"])

    def name_action(self, action: Action) -> str:
        words = self.words
        kind = "gained" if action.of else "pendulum" if action.field == "pendulum" else action.kind
        of, event = words.in_quotes(action.of or ""), self.name_event(action.what)
        said = words.action[kind].format(number=action.effect, of=of, event=event)
        if action.option is not None:
            said = words.action["option"].format(option=action.option, effect=said)
        if action.target is not None:
            target = words.in_quotes(self.asked.state.copies[action.target].name)
            said = words.action["target"].format(target=target, effect=said)
        return said

    def name_deed(self, use: Use) -> str:
        action, verb = use.known.action, self.limit.verb
        kind = action.what or action.summon_kind or action.kind
        if "declined" in {use.how, *self.asked.state.fate(use.told.id)}:
            kind = "decline"
        elif use.how == "activated" and use.known.is_activation and not (action.option or action.of):
            # Of a Normal Spell the one effect is used by activating it.
            kind = "activation"
        elif kind == "effect":
            # A limit that counts activations is broken by activating, one that counts uses by using.
            kind = verb if verb in {"activate", "apply", "gain"} else "use"
        deed = self.words.deed.get(kind) or self.words.deed[action.kind]
        return deed.format(action=self.name_action(action), card=self.words.in_quotes(use.copy.name))

    def name_ids(self, uses: Iterable[Use]) -> list[str]:
        """Return the ids of uses with what they are of, the first of many; one id is named once."""
        told = {use.told.id: str(use.told.__struct_config__.tag) for use in uses if use.told.id}
        few = [self.words.by[type_].format(id=id_) for id_, type_ in [*told.items()][:_FEW]]
        more = self.words.and_more.format(count=len(told) - _FEW) if len(told) > _FEW else ""
        return [*few[:-1], few[-1] + more] if few else []

    def say_ids(self) -> str:
        ids = self.name_ids(self.uses)
        return self.words.ids.format(ids=self.words.separator.join(ids)) if ids else ""

    def say_negated(self) -> str:
        """Return which uses count although they were negated, or that nobody told their choice."""
        words, by_option = self.words, self.counted.by_option and self.asked.known.action.option
        negated = [use for use in self.uses if self.asked.state.fate(use.told.id) & NEGATED]
        template = words.negated_one if len(negated) == 1 else words.negated_many
        said = template.format(ids=words.join(self.name_ids(negated))) if negated else ""
        is_untold = by_option and any(use.known.action.option is None for use in self.uses)
        return said + words.untold_option if is_untold else said

    def say_allowance(self) -> str:
        words, limit, effects = self.words, self.limit, self.limit.applies_to.effects
        whose = "rulebook" if limit.rule.startswith("rulebook") else limit.scope
        is_together = limit.shared and len(effects) > 1
        return words.allowance[self.counted.whose_turn].format(
            often=self["often"],
            per=words.say_per(limit),
            together=words.allowance["together"].format(effects=words.join(map(str, effects))) if is_together else "",
            **{"for": words.for_[whose].format(name=words.in_quotes(limit.name or limit.text))},
        )

    def say_nth(self, count: int, *, at_least: bool = False) -> str:
        return self.words.say_nth(count, self.counted.what, at_least=at_least, is_subject=True)


# What fills each slot that no finding fills itself.
_SLOTS: dict[str, Callable[[_Sentence], str]] = {
    "action": lambda say: say.name_action(say.asked.known.action),
    "card": lambda say: say.words.in_quotes(say.asked.copy.name),
    "count": lambda say: str(say.counted.times),
    "used": lambda say: str(say.used),
    "often": lambda say: say_number(say.words.often, say.counted.times),
    "times": lambda say: say_number(say.words.often, say.used),
    "text": lambda say: say.words.in_quotes(say.limit.text),
    "since": lambda say: say.words.since[say.limit.period or "always"],
    "phase": lambda say: say.words.phase[say.asked.state.phase or "main"],
    "its_phase": lambda say: say.words.phase[say.limit.phase],
    "rule": lambda say: say.words.rule[say.limit.rule.removeprefix("rulebook.")],
    "event": lambda say: say.name_event(say.counted.what),
    "done": lambda say: (
        say.words.done.get(say.limit.summon_kind) or say.words.done.get(say.counted.what) or say.words.done["other"]
    ),
    "nth": lambda say: say.say_nth(say.used + say.asked.known.is_applied),
    "wanted": lambda say: say.say_nth(say.counted.times, at_least=say.limit.at_least),
    "who": lambda say: say.words.join(map(say.name_player, say.uses or (say.asked,))),
    "deeds": lambda say: say.words.join(map(say.name_deed, say.uses)),
    "by": _Sentence.say_ids,
    "negated": _Sentence.say_negated,
    "allowance": _Sentence.say_allowance,
}
