"""The notation of a pattern: the print itself with slots, optional words, choices, gaps and the limit's own words.

``{slot}`` one phrase of the word list · ``{slot?}`` the same, or nothing · ``{gap:8}`` up to eight words of any kind
· ``{object:8}`` the same, ``{object:slot}`` one phrase of a slot, and they say what is counted; ``count_text`` and
``condition`` likewise, what stands in place of a number, and under which a limit holds · ``[words]`` optional words
· ``(a|b)`` a choice · ``<words>`` the words a limit's span covers.
"""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_GAP = 40
MOST_VARIANTS = 64
# So many ways to fill its gaps a pattern may try where a text never comes to its end.
MOST_FILLINGS = 50_000

_PIECE = re.compile(
    r"(?P<slot>\{[^{}]*\})|(?P<optional>\[[^\[\]]*\])|(?P<choice>\([^()]*\))|(?P<mark>[<>])|(?P<text>[^{}\[\]()<>|]+)|(?P<stray>.)",
    re.DOTALL,
)
_SLOT = re.compile(r"([a-z_]+)(\??)")
# Of a variant its marks, a full stop for each gap, and w for what must be there.
_MARKED = re.compile("[^<>]*(<[^<>]*w[^<>]*>[^<>]*)?")
# Of which words of a limit a record keeps the print.
Told = Literal["object", "count_text", "condition"]
_TOLD: tuple[Told, ...] = get_args(Told)
_EXPRESSION = re.compile(r"\.[*+?]|\\.|\(\?|\][*+?]|\)[*+?]")


class NotationError(ValueError):
    """A pattern cannot be read; the loader collects these with the rule's id."""

    def __init__(self, what: str, expected: str = "") -> None:
        super().__init__(what)
        self.expected = expected


class Words(NamedTuple):
    """Literal words."""

    text: str


class Slot(msgspec.Struct, frozen=True, array_like=True, tag="slot"):
    """One phrase of the word list that fills this slot, and what it tells whose print is kept."""

    name: str
    optional: bool = False
    tells: Told | None = None


class Gap(msgspec.Struct, frozen=True, array_like=True, tag="gap"):
    """Up to ``longest`` words of any kind, and what they tell whose print is kept."""

    longest: int
    tells: Told | None = None


class Mark(msgspec.Struct, frozen=True, array_like=True, tag="mark"):
    """The beginning ``<`` or the end ``>`` of the words that the span covers."""

    sign: str


class Word(msgspec.Struct, frozen=True, array_like=True, tag="word"):
    """One of the literal words, in the form by which rules know it and as print has it; of a phrase the slot."""

    orth: str
    printed: str
    slot: str | None = None


# What stands in a pattern, and what becomes of it when its literal words are split.
Element = Words | Slot | Gap | Mark
Variant = tuple[Element, ...]
Token = Word | Slot | Gap | Mark


def must_be_there(element: Element | Token) -> bool:
    """Tell whether a text needs this to match, as it needs words and slots that are not optional."""
    return isinstance(element, Words | Word) or (isinstance(element, Slot) and not element.optional)


def variants(pattern: str) -> list[Variant]:
    """Return every way to read a pattern with its optional words and choices decided, longest first.

    Raises:
        NotationError: the pattern breaks the notation, has more than ``MOST_VARIANTS`` variants, or gaps that can be
            filled in more than ``MOST_FILLINGS`` ways.
    """
    if expression := _EXPRESSION.search(pattern):
        raise NotationError(
            f"{expression.group()!r} is of a regular expression, and print as any other here",
            "{gap:8} for up to eight words, [words] for optional ones, (a|b) for a choice",
        )
    found: list[Variant] = [()]
    for options in _pieces(pattern):
        found = [(*before, *option) for before in found for option in options]
        if len(found) > MOST_VARIANTS:
            raise NotationError(f"more than {MOST_VARIANTS} variants; write two rules")
    for variant in found:
        if prod(element.longest + 1 for element in variant if isinstance(element, Gap)) > MOST_FILLINGS:
            raise NotationError(f"gaps that can be filled in more than {MOST_FILLINGS:,} ways; shorten them")
        shape = "".join(map(_sign_of, variant))
        if "." in {*shape.strip("<>")[:1], *shape.strip("<>")[-1:]}:
            raise NotationError("a gap at the edge of the pattern; leave it out")
        if not _MARKED.fullmatch(shape):
            raise NotationError("the marks < and > do not enclose one run of words, of which some must be there")
    return sorted(dict.fromkeys(map(_joined, found)), key=len, reverse=True)


def _sign_of(element: Element) -> str:
    if isinstance(element, Mark):
        return element.sign
    return "." if isinstance(element, Gap) else "w" if must_be_there(element) else ""


def _joined(variant: Variant) -> Variant:
    """Join neighbouring words, so that a phrase is one phrase whatever group its words stood in."""
    joined: list[Element] = []
    for element in variant:
        if isinstance(element, Words) and joined and isinstance(joined[-1], Words):
            joined[-1] = Words(f"{joined[-1].text} {element.text}")
        else:
            joined.append(element)
    return tuple(joined)


def _pieces(pattern: str) -> Iterator[list[Variant]]:
    for found in _PIECE.finditer(pattern):
        piece = found.group()
        match found.lastgroup:
            case "text":
                if piece.strip():
                    yield [(Words(piece.strip()),)]
            case "slot":
                yield [(_slot(piece[1:-1]),)]
            case "mark":
                yield [(Mark(piece),)]
            case "optional":
                yield [_flat(piece[1:-1]), ()]
            case "choice":
                options = piece[1:-1].split("|")
                if len(options) < 2:
                    raise NotationError(f"the choice {piece} has one side; write [{piece[1:-1]}] for optional words")
                yield [_flat(option) for option in options]
            case _:
                raise NotationError(f"unpaired {piece!r} at character {found.start() + 1}")


def _flat(piece: str) -> Variant:
    """Read the inside of a group, which holds words, slots and gaps but no further group."""
    elements: list[Element] = []
    for options in _pieces(piece):
        if len(options) > 1:
            raise NotationError(f"a group inside a group: {piece!r}")
        elements.extend(options[0])
    return tuple(elements)


def _slot(inside: str) -> Slot | Gap:
    first, _, behind = inside.partition(":")
    tells = next((told for told in _TOLD if told == first), None)
    if tells and re.fullmatch("[a-z_]+", behind):
        return Slot(behind, tells=tells)
    if tells or inside.startswith("gap"):
        if not re.fullmatch("[0-9]{1,2}", behind) or not 1 <= int(behind) <= LONGEST_GAP:
            raise NotationError(f"the gap {{{inside}}} has no bound", f"{{gap:1}} to {{gap:{LONGEST_GAP}}}")
        return Gap(int(behind), tells)
    if slot := _SLOT.fullmatch(inside):
        return Slot(slot[1], optional=bool(slot[2]))
    raise NotationError(f"{{{inside}}} is not the name of a slot", "small letters and _")
