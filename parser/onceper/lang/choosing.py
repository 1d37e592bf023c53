"""Find the options of an effect that words alone set apart, and tell what becomes of options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.lang.grammar import Phrases, pieces_of

if TYPE_CHECKING:
    from onceper.contract.effect import Choose
    from onceper.contract.span import Span
    from onceper.patterns.structure import Structure

# Print that gives a choice says so, whatever else it says; what is gained or applied may still hang on what is so.
_WAYS: tuple[Choose, ...] = ("any", "one", "when", "gains", "all")
# Where nothing is said, each option says itself when it holds: "While in Attack Position: ..."
_UNSAID: Choose = "when"


class Choosing:
    """Find options and tell what becomes of them by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        lists = (
            structure.choose_any,
            structure.choose_one,
            structure.choose_when,
            structure.choose_gains,
            structure.choose_all,
        )
        self._phrases = Phrases({1 << place: phrases for place, phrases in enumerate(lists)})
        self._either = [pieces_of(phrase) for phrase in structure.either]

    def alternatives(self, words: str, start: int, end: int) -> list[Span]:
        """Find what stands behind "either:" and ", or:" between two places of a folded text; nothing without both."""
        for either, otherwise in self._either:
            first = words.find(either, start, end)
            second = words.find(otherwise, first, end) if first >= 0 else -1
            if second >= 0:
                options = ((first + len(either), second), (second + len(otherwise), end))
                return [(begin + (words[begin : begin + 1] == " "), stop) for begin, stop in options]
        return []

    def tell(self, before: str) -> Choose:
        """Tell it by the folded words of an effect before its first option."""
        said = self._phrases.said(before)
        return next((way for place, way in enumerate(_WAYS) if said >> place & 1), _UNSAID)
