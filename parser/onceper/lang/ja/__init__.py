"""Japanese: words by MeCab, and abilities as Duel Masters prints them."""
