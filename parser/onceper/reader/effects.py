"""Group the sentences of a text into effects, in printed order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.effect import Effect
from onceper.text.position import (
    ACTIVATES,
    ACTIVATES_IN_OLD_PRINT,
    ALONE,
    APPLIES,
    BULLET,
    CHOOSES,
    CLOSES_NOTE,
    COLON,
    CONTINUES,
    HEADS,
    IN_PARENTHESIS,
    INSIDE_NUMBER,
    NUMBERED,
    OPENS_NOTE,
    ORDERS,
    SECTION,
    SUMMONS_ITSELF,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from onceper.contract.effect import EffectKind
    from onceper.lang.base import Language
    from onceper.text.normal import Text
    from onceper.text.sentence import Sentence

Span = tuple[int, int]

_NOTE = OPENS_NOTE | CLOSES_NOTE

_COLON_OR_MORE = COLON | CONTINUES | IN_PARENTHESIS | BULLET | INSIDE_NUMBER
_STANDS_ALONE = COLON | ALONE
_ORDERS_OR_ALONE = ORDERS | _STANDS_ALONE
_IS_ACTIVATED = COLON | ORDERS | ACTIVATES
_IS_ACTIVATED_IN_OLD_PRINT = CHOOSES | ACTIVATES_IN_OLD_PRINT
_IN_A_NUMBER = NUMBERED | INSIDE_NUMBER


class Grouping(NamedTuple):
    """Hold the parts and the label of each effect, and how the sentences stand to the effects.

    ``openings`` are the positions of the sentences that begin the effects. ``effect_of`` gives for each sentence the
    1-based index of its effect, or 0; ``behind`` how many effects began before it; ``headings`` are the numbers of the
    sentences that head a section.
    """

    effects: list[list[Span]]
    labels: list[str | None]
    openings: list[int]
    effect_of: list[int]
    behind: list[int]
    headings: list[int]


def group(
    sentences: Sequence[Sentence],
    not_effects: Collection[int],
    inside: Collection[int],
    masked: str,
    folded: str,
    language: Language,
) -> Grouping:
    """Group sentences into effects: each is one of its own, unless it continues the one before.

    ``not_effects`` are the sentences that are no effect, ``inside`` those that speak of the effect before them. Bullets
    belong to the sentence that heads them, and are effects of their own behind a limit. Where effects are numbered, a
    number begins one, and all up to the next number is part of it.
    """
    effects: list[list[Span]] = []
    labels: list[str | None] = []
    openings: list[int] = []
    effect_of: list[int] = []
    behind: list[int] = []
    headings: list[int] = []
    is_open = bullets_are_effects = False
    in_section = 0
    opener = bulleted = line_end = -1
    for number, (start, end, position) in enumerate(sentences):
        behind.append(len(effects))
        if number in not_effects or position & SECTION:
            effect_of.append(0)
            is_open = False
            if position & SECTION:
                headings.append(number)
                in_section = len(effects)
            continue
        if not position & COLON and position & _IN_A_NUMBER != INSIDE_NUMBER:
            position |= language.grammar(folded[start:end])  # noqa: PLW2901
        # Most sentences are an activation each, which is told without a call.
        if position & _COLON_OR_MORE == COLON or (len(effects) == in_section and not position & INSIDE_NUMBER):
            joins = False
        elif position & (INSIDE_NUMBER | BULLET):
            joins = not position & NUMBERED
            if not position & INSIDE_NUMBER:
                joins = not bullets_are_effects if is_open else _is_awaited(effect_of, sentences, folded, language)
        else:
            joins = (
                position & CONTINUES != 0
                # What a sentence orders belongs to the activation before it, and so does what follows an order.
                or position & _ORDERS_OR_ALONE == ORDERS
                or (is_open and (position & IN_PARENTHESIS != 0 or (number in inside and not position & _STANDS_ALONE)))
                or (bulleted == len(effects) and start < line_end)
                or (not position & _STANDS_ALONE and _is_ordered(openings, sentences[opener], folded, language))
            )
        if position & _NOTE:
            start, end = start - (position & OPENS_NOTE != 0), end + (position & CLOSES_NOTE != 0)  # noqa: PLW2901
        if not joins:
            label_at = _label_before(start, masked) if position & NUMBERED else -1
            effects.append([(start if label_at < 0 else label_at, end)])
            labels.append(None if label_at < 0 else masked[label_at])
            openings.append(position)
            opener = number
            bullets_are_effects = position & BULLET != 0 and (bullets_are_effects or effect_of[-1:] == [0])
        elif is_open:
            parts = effects[-1]
            parts[-1] = (parts[-1][0], end)
        else:
            effects[-1].append((start, end))
        if position & BULLET:
            bulleted = len(effects)
            line_end = line_end if line_end >= start else masked.find("\n", start) % (len(masked) + 1)
        is_open = True
        effect_of.append(len(effects))
    return Grouping(effects, labels, openings, effect_of, behind, headings)


def _is_ordered(openings: list[int], sentence: Sentence, folded: str, language: Language) -> bool:
    """Tell whether the last effect begins with an order: what follows that belongs to it, unless it stands alone.

    What its first sentence tells in spite of its marks is asked once, and stays with its opening.
    """
    start, end, position = sentence
    if position & COLON and not openings[-1] & ORDERS:
        openings[-1] |= language.grammar_of_marked(folded[start:end])
    return openings[-1] & ORDERS != 0


def _is_awaited(effect_of: Sequence[int], sentences: Sequence[Sentence], folded: str, language: Language) -> bool:
    """Tell whether the last effect before a limit spoke of the bullets behind that."""
    last = len(effect_of) - 1
    while not effect_of[last]:
        last -= 1
    start, end, position = sentences[last]
    tell = language.grammar_of_marked if position & COLON else language.grammar
    return not position & BULLET and tell(folded[start:end]) & HEADS != 0


def beside_numbers(sentences: Sequence[Sentence]) -> set[int]:
    """Return the sentences that stand without a number where the effects of their section are numbered.

    Since 2014 Japanese print numbers every effect and leaves all other text without a number.
    """
    found: set[int] = set()
    are_numbered = False
    for number in range(len(sentences) - 1, -1, -1):
        position = sentences[number][2]
        if position & NUMBERED:
            are_numbered = True
        elif position & SECTION:
            are_numbered = False
        elif are_numbered and not position & INSIDE_NUMBER:
            found.add(number)
    return found


def _label_before(start: int, text: str) -> int:
    """Return the place of the number that stands before a numbered sentence."""
    at = start - 1
    while not text[at].isnumeric():
        at -= 1
    return at


def effects_of(grouping: Grouping, text: Text, kinds: Sequence[EffectKind] = ()) -> tuple[Effect, ...]:
    """Return the records of the effects; ``kinds`` are theirs, where they say them themselves.

    A colon or a semicolon is an activation (PSCT), and an order is what a card does when it is activated.
    """
    original, is_even = text.original, text.is_even
    labels, openings = grouping.labels, grouping.openings
    # Every opening is looked at once, and that only in a text that has one without a mark.
    is_psct: bool | None = None
    effects: list[Effect] = []
    for index, parts in enumerate(grouping.effects):
        if not is_even:
            parts = [text.original_span(*part) for part in parts]  # noqa: PLW2901
        start, end = parts[0][0], parts[-1][1]
        opening = openings[index]
        kind: EffectKind = kinds[index] if kinds else "activated"
        if not kinds and not opening & _IS_ACTIVATED:
            if is_psct is None:
                is_psct = any(other & COLON for other in openings)
            kind = _unmarked_kind(opening, is_psct)
        effects.append(Effect(index + 1, labels[index], kind, (start, end), tuple(parts), original[start:end]))
    return tuple(effects)


def _unmarked_kind(opening: int, is_psct: bool) -> EffectKind:
    """Return the kind of an effect that begins without a mark of an activation, or an order.

    Where the text has such marks (PSCT), what stands without them is no activation; and since 2014, when Japanese print
    began to number effects, it says of each activation that it is one.
    """
    if opening & SUMMONS_ITSELF:
        return "procedure"
    if is_psct or opening & (APPLIES | NUMBERED):
        return "continuous"
    return "activated" if opening & _IS_ACTIVATED_IN_OLD_PRINT else "unknown"


def usable(effects: Sequence[int], grouping: Grouping) -> list[int]:
    """Return those of the effects, given by their 1-based indexes, that a player can use or may be able to.

    Those are activated, hold a choice, or give a monster an effect; nobody uses a Summoning procedure, nor what applies
    by itself.
    """
    openings = grouping.openings
    return [effect for effect in effects if not _is_never_used(openings[effect - 1])]


def _is_never_used(opening: int) -> bool:
    return opening & (SUMMONS_ITSELF | APPLIES) != 0 and opening & (CHOOSES | HEADS) == 0
