"""Group the sentences of a text into effects, in printed order."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from onceper.contract.effect import Effect, Option
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
    from collections.abc import Collection, Sequence

    from onceper.contract.effect import Choose, EffectKind, ToldBy
    from onceper.contract.span import Span
    from onceper.lang.base import Language
    from onceper.reader.card_type import CardType
    from onceper.reader.prepare import CardTemplate
    from onceper.text.position import Sentence

_COLON_OR_MORE = COLON | CONTINUES | IN_PARENTHESIS | BULLET | INSIDE_NUMBER
_STANDS_ALONE = COLON | ALONE
_IS_ACTIVATED = COLON | ORDERS | ACTIVATES
_IS_ACTIVATED_IN_OLD_PRINT = CHOOSES | ACTIVATES_IN_OLD_PRINT
_IS_USED = ACTIVATES | CHOOSES | ORDERS
_BEGINS_ANEW = COLON | ELSEWHERE | BULLET
_HEADS_EFFECT = ACTIVATES | APPLIES


class GroupedEffect:
    """Hold an effect's printed number, the sentence that begins it, its parts and its choices.

    ``opening`` is the position of that sentence with what its words tell. ``is_either`` tells that words set the
    choices apart, of which one is taken.
    """

    __slots__ = ("first", "is_either", "label", "opening", "options", "parts")

    def __init__(self, label: str | None, first: int, opening: int, part: Span) -> None:
        self.label, self.first, self.opening = label, first, opening
        self.parts: list[Span] = [part]
        self.options: list[Span] = []
        self.is_either = False


class Grouping:
    """Group sentences into effects: each is one of its own, unless it goes on with the one before.

    ``beside`` are the numbers of the sentences that are no effect, ``inside`` of those that limit the effect before
    them; ``ceilings`` are effects by themselves that apply, with which nothing goes on but a note. Bullets belong to
    the sentence that heads them, and are effects of their own behind a limit. Where effects are numbered, a number
    begins one, and all up to the next number is part of it. A card that does what it does when it resolves does all of
    that at once.

    ``effect_of`` gives for each sentence the 1-based index of its effect, or 0; ``behind`` how many effects began
    before it; ``headings`` are the numbers of the sentences that head a section. ``kinds`` are those of the effects,
    each with whether its words say so or the type of its card.
    """

    def __init__(
        self,
        card: CardTemplate,
        language: Language,
        card_type: CardType | None,
        beside: Collection[int],
        inside: Collection[int],
        ceilings: Collection[int],
        heading: Collection[int],
    ) -> None:
        self.words, self.sentences = card.words, card.sentences
        self.effects: list[GroupedEffect] = []
        self.effect_of: list[int] = []
        self.behind: list[int] = []
        self.headings: list[int] = []
        self._language, self._card_type = language, card_type
        self._inside, self._ceilings, self._heading = inside, ceilings, heading
        # Whether all is done when the card resolves, as far as its language tells what it does later.
        self._resolves = bool(card_type and card_type.resolves and language.structure["elsewhere"])
        # Whether the sentence before was part of the last effect.
        self._is_open = False
        self._bullets_are_effects = False
        # How many effects there were when the section began, and when the last bullet stood.
        self._in_section = 0
        self._bulleted = -1
        # Where the line of the last bullet ends, and whether such bullets say more of what is so.
        self._line_end = -1
        self._explains = False
        # Whether what stands under a heading is the first of its effect, and the kind that the heading tells.
        self._opens = False
        self._kind = 0
        for number, sentence in enumerate(card.sentences):
            self.behind.append(len(self.effects))
            if sentence[2] & SECTION:
                self._head(number, sentence[2])
            elif number in beside:
                self._is_open = False
            else:
                self._add(number, sentence)
            self.effect_of.append(len(self.effects) if self._is_open else 0)
        # How many effects began before each section, and in all.
        self._sections = [0, *(self.behind[number] for number in self.headings), len(self.effects)]
        self._offer_alternatives()
        self.kinds = self._find_kinds()

    def section_of(self, number: int) -> Span:
        """Count the effects that began before the section of a sentence, and before its end."""
        at = bisect_left(self.headings, number)
        return self._sections[at], self._sections[at + 1]

    def _offer_alternatives(self) -> None:
        """Take what a sentence sets apart by words ("either: ..., or: ...") for the choices of its effect."""
        words, find = self.words, self._language.choosing.alternatives
        if not find(words, 0, len(words)):
            return
        for (start, end, _), at in zip(self.sentences, self.effect_of, strict=True):
            if at and (alternatives := find(words, start, end)):
                self.effects[at - 1].options, self.effects[at - 1].is_either = alternatives, True

    def _head(self, number: int, position: int) -> None:
        """Take a heading: of a section, of what an effect requires, or of the rest of that effect and its kind."""
        self.headings.append(number)
        self._is_open = False
        self._in_section = len(self.effects)
        self._opens = position & REQUIRES != 0 or (self._opens and position & _HEADS_EFFECT != 0)
        self._kind = position & _HEADS_EFFECT

    def _add(self, number: int, sentence: Sentence) -> None:
        """Take a sentence that is an effect or goes on with one."""
        start, end, position = sentence
        if not position & COLON and position & (NUMBERED | INSIDE_NUMBER) != INSIDE_NUMBER:
            position |= self._language.grammar(self.words[start:end])
        elif position & COLON:
            position = self._without_list(position, self.words[start:end])
        # What must be so before one may activate is part of what follows, which tells what the effect is.
        is_required = self._is_open and self.effects[-1].opening & REQUIRES != 0
        # Most sentences are an activation each, which is told without a call.
        joins = is_required or (position & _COLON_OR_MORE != COLON and self._joins(number, start, position))
        start, end = with_marks(sentence, self.words)
        if not joins:
            self._open(number, position, start, end)
        elif self._is_open:
            # The last part of the last effect reaches over this sentence, too.
            parts = self.effects[-1].parts
            parts[-1] = (parts[-1][0], end)
        else:
            self.effects[-1].parts.append((start, end))
        if is_required:
            self.effects[-1].first, self.effects[-1].opening = number, position
        if position & BULLET:
            self._bulleted = len(self.effects)
            self._line_end = self.words.find("\n", start) % (len(self.words) + 1)
        if joins:
            self._add_option(number, position, start, end)
        if self._kind:
            self.effects[-1].opening = self.effects[-1].opening & BULLET | self._kind
        self._is_open = True

    def _without_list(self, position: int, words: str) -> int:
        """Tell how a sentence stands whose one mark opens a list: as its words say, where these order or apply."""
        if not words.endswith(":") or ":" in words[:-1]:
            return position
        told = self._language.grammar(words)
        says = told & ORDERS or told & (APPLIES | CHOOSES) == APPLIES
        return position & ~COLON | told if says else position

    def _add_option(self, number: int, position: int, start: int, end: int) -> None:
        """Take a bullet of an effect as one of its choices, with the sentences of the same bullet behind it."""
        effect = self.effects[-1]
        options = effect.options
        if position & BULLET:
            if not options and effect.opening & BULLET:
                # What begins with a bullet is the first of its choices.
                self._explains = False
                options.append((effect.parts[0][0], with_marks(self.sentences[number - 1], self.words)[1]))
            elif not options and not self.sentences[number - 1][2] & BULLET:
                self._explains = self._announces_nothing(number - 1)
            if not self._explains:
                options.append((start, end))
        elif options and start < self._line_end:
            options[-1] = (options[-1][0], end)

    def _announces_nothing(self, number: int) -> bool:
        """Tell whether a sentence of an effect only says what is so, and no more behind it."""
        start, end, position = self.sentences[number]
        if position & COLON or not self.effect_of[number]:
            return False
        return self._language.grammar(self.words[start:end]) & ANNOUNCES_NOTHING != 0

    def _joins(self, number: int, start: int, position: int) -> bool:
        """Tell whether a sentence that is more than an activation goes on with the last effect."""
        count = len(self.effects)
        if position & INSIDE_NUMBER:
            return not (position & NUMBERED or self._opens)
        if count == self._in_section:
            return False
        if position & BULLET:
            return not self._bullets_are_effects if self._is_open else self._is_awaited()
        last, is_note = self.effects[-1], position & IN_PARENTHESIS != 0
        # What never goes on, whatever the sentence says.
        if (position & OF_MONSTER and last.opening & ACTIVATES) or (not is_note and last.first in self._ceilings):
            return False
        return (
            position & CONTINUES != 0
            # What a sentence orders belongs to the activation before it, and so does what follows an order.
            or position & (ORDERS | _STANDS_ALONE) == ORDERS
            or (self._is_open and (is_note or (number in self._inside and not position & _STANDS_ALONE)))
            or (self._resolves and not position & _BEGINS_ANEW)
            or (self._bulleted == count and start < self._line_end)
            or (not position & _STANDS_ALONE and self._is_ordered())
        )

    def _open(self, number: int, position: int, start: int, end: int) -> None:
        """Begin an effect with a sentence, which stands here with its number or the marks of a note."""
        label = self.words[start] if position & NUMBERED else None
        if number in self._ceilings:
            position = position & ~_IS_USED | APPLIES
        self.effects.append(GroupedEffect(label, number, position, (start, end)))
        self._opens = False
        self._bullets_are_effects = position & BULLET != 0 and (self._bullets_are_effects or self.effect_of[-1:] == [0])

    def _is_ordered(self) -> bool:
        """Tell whether the last effect begins with an order: what follows that belongs to it, unless it stands alone.

        Its first sentence may tell so in spite of its marks.
        """
        last = self.effects[-1]
        start, end, _ = self.sentences[last.first]
        return (last.opening | self._language.grammar(self.words[start:end])) & ORDERS != 0

    def _is_awaited(self) -> bool:
        """Tell whether the last effect before other text spoke of a bullet behind that."""
        last = len(self.effect_of) - 1
        while not self.effect_of[last]:
            if last in self._heading:
                return False
            last -= 1
        first, end, position = self.sentences[last]
        if position & BULLET or self.effects[-1].options:
            # The other text stood in the line of a bullet before.
            return self.effects[-1].options != [] and self.sentences[last + 1][0] < self._line_end
        return self._language.grammar(self.words[first:end]) & HEADS != 0

    def cut_out(self, number: int, span: Span) -> None:
        """Leave out of the effect of a sentence what stands in it and is none; of the rest, what has words stays."""
        if not self.effect_of[number]:
            return
        parts, text = self.effects[self.effect_of[number] - 1].parts, self.words
        kept: list[Span] = []
        for start, end in parts:
            for first, last in ((start, min(end, span[0])), (max(start, span[1]), end)):
                words = text[first:last]
                if any(map(str.isalnum, words)):
                    kept.append((last - len(words.lstrip(" ")), first + len(words.rstrip(" "))))
        parts[:] = kept or parts

    def printed(self) -> tuple[Effect, ...]:
        """Return the effects as records with spans in the template; a label that is printed is empty."""
        effects: list[Effect] = []
        for index, (grouped, (kind, told_by)) in enumerate(zip(self.effects, self.kinds, strict=True), start=1):
            label = None if grouped.is_either else ""
            options = tuple([Option(at, label, span, "") for at, span in enumerate(grouped.options, start=1)])
            parts, choose = tuple(grouped.parts), self._choose(grouped) if options else None
            span = parts[0][0], parts[-1][1]
            effects.append(Effect(index, grouped.label, kind, span, parts, "", options, choose, told_by))
        return tuple(effects)

    def _choose(self, grouped: GroupedEffect) -> Choose:
        """Tell what becomes of an effect's choices."""
        if grouped.is_either:
            return "one"
        begin, first = grouped.parts[0][0], grouped.options[0][0]
        if begin == first:
            # What begins with a choice is announced by the line before it.
            begin = self.words.rfind("\n", 0, self.words.rfind("\n", 0, first)) + 1
        return self._language.choosing.tell(self.words[begin:first])

    def _find_kinds(self) -> list[tuple[EffectKind, ToldBy]]:
        """Tell of what kind each effect is, and whether its words say so or the type of its card.

        A colon or a semicolon is an activation (PSCT), and an order is what a card does when it is activated; other
        print says of each ability which kind it is. Where the words of an effect do not tell, the type of its card may.
        """
        if self._language.abilities:
            words = [self.words[grouped.parts[0][0] : grouped.parts[-1][1]] for grouped in self.effects]
            return [(kind, "print") for kind in self._language.abilities.kinds(words)]
        is_psct = any(effect.opening & COLON for effect in self.effects)
        kinds: list[tuple[EffectKind, ToldBy]] = []
        for effect in self.effects:
            kind = _kind_in_print(effect.opening, is_psct)
            by_type = self._kind_by_type(kind, effect.opening)
            kinds.append((by_type, "card_type") if by_type else (kind, "print"))
        return kinds

    def _kind_by_type(self, kind: EffectKind, opening: int) -> EffectKind | None:
        """Tell by the type of its card what kind an effect is of which the words tell something else or nothing.

        What a Normal, Quick-Play or Ritual Spell or a Normal or Counter Trap does, it does when it resolves, unless its
        words speak of the card where it lies later. What is told of another Spell or Trap holds while it stays.
        """
        card_type = self._card_type
        if card_type is None or card_type.resolves is None:
            return None
        if kind == "unknown":
            return "activated" if card_type.resolves else "continuous"
        return "activated" if self._resolves and kind != "activated" and not opening & ELSEWHERE else None


