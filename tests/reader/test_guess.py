"""What the classifier finds, as readings of a template."""

from __future__ import annotations

from onceper.classifier.labels import NOTHING, Finding
from onceper.contract.limit import Limit
from onceper.lang.languages import language
from onceper.reader.guess import guess
from onceper.text.normal import MASK

LEXICON = language("en").book.lexicon
TEMPLATE = f"draw 1 card, twice per turn for {MASK}."
HARD = Finding(("hard", "name"), None, 0.87654321, {}, None, (("duration", 0.7),))


def test_a_guessed_limit_takes_its_fields_from_the_words() -> None:
    (limit, duration) = guess(HARD, TEMPLATE, LEXICON, limit_alone=False)
    record = limit.statement.record
    assert isinstance(record, Limit)
    assert (record.kind, record.scope, record.period, record.count) == ("hard", "name", "turn", 2)
    assert (record.rule, record.source, record.confidence) == ("classifier.hard", "classifier", 0.8765)
    assert (limit.is_sentence, limit.place, limit.told) == (
        True,
        None,
        {"name": (len(TEMPLATE) - 2, len(TEMPLATE) - 1)},
    )
    assert (duration.statement.record.kind, duration.statement.record.confidence) == ("duration", 0.7)


def test_what_is_known_to_be_an_effect_is_guessed_to_be_no_other_text() -> None:
    assert [c.statement.record.kind for c in guess(HARD, TEMPLATE, LEXICON, limit_alone=True)] == ["hard"]
    assert guess(NOTHING, TEMPLATE, LEXICON, limit_alone=False) == ()


def test_a_limit_that_is_some_words_has_their_place() -> None:
    start = TEMPLATE.index("twice")
    words = (start, TEMPLATE.index(" for"))
    (limit,) = guess(Finding(("soft", "copy"), None, 0.9, {}, words, ()), TEMPLATE, LEXICON, limit_alone=False)
    assert limit.is_marked
    assert not limit.is_sentence
    assert limit.place is not None
    assert limit.place == words


def test_a_number_far_from_the_period_is_not_the_limit_s() -> None:
    template = "draw 3 cards and gain 500 lp, but only this much per turn."
    (limit,) = guess(Finding(("soft", "copy"), None, 0.9, {}, None, ()), template, LEXICON, limit_alone=False)
    assert isinstance(limit.statement.record, Limit)
    assert limit.statement.record.count == 1
