"""What a reading holds, each with the name by which its text and the lists below it are tied, and why it is there."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from onceper.display.speech import Speech
from onceper.lang.languages import ruling_of_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit, LimitKind
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading, Row

# Shapes that differ without colour.
SIGNS: dict[LimitKind, str] = {
    "soft": "○",
    "hard": "●",
    "gain": "◐",
    "summon": "▲",
    "control": "■",
    "ordinal": "◇",
    "ability": "★",
    "event": "◆",
    "cap": "▼",
}
# Of such text the limit tells everything, save that it is no effect.
_STATES_A_LIMIT = {"activation_limit", "summon_limit"}
# Where these are false they say something.
_SAID_WHEN_FALSE = {"optional", "mandatory"}
# They are shown where they are the subject, and not among the fields.
_SHOWN_ELSEWHERE = {"span", "text", "rule", "source", "confidence"}


class NamedLimit(NamedTuple):
    """Hold a limit with its letter, and the record that its sentence is no effect, where there is one."""

    name: str
    limit: Limit
    no_effect: NonEffect | None


class Named:
    """Name what was read: effects by number, limits by letter, other text by mark; and say it in the card's language.

    ``non_effects`` are those that no limit tells of already, ``effects`` those of which something was read.
    """

    def __init__(self, reading: CardReading | Row) -> None:
        self.reading = reading
        self.speech = Speech(reading.lang, reading.game, reading.effects, reading.name)
        self.numbers = self.speech.numbers
        label = self.speech.words.label
        self.card = reading.name or label["card"]
        self.origin = " · ".join(filter(None, (reading.lang or label["no_language"], reading.game)))
        stating = {found.span: found for found in reading.non_effects if found.kind in _STATES_A_LIMIT}
        self.limits = [
            NamedLimit(_letter(place), limit, stating.get(limit.span))
            for place, limit in enumerate(reading.limits, start=1)
        ]
        told = [named.no_effect for named in self.limits]
        rest = [found for found in reading.non_effects if found not in told]
        note = self.speech.words.note
        self.non_effects = [(note.format(number=place), found) for place, found in enumerate(rest, start=1)]
        self.unread = [(f"?{place}", found) for place, found in enumerate(reading.unread, start=1)]
        within = [found.span for found in reading.unread]
        self.effects = [
            effect
            for effect in reading.effects
            if not any(start <= effect.span[0] and effect.span[1] <= end for start, end in within)
        ]

    @property
    def is_empty(self) -> bool:
        """Whether nothing was read."""
        reading = self.reading
        return not (reading.limits or reading.non_effects or reading.effects or reading.unread)

    def sign(self, limit: Limit) -> str:
        """Return the shape of a limit's kind."""
        return SIGNS[limit.kind]

    def why(self, *found: Limit | NonEffect | None) -> list[str]:
        """Return why records of one place are there, each thing once: the rule, its ruling, and the fields."""
        lines = []
        for record in (one for one in found if one is not None):
            lines += [" · ".join(filter(None, (found_by(record), self.ruling_of(record)))), fields_of(record)]
        return [*dict.fromkeys(lines)]

    def hover(self, words: str, found: Limit | NonEffect) -> str:
        """Return these words with the rule, the source of its ruling and the fields below them."""
        ruling = self.ruling_of(found)
        return "\n".join([f"{words} · {found_by(found)}", *([f"ruling: {ruling}"] if ruling else []), fields_of(found)])

    def ruling_of(self, found: Limit | NonEffect) -> str:
        """Return the source of the ruling that its rule rests on, or nothing where none is known."""
        reading = self.reading
        return ruling_of_rule(found.rule, reading.lang, reading.game) if found.source == "rule" else ""

    def say_no_effect(self, found: NamedLimit) -> str:
        """Return that the sentence of a limit is no effect, and where it applies; nothing where it is part of one."""
        if found.no_effect is None:
            return ""
        words, applies = self.speech.words, found.no_effect.applies
        return " · ".join(["", words.label["no_effect"], *([words.applies[applies]] if applies else [])])

    def name_effect(self, effect: Effect) -> str:
        """Return the name of an effect and its kind, such as ``effect ① · activated``.

        Where the print's number is not its place, in which programs know it, the place stands behind.
        """
        index, name = effect.index, self.numbers.name([effect.index])
        places = {str(index), chr(ord("①") + index - 1)}
        if self.numbers.is_printed(index) and self.numbers.of(index) not in places:
            name += f" (#{index})"
        return f"{name} · {self.speech.say_kind(effect)}"

    def name_choices(self, effect: Effect) -> str:
        """Return the heading of what an effect lets one choose, and what becomes of that."""
        words = self.speech.words
        heading = words.label["choices"].format(effects=self.numbers.name([effect.index]))
        return f"{heading} · {words.choose[effect.choose]}" if effect.choose else heading

    def limited(self, effect: Effect, *, with_signs: bool = False) -> str:
        """Return by which limits an effect is governed, nothing where there is none."""
        limits = ", ".join(
            (self.sign(limit) if with_signs else "") + name
            for name, limit, _ in self.limits
            if effect.index in limit.applies_to.effects
        )
        return self.speech.words.label["limited"].format(limits=limits) if limits else ""


def found_by(found: Limit | NonEffect) -> str:
    """Return the rule that found it, or how sure the classifier is."""
    return f"rule {found.rule}" if found.source == "rule" else f"classifier, {found.confidence:.0%} sure"


def fields_of(found: Limit | NonEffect) -> str:
    """Return the fields of the contract that say something, such as ``kind: hard · scope: name``."""
    return " · ".join(f"{key}: {value}" for key, value in _said(found) if key not in _SHOWN_ELSEWHERE)


def spelled(value: Any) -> str:
    """Return a value of the contract in its words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _said(record: msgspec.Struct) -> Iterator[tuple[str, str]]:
    for key, value in msgspec.structs.asdict(record).items():
        if isinstance(value, msgspec.Struct):
            yield from ((f"{key}.{within}", said) for within, said in _said(value))
        elif value not in (None, (), "", False) or (value is False and key in _SAID_WHEN_FALSE):
            yield key, spelled(value)


def _letter(number: int) -> str:
    """Return the letter of a limit by its place from 1: a to z, then aa."""
    letters = ""
    while number:
        number, place = divmod(number - 1, len(ascii_lowercase))
        letters = ascii_lowercase[place] + letters
    return letters
