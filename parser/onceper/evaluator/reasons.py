"""The reasons of a verdict, in the words of a language's ``said.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onceper.errors import OnceperError
from onceper.evaluator.event import Activated, Applied, Summoned
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
        self.words, self.asked, self.found, self.uses = words, asked, found, found.uses
        # Sentences with slots that look at a limit are said of one alone.
        self.counted: Any = found.counted
        self.limit: Any = found.counted and found.counted.limit

    def __getitem__(self, slot: str) -> str:
        told = self.found.slots.get(slot)
        if told is None:
            return _SLOTS[slot](self)
        return self.words.in_quotes(told) if slot in _NAMES else told

    def say_negated(self) -> str:
        """Say which uses count although they were negated, or that nobody told their choice."""
        words, uses, by_option = self.words, self.uses, self.counted.by_option and self.asked.known.action.option
        negated = [use for use in uses if self.asked.state.fate(use.told.id) & NEGATED]
        template = words.negated_one if len(negated) == 1 else words.negated_many
        said = template.format(ids=self.name_few(negated, words.last_separator)) if negated else ""
        is_untold = by_option and any(use.known.action.option is None for use in uses)
        return said + words.untold_option if is_untold else said

    def say_allowance(self) -> str:
        words, limit = self.words, self.limit
        effects = self.join(map(str, limit.applies_to.effects))
        whose = "rulebook" if limit.rule.startswith("rulebook") else limit.scope
        return words.allowance[self.counted.whose_turn].format(
            often=self["often"],
            per=words.say_per(limit),
            together=words.allowance["together"].format(effects=effects)
            if limit.shared and len(limit.applies_to.effects) > 1
            else "",
            **{"for": words.for_[whose].format(name=words.in_quotes(limit.name or limit.text))},
        )

    def join(self, words: Iterable[str], last_separator: str | None = None) -> str:
        """Return different words as a list."""
        *most, last = [*dict.fromkeys(words)] or [""]
        between = self.words.last_separator if last_separator is None else last_separator
        return f"{self.words.separator.join(most)}{between}{last}" if most else last

    def name_player(self, use: Use) -> str:
        """Return who did something, seen from who asks."""
        player = use.told.player
        return self.words.you if player == self.asked.told.player else self.words.player.format(player=player)

    def name_card(self, copy: str | None) -> str:
        """Return the name of a copy's card, none for no copy."""
        return self.words.in_quotes(self.asked.state.copies[copy].name if copy else "")

    def name_done(self) -> str:
        """Return that somebody did what is counted."""
        done = self.words.done
        return done.get(self.limit.summon_kind) or done.get(self.counted.what) or done["other"]

    def name_event(self, what: str) -> str:
        """Return what is counted as people call it."""
        return self.words.event.get(what, self.words.event["other"])

    def name_action(self, action: Action) -> str:
        """Return what is done, or may be."""
        words = self.words.action
        kind = "gained" if action.of else "pendulum" if action.field == "pendulum" else action.kind
        of, event = self.words.in_quotes(action.of or ""), self.name_event(action.what or "")
        said = words[kind].format(number=action.effect, of=of, event=event)
        if action.option is not None:
            said = words["option"].format(option=action.option, effect=said)
        if action.target is not None:
            said = words["target"].format(target=self.name_card(action.target), effect=said)
        return said

    def name_deed(self, use: Use) -> str:
        """Return what somebody did."""
        told, action, verb = use.told, use.known.action, self.limit.verb
        kind = action.what or action.summon_kind or action.kind
        if use.how == "declined" or "declined" in self.asked.state.fate(told.id):
            kind = "decline"
        elif isinstance(told, Activated) and use.known.is_activation and not (action.option or action.of):
            # Of a Normal Spell the one effect is used by activating it.
            kind = "activation"
        elif kind == "effect":
            # A limit that counts activations is broken by activating, one that counts uses by using.
            kind = verb if verb in {"activate", "apply", "gain"} else "use"
        deed = self.words.deed.get(kind) or self.words.deed[action.kind]
        return deed.format(action=self.name_action(action), card=self.name_card(told.copy))

    def name_ids(self) -> str:
        """Return the ids of all uses in brackets, if they have any."""
        ids = self.name_few(self.uses, self.words.separator)
        return self.words.ids.format(ids=ids) if ids else ""

    def name_few(self, uses: Iterable[Use], last_separator: str) -> str:
        """Return the ids of uses with what they are of, the first of many; one id is named once."""
        told = [*{use.told.id: use.told for use in uses if use.told.id}.values()]
        kinds = {Applied: "application", Summoned: "summon"}
        few = [self.words.by[kinds.get(type(one), "activation")].format(id=one.id) for one in told[:_FEW]]
        more = self.words.and_more.format(count=len(told) - _FEW) if len(told) > _FEW else ""
        return self.join(few, last_separator) + more


# What fills each slot that no finding fills itself.
_SLOTS: dict[str, Callable[[_Sentence], str]] = {
    "action": lambda say: say.name_action(say.asked.known.action),
    "card": lambda say: say.name_card(say.asked.told.copy),
    "count": lambda say: str(say.counted.times),
    "used": lambda say: str(say.found.used),
    "often": lambda say: say_number(say.words.often, say.counted.times),
    "times": lambda say: say_number(say.words.often, say.found.used),
    "there": lambda say: say_number(say.words.there, say.found.used),
    "are": lambda say: say_number(say.words.are, say.found.used),
    "number": lambda say: say_number(say.words.number, say.found.used),
    "text": lambda say: say.words.in_quotes(say.limit.text),
    "since": lambda say: say.words.since[say.limit.period or "always"],
    "phase": lambda say: say.words.phase[say.asked.state.phase or "main"],
    "its_phase": lambda say: say.words.phase[say.limit.phase],
    "rule": lambda say: say.words.rule[say.limit.rule.removeprefix("rulebook.")],
    "event": lambda say: say.name_event(say.counted.what),
    "nth": lambda say: say.words.say_nth(
        say.found.used + say.asked.known.is_applied, say.counted.what, is_subject=True
    ),
    "wanted": lambda say: say.words.say_nth(
        say.counted.times, say.counted.what, at_least=say.limit.at_least, is_subject=True
    ),
    "done": _Sentence.name_done,
    "who": lambda say: say.join(map(say.name_player, say.uses or (say.asked,))),
    "deeds": lambda say: say.join(map(say.name_deed, say.uses)),
    "by": _Sentence.name_ids,
    "negated": _Sentence.say_negated,
    "allowance": _Sentence.say_allowance,
}
