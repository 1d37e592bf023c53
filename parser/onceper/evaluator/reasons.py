"""The reasons of a verdict, in the words of a language's ``said.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onceper.errors import OnceperError
from onceper.evaluator.event import Activated, Applied, Summoned
from onceper.evaluator.state import NEGATED
from onceper.lang.languages import language, language_codes, languages_in_use
from onceper.patterns.said import say_form, say_number

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def say(words: Said, asked: Use, found: Finding, depends_on: str | None = None) -> str:
    """Return what was found as a sentence for the player who asks, and the words that it depends on."""
    said: str = getattr(words, found.says).format_map(_Slots(words, asked, found))
    if depends_on is not None:
        said = words.depends.format(reason=said, text=words.in_quotes(depends_on))
    return words.begin(said)


class _Slots:
    """Fill the slots of one sentence, each by the method of its name and when it is asked for."""

    def __init__(self, words: Said, asked: Use, found: Finding) -> None:
        self.words, self.asked, self.found, self.uses = words, asked, found, found.uses
        # Sentences with slots that look at a limit are said of one alone.
        self.counted: Any = found.counted
        self.limit: Any = found.counted and found.counted.limit

    def __getitem__(self, slot: str) -> str:
        told = self.found.slots.get(slot)
        if told is None:
            said: str = getattr(self, slot)()
            return said
        return self.words.in_quotes(told) if slot in _NAMES else told

    def action(self) -> str:
        return self.name_action(self.asked.known.action)

    def card(self) -> str:
        return self.name_card(self.asked.told.copy)

    def count(self) -> str:
        return str(self.counted.times)

    def often(self) -> str:
        return say_number(self.words.often, self.counted.times)

    def times(self) -> str:
        return say_number(self.words.often, self.found.used)

    def there(self) -> str:
        return say_number(self.words.there, self.found.used)

    def are(self) -> str:
        return say_number(self.words.are, self.found.used)

    def used(self) -> str:
        used = self.found.used
        return say_number(self.words.number, used) if self.found.says.startswith("controlled") else str(used)

    def text(self) -> str:
        return self.words.in_quotes(self.limit.text)

    def since(self) -> str:
        return self.words.since[self.limit.period or "always"]

    def phase(self) -> str:
        return self.words.phase[self.asked.state.clock.phase or "main"]

    def rule(self) -> str:
        return self.words.rule[self.limit.rule.removeprefix("rulebook.")]

    def event(self) -> str:
        return self.name_event(self.counted.what)

    def nth(self) -> str:
        return self.say_nth(self.found.used + self.asked.known.is_applied)

    def wanted(self) -> str:
        if self.found.says == "other_phase":
            return self.words.phase[self.limit.phase]
        wanted = self.say_nth(self.counted.times)
        later = say_form(self.words.nth, "and_later", self.words.gender_of(self.counted.what))
        return later.format(nth=wanted) if self.limit.at_least else wanted

    def done(self) -> str:
        done = self.words.done
        return done.get(self.limit.summon_kind) or done.get(self.counted.what) or done["other"]

    def who(self) -> str:
        words, you = self.words, self.asked.told.player
        players = dict.fromkeys(use.told.player for use in self.uses) or {you: None}
        return self.join(words.you if one == you else words.player.format(player=one) for one in players)

    def deeds(self) -> str:
        # Most uses under one limit are of the same, which is put in words once.
        different = {(type(use.told), use.told.copy, use.known.action): use for use in self.uses}
        return self.join(dict.fromkeys(map(self.name_deed, different.values())))

    def by(self) -> str:
        if self.found.says == "resolving":
            return self.words.by["activation"].format(id=self.asked.state.clock.resolving)
        return self.words.ids.format(ids=ids) if (ids := self.name_few(self.uses, self.words.separator)) else ""

    def negated(self) -> str:
        """Say which uses count although they were negated, or that nobody told their choice."""
        words, limit = self.words, self.limit
        negated = [use for use in self.uses if not self.find_outcomes(use).isdisjoint(NEGATED)]
        template = words.negated_one if len(negated) == 1 else words.negated_many
        said = template.format(ids=self.name_few(negated, words.last_separator)) if negated else ""
        by_option = (limit.each_option or limit.applies_to.options) and self.asked.known.action.option
        is_untold = by_option and any(use.known.action.option is None for use in self.uses)
        return said + words.untold_option if is_untold else said

    def allowance(self) -> str:
        words, limit, effects = self.words, self.limit, self.limit.applies_to.effects
        together = words.allowance["together"].format(effects=self.join(map(str, effects)))
        whose = "rulebook" if limit.rule.startswith("rulebook") else limit.scope
        return words.allowance[self.counted.whose_turn].format(
            often=self.often(),
            per=words.say_per(limit),
            together=together if limit.shared and len(effects) > 1 else "",
            **{"for": words.for_[whose].format(name=words.in_quotes(limit.name or limit.text))},
        )

    def say_nth(self, nth: int) -> str:
        """Return a place among what is counted, in its gender."""
        return say_number(self.words.nth, nth, self.words.gender_of(self.counted.what))

    def join(self, words: Iterable[str], last_separator: str | None = None) -> str:
        """Return words as a list."""
        *most, last = [*words] or [""]
        between = self.words.last_separator if last_separator is None else last_separator
        return f"{self.words.separator.join(most)}{between}{last}" if most else last

    def find_outcomes(self, use: Use) -> frozenset[str]:
        """Return what became of a use."""
        return self.asked.state.fate(use.told.id)

    def name_card(self, copy: str | None) -> str:
        """Return the name of a copy's card, none for no copy."""
        return self.words.in_quotes(self.asked.state.find_copy(copy).name if copy else "")

    def name_event(self, what: str) -> str:
        """Return what is counted as people call it."""
        return self.words.event.get(what, self.words.event["other"])

    def name_action(self, action: Action) -> str:
        """Return what is done, or may be."""
        words, kind = self.words.action, str(action.kind)
        if action.of or action.field == "pendulum":
            kind = "gained" if action.of else "pendulum"
        of = self.words.in_quotes(action.of) if action.of else ""
        said = words[kind].format(number=action.effect, of=of, event=action.what and self.name_event(action.what))
        if action.option is not None:
            said = words["option"].format(option=action.option, effect=said)
        if action.target is not None:
            said = words["target"].format(target=self.name_card(action.target), effect=said)
        return said

    def name_deed(self, use: Use) -> str:
        """Return what somebody did."""
        told, action, verb = use.told, use.known.action, self.limit.verb
        kind = action.what or action.summon_kind or str(action.kind)
        if "declined" in {use.how, *self.find_outcomes(use)}:
            kind = "decline"
        elif isinstance(told, Activated) and use.known.is_activation and (action.option, action.of) == (None, None):
            # Of a Normal Spell the one effect is used by activating it.
            kind = "activation"
        elif kind == "effect":
            # A limit that counts activations is broken by activating, one that counts uses by using.
            kind = verb if verb in {"activate", "apply", "gain"} else "use"
        deed = self.words.deed.get(kind) or self.words.deed[action.kind]
        return deed.format(action=self.name_action(action), card=self.name_card(told.copy))

    def name_few(self, uses: Iterable[Use], last_separator: str) -> str:
        """Return the ids of uses with what they are of, the first of many; one id is named once."""
        told = [*{use.told.id: use.told for use in uses if use.told.id}.values()]
        kinds = {Applied: "application", Summoned: "summon"}
        few = [self.words.by[kinds.get(type(one), "activation")].format(id=one.id) for one in told[:_FEW]]
        more = self.words.and_more.format(count=len(told) - _FEW) if len(told) > _FEW else ""
        return self.join(few, last_separator) + more
