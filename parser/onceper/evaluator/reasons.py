"""The reasons of a verdict, in the words of a language's ``said.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.errors import OnceperError
from onceper.evaluator.cards import ONE_SHOT
from onceper.evaluator.event import Activated, Applied, Declined, Occurred, Summoned
from onceper.evaluator.state import NEGATED
from onceper.lang.languages import language, language_codes, languages_in_use
from onceper.patterns.said import say_form, say_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.evaluator.action import Action
    from onceper.evaluator.judge import Finding, Inquiry
    from onceper.evaluator.limits import Counted
    from onceper.evaluator.state import How, Use

# Whoever looks for more than the first few finds all of them in the verdict.
_FEW = 3
# Slots that are filled with the name of a card.
_NAMES = {"card", "name", "of", "upper"}
# In which words a slot says a number.
_NUMBERS = {"times": "often", "often": "often", "there": "there", "are": "are", "used": "number"}


class ReasonLanguageError(OnceperError):
    """Verdicts are not written in this language."""


class Reasons:
    """Say in one language why an action is free or not, for the player who asks."""

    def __init__(self, lang: str, game: str | None = None) -> None:
        words = language(lang).said if languages_in_use().code_of(lang) else None
        if words is None:
            known = ", ".join(code for code in language_codes() if language(code).said)
            raise ReasonLanguageError(
                f"no verdicts in language {lang!r}",
                expected=f"one of {known}",
                remedy="name another, or the folder that holds a said.toml for it (use_patterns, --patterns)",
            )
        self.words = words.in_game(game)
        self._nested = str.maketrans(words.nested)
        # A game has few words, and says them again and again.
        self._quoted: dict[str, str] = {}

    def say(self, asked: Inquiry, found: Finding, depends_on: str | None = None) -> str:
        """Return what was found as a sentence, and the words that it depends on."""
        said: str = getattr(self.words, found.says).format_map(_Said(self, asked, found))
        if depends_on is not None:
            said = self.words.depends.format(reason=said, text=self.quote(depends_on))
        return (self.words.capital_i if said.startswith("i") else said[:1].upper()) + said[1:]

    def quote(self, words: str) -> str:
        """Return words of a card in quotation marks."""
        if words not in self._quoted:
            self._quoted[words] = self.words.quote.format(words=words.translate(self._nested))
        return self._quoted[words]

    def join(self, words: Iterable[str], last_separator: str | None = None) -> str:
        """Return words as a list."""
        *most, last = [*words] or [""]
        between = self.words.last_separator if last_separator is None else last_separator
        return f"{self.words.separator.join(most)}{between}{last}" if most else last


class _Said:
    """Fill the slots of one sentence, each when it is asked for."""

    def __init__(self, reasons: Reasons, asked: Inquiry, found: Finding) -> None:
        self._reasons, self._words = reasons, reasons.words
        self._asked, self._found = asked, found

    def __getitem__(self, slot: str) -> str:
        found, told = self._found, self._found.slots.get(slot)
        if told is not None:
            return self._reasons.quote(told) if slot in _NAMES else told
        if slot == "used" and not found.says.startswith("controlled"):
            return str(found.used)
        if slot in _NUMBERS:
            number = self._counted.times if slot == "often" else found.used
            return say_number(getattr(self._words, _NUMBERS[slot]), number)
        said: str = getattr(self, f"_say_{slot}")()
        return said

    @property
    def _counted(self) -> Counted:
        assert self._found.counted  # noqa: S101  sentences with its slots are of a limit
        return self._found.counted

    def _say_action(self) -> str:
        return self._name_action(self._asked.action)

    def _say_card(self) -> str:
        return self._name_card(self._asked.id)

    def _say_count(self) -> str:
        return str(self._counted.times)

    def _say_text(self) -> str:
        return self._reasons.quote(self._counted.limit.text)

    def _say_since(self) -> str:
        return self._words.since[self._counted.limit.period or "always"]

    def _say_phase(self) -> str:
        return self._words.phase[self._asked.state.clock.phase or "main"]

    def _say_rule(self) -> str:
        return self._words.rule[self._counted.limit.rule.removeprefix("rulebook.")]

    def _say_event(self) -> str:
        return self._name_event(self._counted.what)

    def _say_nth(self) -> str:
        return say_number(self._words.nth, self._found.used + self._counted.is_about_to, self._gender)

    def _say_wanted(self) -> str:
        limit = self._counted.limit
        if limit.phase and self._found.says == "other_phase":
            return self._words.phase[limit.phase]
        wanted = say_number(self._words.nth, self._counted.times, self._gender)
        return say_form(self._words.nth, "and_later", self._gender).format(nth=wanted) if limit.at_least else wanted

    def _say_done(self) -> str:
        done, kind = self._words.done, self._counted.limit.summon_kind or ""
        return done.get(kind) or done.get(self._counted.what) or done["other"]

    def _say_who(self) -> str:
        players = dict.fromkeys(use.told.player for use in self._found.uses) or {self._asked.player: None}
        said = (
            self._words.you if player == self._asked.player else self._words.player.format(player=player)
            for player in players
        )
        return self._reasons.join(said)

    def _say_deeds(self) -> str:
        return self._reasons.join(dict.fromkeys(self._name_deed(use) for use in _find_different(self._found.uses)))

    def _say_by(self) -> str:
        # What was told under one id is named once.
        if self._found.says == "resolving":
            return self._words.by["activation"].format(id=self._asked.state.clock.resolving)
        told = [*{use.told.id: use for use in reversed(self._found.uses) if use.told.id}.values()]
        return self._words.ids.format(ids=self._name_few(told[::-1], self._words.separator)) if told else ""

    def _say_negated(self) -> str:
        """Say which uses count although they were negated, or that nobody told their choice."""
        words, action = self._words, self._asked.action
        negated = [use for use in self._found.uses if not self._find_outcomes(use).isdisjoint(NEGATED)]
        template = words.negated_one if len(negated) == 1 else words.negated_many
        said = template.format(ids=self._name_few(negated, words.last_separator)) if negated else ""
        by_option = self._counted.limit.each_option or self._counted.limit.applies_to.options
        is_untold = (
            by_option and action.option is not None and any(use.action.option is None for use in self._found.uses)
        )
        return said + words.untold_option if is_untold else said

    def _say_allowance(self) -> str:
        words, limit = self._words, self._counted.limit
        together = ""
        if limit.shared and len(limit.applies_to.effects) > 1:
            together = words.allowance["together"].format(
                effects=self._reasons.join(map(str, limit.applies_to.effects))
            )
        whose = "rulebook" if limit.rule.startswith("rulebook") else limit.scope
        return words.allowance[self._counted.whose_turn].format(
            often=self["often"],
            per=words.say_per(limit),
            together=together,
            **{"for": words.for_[whose].format(name=self._reasons.quote(limit.name or limit.text))},
        )

    @property
    def _gender(self) -> str:
        return self._words.gender_of(self._counted.what)

    def _find_outcomes(self, use: Use) -> set[How]:
        return self._asked.state.find_by_id(use.told.id)[1]

    def _name_card(self, copy: str | None) -> str:
        return self._reasons.quote(self._asked.state.find_copy(copy).name if copy else "")

    def _name_event(self, what: str) -> str:
        return self._words.event.get(what, self._words.event["other"])

    def _name_action(self, action: Action) -> str:
        words, kind = self._words.action, action.kind
        if kind != "effect":
            return words[kind].format(event=self._name_event(action.what or ""))
        form = "gained" if action.of else "pendulum" if action.field == "pendulum" else "effect"
        said = words[form].format(number=action.effect, of=self._reasons.quote(action.of or ""))
        if action.option is not None:
            said = words["option"].format(option=action.option, effect=said)
        if action.target is not None:
            said = words["target"].format(target=self._name_card(action.target), effect=said)
        return said

    def _name_deed(self, use: Use) -> str:
        told, limit = use.told, self._counted.limit
        card = self._name_card(told.copy)
        if isinstance(told, Occurred):
            return self._words.deed[told.what].format(card=card)
        action, kind = told.action, str(told.action.kind)
        if isinstance(told, Declined) or "declined" in self._find_outcomes(use):
            kind = "decline"
        elif isinstance(told, Summoned):
            kind = made if (made := action.summon_kind or "") in self._words.deed else kind
        elif isinstance(told, Activated) and _is_whole_card(use):
            kind = "activation"
        elif kind == "effect":
            # A limit that counts activations is broken by activating, one that counts uses by using.
            kind = limit.verb if limit.verb in {"activate", "apply", "gain"} else "use"
        return self._words.deed[kind].format(action=self._name_action(action), card=card)

    def _name_few(self, uses: Sequence[Use], last_separator: str) -> str:
        few = self._reasons.join((self._name_use(use) for use in uses[:_FEW]), last_separator)
        return few + self._words.and_more.format(count=len(uses) - _FEW) if len(uses) > _FEW else few

    def _name_use(self, use: Use) -> str:
        kinds = {Applied: "application", Summoned: "summon"}
        return self._words.by[kinds.get(type(use.told), "activation")].format(id=use.told.id)


def _find_different(uses: Iterable[Use]) -> Iterable[Use]:
    """Return one use of each deed: most uses under one limit are of the same, which is put in words once."""
    return {(type(use.told), use.told.copy, use.action): use for use in uses}.values()


def _is_whole_card(use: Use) -> bool:
    """Tell whether the one effect of a card was used by activating the card."""
    action = use.action
    is_one = use.copy is not None and use.copy.card_type in ONE_SHOT
    return is_one and action.field == "text" and (action.option, action.of) == (None, None)
