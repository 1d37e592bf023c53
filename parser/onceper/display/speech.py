"""What was read in the words of players, in the card's own language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.lang.languages import language, languages_in_use
from onceper.patterns.number_words import say_form, say_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.span import Unread
    from onceper.display.numbers import Numbers
    from onceper.patterns.display_words import DisplayWords
    from onceper.patterns.reasons import ReasonWords

# What has no words of its own is shown in these.
_FALLBACK = "en"
_OBVIOUS_ON_CONTROL_CHANGE = {"soft": "stays_spent"}
_EVENT_OF_VERB = {"special_summon": "special_summon", "summon": "summon", "activate": "activate"}


class Speech:
    """Say in one language, and in the terms of one game, what was read; in English where it has no words for it."""

    def __init__(self, lang: str | None, game: str | None) -> None:
        self.words, self._reasons, self._capital_i = _words_of(lang, game)
        self._nested = str.maketrans(self._reasons.nested)

    def say(self, limit: Limit, numbers: Numbers, card: str | None = None) -> str:
        """Return a limit as one player tells it another: "Each copy, once per turn; anew when it leaves the field".

        ``numbers`` are those of the card's effects, ``card`` its name, which need not be said.
        """
        said = self.words.tail_separator.join([self._head(limit, numbers, card), *self._tails(limit)])
        return (self._capital_i if said.startswith("i") else said[:1].upper()) + said[1:]

    def say_kind(self, effect: Effect) -> str:
        """Return the kind of an effect, and what of the card's type tells it where the print does not."""
        words = self.words
        if effect.kind_told_by == "print":
            return words.effect_kind[effect.kind]
        return f"{words.effect_kind[effect.kind]}, {words.told_by.get(effect.kind, words.told_by['other'])}"

    def say_non_effect(self, found: NonEffect, numbers: Numbers) -> str:
        """Return what text that is no effect is: ``maintenance cost · applies on the field · may be left unpaid``."""
        return " · ".join(self._of_non_effect(found, numbers))

    def say_unread(self, unread: Unread) -> str:
        """Return why something was not read, and what the classifier takes it for: ``no rule fits · perhaps hard``."""
        said = self.words.not_read[unread.reason]
        if unread.guess is None:
            return said
        kinds = {**self.words.non_effect, **self.words.kind}
        kind = kinds.get(unread.guess.kind, unread.guess.kind.replace("_", " "))
        return f"{said} · {self.words.label['guess'].format(kind=kind, sure=f'{unread.guess.confidence:.0%}')}"

    def _of_non_effect(self, found: NonEffect, numbers: Numbers) -> Iterator[str]:
        words = self.words
        yield words.non_effect[found.kind]
        if found.applies:
            yield words.applies[found.applies]
        if found.effects and not numbers.is_single:
            yield words.label["about"].format(effects=numbers.name(found.effects))
        if found.mandatory is not None:
            yield words.paid["must" if found.mandatory else "may"]
        if found.material:
            yield words.material[found.material]
        if found.wins:
            yield words.wins[found.wins]

    def _head(self, limit: Limit, numbers: Numbers, card: str | None) -> str:
        words = self.words
        slots = {
            "whose": self._whose(limit, card),
            "what": self._what(limit, numbers),
            "way": self._way(limit, numbers),
            "times": words.times.get(limit.verb, words.times["use"]).format(often=self._often(limit)),
            "often": self._often(limit),
            "count": str(limit.count or 1),
            "per": self._per(limit),
            "when": self._when(limit),
            "each": words.each[limit.period or "always"],
            "since": self._reasons.since[limit.period or "always"],
            "summoned": words.summoned[limit.summon_kind or "any"],
            "counted": self._counted(limit),
            "card": self._controlled(limit, card),
        }
        return words.says[_template(limit)].format(**slots)

    def _whose(self, limit: Limit, card: str | None) -> str:
        whose = self.words.whose
        if limit.scope == "player":
            return whose[limit.player]
        if limit.scope == "copy":
            return whose["copy"]
        if limit.scope == "ability" or limit.names == "ability":
            return whose["ability"].format(name=self._quoted(limit.name or limit.text))
        if limit.name is None or (limit.name == card and limit.names != "archetype"):
            return whose["name"]
        return whose["archetype" if limit.names == "archetype" else "named"].format(name=self._quoted(limit.name))

    def _what(self, limit: Limit, numbers: Numbers) -> str:
        """Return what of the card a limit governs, nothing where that goes without saying."""
        words, governed = self.words.what, limit.applies_to
        effects, options = governed.effects, governed.options
        # Who activates a card with one effect activates that; and a verb says what it does.
        says_effects = effects and not (numbers.is_single or (limit.kind == "summon" and not governed.activation))
        things = [numbers.name(effects)] if says_effects else []
        if options:
            things = [numbers.name_choices(effects[0], options)]
        if governed.activation and (effects or limit.verb != "activate") and not numbers.is_single:
            things.append(words["activation"])
        if governed.summon and limit.kind != "summon":
            things.append(words["summon"])
        if not things:
            is_lost = governed.reference != "card" and not (effects or governed.activation or governed.summon)
            return words["single"].format(things=words["nothing"]) if is_lost else ""
        key = "single"
        if len(effects) + (len(things) > 1) > 1:
            key = ("one_of" if limit.count == 1 else "together") if limit.shared else "each"
        return words[key].format(things=self.words.last_numbers_separator.join(things))

    def _way(self, limit: Limit, numbers: Numbers) -> str:
        effects = limit.applies_to.effects
        if not effects or numbers.is_single:
            return self.words.way["this"]
        return self.words.way["by"].format(effects=numbers.name(effects))

    def _often(self, limit: Limit) -> str:
        if limit.count is None:
            return self.words.tail["untold"]
        return say_number(self._reasons.often, limit.count)

    def _per(self, limit: Limit) -> str:
        per = self._reasons.per
        return per.get(f"{limit.phase}_{limit.period}", per[limit.period or "always"])

    def _when(self, limit: Limit) -> str:
        words = self.words.when
        whose = "" if limit.whose_turn == "any" else limit.whose_turn
        # Battles are in no other phase.
        if limit.phase is None or limit.period == "phase" or (limit.phase, limit.period) == ("battle", "battle"):
            return words[whose] if whose else ""
        key = f"phase_{whose}" if whose else "phase"
        return words[key].format(phase=self._reasons.phase[limit.phase])

    def _counted(self, limit: Limit) -> str:
        if limit.kind == "cap":
            return self._capped(limit)
        words, counted = self.words, limit.event
        gender = self._reasons.gender_of(counted.what if counted else "untold")
        nth = "" if limit.count is None else say_number(words.nth, limit.count, gender)
        if limit.at_least:
            nth = say_form(words.nth, "and_later", gender).format(nth=nth)
        if limit.kind == "event":
            nth = say_form(words.nth, "every", gender)
        if counted is None:
            return words.counted["untold"].format(nth=nth)
        key = f"{counted.whose}_object" if counted.object else counted.whose
        return words.counted[key].format(nth=nth, event=self._event(counted.what), object=counted.object)

    def _capped(self, limit: Limit) -> str:
        words, counted = self.words.capped, limit.event
        what = counted.what if counted else _EVENT_OF_VERB.get(limit.verb)
        if what is None:
            return words["untold"]
        kind = limit.summon_kind
        event = self.words.summon[kind] if kind not in {None, "special", "normal"} else self._event(what)
        if counted and counted.object:
            return words["object"].format(event=event, object=counted.object)
        return words["any"].format(event=event)

    def _event(self, what: str) -> str:
        return self._reasons.event.get(what, self._reasons.event["other"])

    def _controlled(self, limit: Limit, card: str | None) -> str:
        words = self.words.controlled
        if limit.name is None or (limit.name == card and limit.names != "archetype"):
            return words["this"]
        return words["archetype" if limit.names == "archetype" else "card"].format(name=self._quoted(limit.name))

    def _tails(self, limit: Limit) -> Iterator[str]:
        words = self.words.tail
        if limit.count_text is not None:
            yield words["count_text"].format(text=self._quoted(limit.count_text))
        if limit.condition is not None:
            yield words["condition"].format(text=self._quoted(limit.condition))
        if limit.each_option:
            yield words["each_option"]
        if limit.each_target:
            yield words["each_target"]
        yield from self._of_whom(limit)
        yield from self._when_spent(limit)
        if limit.pattern:
            yield words["pattern"].format(pattern=limit.pattern)
        if limit.edition == "plays":
            yield words["plays"]

    def _of_whom(self, limit: Limit) -> Iterator[str]:
        words = self.words.tail
        if limit.player != "you" and limit.scope != "player" and limit.kind != "control":
            yield words[f"for_{limit.player}"]
        if limit.owner == "any":
            yield words["any_owner"]
        if limit.optional is not None:
            yield words["optional" if limit.optional else "must"]

    def _when_spent(self, limit: Limit) -> Iterator[str]:
        words = self.words
        if limit.refunded_if_negated:
            yield words.tail["refunded"]
        # A period that ends with the stay begins anew with the next.
        if limit.resets_on and limit.period != "while_there":
            reasons = words.or_.join(words.reset[reason] for reason in limit.resets_on)
            yield words.tail["resets"].format(reasons=reasons)
        if limit.counts_from:
            yield words.tail[limit.counts_from]
        changed = limit.on_control_change
        if changed and changed != _OBVIOUS_ON_CONTROL_CHANGE.get(limit.kind, "own_count"):
            yield words.tail[changed]

    def _quoted(self, words: str) -> str:
        return self._reasons.quote.format(words=words.translate(self._nested))


def _words_of(lang: str | None, game: str | None) -> tuple[DisplayWords, ReasonWords, str]:
    """Return the words of displays and of reasons of one language, and its capital i."""
    known = (code for code in (lang, _FALLBACK) if code and languages_in_use().code_of(code))
    for spoken in map(language, known):
        if spoken.display and spoken.reasons:
            return spoken.display.in_game(game), spoken.reasons.in_game(game), spoken.reasons.capital_i
    raise AssertionError(f"{_FALLBACK} is bundled, and has words for everything")


def _template(limit: Limit) -> str:
    match limit.kind:
        case "control":
            return f"control_{limit.player}"
        case "gain" | "ordinal" | "event" | "cap":
            return limit.kind
        case "summon":
            return "special_summon" if limit.verb == "special_summon" else "summon"
    return "uses"
