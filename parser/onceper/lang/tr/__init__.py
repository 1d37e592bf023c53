"""Turkish: words by stem and ending, and the grammar of the last word."""
