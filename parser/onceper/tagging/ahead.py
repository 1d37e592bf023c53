"""Let the classifier see many texts at once before each is read."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from onceper.reader.read import AT_ONCE, look_ahead

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from onceper.classifier.mode import Mode
    from onceper.files.card_text import CardText


def looked_ahead(
    cards: Iterable[CardText], lang: str | None, game: str | None, classifier: Mode, model: Path | str | None
) -> Iterator[CardText]:
    """Yield the texts as they are, after the classifier has seen those around each; ``off``, it sees none.

    Raises:
        ModelError: the model file is missing, damaged, or of another format.
    """
    if classifier == "off":
        yield from cards
        return
    rest = iter(cards)
    while some := list(islice(rest, AT_ONCE)):
        texts = [(card.text, card.lang or lang, card.game or game, card.name) for card in some if card.error is None]
        look_ahead(texts, classifier, model)
        yield from some
