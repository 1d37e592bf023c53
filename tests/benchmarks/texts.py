"""The texts that benchmarks read: real ones where they are at hand, else ones made from the rules' examples."""

from __future__ import annotations

import gzip
import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from onceper.lang.languages import language
from onceper.reader.reader import Reader
from onceper.text.names import mask_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.contract.span import Span
    from onceper.patterns.rule import Rule

_DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"
_PRINT = _DATA / "ygo" / "texts.jsonl.gz"
REAL = {"en": _PRINT, "ja": _PRINT, "tr": _DATA / "tr" / "labelled.jsonl.gz"}
GAME = "yugioh"
GENERATED = 7_000
PRINTED_NAMES = {"en": "English", "ja": "Japanese", "tr": "Turkish"}

Card = tuple[str, str | None]
_LAST_NUMBER = re.compile(r"\d+(?=\D*\Z)")


class Stock(NamedTuple):
    """Hold what texts of a language are made of.

    A name is a family and a rank with ``joint`` between; the rules' examples name their card ``example``. Two effects,
    with {a} for a family and {n} for a number, stand behind their ``labels``, and a limit before, between or behind
    them, as the language prints it.
    """

    families: tuple[str, ...]
    ranks: tuple[str, ...]
    joint: str
    example: str
    labels: tuple[str, str]
    limit_at: int
    between: str
    effects: tuple[str, ...]


ENGLISH = Stock(
    families=("Ember", "Lantern", "Brass", "Mire", "Hollow", "Tide", "Kiln", "Parish", "Reed", "Copper"),
    ranks=("Warden", "Keeper", "Colossus", "Piper", "Queen", "Duke", "Engine", "Heron", "Matron", "Seed"),
    joint=" ",
    example="Ember Warden",
    labels=("", ""),
    limit_at=2,
    between=" ",
    effects=(
        'If this card is Normal or Special Summoned: You can add 1 "{a}" monster from your Deck to your hand.',
        "You can discard 1 card, then target {n} cards your opponent controls; destroy them.",
        'All "{a}" monsters you control gain {n}00 ATK, also they cannot be targeted by Trap effects.',
        'During your Main Phase: You can Special Summon 1 Level {n} or lower "{a}" monster from your hand or GY.',
        "When a monster declares an attack: You can banish this card from your GY; end the Battle Phase.",
        "If this face-up card leaves the field: Draw {n} cards, then shuffle 1 card from your hand into the Deck.",
    ),
)
STOCK = {
    "en": ENGLISH,
    "ja": Stock(
        families=("灰", "灯籠", "真鍮", "泥沼", "虚", "潮", "窯", "教区", "葦", "銅"),
        ranks=("見張り番", "番人", "巨像", "笛吹き", "女王", "公爵", "機関", "鷺", "婦長", "種"),
        joint="の",
        example="灰の見張り番",
        labels=("①：", "②："),
        limit_at=0,
        between="\n",
        effects=(
            "このカードが召喚・特殊召喚した場合に発動できる。デッキから「{a}」モンスター１体を手札に加える。",
            "手札を１枚捨て、相手フィールドのカード{n}枚を対象として発動できる。そのカードを破壊する。",
            "自分フィールドの「{a}」モンスターの攻撃力は{n}００アップし、相手の罠カードの効果の対象にならない。",
            "自分メインフェイズに発動できる。手札・墓地からレベル{n}以下の「{a}」モンスター１体を特殊召喚する。",
            "モンスターの攻撃宣言時、墓地のこのカードを除外して発動できる。そのバトルフェイズを終了する。",
            "表側表示のこのカードがフィールドから離れた場合に発動する。自分は{n}枚ドローし、手札を１枚デッキに戻す。",
        ),
    ),
    "tr": ENGLISH._replace(
        effects=(
            'Bu kart Normal ya da Özel Çağrılırsa: Destenizden 1 "{a}" canavarını elinize ekleyebilirsiniz.',
            "1 kart atıp rakibinizin kontrolündeki {n} kartı hedef alabilirsiniz; onları yok edin.",
            'Kontrolünüzdeki tüm "{a}" canavarları {n}00 ATK kazanır, ayrıca Tuzak efektleri onları hedef alamaz.',
            'Ana Aşamanızda: Elinizden ya da Mezarlığınızdan Seviyesi {n} olan 1 "{a}" canavarı Özel Çağırın.',
            "Bir canavar saldırı ilan ettiğinde: Bu kartı Mezarlığınızdan sürgün edebilirsiniz; Savaş Aşaması biter.",
            "Bu açık kart sahadan ayrılırsa: {n} kart çekin, sonra elinizden 1 kartı Destenize karıştırın.",
        ),
    ),
}


