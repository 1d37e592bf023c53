"""Group the sentences of a text into effects, in printed order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.reader.template_reading import GroupedEffect
from onceper.text.names import has_word
from onceper.text.position import (
    ACTIVATES,
    ACTIVATES_IN_OLD_PRINT,
    ALONE,
    ANNOUNCES,
    APPLIES,
    BEGINS,
    BESIDE,
    BULLET,
    CEILING,
    CHOOSES,
    CLOSES_NOTE,
    COLON,
    CONTINUES,
    ELSEWHERE,
    HEADS,
    IN_PARENTHESIS,
    INSIDE_NUMBER,
    LIMITS_LAST,
    NUMBERED,
    OF_ACTIVATION,
    OF_MONSTER,
    OPENS_NOTE,
    ORDERS,
    POINTS_ON,
    REQUIRES,
    SECTION,
    STORY,
    SUMMONS_ITSELF,
    stripped,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.effect import EffectKind, ToldBy
    from onceper.contract.span import Span
    from onceper.lang.base import Language
    from onceper.reader.card_type import CardType
    from onceper.text.position import Sentence

_NO_EFFECT = SECTION | BESIDE | STORY | OF_ACTIVATION
_COLON_OR_MORE = COLON | CONTINUES | IN_PARENTHESIS | BULLET | INSIDE_NUMBER
_STANDS_ALONE = COLON | ALONE
_IS_ACTIVATED = COLON | ORDERS | ACTIVATES
_IS_ACTIVATED_IN_OLD_PRINT = CHOOSES | ACTIVATES_IN_OLD_PRINT
_IS_USED = ACTIVATES | CHOOSES | ORDERS
_BEGINS_ANEW = COLON | ELSEWHERE | BULLET
_HEADS_EFFECT = ACTIVATES | APPLIES


class Grouping:
    """Group sentences into effects: each is one of its own, unless it goes on with the one before.

    With a ceiling nothing goes on but a note. Bullets belong to the sentence that heads them, and are effects of their
    own behind a limit. Where effects are numbered, a number begins one, and all up to the next number is part of it. A
    card that does what it does when it resolves does all of that at once.

    ``effect_of`` gives for each sentence the 1-based index of its effect, or 0; ``behind`` how many effects began
    before it; ``section_of`` how many had begun when its section did, and when that ended.
    """

    def __init__(
        self, words: str, sentences: Sequence[Sentence], language: Language, card_type: CardType | None
    ) -> None:
        self.words, self.sentences = words, sentences
        self.effects: list[GroupedEffect] = []
        self.effect_of: list[int] = []
        self.behind: list[int] = []
        self.section_of: list[Sequence[int]] = []
        self._section = [0, 0]
        self._language, self._card_type = language, card_type
        # Whether all is done when the card resolves, as far as its language tells what it does later.
        self._resolves = bool(card_type and card_type.resolves and language.structure["elsewhere"])
        self._bullets_are_effects = False
        # How many effects there were when the last bullet stood; where its line ends.
        self._bulleted = self._line_end = -1
        # Whether what stands under a heading is the first of its effect, and the kind that the heading tells.
        self._opens = False
        self._kind = 0
        for number, (_, _, position) in enumerate(sentences):
            self.behind.append(len(self.effects))
            if position & SECTION:
                self._head(position)
            elif not position & _NO_EFFECT:
                self._add(number)
            self.section_of.append(self._section)
            self.effect_of.append(0 if position & _NO_EFFECT else len(self.effects))
        self._offer_alternatives()
        self._tell_kinds()

    def _told(self, number: int) -> int:
        """Return what the words of a sentence tell."""
        start, end, _ = self.sentences[number]
        return self._language.grammar(self.words[start:end])

    def _head(self, position: int) -> None:
        """Take a heading: of a section, of what an effect requires, or of the rest of that effect and its kind."""
        self._section = [len(self.effects)] * 2
        # The second heading of an effect behind one that requires something heads another.
        self._opens |= position & REQUIRES != 0 or (self._kind != 0 and position & _HEADS_EFFECT != 0)
        self._kind = position & _HEADS_EFFECT

    def _add(self, number: int) -> None:
        """Take a sentence that is an effect or goes on with one."""
        position = self._stands(number)
        is_open = number > 0 and self.effect_of[-1] > 0
        # What must be so before one may activate is part of what follows, which tells what the effect is.
        is_required = is_open and self.effects[-1].opening & REQUIRES
        # Most sentences are an activation each, which is told without a call.
        joins = is_required or (position & _COLON_OR_MORE != COLON and self._joins(number, position, is_open=is_open))
        start, end = part = with_marks(self.sentences[number], self.words)
        if not joins:
            self._open(number, position, part)
        effect = self.effects[-1]
        if is_open:
            # The last part of the last effect reaches over this sentence, too.
            effect.parts[-1] = effect.parts[-1][0], end
        elif joins:
            effect.parts.append(part)
        if is_required:
            effect.first, effect.opening = number, position
        if position & BULLET:
            self._bulleted = len(self.effects)
            self._line_end = self.words.find("\n", start) % (len(self.words) + 1)
        if joins:
            self._add_option(number, position, part)
        if self._kind:
            effect.opening = effect.opening & BULLET | self._kind

    def _stands(self, number: int) -> int:
        """Tell how a sentence stands: by its marks, or as its words say, also where its one mark opens a list."""
        start, end, position = self.sentences[number]
        if position & (COLON | CONTINUES) == COLON:
            if self.words.find(":", start, end) != end - 1:
                return position
            told = self._told(number)
            says = told & ORDERS or told & (APPLIES | CHOOSES) == APPLIES
            return position & ~COLON | told if says else position
        return position if position & (NUMBERED | INSIDE_NUMBER) == INSIDE_NUMBER else position | self._told(number)

    def _add_option(self, number: int, position: int, part: Span) -> None:
        """Take a bullet of an effect as one of its choices, with the sentences of the same bullet behind it."""
        effect, before = self.effects[-1], self.sentences[number - 1]
        options = effect.options
        if position & BULLET:
            if not options and effect.opening & BULLET:
                # What begins with a bullet is the first of its choices.
                options.append((effect.parts[0][0], with_marks(before, self.words)[1]))
            options.append(part)
        elif options and part[0] < self._line_end:
            options[-1] = options[-1][0], part[1]

    def _joins(self, number: int, position: int, *, is_open: bool) -> bool:
        """Tell whether a sentence that is more than an activation goes on with the last effect.

        ``is_open`` tells whether the sentence before was part of that.
        """
        count = len(self.effects)
        if position & INSIDE_NUMBER:
            return not (position & NUMBERED or self._opens)
        if count == self._section[0]:
            return False
        if position & BULLET:
            return not self._bullets_are_effects if is_open else self._is_awaited()
        last, is_note = self.effects[-1], position & IN_PARENTHESIS
        # What never goes on, whatever the sentence says.
        if (position & OF_MONSTER and last.opening & ACTIVATES) or (
            not is_note and self.sentences[last.first][2] & CEILING
        ):
            return False
        stands_alone = position & _STANDS_ALONE
        return bool(
            position & CONTINUES
            # What a sentence orders belongs to the activation before it, and so does what follows an order.
            or (position & ORDERS and not stands_alone)
            or (is_open and (is_note or (position & LIMITS_LAST and not stands_alone)))
            or (self._resolves and not position & _BEGINS_ANEW)
            or (self._bulleted == count and self.sentences[number][0] < self._line_end)
            # An order may be told in spite of its marks.
            or (not stands_alone and (last.opening | self._told(last.first)) & ORDERS)
            or (not position & BEGINS and self._told(number - 1) & ANNOUNCES)
        )

    def _open(self, number: int, position: int, part: Span) -> None:
        """Begin an effect with a sentence, which stands here with its number or the marks of a note."""
        label = self.words[part[0]] if position & NUMBERED else None
        if position & CEILING:
            position = position & ~_IS_USED | APPLIES
        self.effects.append(GroupedEffect(label, number, position, [part]))
        self._section[1] += 1
        self._opens = False
        self._bullets_are_effects = position & BULLET != 0 and (self._bullets_are_effects or self.effect_of[-1:] == [0])

    def _is_awaited(self) -> bool:
        """Tell whether the last effect before other text spoke of a bullet behind that."""
        last = len(self.effect_of) - 1
        while not self.effect_of[last]:
            if self.sentences[last][2] & POINTS_ON:
                return False
            last -= 1
        if self.effects[-1].options:
            # The other text stood in the line of a bullet before.
            return self.sentences[last + 1][0] < self._line_end
        return self._told(last) & HEADS != 0

    def _offer_alternatives(self) -> None:
        """Take what a sentence sets apart by words ("either: ..., or: ...") for the choices of its effect."""
        words, find = self.words, self._language.choosing.alternatives
        if not find(words, 0, len(words)):
            return
        for (start, end, _), at in zip(self.sentences, self.effect_of, strict=True):
            if at and (alternatives := find(words, start, end)):
                self.effects[at - 1].options, self.effects[at - 1].is_either = alternatives, True

    def cut_out(self, number: int, span: Span) -> None:
        """Leave out of the effect of a sentence what stands in it and is none; of the rest, what has words stays."""
        if not self.effect_of[number]:
            return
        parts, words = self.effects[self.effect_of[number] - 1].parts, self.words
        kept = [
            stripped(words, *piece, " ")
            for start, end in parts
            for piece in ((start, min(end, span[0])), (max(start, span[1]), end))
            if has_word(words, *piece)
        ]
        parts[:] = kept or parts

    def finished(self) -> tuple[GroupedEffect, ...]:
        """Return the effects with what becomes of their choices, as the words before these tell."""
        for effect in self.effects:
            if effect.is_either:
                effect.choose = "one"
            elif effect.options:
                begin, first = effect.parts[0][0], effect.options[0][0]
                if begin == first:
                    # What begins with a choice is announced by the line before it.
                    begin = self.words.rfind("\n", 0, self.words.rfind("\n", 0, first)) + 1
                effect.choose = self._language.choosing.tell(self.words[begin:first])
        return tuple(self.effects)

    def _tell_kinds(self) -> None:
        """Tell of what kind each effect is, and whether its words say so or the type of its card.

        Some print says of each ability which kind it is; of any other, how an effect begins tells.
        """
        if self._language.abilities:
            words = [self.words[effect.parts[0][0] : effect.parts[-1][1]] for effect in self.effects]
            for effect, kind in zip(self.effects, self._language.abilities.kinds(words), strict=True):
                effect.kind = kind
            return
        is_psct = any(effect.opening & COLON for effect in self.effects)
        for effect in self.effects:
            effect.kind, effect.told_by = self._kind_of(effect.opening, is_psct=is_psct)

    def _kind_of(self, opening: int, *, is_psct: bool) -> tuple[EffectKind, ToldBy]:
        """Tell the kind of an effect by how it begins, and by the type of its card where its words do not tell.

        What a Normal, Quick-Play or Ritual Spell or a Normal or Counter Trap does, it does when it resolves, unless its
        words speak of the card where it lies later. What is told of another Spell or Trap holds while it stays.
        """
        kind = _kind_in_print(opening, is_psct=is_psct)
        if kind == "activated":
            return kind, "print"
        if self._resolves and not opening & ELSEWHERE:
            return "activated", "card_type"
        resolves = self._card_type.resolves if self._card_type else None
        if kind != "unknown" or resolves is None:
            return kind, "print"
        return "activated" if resolves else "continuous", "card_type"


def _kind_in_print(opening: int, *, is_psct: bool) -> EffectKind:
    """Tell the kind of an effect by how it begins.

    A colon or a semicolon is an activation (PSCT), and an order is what a card does when it is activated. Where the
    text has marks of activations, what stands without them is none; and since 2014, when Japanese print began to number
    effects, it says of each activation that it is one.
    """
    if opening & _IS_ACTIVATED:
        return "activated"
    # Behind what happened a Summon of the card itself is an activation, though only later print says so.
    if opening & SUMMONS_ITSELF and (opening & NUMBERED or not opening & ACTIVATES_IN_OLD_PRINT):
        return "procedure"
    if is_psct or opening & (APPLIES | NUMBERED):
        return "continuous"
    return "activated" if opening & _IS_ACTIVATED_IN_OLD_PRINT else "unknown"


def with_marks(sentence: Sentence, words: str) -> Span:
    """Return the span of a sentence with its number, or the marks of the note that it opens or closes."""
    start, end, position = sentence
    start -= position & OPENS_NOTE != 0
    if position & NUMBERED:
        start -= 1
        while not words[start].isnumeric():
            start -= 1
    return start, end + (position & CLOSES_NOTE != 0)
