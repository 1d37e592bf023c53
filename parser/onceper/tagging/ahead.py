"""Let the classifier see many texts at once before each is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.reader.read import looked_ahead

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from onceper.classifier.mode import Mode
    from onceper.files.card_text import CardText
    from onceper.reader.read import Told


def cards_looked_ahead(
    cards: Iterable[CardText], lang: str | None, game: str | None, classifier: Mode, model: Path | str | None
) -> Iterator[CardText]:
    """Yield the texts as they are, after the classifier has seen those around each; ``off``, it sees none.

    Raises:
        ModelError: the model file is missing, damaged, or of another format.
    """
    if classifier == "off":
        yield from cards
        return

    def told_of(card: CardText) -> Told | None:
        return None if card.error is not None else (card.text, card.lang or lang, card.game or game, card.name)

    yield from looked_ahead(cards, told_of, classifier, model)
