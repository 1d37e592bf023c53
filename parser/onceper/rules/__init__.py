"""Rules and words as data: the notation, the loading with all its checks, and the compiling to spaCy."""
