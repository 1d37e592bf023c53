"""What a reading holds, each with the name by which its text and the lists below it are tied together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.display.numbers import letter
from onceper.display.provenance import fields_of, found_by, ruling_of
from onceper.display.speech import Speech

if TYPE_CHECKING:
    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit, LimitKind
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading, Row
    from onceper.contract.span import Span, Unread

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
            NamedLimit(letter(place), limit, stating.get(limit.span))
            for place, limit in enumerate(reading.limits, start=1)
        ]
        told = [named.no_effect for named in self.limits]
        rest = [found for found in reading.non_effects if found not in told]
        self.non_effects = [(self._note(place), found) for place, found in enumerate(rest, start=1)]
        self.unread = [(f"?{place}", found) for place, found in enumerate(reading.unread, start=1)]
        self.effects = [effect for effect in reading.effects if not _is_unread(effect.span, reading.unread)]

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
        return [*dict.fromkeys(line for record in found if record for line in self._why(record))]

    def hover(self, words: str, found: Limit | NonEffect) -> str:
        """Return these words with the rule, the source of its ruling and the fields below them."""
        ruling = ruling_of(found, self.reading)
        return "\n".join([f"{words} · {found_by(found)}", *([f"ruling: {ruling}"] if ruling else []), fields_of(found)])

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
        name = self.numbers.name([effect.index])
        if self.numbers.is_printed(effect.index) and not _is_place(self.numbers.of(effect.index), effect.index):
            name += f" (#{effect.index})"
        return f"{name} · {self.speech.say_kind(effect)}"

    def name_choices(self, effect: Effect) -> str:
        """Return the heading of what an effect lets one choose, and what becomes of that."""
        words = self.speech.words
        heading = words.label["choices"].format(effects=self.numbers.name([effect.index]))
        return f"{heading} · {words.choose[effect.choose]}" if effect.choose else heading

    def limiting(self, effect: Effect) -> list[NamedLimit]:
        """Return the limits that govern an effect."""
        return [named for named in self.limits if effect.index in named.limit.applies_to.effects]

    def _why(self, found: Limit | NonEffect) -> tuple[str, str]:
        return " · ".join(filter(None, (found_by(found), ruling_of(found, self.reading)))), fields_of(found)

    def _note(self, place: int) -> str:
        return self.speech.words.note.format(number=place)


def _is_place(number: str, index: int) -> bool:
    return number in {str(index), chr(ord("①") + index - 1)}


def _is_unread(span: Span, unread: tuple[Unread, ...]) -> bool:
    return any(found.span[0] <= span[0] and span[1] <= found.span[1] for found in unread)
