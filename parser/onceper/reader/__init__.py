"""From a card's text to its reading: candidates per template, then the context of the card."""
