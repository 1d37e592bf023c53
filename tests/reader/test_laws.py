"""The laws that every reading keeps, over invented and generated texts; ``test_real_texts`` holds real ones to them.

Nothing vanishes; the sure core wins; no limit governs its own sentence, which is text that is no effect; what is told
by the absence of signs is a guess.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bundled import LANGUAGES
from tests.corpus_texts import texts_in, wordings_in

import onceper
from onceper.errors import OnceperError
from onceper.lang.languages import language
from onceper.matching.rejection import Ways
from onceper.patterns.catalogue import BY_PARTS
from onceper.text import memory
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading
    from onceper.contract.span import Unread

# Words that state one use in a period by themselves, before the effect that they limit.
CORES = {
    "en": ("Once per turn: ", "Once per turn, ", "Once per Duel, ", "Once per Chain: "),
    "ja": ("１ターンに１度、", "デュエル中に１度、", "１ターンに１度だけ、"),
    "tr": ("Turda bir kez: ", "Turda bir kez, ", "Düelloda bir kez, "),
}
DM_CORES = ("各ターンに一度、", "各ターン１回、", "各ターンに１度、")


def lost_words(reading: CardReading) -> list[str]:
    """Return what of a text is in no record; headings name a box and hold no text."""
    text = reading.text
    lost = list(text)
    records: list[Limit | NonEffect | Unread] = [*reading.limits, *reading.non_effects, *reading.unread]
    spans = [record.span for record in records]
    spans += [part for effect in reading.effects for part in effect.parts]
    for start, end in spans:
        lost[start:end] = "\n" * (end - start)
    assert reading.lang
    sections = language(reading.lang, reading.game).structure["sections"]
    pieces = (piece.strip() for piece in re.split(r"\n+", "".join(lost)))
    return [
        piece
        for piece in pieces
        if any(map(str.isalnum, piece)) and language(reading.lang).fold(Text(piece).normal) not in sections
    ]


# Readings that say of effects how often, and nothing that happens.
SPEAKS = {"hard.effect", "hard.shared.name", "soft", "soft.alone", "soft.this_effect"}


def keeps_the_laws(reading: CardReading) -> None:
    """Check what holds of every reading."""
    assert lost_words(reading) == []
    for limit in reading.limits:
        governed = [reading.effects[index - 1] for index in limit.applies_to.effects]
        # What limits what it says itself, as "once per turn, draw 1 card", leaves words of its effect.
        speaks = limit.rule.removesuffix(BY_PARTS) in SPEAKS
        around = [effect.text.replace(limit.text, "") for effect in governed if speaks]
        assert all(any(map(str.isalnum, words)) for words in around), limit
        # Nor does what happens the first time, or what players do.
        is_of_uses = limit.kind == "soft" and limit.verb not in {"apply", "do"}
        if (is_of_uses or limit.kind in {"hard", "gain", "summon"}) and is_own_sentence(reading, limit):
            assert any(span_of(text) == span_of(limit) for text in reading.non_effects), limit
            assert not any(holds(effect, limit) for effect in reading.effects), limit
    # Without a card type nothing but the absence of signs tells a story.
    assert all(text.confidence < 1 for text in reading.non_effects if text.kind == "flavor")


def span_of(record: Limit | NonEffect) -> str:
    """Return the words of a record without the marks around them."""
    return record.text.strip(" .。()（）")


def holds(effect: Effect, limit: Limit) -> bool:
    """Tell whether the words of a limit are part of an effect."""
    return any(start <= limit.span[0] and limit.span[1] <= end for start, end in effect.parts)


def is_own_sentence(reading: CardReading, limit: Limit) -> bool:
    """Tell whether a limit is a sentence of its own, which no mark and no number makes an effect."""
    text, (start, end) = reading.text, limit.span
    before, behind = text[:start].rstrip(), text[end:].lstrip()
    is_headed = any(other.kind == "heading" for other in reading.non_effects)
    is_marked = is_headed or any(effect.label for effect in reading.effects) or reading.game == "duelmasters"
    begins = not before or before[-1] in ".。"
    return not is_marked and begins and text[end - 1] in ".。" and not behind.startswith(("\n", ")"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_invented_texts_keep_the_laws(lang: str) -> None:
    for text, game in dict.fromkeys([*texts_in(lang), *wordings_in(lang)]):
        keeps_the_laws(onceper.read(text, lang=lang, game=game))


@pytest.mark.whole
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_quick_rejection_loses_nothing(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    every = dict.fromkeys([*texts_in(lang), *wordings_in(lang)])
    read = [onceper.read(text, lang=lang, game=game, classifier="off").to_json() for text, game in every]
    monkeypatch.setattr(Ways, "may_lead_through", lambda _, clause: bool(clause))
    memory.forget()
    assert read == [onceper.read(text, lang=lang, game=game, classifier="off").to_json() for text, game in every]


HALF_WIDTH = {
    normalize("NFKC", kana + mark): kana + mark for kana in map(chr, range(0xFF66, 0xFF9E)) for mark in ("", *"ﾞﾟ")
}


def as_composed(reading: CardReading) -> str:
    """Return what was read without its places, in letters of one sign each, after a look at the places."""
    records: list[Limit | NonEffect | Effect | Unread] = [*reading.limits, *reading.non_effects, *reading.effects]
    for record in [*records, *reading.unread]:
        assert record.text == reading.text[slice(*record.span)]
    return normalize("NFKC", re.sub(r'"(span|parts)":\[[][\d,]*\]', "", reading.to_json()))


def as_told(text: str) -> str:
    """Return what is read where nobody tells the language, or what hinders it."""
    try:
        return as_composed(onceper.read(text))
    except OnceperError as error:
        return type(error).__name__


# Letters with marks on them, kana, and syllables: the others decompose as one of these.
DECOMPOSED = ("fr", "ja", "ko", "tr")


@pytest.mark.parametrize(
    "lang", [pytest.param(lang, marks=() if lang in DECOMPOSED else pytest.mark.whole) for lang in LANGUAGES]
)
def test_canonically_equal_texts_are_read_alike(lang: str) -> None:
    for number, (text, game) in enumerate(dict.fromkeys(texts_in(lang))):
        decomposed = normalize("NFD", text)
        if decomposed != text:
            read, expected = (onceper.read(form, lang=lang, game=game) for form in (decomposed, text))
            assert as_composed(read) == as_composed(expected)
            assert number % 4 or as_told(decomposed) == as_told(text)


def test_half_width_katakana_are_read_as_katakana() -> None:
    for text, game in dict.fromkeys(texts_in("ja")):
        half = re.sub("[ァ-ー]", lambda sign: HALF_WIDTH.get(sign[0], sign[0]), text)
        read, expected = (onceper.read(form, lang="ja", game=game) for form in (half, text))
        assert as_composed(read) == as_composed(expected)


def cores_of(lang: str) -> tuple[str, ...]:
    """Return the words with which examples of once per turn begin, where they are the limit by themselves."""
    (rule,) = (rule for rule in language(lang).every_rule if rule.id == "soft")
    readings = [onceper.read(text, lang=lang, game="yugioh") for text in rule.matches]
    ends = [(reading.text, reading.limits[0].span) for reading in readings]
    cores = [text[: end + 2] for text, (start, end) in ends if start == 0]
    return tuple(core for core in dict.fromkeys(cores) if core.endswith((": ", ", ")))[:2]


def _no_limits() -> Iterator[tuple[str, str, str]]:
    """Yield each text that looks like a limit and is none behind words that are one, with language and game."""
    for lang in LANGUAGES:
        for spoken in (language(lang), *language(lang).games.values()):
            game = spoken.game or "yugioh"
            cores = DM_CORES if game == "duelmasters" else CORES.get(lang) or cores_of(lang)
            for rule in spoken.book.rules:
                if rule.reading_kind == "not_a_limit":
                    yield from ((lang, game, core + text) for core in cores for text in rule.matches)


@pytest.mark.parametrize(("lang", "game", "text"), list(_no_limits()))
def test_the_sure_core_wins_whatever_stands_behind_it(lang: str, game: str, text: str) -> None:
    reading = onceper.read(text, lang=lang, game=game)
    assert any(limit.kind == "soft" and limit.span[0] == 0 for limit in reading.limits) or reading.unread


@cache
def texts_by_game(lang: str) -> dict[str | None, list[str]]:
    by_game: dict[str | None, list[str]] = {}
    for text, game in dict.fromkeys([*texts_in(lang), *wordings_in(lang)]):
        by_game.setdefault(game, []).append(text)
    return by_game


@given(st.data())
def test_pieces_of_invented_texts_keep_the_laws(data: st.DataObject) -> None:
    lang = data.draw(st.sampled_from(LANGUAGES))
    game, texts = data.draw(st.sampled_from([*texts_by_game(lang).items()]))
    first, second = data.draw(st.sampled_from(texts)), data.draw(st.sampled_from(texts))
    cut = data.draw(st.integers(0, len(first)))
    text = first[cut:] + data.draw(st.sampled_from(["", " ", "\n"])) + second
    # What is cut inside a word the classifier may take for damaged print, which says nothing of what rules read.
    keeps_the_laws(onceper.read(text, lang=lang, game=game, classifier="off"))
