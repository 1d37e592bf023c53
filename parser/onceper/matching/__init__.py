"""From the words of a clause to the rules that match them."""
