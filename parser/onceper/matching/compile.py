"""Compile the patterns of rules to tokens: words, slots and gaps, in every way that each can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.patterns import notation
from onceper.patterns.notation import Told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.patterns.rule import Rule, Wording

# The slots of what stands behind who or what does something, in languages that mark it, and of what ends the time or
# condition that it is.
END_OBJECT = ("subject_mark", "moment", "provided")


class WordToken(msgspec.Struct, frozen=True, array_like=True, tag="word"):
    """One word, in the form by which rules know it."""

    orth: str


class SlotToken(msgspec.Struct, frozen=True, array_like=True, tag="slot"):
    """One phrase that fills a slot, which may be missing where it is ``optional``."""

    slot: str
    optional: bool = False


class GapToken(msgspec.Struct, frozen=True, array_like=True, tag="gap"):
    """Up to ``longest`` tokens; where they say what is counted, none of the slots in ``ends_at``."""

    longest: int
    ends_at: tuple[str, ...] = ()


Token = WordToken | SlotToken | GapToken


class CompiledPattern(msgspec.Struct, frozen=True, array_like=True, eq=False):
    """Hold one way to read one pattern of the rule with this id.

    ``number`` is the place of the pattern among those of its rule, or among its ``unless``; ``words`` are the places in
    ``tokens`` between the marks < and >; ``tells`` gives those of the gaps and slots whose print is kept, and what they
    tell.
    """

    rule: str
    is_unless: bool
    number: int
    tokens: tuple[Token, ...]
    words: tuple[int, int] | None
    tells: dict[int, Told]

    @property
    def must_tell(self) -> frozenset[Told]:
        """What a match that counts must tell; what is counted need not be named."""
        return frozenset(what for what in self.tells.values() if what != "object")

    @property
    def needs(self) -> frozenset[WordToken | SlotToken]:
        """The words and slots that must stand in a clause."""
        return frozenset(
            token
            for token in self.tokens
            if isinstance(token, WordToken) or (isinstance(token, SlotToken) and not token.optional)
        )


def compile_rules(rules: Iterable[Rule]) -> list[CompiledPattern]:
    """Return every way to read the patterns of rules and of their ``unless``, in the order of the rules' files."""
    return [
        _compile(rule, is_unless, number, wording)
        for rule in rules
        for is_unless, patterns in ((False, rule.patterns), (True, rule.unless))
        for number, pattern in enumerate(patterns)
        for wording in pattern.wordings
    ]


def _compile(rule: Rule, is_unless: bool, number: int, wording: Wording) -> CompiledPattern:
    tells: dict[int, Told] = {}
    tokens: list[Token] = []
    marks: list[int] = []
    for element, lexed in wording.elements:
        match element:
            case notation.Words():
                tokens += map(WordToken, lexed.orths if lexed else ())
            case notation.Slot(name, optional, told):
                if told:
                    tells[len(tokens)] = told
                tokens.append(SlotToken(name, optional))
            case notation.Gap(longest, told):
                if told:
                    tells[len(tokens)] = told
                tokens.append(GapToken(longest, END_OBJECT if told == "object" else ()))
            case notation.Mark():
                marks.append(len(tokens))
    words = (marks[0], marks[1]) if marks else None
    return CompiledPattern(rule.id, is_unless, number, tuple(tokens), words, tells)
