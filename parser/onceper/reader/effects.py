"""Group the sentences of a text into effects, in printed order."""

from __future__ import annotations

from collections.abc import Collection  # noqa: TC003  mypyc resolves what a record names
from typing import TYPE_CHECKING, NamedTuple

from onceper.reader.template_reading import GroupedEffect, PlacedEffect, PlacedOption
from onceper.text.position import (
    ACTIVATES,
    ACTIVATES_IN_OLD_PRINT,
    ALONE,
    ANNOUNCES_NOTHING,
    APPLIES,
    BULLET,
    CHOOSES,
    CLOSES_NOTE,
    COLON,
    CONTINUES,
    ELSEWHERE,
    HEADS,
    IN_PARENTHESIS,
    INSIDE_NUMBER,
    NUMBERED,
    OF_MONSTER,
    OPENS_NOTE,
    ORDERS,
    REQUIRES,
    SECTION,
    SUMMONS_ITSELF,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.contract.effect import Choose, EffectKind, ToldBy
    from onceper.contract.span import Span
    from onceper.lang.base import Language
    from onceper.reader.card_type import CardType
    from onceper.reader.prepare import CardTemplate
    from onceper.text.position import Sentence

_NOTE = OPENS_NOTE | CLOSES_NOTE

_COLON_OR_MORE = COLON | CONTINUES | IN_PARENTHESIS | BULLET | INSIDE_NUMBER
_STANDS_ALONE = COLON | ALONE
_ORDERS_OR_ALONE = ORDERS | _STANDS_ALONE
_IS_ACTIVATED = COLON | ORDERS | ACTIVATES
_IS_ACTIVATED_IN_OLD_PRINT = CHOOSES | ACTIVATES_IN_OLD_PRINT
_IN_A_NUMBER = NUMBERED | INSIDE_NUMBER
_BEGINS_ANEW = COLON | ELSEWHERE | BULLET
# An ability's word with its note. To look back without end takes time that grows with the square of the text.
_LONGEST_LABEL = 300
_HEADS_EFFECT = ACTIVATES | APPLIES


class Grouping(NamedTuple):
    """Hold the effects of a text, how its sentences stand to them, and its words.

    ``effect_of`` gives for each sentence the 1-based index of its effect, or 0; ``behind`` how many effects began
    before it; ``headings`` are the numbers of the sentences that head a section.
    """

    effects: list[GroupedEffect]
    effect_of: list[int]
    behind: list[int]
    headings: list[int]
    words: str


class Roles(NamedTuple):
    """Hold the sentences whose readings tell how they stand to the effects around them, by their numbers.

    ``inside`` are those that limit the effect before them. ``ceilings`` are effects by themselves, with which nothing
    goes on but a note; ``heading`` speak of effects that follow.
    """

    inside: Collection[int] = ()
    ceilings: Collection[int] = ()
    heading: Collection[int] = ()


def group(
    card: CardTemplate,
    not_effects: Collection[int],
    roles: Roles,
    language: Language,
    card_type: CardType | None = None,
) -> Grouping:
    """Group sentences into effects: each is one of its own, unless it continues the one before.

    ``not_effects`` are the sentences that are no effect. Bullets belong to the sentence that heads them, and are
    effects of their own behind a limit. Where effects are numbered, a number begins one, and all up to the next number
    is part of it. A card that does what it does when it resolves does all of that at once.
    """
    effects, effect_of, behind, headings, _ = grouping = Grouping([], [], [], [], card.words)
    grouper = _Grouper(card, roles, language, grouping, resolves=_resolves(card_type, language))
    add = grouper.add
    for number, sentence in enumerate(card.sentences):
        behind.append(len(effects))
        if sentence[2] & SECTION:
            headings.append(number)
            grouper.head(sentence[2])
            effect_of.append(0)
        elif number in not_effects:
            grouper.leave_out()
            effect_of.append(0)
        else:
            add(number, sentence)
            effect_of.append(len(effects))
    _offer_alternatives(grouping, card, language)
    return grouping


def _offer_alternatives(grouping: Grouping, card: CardTemplate, language: Language) -> None:
    """Take what a sentence sets apart by words ("either: ..., or: ...") for the choices of its effect."""
    words, find = card.words, language.choosing.alternatives
    if not find(words, 0, len(words)):
        return
    for (start, end, _), at in zip(card.sentences, grouping.effect_of, strict=True):
        if at and not grouping.effects[at - 1].options and (alternatives := find(words, start, end)):
            effect = grouping.effects[at - 1]
            effect.options, effect.is_either = alternatives, True


class _Grouper:
    """Take the sentences of a text one after another, and put each into an effect."""

    __slots__ = (
        "_bulleted",
        "_bullets_are_effects",
        "_ceilings",
        "_effect_of",
        "_effects",
        "_explains",
        "_in_section",
        "_is_open",
        "_kind",
        "_language",
        "_line_end",
        "_opens",
        "_resolves",
        "_roles",
        "_sentences",
        "_words",
    )

    def __init__(
        self, card: CardTemplate, roles: Roles, language: Language, grouping: Grouping, *, resolves: bool
    ) -> None:
        self._roles = roles
        self._ceilings = [card.sentences[number] for number in roles.ceilings]
        self._resolves = resolves
        self._words, self._sentences = card.words, card.sentences
        self._language = language
        self._effects, self._effect_of, *_ = grouping
        # Whether the sentence before was part of the last effect.
        self._is_open = False
        self._bullets_are_effects = False
        # How many effects there were when the section began, and when the last bullet stood.
        self._in_section = 0
        self._bulleted = -1
        # Where the line of the last bullet ends.
        self._line_end = -1
        # Whether bullets say what the words of the last effect mean.
        self._explains = False
        # Whether what stands under a heading is the first of its effect, and the kind that the heading tells.
        self._opens = False
        self._kind = 0

    def leave_out(self) -> None:
        """Take a sentence that is no effect."""
        self._is_open = False

    def head(self, position: int) -> None:
        """Take a heading: of a section, of what an effect requires, or of the rest of that effect and its kind."""
        self._is_open = False
        self._in_section = len(self._effects)
        self._opens = position & REQUIRES != 0 or (self._opens and position & _HEADS_EFFECT != 0)
        self._kind = position & _HEADS_EFFECT

    def add(self, number: int, sentence: Sentence) -> None:
        """Take a sentence that is an effect or goes on with one."""
        start, end, position = sentence
        if not position & COLON and position & _IN_A_NUMBER != INSIDE_NUMBER:
            position |= self._language.grammar(self._words[start:end])
        # Most sentences are an activation each, which is told without a call.
        joins = position & _COLON_OR_MORE != COLON and self._joins(number, start, position)
        if position & _NOTE:
            start, end = start - (position & OPENS_NOTE != 0), end + (position & CLOSES_NOTE != 0)
        if not joins:
            self._open(sentence, position, start, end)
        elif self._is_open:
            # The last part of the last effect reaches over this sentence, too.
            parts = self._effects[-1].parts
            parts[-1] = (parts[-1][0], end)
        else:
            self._effects[-1].parts.append((start, end))
        if position & BULLET:
            self._bulleted = len(self._effects)
            if self._line_end < start:
                self._line_end = self._words.find("\n", start) % (len(self._words) + 1)
        if joins:
            self._add_option(number, position, start, end)
        if self._kind:
            effect = self._effects[-1]
            effect.opening = effect.opening & BULLET | self._kind
        self._is_open = True

    def _add_option(self, number: int, position: int, start: int, end: int) -> None:
        """Take a bullet of an effect as one of its choices, with the sentences of the same bullet behind it."""
        effect = self._effects[-1]
        options = effect.options
        if position & BULLET:
            if not options and effect.opening & BULLET:
                # What begins with a bullet is the first of its choices.
                self._explains = False
                _, stop, before = self._sentences[number - 1]
                options.append((effect.parts[0][0], stop + (before & CLOSES_NOTE != 0)))
            elif not self._sentences[number - 1][2] & BULLET and not options:
                self._explains = self._is_plain(number - 1)
            if not self._explains:
                options.append((start, end))
        elif options and start < self._line_end:
            options[-1] = (options[-1][0], end)

    def _is_plain(self, number: int) -> bool:
        """Tell whether a sentence only says what is so, and announces nothing behind it."""
        start, end, position = self._sentences[number]
        if position & COLON or not self._effect_of[number]:
            return False
        return self._language.grammar(self._words[start:end]) & ANNOUNCES_NOTHING != 0

    def _joins(self, number: int, start: int, position: int) -> bool:
        """Tell whether a sentence that is more than an activation goes on with the last effect."""
        count = len(self._effects)
        if position & INSIDE_NUMBER:
            return not (position & NUMBERED or self._opens)
        if count == self._in_section:
            return False
        if position & BULLET:
            return not self._bullets_are_effects if self._is_open else self._is_awaited()
        if self._ends_before(position):
            return False
        return (
            position & CONTINUES != 0
            # What a sentence orders belongs to the activation before it, and so does what follows an order.
            or position & _ORDERS_OR_ALONE == ORDERS
            or (
                self._is_open
                and (position & IN_PARENTHESIS != 0 or (number in self._roles.inside and not position & _STANDS_ALONE))
            )
            or (self._resolves and not position & _BEGINS_ANEW)
            or (self._bulleted == count and start < self._line_end)
            or (not position & _STANDS_ALONE and self._is_ordered())
        )

    def _ends_before(self, position: int) -> bool:
        """Tell whether the last effect is one that a sentence never goes on with, whatever it says."""
        last = self._effects[-1]
        return (position & OF_MONSTER != 0 and last.opening & ACTIVATES != 0) or (
            not position & IN_PARENTHESIS and last.first in self._ceilings
        )

    def _open(self, sentence: Sentence, position: int, start: int, end: int) -> None:
        """Begin an effect with a sentence, which stands here with its number or the marks of a note."""
        label: str | None = None
        if position & NUMBERED:
            start = _find_label(start, self._words)
            label = self._words[start]
        self._effects.append(GroupedEffect(label, sentence, position, [(start, end)]))
        self._opens = False
        self._bullets_are_effects = position & BULLET != 0 and (
            self._bullets_are_effects or self._effect_of[-1:] == [0]
        )

    def _is_ordered(self) -> bool:
        """Tell whether the last effect begins with an order: what follows that belongs to it, unless it stands alone.

        What its first sentence tells in spite of its marks is asked once, and stays with its opening.
        """
        last = self._effects[-1]
        start, end, position = last.first
        if position & COLON and not last.opening & ORDERS:
            last.opening |= self._language.grammar(self._words[start:end]) & ORDERS
        return last.opening & ORDERS != 0

    def _is_awaited(self) -> bool:
        """Tell whether the last effect before other text spoke of a bullet behind that."""
        last = len(self._effect_of) - 1
        while not self._effect_of[last]:
            if last in self._roles.heading:
                return False
            last -= 1
        first, end, position = self._sentences[last]
        if position & BULLET or self._effects[-1].options:
            # The other text stood in the line of a bullet before.
            return self._effects[-1].options != [] and self._sentences[last + 1][0] < self._line_end
        return self._language.grammar(self._words[first:end]) & HEADS != 0


def find_unnumbered(sentences: Sequence[Sentence]) -> set[int]:
    """Find the sentences that stand without a number where the effects of their section are numbered.

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


def cut_out(effect: GroupedEffect, span: Span, text: str) -> None:
    """Leave out of an effect what stands in it and is none; of what is left, what has words stays."""
    kept: list[Span] = []
    for start, end in effect.parts:
        for first, last in ((start, min(end, span[0])), (max(start, span[1]), end)):
            if any(map(str.isalnum, text[first:last])):
                words = text[first:last]
                kept.append((last - len(words.lstrip(" ")), first + len(words.rstrip(" "))))
    effect.parts[:] = kept or effect.parts


def _find_label(start: int, text: str) -> int:
    """Find the number that stands before a numbered sentence."""
    at = start - 1
    while not text[at].isnumeric():
        at -= 1
    return at


def place_effects(
    grouping: Grouping, card: CardTemplate, kinds: Iterable[tuple[EffectKind, ToldBy]], language: Language
) -> tuple[PlacedEffect, ...]:
    """Place the effects, which are of these ``kinds``, and tell what becomes of their choices."""
    effects: list[PlacedEffect] = []
    for grouped, (kind, told_by) in zip(grouping.effects, kinds, strict=True):
        parts = tuple([card.place(*part) for part in grouped.parts])
        options = _place_options(grouped, card)
        choose: Choose | None = None
        if options:
            first = options[0].place.start
            # What begins with a choice is announced by the line before it.
            words, begin = card.words, parts[0].start
            if begin == first:
                begin = words.rfind("\n", 0, max(0, words.rfind("\n", 0, first))) + 1
            before = words[begin:first]
            choose = "one" if grouped.is_either else language.choosing.tell(before)
        effects.append(PlacedEffect(grouped.label, kind, told_by, parts, options, choose))
    return tuple(effects)


def tell_kinds(
    grouping: Grouping, card: CardTemplate, language: Language, card_type: CardType | None = None
) -> list[tuple[EffectKind, ToldBy]]:
    """Tell of what kind each effect is, and whether its words say so or the type of its card.

    A colon or a semicolon is an activation (PSCT), and an order is what a card does when it is activated; other print
    says of each ability which kind it is. Where the words of an effect do not tell, the type of its card may.
    """
    groups = grouping.effects
    if language.abilities:
        words = [card.words[grouped.parts[0][0] : grouped.parts[-1][1]] for grouped in groups]
        return [(kind, "print") for kind in language.abilities.kinds(words)]
    # Every opening is looked at once, and that only in a text that has one without a mark.
    is_psct: bool | None = None
    resolves = _resolves(card_type, language)
    kinds: list[tuple[EffectKind, ToldBy]] = []
    for grouped in groups:
        kind: EffectKind = "activated"
        if not grouped.opening & _IS_ACTIVATED:
            if is_psct is None:
                is_psct = any(other.opening & COLON for other in groups)
            kind = _tell_unmarked_kind(grouped.opening, is_psct)
        by_type = _kind_by_type(kind, grouped.opening, resolves, card_type)
        kinds.append((by_type, "card_type") if by_type else (kind, "print"))
    return kinds


def _place_options(grouped: GroupedEffect, card: CardTemplate) -> tuple[PlacedOption, ...]:
    """Place an effect's choices, each without the bullet before it."""
    placed: list[PlacedOption] = []
    for first, end in grouped.options:
        label = None if grouped.is_either else find_label_before(first, card.words)
        placed.append(PlacedOption(card.place(first, end), card.place(*label) if label else None))
    return tuple(placed)


def find_label_before(start: int, words: str) -> Span | None:
    """Find the bullet before a choice."""
    begin = max(0, start - _LONGEST_LABEL)
    before = words[begin:start].rstrip()
    if not before or before[-1].isalnum():
        return None
    end = begin + len(before)
    label = before.split()[-1] if before.endswith((")", ":")) else before[-1]
    return end - len(label), end


def _kind_by_type(kind: EffectKind, opening: int, resolves: bool, card_type: CardType | None) -> EffectKind | None:
    """Tell by the type of its card what kind an effect is of which the words tell something else or nothing, or null.

    What a Normal, Quick-Play or Ritual Spell or a Normal or Counter Trap does, it does when it resolves, unless its
    words speak of the card where it lies later. What is told of another Spell or Trap holds while it stays.
    """
    if card_type is None or card_type.resolves is None:
        return None
    if kind == "unknown":
        return "activated" if card_type.resolves else "continuous"
    return "activated" if resolves and kind != "activated" and not opening & ELSEWHERE else None


def _resolves(card_type: CardType | None, language: Language) -> bool:
    """Tell whether a card does all that it does when it resolves, as far as its language tells what it does later."""
    return bool(card_type and card_type.resolves and language.structure.elsewhere)


def _tell_unmarked_kind(opening: int, is_psct: bool) -> EffectKind:
    """Tell the kind of an effect that begins without a mark of an activation, or an order.

    Where the text has such marks (PSCT), what stands without them is no activation; and since 2014, when Japanese print
    began to number effects, it says of each activation that it is one.
    """
    # Behind what happened a Summon of the card itself is an activation, though only later print says so.
    if opening & SUMMONS_ITSELF and (opening & NUMBERED or not opening & ACTIVATES_IN_OLD_PRINT):
        return "procedure"
    if is_psct or opening & (APPLIES | NUMBERED):
        return "continuous"
    return "activated" if opening & _IS_ACTIVATED_IN_OLD_PRINT else "unknown"
