"""The component for spaCy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import spacy
from spacy.tokens import Doc, DocBin

import onceper
from onceper.lang.base import LanguageError
from onceper.spacy import matcher

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.language import Language

SOFT = "Once per turn: You can discard 1 card; draw 1 card."
HARD = 'You can only use this effect of "Ember Warden" once per turn.'
TEXT = f"{SOFT} {HARD}"
KINDS = ("limits", "non_effects", "effects")


def _nlp(code: str = "en", **config: Any) -> Language:
    nlp = spacy.blank(code)
    nlp.add_pipe("onceper", config=config)
    return nlp


def _spans(doc: Doc) -> dict[str, list[tuple[str, str, str]]]:
    return {kind: [(span.text, span.label_, span.id_) for span in doc.spans[kind]] for kind in KINDS}


def test_a_doc_has_spans_and_the_reading() -> None:
    doc = _nlp()(TEXT)
    assert _spans(doc) == {
        "limits": [("Once per turn", "soft", "soft"), (HARD, "hard", "hard.effect")],
        "non_effects": [(HARD, "activation_limit", "hard.effect")],
        "effects": [(SOFT, "activated", "1")],
    }
    assert doc._.card_reading == onceper.read(TEXT, lang="en")


@pytest.mark.parametrize("text", ["", "Draw 1 card.", "Qwrt zxcv plmk."])
def test_a_doc_without_limits_has_an_empty_group(text: str) -> None:
    assert list(_nlp()(text).spans["limits"]) == []


def test_spans_have_whole_tokens_and_the_reading_has_the_places() -> None:
    text = "①：１ターンに１度、手札を１枚捨てて発動できる。"
    doc = _nlp("xx", lang="ja", game="yugioh")(text)
    (span,) = doc.spans["limits"]
    (limit,) = doc._.card_reading.limits
    assert limit.text == "１ターンに１度"
    assert (span.start_char, span.end_char) != limit.span
    assert span.start_char <= limit.span[0] < limit.span[1] <= span.end_char


def test_the_language_of_the_pipeline_is_taken() -> None:
    assert _nlp("en")("♪")._.card_reading.lang == "en"
    assert _nlp("xx")("♪")._.card_reading.lang is None
    assert _nlp("en", lang="ja", game="duelmasters")("♪")._.card_reading.lang == "ja"


def test_a_wrong_language_is_told_at_once() -> None:
    with pytest.raises(LanguageError, match="unknown language 'nl'"):
        _nlp(lang="nl")


def test_language_and_game_in_any_spelling() -> None:
    nlp = _nlp(lang="JA-jp", game="Yu-Gi-Oh!")
    reading = nlp("♪")._.card_reading
    assert (reading.lang, reading.game) == ("ja", "yugioh")
    doc, _ = next(nlp.pipe([("♪", {"lang": "en_US", "game": "ygo"})], as_tuples=True))
    assert (doc._.card_reading.lang, doc._.card_reading.game) == ("en", "yugioh")
    for wrong in ({"lang": "english"}, {"game": ""}):
        with pytest.raises(onceper.OnceperError, match=r"unknown language|no game is called"):
            _nlp(**wrong)


@pytest.mark.parametrize("processes", [1, 2])
def test_the_context_of_a_text_tells_its_card(processes: int) -> None:
    texts: list[tuple[str, Any]] = [
        (TEXT, {"name": "Ember Warden", "game": "yugioh", "price": 3}),
        ("１ターンに１度、カードを引く。", {"lang": "ja", "game": "yugioh"}),
        (TEXT, "another context"),
        (TEXT, None),
    ]
    read = list(_nlp().pipe(texts, as_tuples=True, n_process=processes))
    assert [context for _, context in read] == [context for _, context in texts]
    told = [(doc._.card_reading.lang, doc._.card_reading.game, doc._.card_reading.name) for doc, _ in read]
    assert told == [("en", "yugioh", "Ember Warden"), ("ja", "yugioh", None), ("en", None, None), ("en", None, None)]
    assert [len(doc.spans["limits"]) for doc, _ in read] == [2, 1, 2, 2]


def test_a_doc_tells_its_card() -> None:
    nlp = _nlp()
    doc = nlp.make_doc(TEXT)
    doc._.card = {"name": "Ember Warden", "game": "duelmasters"}
    reading = nlp(doc)._.card_reading
    assert (reading.lang, reading.game, reading.name) == ("en", "duelmasters", "Ember Warden")
    doc = nlp.make_doc("Both players wager 1 card.")
    doc._.card = {"card_type": "Trap / Normal"}
    assert [span.label_ for span in nlp(doc).spans["effects"]] == ["activated"]


def test_a_text_that_cannot_be_read_goes_to_the_error_handler() -> None:
    nlp = _nlp("xx")
    with pytest.raises(LanguageError, match="cannot be told"):
        list(nlp.pipe([TEXT, "Qwrt zxcv plmk."]))
    failed: list[str] = []

    def keep(_name: str, _component: object, docs: list[Doc], _error: Exception) -> None:
        failed.extend(doc.text for doc in docs)

    # The stub allows only for handlers that raise.
    nlp.set_error_handler(keep)  # type: ignore[arg-type]
    assert [doc.text for doc in nlp.pipe([TEXT, "Qwrt zxcv plmk.", SOFT])] == [TEXT, SOFT]
    assert failed == ["Qwrt zxcv plmk."]


def test_a_pipeline_to_disk_and_back(tmp_path: Path) -> None:
    nlp = _nlp("xx", lang="en", game="yugioh")
    nlp.to_disk(tmp_path / "nlp")
    again = spacy.load(tmp_path / "nlp")
    assert again(TEXT)._.card_reading == nlp(TEXT)._.card_reading
    assert _spans(again(TEXT)) == _spans(nlp(TEXT))


def test_a_doc_to_bytes_and_back() -> None:
    doc = _nlp()(TEXT)
    stored = DocBin(store_user_data=True, docs=[doc]).to_bytes()
    (unpacked,) = DocBin().from_bytes(stored).get_docs(doc.vocab)
    for again in (Doc(doc.vocab).from_bytes(doc.to_bytes()), unpacked):
        assert again._.card_reading == doc._.card_reading
        assert _spans(again) == _spans(doc)


def test_a_matcher_finds_what_the_rules_match_in_tokens_of_the_pipeline() -> None:
    nlp = spacy.blank("en")
    doc = nlp(f"Draw 1 card.\n{TEXT}")
    find = matcher(nlp, game="yugioh")
    found = {(span.label_, span.text) for span in find(doc)}
    assert {("soft", "Once per turn"), ("hard.effect", HARD.removesuffix("."))} <= found
    assert find(nlp("")) == find(nlp("Draw 1 card.")) == []


def test_a_matcher_keeps_the_places_of_names_and_of_what_was_rewritten() -> None:
    nlp = spacy.blank("xx")
    hard = "このカード名の効果は１ターンに１度しか使用できない"
    doc = nlp(f"「灰の見張り番」を　墓地へ送る。{hard}。")
    spans = matcher(nlp, lang="ja", game="yugioh")(doc)
    assert spans
    assert all(hard in span.text for span in spans)


def test_a_matcher_needs_a_language_that_is_read() -> None:
    with pytest.raises(LanguageError):
        matcher(spacy.blank("xx"))
