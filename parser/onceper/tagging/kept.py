"""The rows of the last texts, as the form of a file keeps them: files and tables repeat texts from piece to piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.lang.languages import languages_in_use
from onceper.tagging.forms import encoding_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from onceper.files.protocol import Form
    from onceper.tagging.forms import Read, Told

# The rows of some ten thousand texts.
_KEPT_BYTES = 1 << 24


class Kept(NamedTuple):
    """Hold rows, and of each text the place of its row there with what is told of it: null where it is left out.

    Rows are kept as long as ``made_by`` is the same.
    """

    rows: Any
    known: Mapping[Hashable, tuple[int, Told] | None]
    made_by: object = None

    def missing(self, texts: Iterable[Hashable]) -> dict[Hashable, int]:
        """Return the texts that are not among these, each with the first place where it stands."""
        new: dict[Hashable, int] = {}
        for place, text in enumerate(texts):
            if text not in self.known:
                new.setdefault(text, place)
        return new


class KeptRows:
    """Keep the rows of texts, so that each different text is read once; several threads may ask."""

    def __init__(self, form: Form = "arrow") -> None:
        self._encoding = encoding_of(form)
        self.nothing = self._kept = Kept(self._encoding.keep([]), {})

    def now(self, columns: object = None) -> Kept:
        """Return what is kept: nothing of other ``columns`` or rules, and nothing where it has become too much."""
        kept, made_by = self._kept, (languages_in_use(), columns)
        if kept.made_by != made_by or self._encoding.size(kept.rows) > _KEPT_BYTES:
            return self.nothing._replace(made_by=made_by)
        return kept

    def with_read(self, kept: Kept, texts: Sequence[Hashable], read: Read) -> Kept:
        """Return what was kept with the rows of further texts behind, and keep that where ``now`` gave it."""
        known, number = dict(kept.known), len(kept.rows)
        for text, told in zip(texts, read.told, strict=True):
            known[text] = (number, told) if told else None
            number += told is not None
        rows = self._encoding.join([kept.rows, read.rows]) if len(kept.rows) else read.rows
        whole = Kept(rows, known, kept.made_by)
        if kept.made_by is not None:
            self._kept = whole
        return whole
