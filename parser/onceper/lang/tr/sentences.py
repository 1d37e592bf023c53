"""Cut Turkish print into sentences and clauses: its marks are those of English print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.en.sentences import clauses
from onceper.lang.en.sentences import sentences as cut

if TYPE_CHECKING:
    from onceper.text.sentence import Sentence

__all__ = ["clauses", "sentences"]

# "3. turunun", "4. Seviye": a full stop behind a number makes it an ordinal, where what is counted in order follows.
_ORDINAL = re.compile(
    r"(?<=[0-9])\.(?= (?:tur|bekleme|hazirlik|son asama|ana asama|savas asama|seviye|kademe|efekt|etki|zincir|kart))"
)
_NO_STOP = "·"


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a folded text, each with its full stop, without surrounding spaces or bullet."""
    return cut(_ORDINAL.sub(_NO_STOP, text) if ". " in text else text, "tr")