def _kind_in_print(opening: int, is_psct: bool) -> EffectKind:
    """Tell the kind of an effect by how it begins.

    Where the text has marks of activations (PSCT), what stands without them is none; and since 2014, when Japanese
    print began to number effects, it says of each activation that it is one.
    """
    if opening & _IS_ACTIVATED:
        return "activated"
    # Behind what happened a Summon of the card itself is an activation, though only later print says so.
    if opening & SUMMONS_ITSELF and (opening & NUMBERED or not opening & ACTIVATES_IN_OLD_PRINT):
        return "procedure"
    if is_psct or opening & (APPLIES | NUMBERED):
        return "continuous"
    return "activated" if opening & _IS_ACTIVATED_IN_OLD_PRINT else "unknown"


def find_unnumbered(sentences: Sequence[Sentence]) -> set[int]:
    """Find the sentences that stand without a number where the effects of their section are numbered.

    Since 2014 Japanese print numbers every effect and leaves all other text without a number.
    """
    found: set[int] = set()
    are_numbered = False
    for number in range(len(sentences) - 1, -1, -1):
        position = sentences[number][2]
        if position & (NUMBERED | SECTION):
            are_numbered = position & NUMBERED != 0
        elif are_numbered and not position & INSIDE_NUMBER:
            found.add(number)
    return found


def with_marks(sentence: Sentence, words: str) -> Span:
    """Return the span of a sentence with its number, or the marks of the note that it opens or closes."""
    start, end, position = sentence
    start -= position & OPENS_NOTE != 0
    if position & NUMBERED:
        start -= 1
        while not words[start].isnumeric():
            start -= 1
    return start, end + (position & CLOSES_NOTE != 0)
