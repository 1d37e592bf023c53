"""Compile the patterns of rules to token patterns of spaCy's Matcher."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.patterns import notation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.patterns.rule import Rule, Wording

# The slots of what stands behind who or what does something, in languages that mark it, and of what ends the time or
# condition that it is.
_END_OBJECT = ["subject_mark", "moment", "provided"]


class CompiledPattern(NamedTuple):
    """Hold one way to read one pattern of a rule.

    ``number`` is the place of the pattern among those of its rule, or among its ``unless``.
    ``tokens`` are the Matcher's; ``is_slot`` tells for each whether it is a slot, ``gaps`` gives the places of the
    gaps and their longest length, ``words`` the places between the marks < and >. ``in_order`` are the words and slots
    that must stand in a clause, in their order and with true for a slot; ``symbols`` are all that the pattern names;
    ``tells`` gives the places of the gaps and slots whose print is kept, and what they tell.
    """

    rule: Rule
    is_unless: bool
    number: int
    tokens: list[dict[str, Any]]
    is_slot: list[bool]
    gaps: dict[int, int]
    in_order: tuple[tuple[str, bool], ...]
    symbols: frozenset[str]
    words: tuple[int, int] | None
    tells: dict[int, notation.Told]

    @property
    def needs(self) -> frozenset[str]:
        """The words and slots that must stand in a clause."""
        return frozenset(symbol for symbol, _ in self.in_order)


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
    tokens: list[dict[str, Any]] = []
    is_slot: list[bool] = []
    gaps: dict[int, int] = {}
    in_order: list[tuple[str, bool]] = []
    symbols: set[str] = set()
    marks: list[int] = []
    tells: dict[int, notation.Told] = {}
    for element, lexed in wording.elements:
        match element:
            case notation.Words():
                orths = lexed.orths if lexed else []
                tokens += [{"ORTH": orth} for orth in orths]
                is_slot += [False] * len(orths)
                in_order += [(orth, False) for orth in orths]
            case notation.Slot(name, optional, told):
                if told:
                    tells[len(tokens)] = told
                tokens.append({"TAG": name, "OP": "?"} if optional else {"TAG": name})
                is_slot.append(True)
                symbols.add(name)
                if not optional:
                    in_order.append((name, True))
            case notation.Gap(longest, told):
                if told:
                    tells[len(tokens)] = told
                # spaCy spells {0,8} as eight optional tokens, which match k words in C(8, k) ways; the one
                # repeated token matches them in one, and what is too long is dropped by its alignment.
                gaps[len(tokens)] = longest
                tokens.append({"OP": "*", "TAG": {"NOT_IN": _END_OBJECT}} if told == "object" else {"OP": "*"})
                is_slot.append(False)
            case notation.Mark():
                marks.append(len(tokens))
    return CompiledPattern(
        rule=rule,
        is_unless=is_unless,
        number=number,
        tokens=tokens,
        is_slot=is_slot,
        gaps=gaps,
        in_order=tuple(in_order),
        symbols=frozenset(symbols.union(symbol for symbol, _ in in_order)),
        words=(marks[0], marks[1]) if marks else None,
        tells=tells,
    )
