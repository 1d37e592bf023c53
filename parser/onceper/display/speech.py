"""What was read in the words of players: the one place where a limit is put in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.contract.limit import CountedEvent
from onceper.contract.non_effect import NonEffect
from onceper.lang.languages import language, languages_in_use
from onceper.patterns.said import say_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.reading import Row
    from onceper.contract.span import Unread
    from onceper.patterns.said import Said

_NUMBER = re.compile(r"[①-⑳]|\d{1,2}")
# What has no words of its own is shown in these.
ENGLISH = "en"
_UNTOLD = "untold"
# Verbs that tell what happens.
_EVENTS = {"special_summon", "summon", "activate"}


def say_in_english(found: Limit | NonEffect, row: Row) -> str:
    """Return what a record says, in English whatever the language of its text."""
    speech = Speech(ENGLISH, row.game, row.effects, row.name)
    return speech.say_non_effect(found) if isinstance(found, NonEffect) else speech.say(found)


class Speech:
    """Say in one language, and in the terms of one game, what was read; in English where it has no words for it.

    ``effects`` are those of the card, and ``card`` its name, which need not be said. Effects have the numbers that are
    printed; where those do not tell them apart, their places. Beside effects whose number is printed, one without is
    told from them by a mark before its place.
    """

    def __init__(
        self, lang: str | None, game: str | None, effects: Iterable[Effect] = (), card: str | None = None
    ) -> None:
        self.words = _words_of(lang, game)
        self._card = card
        labels = {effect.index: effect.label or "" for effect in effects}
        self.printed = {index: label for index, label in labels.items() if _NUMBER.fullmatch(label)}
        # Two effects of one number would be one to who reads it.
        if len({*self.printed.values()}) < len(self.printed):
            self.printed = {}
        self._is_single = len(labels) == 1

    def say(self, limit: Limit) -> str:
        """Return a limit as one player tells it another: "Each copy, once per turn; anew when it leaves the field"."""
        return self.words.begin(self.words.tail_separator.join([self._head(limit), *self._tails(limit)]))

    def say_in_short(self, limit: Limit) -> str:
        """Return how often it is about, of what: "By card name, once per turn"."""
        return self.words.begin(self._head(limit))

    def say_kind(self, effect: Effect) -> str:
        """Return the kind of an effect, and what of the card's type tells it where the print does not."""
        kind, told_by = self.words.effect_kind[effect.kind], self.words.told_by
        return kind if effect.kind_told_by == "print" else f"{kind}, {told_by.get(effect.kind, told_by['other'])}"

    def say_non_effect(self, found: NonEffect) -> str:
        """Return what text that is no effect is: ``maintenance cost · applies on the field · may be left unpaid``."""
        about = found.effects and not self._is_single
        told = {
            "non_effect": found.kind,
            "applies": found.applies,
            "label": about and "about",
            "paid": {True: "must", False: "may", None: None}[found.mandatory],
            "material": found.material,
            "wins": found.wins,
        }
        said = (getattr(self.words, table)[key] for table, key in told.items() if key)
        return " · ".join(said).format(effects=about and self.name_effects(found.effects))

    def say_unread(self, unread: Unread) -> str:
        """Return why something was not read, and what the classifier takes it for: ``no rule fits · perhaps hard``."""
        words, guess = self.words, unread.guess
        said = words.not_read[unread.reason]
        if guess is None:
            return said
        kind = (words.non_effect | words.kind).get(guess.kind, guess.kind)
        return f"{said} · {words.label['guess'].format(kind=kind, sure=f'{guess.confidence:.0%}')}"

    def number(self, index: int) -> str:
        """Return the number of an effect, such as ``①``, or ``2`` where none is printed."""
        return self.printed.get(index) or "#" * bool(self.printed) + str(index)

    def name_effects(self, indexes: Sequence[int]) -> str:
        """Return how effects are named, such as ``effects ① and ③``."""
        words = self.words.effect
        key = "several_" * (len(indexes) > 1) + ("printed" if self.printed.keys() >= {*indexes} else "counted")
        template = "{number}" if self.printed else words["number"]
        numbers = (template.format(number=self.number(index)) for index in indexes)
        return words[key].format(numbers=self.words.join(numbers, "numbers_"))

    def _head(self, limit: Limit) -> str:
        words, period = self.words, limit.period or "always"
        often = words.tail[_UNTOLD] if limit.count is None else say_number(words.often, limit.count)
        key: str = limit.kind
        if key == "control":
            key = f"control_{limit.player}"
        elif key == "summon":
            key = limit.verb
        # The card's own name, another, or that of an archetype.
        named = "name" if limit.name in {None, self._card} else "named"
        named = {"archetype": "archetype", "ability": "ability"}.get(limit.names or "", named)
        whose = {"copy": "copy", "player": limit.player, "ability": "ability"}.get(limit.scope, named)
        name = words.in_quotes(limit.name or limit.text)
        effects = limit.applies_to.effects
        by = effects and not self._is_single
        return words.says.get(key, words.says["uses"]).format(
            whose=words.whose[whose].format(name=name),
            what=self._what(limit),
            way=words.way["by" if by else "this"].format(effects=by and self.name_effects(effects)),
            times=words.times.get(limit.verb, words.times["use"]).format(often=often),
            often=often,
            count=limit.count or 1,
            per=words.say_per(limit),
            when=self._when(limit),
            each=words.each[period],
            since=words.since[period],
            summoned=words.summoned[limit.summon_kind or "any"],
            counted=self._counted(limit),
            card=words.controlled.get(named, "").format(name=name),
        )

    def _what(self, limit: Limit) -> str:
        """Return what of the card a limit governs, nothing where that goes without saying."""
        words, governed = self.words.what, limit.applies_to
        effects, things = governed.effects, list[str]()
        # Who activates a card with one effect activates that; and a verb says what it does.
        if governed.options:
            choices, effect = self.words.join(map(str, governed.options), "numbers_"), self.name_effects(effects[:1])
            things.append(self.words.effect["choice"].format(numbers=choices, effect=effect))
        elif effects and not self._is_single and (limit.kind != "summon" or governed.activation):
            things.append(self.name_effects(effects))
        if governed.activation and not self._is_single and (effects or limit.verb != "activate"):
            things.append(words["activation"])
        if governed.summon and limit.kind != "summon":
            things.append(words["summon"])
        if not (things or effects or governed.reference == "card" or governed.activation or governed.summon):
            things.append(words["nothing"])
        key = "single"
        if len(effects) + (len(things) > 1) > 1:
            key = ("one_of" if limit.count == 1 else "together") if limit.shared else "each"
        return words[key].format(things=self.words.last_numbers_separator.join(things)) if things else ""

    def _when(self, limit: Limit) -> str:
        whose, phase = limit.whose_turn, self.words.phase.get(limit.phase or "")
        # Battles are in no other phase.
        if phase and limit.period != "phase" and (limit.phase, limit.period) != ("battle", "battle"):
            return self.words.when[f"phase_{whose}"].format(phase=phase)
        return self.words.when.get(whose, "")

    def _counted(self, limit: Limit) -> str:
        """Return what happens that an ordinal or an event counts, or that a ceiling bounds."""
        words, counted, is_cap = self.words, limit.event, limit.kind == "cap"
        if is_cap and limit.verb in _EVENTS:
            counted = counted or CountedEvent(limit.verb)
        key = what = _UNTOLD
        if counted:
            key = ("any" if is_cap else counted.whose) + "_object" * bool(counted.object)
            what = counted.what
        # What only a language of one's own counts has the name that it has there.
        event = words.event.get(what, what.replace("_", " "))
        if is_cap and limit.summon_kind and limit.summon_kind != "normal":
            event = words.summon[limit.summon_kind]
        nth = words.say_nth(limit.count, what, every=limit.kind == "event", at_least=limit.at_least)
        told = words.capped if is_cap else words.counted
        return told[key].format(nth=nth, event=event, object=counted and counted.object)

    def _tails(self, limit: Limit) -> Iterator[str]:
        words, changed = self.words, limit.on_control_change
        told = {
            "count_text": limit.count_text,
            "condition": limit.condition,
            "each_option": limit.each_option,
            "each_target": limit.each_target,
            f"for_{limit.player}": limit.player != "you" and limit.scope != "player" and limit.kind != "control",
            "any_owner": limit.owner == "any",
            "optional": limit.optional is True,
            "must": limit.optional is False,
            "refunded": limit.refunded_if_negated,
            # A period that ends with the stay begins anew with the next.
            "resets": limit.period != "while_there" and words.or_.join(words.reset[how] for how in limit.resets_on),
            limit.counts_from: limit.counts_from,
            # What goes without saying is said of no limit.
            changed: changed != ("stays_spent" if limit.kind == "soft" else "own_count") and changed,
            "pattern": limit.pattern,
            "plays": limit.edition == "plays",
        }
        for key, value in told.items():
            if key and value:
                yield words.tail[key].format(text=words.in_quotes(str(value)), reasons=value, pattern=value)


def _words_of(lang: str | None, game: str | None) -> Said:
    known = (code for code in (lang, ENGLISH) if code and languages_in_use().code_of(code))
    said = next(filter(None, (language(code).said for code in known)))
    return said.in_game(game)
