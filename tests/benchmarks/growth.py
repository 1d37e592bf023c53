"""Print how the time that reading takes grows with the text: four times the letters should take four times as long."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

from arguments import languages
from pattern_growth import print_groups
from texts import new_reader

from onceper.lang.languages import language, language_codes
from onceper.matching.compiled_rules import CompiledRules
from onceper.matching.match import LONGEST_CLAUSE
from onceper.patterns.lexicon import Lexed
from onceper.patterns.notation import Gap, Mark, Slot, Word
from onceper.patterns.word_list import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.matching.compile import CompiledPattern
    from onceper.reader.reader import Reader

HARD = 'You can only use this effect of "Ash" once per turn. '
ENGLISH = {
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
NUMBERED = "①：１ターンに１度、手札を１枚捨てて発動できる。"
BY_NAME = "このカード名の①の効果は１ターンに１度しか使用できない。"
JAPANESE = {
    "numbered effects": NUMBERED,
    "limits by name": BY_NAME,
    "limits of numbered effects": BY_NAME + "\n" + NUMBERED + "\n",
    "numbers of nothing": "①：",
    "numbers": "①",
    "numbers with signs between": "①・②～",
    "limits behind numbers": "①：" + BY_NAME,
    "limits of runs of numbers": "このカード名の①②③の効果はそれぞれ１ターンに１度しか使用できない。",
    "further limits of one sentence": "①の効果は１ターンに１度しか使用できず、",
    "further limits without a comma": "①の効果は１ターンに１度しか使用できず",
    "negations": "できず、",
    "polite negations": "できません",
    "limits of one clause": "１ターンに１度",
    "limits behind commas": "１ターンに１度、",
    "amended limits": "１ターンに１度、このカードを裏側守備表示にし、代わりに",
    "clauses": "手札を捨て、",
    "clauses that await more": "効果は、",
    "commas": "、",
    "full stops": "。",
    "names": "「灰」",
    "limits by many names": "「灰の見張り番」は１ターンに１枚しか発動できない。",
    "names of one limit": "「灰」の効果は１ターンに１度しか、",
    "nested names": "「灰「",
    "names closed and never opened": "灰」",
    "names never closed": "「灰の見張り番は１ターンに１度しか",
    "opening quotes": "「",
    "double quotes": "『「",
    "parentheses": "（",
    "parentheses closed and never opened": "）",
    "notes": "（同一チェーン上では１度まで）",
    "notes never closed": "（１ターンに１度。",
    "full stops in notes": "（捨てる。）。",
    "bullets": "●１ターンに１度、捨てる。",
    "bullets of nothing": "●",
    "sections": "【Ｐ効果】\n" + NUMBERED + "\n",
    "section marks": "【",
    "line ends": "\r\n",
    "wrapped lines": "１ターン\nに１度\n",
    "continued effects": NUMBERED + "その後、カードを引く。この効果は無効化されない。",
    "wide spaces": "　",
    "spaces between letters": "灰 ",
    "hiragana": "あ",
    "words in hiragana": "すもももももももものうち",
    "katakana": "ア",
    "long vowels": "ー",
    "half-width katakana": "ｶﾞ",
    "combining voice marks": "か\u3099",
    "kanji": "効",
    "Latin words": "abc",
    "kanji numbers": "一二三",
    "full-width digits": "１２３４５",
    "full-width letters": "Ｘ",
    "iteration marks": "々",
    "letters outside the BMP": "𠮟",
    "emoji": "🂡",
    "ruby never closed": "<ruby>灰<rt>",
    "masks": "〓◇",
    "control characters": "灰\x00",
}
PIECES = {"en": ENGLISH, "ja": JAPANESE}
# Words that make a reader look closely at the clause that they begin.
CUES = {"en": "once per turn ", "ja": "１ターンに１度"}
# MeCab takes 35 microseconds for each letter of some kinds.
LETTERS = {"en": (250_000, 1_000_000), "ja": (50_000, 200_000)}


def main() -> None:
    """Print a line for each piece that a text is made of, alone and behind a cue; quadratic time would show as 16."""
    for lang in languages(__doc__, language_codes()):
        if lang in PIECES:
            _print_pieces(lang)
        _print_gaps(lang)
        for spoken in (language(lang), *language(lang).games.values()):
            print_groups(spoken)


def _print_pieces(lang: str) -> None:
    few, many = LETTERS[lang]
    against = f"{lang}: {many:,} letters against {few:,}"
    print(f"{against:<36}{'alone':>10}{'times':>8}{'behind a cue':>16}{'times':>8}")
    for name, piece in PIECES[lang].items():
        print(f"{name:<36}", end="")
        for cue, width in (("", 10), (CUES[lang], 16)):
            less, more = (_least(cue + piece * (letters // len(piece)), new_reader(lang)) for letters in (few, many))
            print(f"{f'{more:.3f} s':>{width}}{more / less:>8.1f}", end="", flush=True)
        print()


def _print_gaps(lang: str) -> None:
    """Print what clauses take in which patterns with several gaps begin again and again and come to no end.

    A clause that is read has at most ``LONGEST_CLAUSE`` words, so that what a text takes stays linear whatever this is.
    """
    for spoken in (language(lang), *language(lang).games.values()):
        compiled = CompiledRules(spoken.book.rules)
        slowest = max(
            (_seconds_to_match(clause, compiled), pattern.key.rule)
            for pattern in compiled.patterns
            if sum(isinstance(token, Gap) for token in pattern.tokens) > 1
            for clause in _endless(pattern)
        )
        what = f"{lang} {spoken.game or ''}: gaps of {LONGEST_CLAUSE} words"
        print(f"{what:<36}{f'{slowest[0] * 1000:.1f} ms':>10} at most, by {slowest[1]}")


def _endless(pattern: CompiledPattern) -> list[Lexed]:
    """Return clauses of all that stands before the last gap, and further behind than that reaches what ends it.

    In one the words follow each other, in the other each run between two gaps stands twelve times.
    """
    runs: list[list[Word | Slot]] = [[]]
    longest = 0
    for token in pattern.tokens:
        if isinstance(token, Gap):
            runs.append([])
            longest = token.longest
        elif not isinstance(token, Mark):
            runs[-1].append(token)
    *begun, end = runs
    behind = [*[Word("", "")] * (longest + 1), *end]
    once = [token for run in begun for token in run]
    often = [token for run in begun for token in run * 12]
    room = LONGEST_CLAUSE - len(behind)
    return [_lexed([*(words * (room // len(words) + 1))[:room], *behind]) for words in (once, often)]


def _lexed(tokens: Iterable[Word | Slot]) -> Lexed:
    tokens = [*tokens]
    words = [token.orth if isinstance(token, Word) else token.name for token in tokens]
    phrases = [Phrase(token.name, token.name, {}) if isinstance(token, Slot) else None for token in tokens]
    return Lexed(words, phrases, words, [*range(1, len(words) + 1)])


def _seconds_to_match(clause: Lexed, compiled: CompiledRules) -> float:
    times = []
    for _ in range(2):
        begin = process_time()
        compiled.match(clause)
        times.append(process_time() - begin)
    return min(times)


def _least(text: str, reader: Reader) -> float:
    times = []
    for _ in range(3):
        begin = process_time()
        reader.read(text)
        times.append(process_time() - begin)
    return min(times)


if __name__ == "__main__":
    main()
