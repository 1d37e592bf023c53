"""What a reading holds, each with the name by which its text and the lists below it are tied, and why it is there."""

from __future__ import annotations

import re
from itertools import pairwise
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.display.speech import Speech, fields_said
from onceper.lang.languages import ruling_of_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading, Row
    from onceper.contract.span import Span

# Shapes that differ without colour.
SIGNS: dict[str, str] = {
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
# What stands further out in the text has the lower number.
EFFECT, NOT_EFFECT, UNREAD, LIMIT = range(4)
# Of such text the limit tells everything, save that it is no effect.
STATES_A_LIMIT = {"activation_limit", "summon_limit"}
# Where these are false they say something.
_SAID_WHEN_FALSE = {"optional", "mandatory"}
# They are shown where they are the subject, and not among the fields.
_SHOWN_ELSEWHERE = {"span", "text", "rule", "source", "confidence"}
# A stretch without the spaces at its ends.
_WORDS = re.compile(r"\S(.*\S)?", re.DOTALL)


class Entry(NamedTuple):
    """Hold a record with its name, what is said of it, and its kind where that is not in this.

    ``no_effect`` says of a limit that its sentence is no effect, where there is such a record.
    """

    name: str
    span: Span
    said: str
    kind: str = ""
    look: str = ""
    found: Any = None
    no_effect: NonEffect | None = None

    @property
    def sign(self) -> str:
        """The shape of a limit's kind, by which displays tell them apart as by their look."""
        return SIGNS.get(self.look, "")


class Mark(NamedTuple):
    """Hold what is marked: its look, what hovering says, and what stands before its first word and behind its last."""

    depth: int
    span: Span
    look: str = ""
    hover: str = ""
    before: str = ""
    behind: str = ""


class Named(Speech):
    """Name what was read: effects by number, limits by letter, other text by mark; and say it in the card's language.

    ``non_effects`` are those that no limit tells of already, ``effects`` those of which something was read; of what is
    ``unread`` the classifier is asked.
    """

    def __init__(self, reading: CardReading | Row) -> None:
        super().__init__(reading.lang, reading.game, reading.effects, reading.name)
        self.reading = reading
        self.text = reading.text or ""
        words, self.label = self.words, self.words.label
        self.card = reading.name or self.label["card"]
        self.origin = " · ".join(filter(None, (reading.lang or self.label["no_language"], reading.game)))
        stating = {one.span: one for one in reading.non_effects if one.kind in STATES_A_LIMIT}
        # Letters go from a to z, and then from aa to zz.
        self.limits = [
            Entry(
                ascii_lowercase[n % 26] * (n // 26 + 1),
                one.span,
                self.say(one),
                words.kind[one.kind],
                one.kind,
                one,
                stating.get(one.span),
            )
            for n, one in enumerate(reading.limits)
        ]
        told = [entry.no_effect for entry in self.limits]
        others = (found for found in reading.non_effects if found not in told)
        self.non_effects = [
            Entry(words.note.format(number=n), one.span, self.say_non_effect(one), found=one)
            for n, one in enumerate(others, start=1)
        ]
        self.unread = [
            Entry(f"?{n}", one.span, self.say_unread(one), self.label["not_read"])
            for n, one in enumerate(reading.unread, start=1)
        ]
        unread = {one.span for one in reading.unread}
        self.effects = [effect for effect in reading.effects if effect.span not in unread]

    @property
    def lists(self) -> dict[str, list[Entry]]:
        """What was read below its headings, without those that have nothing."""
        every = ("limits", "non_effects", "unread")
        return {self.label[key]: entries for key in every if (entries := getattr(self, key))}

    def marks(self) -> Iterator[Mark]:
        """Yield what is marked in the text."""
        for effect in self.effects:
            hover = " · ".join(filter(None, (self.name_effect(effect), self.limited(effect))))
            before = self.number_before(effect)
            for part in effect.parts:
                yield Mark(EFFECT, part, "effect", hover, before)
                before = ""
        for depth, entries in ((NOT_EFFECT, self.non_effects), (UNREAD, self.unread), (LIMIT, self.limits)):
            for entry in entries:
                if entry.no_effect:
                    yield Mark(NOT_EFFECT, entry.span)
                yield Mark(depth, entry.span, entry.look, self.hover(entry), behind=entry.sign + entry.name)

    def stretches(self) -> dict[int, Span]:
        """Return the stretches of the text in which it is shown, by the rows in which readings of one card are aligned.

        Effect n has row 2n - 1, with all that stands between its parts; what stands behind it has row 2n.
        """
        rows, edges = [0], [0]
        for effect in self.effects:
            start, end = effect.span
            # Signs before an effect stand with it.
            has_words = any(map(str.isalnum, self.text[edges[-1] : start]))
            edges += start if has_words else edges[-1], end
            rows += 2 * effect.index - 1, 2 * effect.index
        stretches = zip(rows, pairwise([*edges, len(self.text)]), strict=True)
        found = {row: _WORDS.search(self.text, *span) for row, span in stretches}
        return {row: words.span() for row, words in found.items() if words}

    def why(self, entry: Entry) -> list[str]:
        """Return why something is there, each thing once: the rule, the source of its ruling, and the fields."""
        founds = filter(None, (entry.found, entry.no_effect))
        return [*dict.fromkeys(line for found in founds for line in why(found, self.reading.lang, self.reading.game))]

    def hover(self, entry: Entry) -> str:
        """Return all of an entry: what is said of it, and why it is there."""
        said = f"{entry.kind}: {entry.said}" if entry.kind else entry.said
        return "\n".join([f"{entry.name} {said}", *self.why(entry)])

    def say_no_effect(self, entry: Entry) -> str:
        """Return that the sentence of a limit is no effect, and where it applies; nothing where it is part of one."""
        return self.say_non_effect(entry.no_effect, "beside") if entry.no_effect else ""

    def number_before(self, effect: Effect) -> str:
        """Return the number that is shown before an effect, nothing where the print has it."""
        return "" if self.printed else str(effect.index)

    def name_effect(self, effect: Effect) -> str:
        """Return the name of an effect and its kind, such as ``effect ① · activated``."""
        return f"{self.name_effects([effect.index])} · {self.say_kind(effect)}"

    def name_choices(self, effect: Effect) -> str:
        """Return the heading of what an effect lets one choose, and what becomes of that."""
        heading = self.label["choices"].format(effects=self.name_effects([effect.index]))
        return f"{heading} · {self.words.choose[effect.choose]}" if effect.choose else heading

    def limited(self, effect: Effect) -> str:
        """Return by which limits an effect is governed, nothing where there is none."""
        names = ", ".join(one.sign + one.name for one in self.limits if effect.index in one.found.applies_to.effects)
        return self.label["limited"].format(limits=names) if names else ""


def why(found: Limit | NonEffect, lang: str | None, game: str | None) -> tuple[str, str]:
    """Return what found it with the source of its ruling, and its fields."""
    ruling = ruling_of_rule(found.rule, lang, game)
    return " · ".join(filter(None, (found_by(found), ruling))), fields_of(found)


def found_by(found: Limit | NonEffect) -> str:
    """Return the rule that found it, or how sure the classifier is."""
    return f"rule {found.rule}" if found.source == "rule" else f"classifier, {found.confidence:.0%} sure"


def fields_of(found: Limit | NonEffect) -> str:
    """Return the fields of the contract that say something, such as ``kind: hard · scope: name``."""
    return " · ".join(
        f"{key}: {spelled(value)}"
        for key, value in fields_said(found).items()
        if key not in _SHOWN_ELSEWHERE and (value is not False or key in _SAID_WHEN_FALSE)
    )


def spelled(value: Any) -> str:
    """Return a value of the contract in its words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
