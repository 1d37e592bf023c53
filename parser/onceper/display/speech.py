"""What was read in the words of players: the one place where a limit is put in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

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
_OBVIOUS_ON_CONTROL_CHANGE = {"soft": "stays_spent"}
_EVENT_OF_VERB = {"special_summon": "special_summon", "summon": "summon", "activate": "activate"}


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
        words = self.words
        kind = words.effect_kind[effect.kind]
        if effect.kind_told_by == "print":
            return kind
        return f"{kind}, {words.told_by.get(effect.kind, words.told_by['other'])}"

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
        words = self.words
        said = words.not_read[unread.reason]
        if unread.guess is None:
            return said
        kind = (words.non_effect | words.kind).get(unread.guess.kind, unread.guess.kind.replace("_", " "))
        return f"{said} · {words.label['guess'].format(kind=kind, sure=f'{unread.guess.confidence:.0%}')}"

    def _head(self, limit: Limit) -> str:
        words = self.words
        often = words.tail["untold"] if limit.count is None else say_number(words.often, limit.count)
        period = limit.period or "always"
        return words.says[_template(limit)].format(
            whose=self._whose(limit),
            what=self._what(limit),
            way=self._way(limit),
            times=words.times.get(limit.verb, words.times["use"]).format(often=often),
            often=often,
            count=limit.count or 1,
            per=words.say_per(limit),
            when=self._when(limit),
            each=words.each[period],
            since=words.since[period],
            summoned=words.summoned[limit.summon_kind or "any"],
            counted=self._capped(limit) if limit.kind == "cap" else self._counted(limit),
            card=self._named(words.controlled, limit, ("this", "card")),
        )

    def _whose(self, limit: Limit) -> str:
        whose = self.words.whose
        said: str
        if limit.scope == "player":
            said = whose[limit.player]
        elif limit.scope == "copy":
            said = whose["copy"]
        elif limit.scope == "ability" or limit.names == "ability":
            said = whose["ability"].format(name=self.words.in_quotes(limit.name or limit.text))
        else:
            said = self._named(whose, limit, ("name", "named"))
        return said

    def _named(self, words: dict[str, str], limit: Limit, own_or_other: tuple[str, str]) -> str:
        """Return the words for the card's own name, for another, or for an archetype."""
        own, other = own_or_other
        if limit.name is None or (limit.name == self._card and limit.names != "archetype"):
            return words[own]
        template = words["archetype" if limit.names == "archetype" else other]
        return template.format(name=self.words.in_quotes(limit.name))

    def _what(self, limit: Limit) -> str:
        """Return what of the card a limit governs, nothing where that goes without saying."""
        words, numbers, governed = self.words.what, self.numbers, limit.applies_to
        effects = governed.effects
        # Who activates a card with one effect activates that; and a verb says what it does.
        says_effects = effects and not (numbers.is_single or (limit.kind == "summon" and not governed.activation))
        things = [numbers.name(effects)] if says_effects else []
        if governed.options:
            things = [numbers.name_choices(effects[0], governed.options)]
        if governed.activation and (effects or limit.verb != "activate") and not numbers.is_single:
            things.append(words["activation"])
        if governed.summon and limit.kind != "summon":
            things.append(words["summon"])
        is_tied = governed.reference == "card" or effects or governed.activation or governed.summon
        if not things:
            return "" if is_tied else words["single"].format(things=words["nothing"])
        key = "single"
        if len(effects) + (len(things) > 1) > 1:
            key = ("one_of" if limit.count == 1 else "together") if limit.shared else "each"
        return words[key].format(things=self.words.last_numbers_separator.join(things))

    def _way(self, limit: Limit) -> str:
        effects, way = limit.applies_to.effects, self.words.way
        says_effects = effects and not self.numbers.is_single
        return way["by"].format(effects=self.numbers.name(effects)) if says_effects else way["this"]

    def _when(self, limit: Limit) -> str:
        # Battles are in no other phase.
        goes_without_saying = limit.period == "phase" or (limit.phase, limit.period) == ("battle", "battle")
        phase = None if goes_without_saying else limit.phase
        key = "_".join([*(["phase"] if phase else []), *([limit.whose_turn] if limit.whose_turn != "any" else [])])
        return self.words.when[key].format(phase=phase and self.words.phase[phase]) if key else ""

    def _counted(self, limit: Limit) -> str:
        words, counted = self.words, limit.event
        what = counted.what if counted else "untold"
        nth = words.say_nth(limit.count, what, every=limit.kind == "event", at_least=limit.at_least)
        key = counted.whose + "_object" * bool(counted.object) if counted else "untold"
        return words.counted[key].format(nth=nth, event=self._event(what), object=counted and counted.object)

    def _capped(self, limit: Limit) -> str:
        words, counted = self.words, limit.event
        what = counted.what if counted else _EVENT_OF_VERB.get(limit.verb)
        kind = limit.summon_kind
        has_name = kind and kind not in {"special", "normal"}
        event = words.summon[kind or ""] if has_name else self._event(what or "other")
        key = "untold" if what is None else "object" if counted and counted.object else "any"
        return words.capped[key].format(event=event, object=counted and counted.object)

    def _event(self, what: str) -> str:
        # What only a language of one's own counts has the name that it has there.
        return self.words.event.get(what, what.replace("_", " "))

    def _tails(self, limit: Limit) -> Iterator[str]:
        words = self.words
        # A period that ends with the stay begins anew with the next.
        resets = limit.resets_on if limit.period != "while_there" else ()
        changed = limit.on_control_change
        goes_without_saying = changed == _OBVIOUS_ON_CONTROL_CHANGE.get(limit.kind, "own_count")
        has_own = limit.player != "you" and limit.scope != "player" and limit.kind != "control"
        told = [
            ("count_text", limit.count_text),
            ("condition", limit.condition),
            ("each_option", limit.each_option),
            ("each_target", limit.each_target),
            (f"for_{limit.player}", has_own),
            ("any_owner", limit.owner == "any"),
            ("optional", limit.optional is True),
            ("must", limit.optional is False),
            ("refunded", limit.refunded_if_negated),
            ("resets", words.or_.join(words.reset[reason] for reason in resets)),
            (limit.counts_from, True),
            (None if goes_without_saying else changed, True),
            ("pattern", limit.pattern),
            ("plays", limit.edition == "plays"),
        ]
        for key, value in told:
            if key and value:
                quoted = words.in_quotes(str(value))
                yield words.tail[key].format(text=quoted, reasons=value, pattern=value)


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
        key = "counted"
        if self._printed:
            key = "printed" if all(map(self.is_printed, indexes)) else "unnumbered"
        if len(indexes) > 1 and key != "unnumbered":
            key = f"several_{key}"
        return self._words.effect[key].format(numbers=self._join([self._within(index) for index in indexes]))

    def name_choices(self, effect: int, options: Sequence[int]) -> str:
        """Return how choices of an effect are named, such as ``choice 2 of effect ①``."""
        choices = self._join(list(map(str, options)))
        return self._words.effect["choice"].format(numbers=choices, effect=self.name([effect]))

    def _within(self, index: int) -> str:
        template = self._words.effect["place" if self._printed else "number"]
        return self._printed.get(index) or template.format(number=index)

    def _join(self, numbers: Sequence[str]) -> str:
        *most, last = numbers
        words = self._words
        return f"{words.numbers_separator.join(most)}{words.last_numbers_separator}{last}" if most else last


def _words_of(lang: str | None, game: str | None) -> Said:
    known = (code for code in (lang, ENGLISH) if code and languages_in_use().code_of(code))
    said = next(filter(None, (language(code).said for code in known)))
    return said.in_game(game)


def _template(limit: Limit) -> str:
    match limit.kind:
        case "control":
            return f"control_{limit.player}"
        case "gain" | "ordinal" | "event" | "cap":
            return limit.kind
        case "summon":
            return "special_summon" if limit.verb == "special_summon" else "summon"
    return "uses"
