"""Find the lines that head what stands under them, in print of any style."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from onceper.text.position import ACTIVATES, APPLIES, FIRST_LINE, INSIDE_NUMBER, REQUIRES, SECTION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from onceper.lang.games import PartHeadings
    from onceper.text.position import Sentence

# A ruler is a line of one sign, as long as anybody draws it.
_SHORTEST_RULER = 5
_HEADS = {"requirement": REQUIRES, "activated": ACTIVATES, "continuous": APPLIES, "section": 0}


class Headings:
    """Cut folded texts at the lines that head what is under them, and what is between these by its style.

    ``sections`` are of the language, ``printed`` of games; all are folded.
    A requirement and the effect under the next heading are one effect, all of which stands inside it as inside a
    number; what heads an effect where no requirement stands before heads a section, as it does on a Skill Card.
    """

    def __init__(
        self, sections: Iterable[str], printed: Sequence[PartHeadings], sentences: Callable[[str], list[Sentence]]
    ) -> None:
        self._cut = sentences
        of_effects = {
            "requirement": [one.requirement for one in printed],
            "activated": [heading for one in printed for heading in (one.effect, one.multi_choice)],
            "continuous": [one.continuous for one in printed],
        }
        sections = [*sections, *(one.activation for one in printed)]
        kinds = "|".join(f"(?P<{kind}>{_any_of(headings)})" for kind, headings in of_effects.items())
        nothing = rf"(?:[ \n]*(?:{_any_of(one.nothing for one in printed)})[.。]?(?=\n|$))?"
        # What an effect's heading heads may stand behind it; a section's has a line of its own.
        self._line = re.compile(rf"^ *(?:(?:{kinds}){nothing}|(?P<section>{_any_of(sections)})(?= *$))", re.MULTILINE)
        # Few texts hold one of these.
        self._signs = {
            heading if _is_ruler(heading) or heading[0].isalpha() else heading[0]
            for heading in filter(None, chain(sections, *of_effects.values()))
        }

    def sentences(self, text: str) -> list[Sentence]:
        """Return the sentences of a folded text, headings among them."""
        if not any(sign in text for sign in self._signs):
            return self._cut(text)
        found: list[Sentence] = []
        begin = inside = 0
        is_required = False
        for line in self._line.finditer(text):
            found += self._under(text, begin, line.start(), inside)
            heading = line.lastgroup or "section"
            heads = _HEADS[heading]
            is_required |= heads == REQUIRES
            inside = INSIDE_NUMBER if heads and is_required else 0
            begin = line.end()
            found.append((line.start(heading), begin, SECTION | (heads if inside else 0)))
        return [*found, *self._under(text, begin, len(text), inside)]

    def _under(self, text: str, begin: int, end: int, inside: int) -> list[Sentence]:
        first_line = FIRST_LINE if begin else 0
        return [
            (begin + start, begin + stop, position & ~first_line | inside)
            for start, stop, position in self._cut(text[begin:end])
        ]


def _any_of(headings: Iterable[str]) -> str:
    """Return what finds one of some headings, with spaces inside their brackets or without."""
    longest_first = sorted(filter(None, headings), key=len, reverse=True)
    return "|".join(map(_written, longest_first)) or "(?!)"


def _written(heading: str) -> str:
    if _is_ruler(heading):
        return f"{re.escape(heading[0])}{{{_SHORTEST_RULER},}}"
    if heading.startswith("[") and heading.endswith("]"):
        return rf"\[ ?{re.escape(heading[1:-1].strip())} ?\]"
    return re.escape(heading)


def _is_ruler(heading: str) -> bool:
    return heading == heading[0] * _SHORTEST_RULER
