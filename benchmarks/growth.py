"""Print how the time that reading takes grows with the text: four times the letters should take four times as long."""

from __future__ import annotations

from time import process_time

from onceper.reader.reader import Reader
from onceper.rules.loading import load

FEW, MANY = 250_000, 1_000_000

HARD = 'You can only use this effect of "Ash" once per turn. '
PIECES = {
    "limits of one effect": "Draw 1 card. " + HARD,
    "hard limits": HARD,
    "sections": "----------\n" + HARD,
    "clauses of one sentence": "once per turn; ",
    "amended clauses": "once per turn, flip this card face-down: change it to face-down defense position; ",
    "names of one sentence": 'once per turn, "Ash" "Vicar" "Crow": ',
    "limits among names": 'Once per turn: Draw "Ash" or "Vicar". ',
    "quotes": '"',
    "quoted names": '"Ash" ',
    "never closed quotes": '"Ash Vicar of the Fens ',
    "parentheses": "(",
    "notes never closed": "(draw. ",
    "colons": "once: ",
    "full stops": ". ",
    "line ends": "\r\n",
    "wrapped lines": "once\nper ",
    "spaces": "  ",
    "trailing spaces": "draw.     ",
    "angle brackets": "<",
    "tags never closed": "<b ",
    "ruby never closed": "<rt>",
    "entities": "&amp;",
    "combining marks": "e\u0301",
    "one long word": "once",
    "one long clause": "once per turn ",
    "one long clause of limits": HARD.replace(".", ","),
    "bullets": "● once per turn ",
    "soft limits": "Once per turn: Draw 1 card. ",
    "cards activated": 'You can only activate 1 "Ash" per turn. ',
    "unread sentences": "Zig once zag. ",
    "effects": "Draw 1 card. ",
    "abbreviations": "(max. ",
    "first times": "the first time would be destroyed each turn, ",
    "digits": "12345 ",
    "signs": "- . ) ",
    "sentences of one note": "(Draw 1. ",
    "sentences of one effect": "If you do, draw 1. ",
    "non-effects of one sentence": "always treated as; ",
    "bullets behind limits": HARD + "● draw. ● stop. ",
    "other spaces": "\xa0 ",
}


def main() -> None:
    """Print a line for each piece that a text is made of; quadratic time would show as 16."""
    rules, lexicon = load("en")
    print(f"{'a text of':<36}{f'{MANY:,} letters':>20}{'times ' + f'{FEW:,}':>16}")
    for name, piece in PIECES.items():
        few, many = (_least(piece * (letters // len(piece)), Reader("en", rules, lexicon)) for letters in (FEW, MANY))
        print(f"{name:<36}{many:>18.3f} s{many / few:>16.1f}")


def _least(text: str, reader: Reader) -> float:
    times = []
    for _ in range(3):
        begin = process_time()
        reader.read(text)
        times.append(process_time() - begin)
    return min(times)


if __name__ == "__main__":
    main()
