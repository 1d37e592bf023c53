"""Tell by the words before its options what becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.lang.grammar import Phrases

if TYPE_CHECKING:
    from onceper.contract.effect import Choose
    from onceper.patterns.structure import Structure

# Print that gives a choice says so, whatever else it says; what is gained or applied may still hang on what is so.
_WAYS: tuple[Choose, ...] = ("any", "one", "when", "gains", "all")
# Where nothing is said, each option says itself when it holds: "While in Attack Position: ..."
_UNSAID: Choose = "when"


class Choosing:
    """Tell what becomes of options by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        lists = (
            structure.choose_any,
            structure.choose_one,
            structure.choose_when,
            structure.choose_gains,
            structure.choose_all,
        )
        self._phrases = Phrases({1 << place: phrases for place, phrases in enumerate(lists)})

    def tell(self, before: str) -> Choose:
        """Tell it by the folded words of an effect before its first option."""
        said = self._phrases.said(before)
        return next((way for place, way in enumerate(_WAYS) if said >> place & 1), _UNSAID)
