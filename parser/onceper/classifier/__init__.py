"""What no rule reads: a linear model over hashed character n-grams, which says what a sentence is or abstains."""
