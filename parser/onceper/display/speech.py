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

    ``effects`` are those of the card, and ``card`` its name, which need not be said.
    """

    def __init__(
        self, lang: str | None, game: str | None, effects: Iterable[Effect] = (), card: str | None = None
    ) -> None:
        self.words = _words_of(lang, game)
        self.numbers = Numbers(effects, self.words)
        self._card = card

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
        words = self.words
        about = found.effects and not self.numbers.is_single
        said = [
            words.non_effect[found.kind],
            found.applies and words.applies[found.applies],
            about and words.label["about"].format(effects=self.numbers.name(found.effects)),
            found.mandatory is not None and words.paid["must" if found.mandatory else "may"],
            found.material and words.material[found.material],
            found.wins and words.wins[found.wins],
        ]
        return " · ".join(str(words) for words in said if words)

    def say_unread(self, unread: Unread) -> str:
        """Return why something was not read, and what the classifier takes it for: ``no rule fits · perhaps hard``."""
        words, guess = self.words, unread.guess
        said = words.not_read[unread.reason]
        if guess is None:
            return said
        kind = (words.non_effect | words.kind).get(guess.kind, guess.kind.replace("_", " "))
        return f"{said} · {words.label['guess'].format(kind=kind, sure=f'{guess.confidence:.0%}')}"

    def _head(self, limit: Limit) -> str:
        words, period = self.words, limit.period or "always"
        often = words.tail[_UNTOLD] if limit.count is None else say_number(words.often, limit.count)
        key: str = limit.kind
        if limit.kind == "control":
            key = f"control_{limit.player}"
        elif limit.verb == "special_summon" and limit.kind == "summon":
            key = limit.verb
        # The card's own name, another, or that of an archetype.
        named = "archetype" if limit.names == "archetype" else "name" if limit.name in {None, self._card} else "named"
        of_name = "ability" if limit.names == "ability" else named
        whose = {"copy": "copy", "player": limit.player, "ability": "ability"}.get(limit.scope, of_name)
        name = words.in_quotes(limit.name or limit.text)
        effects = limit.applies_to.effects
        is_by_effects = effects and not self.numbers.is_single
        return words.says.get(key, words.says["uses"]).format(
            whose=words.whose[whose].format(name=name),
            what=self._what(limit),
            way=words.way["by" if is_by_effects else "this"].format(effects=effects and self.numbers.name(effects)),
            times=words.times.get(limit.verb, words.times["use"]).format(often=often),
            often=often,
            count=limit.count or 1,
            per=words.say_per(limit),
            when=self._when(limit),
            each=words.each[period],
            since=words.since[period],
            summoned=words.summoned[limit.summon_kind or "any"],
            counted=self._counted(limit),
            card=words.controlled[named].format(name=name),
        )

    def _what(self, limit: Limit) -> str:
        """Return what of the card a limit governs, nothing where that goes without saying."""
        words, numbers, governed = self.words.what, self.numbers, limit.applies_to
        effects, things = governed.effects, list[str]()
        # Who activates a card with one effect activates that; and a verb says what it does.
        if governed.options:
            things.append(numbers.name_choices(effects[0], governed.options))
        elif effects and not numbers.is_single and (limit.kind != "summon" or governed.activation):
            things.append(numbers.name(effects))
        if governed.activation and not numbers.is_single and (effects or limit.verb != "activate"):
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
        if is_cap and limit.summon_kind and limit.summon_kind not in {"special", "normal"}:
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


class Numbers:
    """Number the effects of a card as its print does; where it does not, by their places.

    Beside effects whose number is printed, one without is told from them by a mark before its place.
    """

    def __init__(self, effects: Iterable[Effect], words: Said) -> None:
        self._words = words
        labels = {effect.index: effect.label or "" for effect in effects}
        printed = {index: label for index, label in labels.items() if _NUMBER.fullmatch(label)}
        # Two effects of one number would be one to who reads it.
        self._printed = printed if len(set(printed.values())) == len(printed) else {}
        self.is_single = len(labels) == 1

    def is_printed(self, index: int) -> bool:
        """Tell whether the card itself prints the number of this effect."""
        return index in self._printed

    def of(self, index: int) -> str:
        """Return the number of an effect, such as ``①``, or ``2`` where none is printed."""
        return self._printed.get(index) or (f"#{index}" if self._printed else str(index))

    def name(self, indexes: Sequence[int]) -> str:
        """Return how effects are named, such as ``effects ① and ③``."""
        words = self._words.effect
        key = "several_" * (len(indexes) > 1) + ("printed" if all(map(self.is_printed, indexes)) else "counted")
        template = "{number}" if self._printed else words["number"]
        numbers = (template.format(number=self.of(index)) for index in indexes)
        return words[key].format(numbers=self._words.join(numbers, "numbers_"))

    def name_choices(self, effect: int, options: Sequence[int]) -> str:
        """Return how choices of an effect are named, such as ``choice 2 of effect ①``."""
        choices = self._words.join(map(str, options), "numbers_")
        return self._words.effect["choice"].format(numbers=choices, effect=self.name([effect]))


def _words_of(lang: str | None, game: str | None) -> Said:
    known = (code for code in (lang, ENGLISH) if code and languages_in_use().code_of(code))
    said = next(filter(None, (language(code).said for code in known)))
    return said.in_game(game)
