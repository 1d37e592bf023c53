"""What was read in the words of players: the one place where a limit is put in words."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from onceper.contract.non_effect import NonEffect
from onceper.lang.languages import ENGLISH, languages_in_use, words_in
from onceper.patterns.records import Line, facts_of, read_bundled
from onceper.patterns.said import say_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.reading import Row
    from onceper.contract.span import Unread

_NUMBER = re.compile(r"[①-⑳]|\d{1,2}")
# Slots in which all is said that fits.
_SAID_ALL = {"things", "whole", "beside", "particular"}
_SHAPES_KEPT = 4_096


def say_in_english(found: Limit | NonEffect, row: Row) -> str:
    """Return what a record says, in English whatever the language of its text."""
    speech = Speech(ENGLISH, row.game, row.effects, row.name)
    return speech.say_non_effect(found) if isinstance(found, NonEffect) else speech.say(found)


class Speech:
    """Say in one language, and in the terms of one game, what was read; in English where it has no words for it.

    ``effects`` are those of the card, and ``card`` its name, which need not be said. Effects have the numbers that are
    printed; where those do not tell all of them apart, their places.
    """

    def __init__(
        self, lang: str | None, game: str | None, effects: Sequence[Effect] = (), card: str | None = None
    ) -> None:
        self.words = words_in(languages_in_use().code_of(lang or "") or ENGLISH, game)
        self._card = card
        numbers = {label for effect in effects if _NUMBER.fullmatch(label := effect.label or "")}
        self.printed = {effect.index: effect.label for effect in effects} if len(numbers) == len(effects) else {}
        self._is_single = len(effects) == 1

    def say(self, limit: Limit, slot: str = "whole") -> str:
        """Return a limit as one player tells it another: "Each copy, once per turn; anew when it leaves the field".

        In short, its ``sentence`` says how often it is about, of what.
        """
        slots = self._slots(limit)
        shape = replace(limit, name=None, span=(0, 0), text="", rule="")
        for key, paths in chosen(shape, own=limit.name in {None, self._card}, single=self._is_single).items():
            joint = self.words.last_numbers_separator if key == "things" else self.words.tail_separator
            slots[key] = joint.join(self.template(path).format_map(slots) for path in paths)
        return self.words.begin(slots[slot])

    def _slots(self, limit: Limit) -> dict[str, Any]:
        """Return what is said of a limit in one way."""
        words, governed, counted = self.words, limit.applies_to, limit.event
        what = counted.what if counted else limit.verb if limit.kind == "cap" else "untold"
        return {
            "often": words.tail["untold"] if limit.count is None else say_number(words.often, limit.count),
            "count": limit.count,
            "per": words.say_per(limit),
            "name": words.in_quotes(limit.name or limit.text),
            "effects": self.name_effects(governed.effects),
            "effect": self.name_effects(governed.effects[:1]),
            "numbers": words.join(map(str, governed.options), "numbers_"),
            "nth": words.say_nth(limit.count, what, every=limit.kind == "event", at_least=limit.at_least),
            # What only a language of one's own counts has the name that it has there.
            "happening": words.event.get(what, what.replace("_", " ")),
            "object": counted and counted.object,
            "condition": words.in_quotes(limit.condition or ""),
            "count_text": words.in_quotes(limit.count_text or ""),
            "reasons": words.reasons_separator.join(words.reset[how] for how in limit.resets_on),
            "pattern": limit.pattern,
        }

    def say_kind(self, effect: Effect) -> str:
        """Return the kind of an effect, and what of the card's type tells it where the print does not."""
        kind, told_by = self.words.effect_kind[effect.kind], self.words.told_by
        return kind if effect.kind_told_by == "print" else f"{kind}, {told_by.get(effect.kind, told_by['other'])}"

    def say_non_effect(self, found: NonEffect, slot: str = "whole") -> str:
        """Return what text that is no effect is: ``maintenance cost · applies on the field · may be left unpaid``.

        What stands ``beside`` a limit that tells of it already is that it is no effect, and where it applies.
        """
        shape = replace(found, span=(0, 0), text="", rule="")
        said = map(self.template, chosen(shape, single=self._is_single)[slot])
        return " · ".join(said).format(effects=self.name_effects(found.effects))

    def say_unread(self, unread: Unread) -> str:
        """Return why something was not read, and what the classifier takes it for: ``no rule fits · perhaps hard``."""
        words, guess = self.words, unread.guess
        said = words.not_read[unread.reason]
        if guess is None:
            return said
        kind = (words.non_effect | words.kind).get(guess.kind, guess.kind)
        return f"{said} · {words.label['guess'].format(kind=kind, sure=f'{guess.confidence:.0%}')}"

    def template(self, path: str) -> str:
        """Return the template at a place of the words, such as ``tail.condition``; what is no place is one itself."""
        table, _, key = path.partition(".")
        return getattr(self.words, table)[key] if key else path

    def name_effects(self, indexes: Sequence[int]) -> str:
        """Return how effects are named, such as ``effects ① and ③``."""
        words = self.words.effect
        key = "several_" * (len(indexes) > 1) + ("printed" if self.printed else "counted")
        numbers = (self.printed.get(index) or words["number"].format(number=index) for index in indexes)
        return words[key].format(numbers=self.words.join(numbers, "numbers_"))


class _Line(Line, frozen=True, kw_only=True):
    """Hold what is said where it fits."""

    say: str


def fields_said(record: Struct) -> dict[str, Any]:
    """Return the fields of a record that say something; those of a record in it have its name before them."""
    said: dict[str, Any] = {}
    for key, value in asdict(record).items():
        if isinstance(value, Struct):
            said |= {f"{key}.{within}": told for within, told in fields_said(value).items()}
        elif value not in (None, (), ""):
            said[key] = value
    return said


@lru_cache(_SHAPES_KEPT)
def chosen(found: Limit | NonEffect, **more: bool) -> dict[str, list[str]]:
    """Return what is said of a record in each slot, as the lines of ``patterns/said_of.toml`` tell that fit."""
    fields = asdict(found)
    says = {key.rpartition(".")[2]: value for key, value in fields_said(found).items()}
    facts = {*(fact for fact, holds in more.items() if holds), *facts_of(says)}
    said: dict[str, list[str]] = {}
    slots = read_bundled("said_of.toml", dict[str, dict[str, list[_Line]]])[type(found).__name__]
    for slot, lines in slots.items():
        fitting = (one.say.format_map(fields) for one in lines if one.fits(facts))
        said[slot] = [*islice(fitting, None if slot in _SAID_ALL else 1)]
        if said[slot] and slot == "things":
            several = len(fields["applies_to"].effects) + (len(said[slot]) > 1) > 1
            facts.update(["governs", "several"] if several else ["governs"])
    return said
