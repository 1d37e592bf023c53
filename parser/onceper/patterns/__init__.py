"""Rules, words and structure as data: the notation, and the loading with all its checks."""
