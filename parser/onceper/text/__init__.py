"""From a card's printed text to masked sentences, with the way back to the original."""
