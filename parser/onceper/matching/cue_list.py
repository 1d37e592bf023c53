"""The cues of a set of rules as plain data, as they are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable


class CueList(msgspec.Struct, frozen=True, array_like=True):
    """Hold cues as plain data; ``skipped`` are the signs between words that do not count."""

    literals: tuple[str, ...]
    skipped: str

    @classmethod
    def shortest_of(cls, cues: Iterable[str], skipped: str) -> CueList:
        """Return those of the cues that hold no other, by which texts are found as by all."""
        listed = tuple(sorted(cues))
        search = search_for(listed)
        kept = (cue for place, cue in enumerate(listed) if all(found == place for _, found in search(cue)))
        return cls(tuple(kept), skipped)