def texts_of(lang: str) -> tuple[str, list[Card]]:
    """Return what the texts are, and (text, own name) of each."""
    if REAL[lang].is_file():
        with gzip.open(REAL[lang], "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        return f"real {PRINTED_NAMES[lang]} texts", [(row["text"], row["name"]) for row in rows if row["lang"] == lang]
    return f"generated {PRINTED_NAMES[lang]} texts", generated(lang, GENERATED)


def rules_of(lang: str) -> list[Rule]:
    """Return the rules that read these texts."""
    return [rule for rule in language(lang).book.rules if rule.game in {None, GAME}]


def new_reader(lang: str) -> Reader:
    """Return a reader of these texts that remembers none."""
    return Reader(language(lang), rules_of(lang))


def renamed(lang: str, cards: Iterable[Card]) -> list[Card]:
    """Return the same wording with names that were not read before: each is one letter longer."""
    quotes = language(lang).quotes
    others: list[Card] = []
    for text, name in cards:
        *ends, rest = _behind_names(text, mask_names(text, quotes, name)[1])
        others.append((f"{''.join(f'{words}a{mark}' for words, mark in ends)}{rest[0]}", name and f"{name}a"))
    return others


def _behind_names(text: str, names: Iterable[Span]) -> Iterator[tuple[str, str]]:
    """Yield the text up to the closing mark of each name, with that mark, and what is left."""
    done = 0
    for _, end in names:
        yield text[done : end - 1], text[end - 1]
        done = end
    yield text[done:], ""


def renumbered(cards: Iterable[Card]) -> list[Card]:
    """Return texts that differ from others in a number only, the last that they print."""
    return [(_LAST_NUMBER.sub(lambda found: str(int(found[0]) + 1), text), name) for text, name in cards]


def recombined(lang: str, cards: Sequence[Card]) -> list[Card]:
    """Return texts that no card prints, of sentences that some do: the first of one card, and the rest of another."""
    stop = language(lang).structure.print.stops[0]
    cut = [text.partition(stop) for text, _ in cards]
    ends = [end for _, _, end in (*cut[1:], *cut[:1])]
    return [(f"{first}{mark}{end}", name) for (first, mark, _), end, (_, name) in zip(cut, ends, cards, strict=True)]


def generated(lang: str, count: int) -> list[Card]:
    """Make texts of two effects and, for two in three, a limit; the same on every run."""
    chance = random.Random(20)  # noqa: S311
    stock = STOCK[lang]
    examples = [example for rule in rules_of(lang) if rule.reading_kind == "limit" for example in rule.matches]
    cards: list[Card] = []
    for _ in range(count):
        family = chance.choice(stock.families)
        name = stock.joint.join((family, chance.choice(stock.ranks)))
        printed = [effect.format(a=family, n=chance.randint(1, 3)) for effect in chance.sample(stock.effects, 2)]
        sentences = [label + effect for label, effect in zip(stock.labels, printed, strict=True)]
        if chance.random() < 2 / 3:
            sentences.insert(stock.limit_at, chance.choice(examples).replace(stock.example, name))
        cards.append((stock.between.join(sentences), name))
    return cards
