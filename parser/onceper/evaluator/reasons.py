"""The reasons of a verdict, in the words of a language's ``reasons.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.errors import OnceperError
from onceper.evaluator.event import Activated, Applied, Declined, Occurred, Summoned
from onceper.evaluator.ledger import get_id
from onceper.evaluator.table import ONE_SHOT
from onceper.lang.languages import language, language_codes, languages_in_use
from onceper.patterns.number_words import say_form, say_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from onceper.contract.limit import Limit
    from onceper.evaluator.action import Action
    from onceper.evaluator.counted_limit import CountedLimit
    from onceper.evaluator.state import State

# Whoever looks for more than the first few finds all of them in the verdict.
_FEW = 3


class ReasonLanguageError(OnceperError):
    """Verdicts are not written in this language."""


class Reasons:
    """Say in one language why an action is free or not, for the player who asks."""

    def __init__(self, lang: str, state: State, game: str | None = None) -> None:
        words = language(lang).reasons if languages_in_use().code_of(lang) else None
        if words is None:
            known = ", ".join(code for code in language_codes() if language(code).reasons)
            raise ReasonLanguageError(
                f"no verdicts in language {lang!r}",
                expected=f"one of {known}",
                remedy="name another, or the folder that holds a reasons.toml for it (use_patterns, --patterns)",
            )
        self._words = words.in_game(game)
        self._nested = str.maketrans(words.nested)
        self._state = state

    def write(self, say: Callable[[], str], depends_on: str | None = None) -> str:
        """Return what is said with a capital letter at its beginning, and the words that it depends on."""
        words = say()
        if depends_on is not None:
            words = self._words.depends.format(reason=words, text=self._quoted(depends_on))
        first = self._words.capital_i if words.startswith("i") else words[:1].upper()
        return first + words[1:]

    def say_spent(self, counted: CountedLimit, card: str, action: Action, uses: Sequence[str], asker: str) -> str:
        """Say who used what when, by which activations, and how often that is allowed or what the rules forbid."""
        told = {
            "who": self._who(uses, asker),
            "deeds": self._deeds(counted, uses),
            "since": self._since(counted.limit),
            "by": self._by(uses),
            "negated": self._negated(uses) + self._untold(counted.limit, action, uses),
        }
        rule = self._words.rule.get(counted.limit.rule.removeprefix("rulebook."))
        if rule is None:
            return self._words.spent.format(**told, allowance=self._allowance(counted))
        return self._plain(self._words.spent_by_rule, card, action, **told, rule=rule)

    def say_none_allowed(self, counted: CountedLimit, card: str, action: Action) -> str:
        """Say that there are no uses at all, by the number that was stated."""
        return self._sentence(self._words.none_allowed, counted, card, action, 0)

    def say_free(self, counted: CountedLimit, card: str, action: Action, used: int) -> str:
        """Say how many uses are spent."""
        return self._sentence(self._words.free, counted, card, action, used)

    def say_wrong_turn(self, counted: CountedLimit, card: str, action: Action) -> str:
        """Say that the limit gives its uses to the turns of the other player."""
        words = self._words
        template = words.own_turn_only if counted.whose_turn == "own" else words.opponent_turn_only
        return self._sentence(template, counted, card, action, 0)

    def say_wrong_phase(self, counted: CountedLimit, card: str, action: Action, now: str) -> str:
        """Say that the limit gives its uses to another phase."""
        phases = self._words.phase
        wanted = phases[counted.limit.phase or "main"]
        return self._sentence(self._words.other_phase, counted, card, action, 0, phase=phases[now], wanted=wanted)

    def say_occurrence(self, counted: CountedLimit, card: str, action: Action, used: int, *, is_free: bool) -> str:
        """Say which time this is, and which one the ability is for."""
        template = self._words.occurrence_free if is_free else self._words.occurrence_other
        return self._of_event(template, counted, card, action, used)

    def say_occurrence_spent(self, counted: CountedLimit, uses: Sequence[str], asker: str) -> str:
        """Say that this time has been used or declined already."""
        return self._words.occurrence_spent.format(
            who=self._who(uses, asker),
            deeds=self._deeds(counted, uses),
            by=self._by(uses),
            event=self._event(counted.watched.what),
            text=self._quoted(counted.limit.text),
        )

    def say_occurrence_missed(self, counted: CountedLimit, card: str, action: Action, used: int) -> str:
        """Say that the copy came after what it counts had happened."""
        return self._of_event(self._words.occurrence_missed, counted, card, action, used)

    def say_happened(self, counted: CountedLimit, card: str, action: Action, used: int, *, is_free: bool) -> str:
        """Say how often that happened which the ability looks at."""
        template = self._words.not_happened if is_free else self._words.happened
        return self._of_event(template, counted, card, action, used)

    def say_ceiling(self, counted: CountedLimit, card: str, action: Action, used: int, *, is_free: bool) -> str:
        """Say how often the player who asks has done it, and which card sets a ceiling."""
        words = self._words
        template = words.ceiling_free if is_free else words.ceiling
        done = words.done.get(counted.watched.what, words.done["other"])
        done = words.done.get(counted.watched.summon_kind, done)
        return self._sentence(template, counted, card, action, used, who=words.you, done=done)

    def say_each_target(self, counted: CountedLimit, card: str, action: Action, spent: Sequence[str]) -> str:
        """Say that each card has a count of its own, and for which it is spent."""
        template = self._words.each_target_spent if spent else self._words.each_target
        return self._plain(template, card, action, copies=self._join(spent), text=self._quoted(counted.limit.text))

    def say_each_option(self, card: str, action: Action) -> str:
        """Say that each choice has a count of its own, and that what was chosen cannot be told."""
        return self._plain(self._words.each_option, card, action)

    def say_controlled(self, counted: CountedLimit, name: str, used: int, player: str | None, asker: str) -> str:
        """Say how many are there, with a player or (null) on the whole field."""
        words = self._words
        template = words.controlled_by_you if player == asker else words.controlled_by_player
        return (template if player else words.controlled_by_both).format(
            player=player,
            used=say_number(words.number, used),
            are=say_number(words.are, used),
            count=counted.times,
            name=self._quoted(name),
            text=self._quoted(counted.limit.text),
        )

    def say_not_governed(self, card: str, action: Action) -> str:
        """Say that no limit speaks of the action."""
        if action.kind == "do":
            return self._plain(self._words.not_governed_deed, card, action)
        return self._plain(self._words.not_governed, card, action)

    def say_effects_negated(self, card: str, action: Action) -> str:
        """Say that the effects of the copy are negated."""
        return self._plain(self._words.effects_negated, card, action)

    def say_replaced(self, card: str, action: Action, of: str) -> str:
        """Say that the effect is replaced by what the copy has gained from another card."""
        return self._plain(self._words.replaced, card, action, of=self._quoted(of))

    def say_covered(self, card: str, action: Action, upper: str) -> str:
        """Say that the copy lies under another one."""
        return self._plain(self._words.covered, card, action, upper=self._quoted(upper))

    def say_face_down(self, card: str, action: Action) -> str:
        """Say that the copy lies face-down."""
        return self._plain(self._words.face_down, card, action)

    def say_resolving(self, activation: str) -> str:
        """Say that an effect is resolving."""
        return self._words.resolving.format(by=self._name_use(activation))

    def say_may_win(self, card: str, action: Action) -> str:
        """Say that no effect is resolving."""
        return self._plain(self._words.may_win, card, action)

    def _sentence(self, template: str, counted: CountedLimit, card: str, action: Action, used: int, **more: str) -> str:
        return self._plain(
            template,
            card,
            action,
            used=str(used),
            times=say_number(self._words.often, used),
            often=say_number(self._words.often, counted.times),
            count=str(counted.times),
            since=self._since(counted.limit),
            allowance=self._allowance(counted),
            text=self._quoted(counted.limit.text),
            **more,
        )

    def _of_event(self, template: str, counted: CountedLimit, card: str, action: Action, used: int) -> str:
        words, limit = self._words, counted.limit
        gender = words.gender_of(counted.watched.what)
        wanted = say_number(words.nth, counted.times, gender)
        if limit.at_least:
            wanted = say_form(words.nth, "and_later", gender).format(nth=wanted)
        return self._plain(
            template,
            card,
            action,
            event=self._event(counted.watched.what),
            nth=say_number(words.nth, used + counted.is_about_to, gender),
            wanted=wanted,
            there=say_number(words.there, used),
            used=str(used),
            since=self._since(limit),
            text=self._quoted(limit.text),
        )

    def _plain(self, template: str, card: str, action: Action, **slots: str) -> str:
        return template.format(action=self._action(action), card=self._quoted(card), **slots)

    def _action(self, action: Action) -> str:
        words, kind = self._words.action, action.kind
        if kind == "do":
            return words["do"].format(event=self._event(action.what or ""))
        if kind != "effect":
            return words[kind]
        if action.of:
            said = words["gained"].format(number=action.effect, of=self._quoted(action.of))
        else:
            said = words["pendulum" if action.field == "pendulum" else "effect"].format(number=action.effect)
        if action.option is not None:
            said = words["option"].format(option=action.option, effect=said)
        if action.target is not None:
            target = self._quoted(self._state.copies[action.target].name)
            said = words["target"].format(target=target, effect=said)
        return said

    def _event(self, what: str) -> str:
        return self._words.event.get(what, self._words.event["other"])

    def _who(self, uses: Sequence[str], asker: str) -> str:
        players = dict.fromkeys(self._record(use).player for use in uses)
        return self._join(
            self._words.you if player == asker else self._words.player.format(player=player) for player in players
        )

    def _deeds(self, counted: CountedLimit, uses: Sequence[str]) -> str:
        # Most uses under one limit are of one deed, which is put in words once.
        alike: dict[object, str] = {}
        for use in uses:
            record = self._record(use)
            what = record.what if isinstance(record, Occurred) else record.action
            alike.setdefault((type(record), record.copy, what, self._state.fates.get(use) == "declined"), use)
        return self._join(dict.fromkeys(self._deed(counted.limit, use) for use in alike.values()))

    def _deed(self, limit: Limit, use: str) -> str:
        record = self._record(use)
        card = self._quoted(self._state.copies[record.copy].name if record.copy else "")
        if isinstance(record, Occurred):
            return self._words.deed[record.what].format(card=card)
        action = record.action
        kind: str = action.kind
        if isinstance(record, Declined) or self._state.fates.get(use) == "declined":
            kind = "decline"
        elif isinstance(record, Activated) and self._is_whole_card(record):
            kind = "activation"
        elif isinstance(record, Summoned):
            kind = action.summon_kind if action.summon_kind in self._words.deed else kind
        elif action.kind == "effect":
            # A limit that counts activations is broken by activating, one that counts uses by using.
            kind = limit.verb if limit.verb in {"activate", "apply", "gain"} else "use"
        return self._words.deed[kind].format(action=self._action(action), card=card)

    def _is_whole_card(self, record: Activated) -> bool:
        """Tell whether the one effect of a card was used by activating the card."""
        copy, action = self._state.copies[record.copy], record.action
        return copy.card_type in ONE_SHOT and action.field == "text" and (action.option, action.of) == (None, None)

    def _record(self, use: str) -> Activated | Applied | Summoned | Declined | Occurred:
        return self._state.records.get(use) or self._state.unnamed[use]

    def _by(self, uses: Sequence[str]) -> str:
        # What was told under one id is named once.
        told = [*{id_: use for use in reversed(uses) if (id_ := get_id(use))}.values()]
        return self._words.ids.format(ids=self._name_few(told[::-1], self._words.separator)) if told else ""

    def _name_few(self, uses: Sequence[str], last_separator: str) -> str:
        words = self._words
        few = self._join((self._name_use(use) for use in uses[:_FEW]), last_separator)
        return few + words.and_more.format(count=len(uses) - _FEW) if len(uses) > _FEW else few

    def _name_use(self, use: str) -> str:
        match self._record(use):
            case Applied():
                kind = "application"
            case Summoned():
                kind = "summon"
            case _:
                kind = "activation"
        return self._words.by[kind].format(id=get_id(use))

    def _negated(self, uses: Sequence[str]) -> str:
        negated = [use for use in uses if self._state.fates.get(use) in {"activation_negated", "summon_negated"}]
        if not negated:
            return ""
        template = self._words.negated_one if len(negated) == 1 else self._words.negated_many
        return template.format(ids=self._name_few(negated, self._words.last_separator))

    def _untold(self, limit: Limit, action: Action, uses: Sequence[str]) -> str:
        """Return that the choice of an earlier use was not told, where it counts against one that is."""
        if not limit.each_option or action.option is None:
            return ""
        records = [self._record(use) for use in uses]
        are_untold = (not isinstance(one, Occurred) and one.action.option is None for one in records)
        return self._words.untold_option if any(are_untold) else ""

    def _since(self, limit: Limit) -> str:
        return self._words.since[limit.period or "always"]

    def _allowance(self, counted: CountedLimit) -> str:
        words, limit = self._words, counted.limit
        together = ""
        if limit.shared and len(limit.applies_to.effects) > 1:
            together = words.allowance["together"].format(effects=self._join(map(str, limit.applies_to.effects)))
        whose = "rulebook" if limit.rule.startswith("rulebook") else limit.scope
        return words.allowance[counted.whose_turn].format(
            often=say_number(words.often, counted.times),
            per=words.per.get(f"{limit.phase}_{limit.period}", words.per[limit.period or "always"]),
            together=together,
            **{"for": words.for_[whose].format(name=self._quoted(limit.name or limit.text))},
        )

    def _quoted(self, words: str) -> str:
        return self._words.quote.format(words=words.translate(self._nested))

    def _join(self, words: Iterable[str], last_separator: str | None = None) -> str:
        *most, last = [*words] or [""]
        between = self._words.last_separator if last_separator is None else last_separator
        return f"{self._words.separator.join(most)}{between}{last}" if most else last
