"""What is read in a text in one line, as examples of a structure state it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.patterns.literals import inflected
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from onceper.contract.limit import Limit
    from onceper.contract.reading import CardReading
    from onceper.lang.base import Language

_PLACE = "{}"
# What stands in a text for the signs that phrases have for any words, and for any number.
_ANY_WORDS, _ANY_NUMBER = ("...", "it"), ("#", "2")
_BEGINS = (".", "!", ":", "\n", "●", "•")


def outcome(reading: CardReading, language: Language) -> str:
    """Return the kinds of the effects and of the other text, in printed order, with the limits that govern each.

    Where an effect has several choices, what becomes of them stands behind a colon. ``unread`` stands for words that
    are not read; a limit that governs no effect stands by itself.
    """
    pieces: list[tuple[tuple[int, int], str]] = []
    for effect in reading.effects:
        limits = [_name(limit, language) for limit in reading.limits if effect.index in limit.applies_to.effects]
        kind = f"{effect.kind}: {effect.choose}" if len(effect.options) > 1 else effect.kind
        pieces.append((effect.span, " ".join([kind, *limits])))
    pieces += [(other.span, other.kind) for other in reading.non_effects]
    pieces += [(limit.span, _name(limit, language)) for limit in reading.limits if not limit.applies_to.effects]
    pieces += [(words.span, "unread") for words in reading.unread]
    return " | ".join(kind for _, kind in sorted(pieces))


def _name(limit: Limit, language: Language) -> str:
    said: list[str] = [limit.kind]
    if language.abilities:
        # Abilities say themselves whether a player may decline, when a limit of theirs holds, and whose cards share it.
        is_yours = limit.scope == "name" and limit.owner == "you"
        told = {"optional": limit.optional, "conditional": limit.condition, "yours": is_yours}
        said += [word for word, is_said in told.items() if is_said]
    return f"({', '.join(said)})"


def fill(text: str, phrase: str, language: Language) -> str:
    """Return an example with a phrase in its place, with a capital where a sentence or a line begins.

    Words have the endings that are named behind them, as in a pattern.
    """
    at = text.find(_PLACE)
    if at < 0:
        return text
    opening, closing = language.quotes.opening, language.quotes.closing
    shown = phrase.replace(*_ANY_WORDS).replace(*_ANY_NUMBER).replace(MASK, f"{opening}Ember{closing}")
    before = text[:at].rstrip(" ")
    if language.joint and (not before or before.endswith(_BEGINS)):
        first = len(shown) - len(shown.lstrip())
        shown = shown[:first] + shown[first : first + 1].upper() + shown[first + 1 :]
    filled = text.replace(_PLACE, shown)
    return inflected(filled, language.book.lexicon) if language.splitter.inflect else filled
