"""One row out for each card text in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec.structs import replace

from onceper.contract.arrow import from_arrow
from onceper.contract.effect import Effect
from onceper.contract.reading import CardReading, Row
from onceper.contract.span import Unread
from onceper.files.protocol import CardText, PlacedText, chunk_sizes, in_chunks
from onceper.lang.base import LanguageError
from onceper.patterns.records import Problem, RulesError
from onceper.tagging import rows as module
from onceper.tagging.piece import PieceTagger
from onceper.tagging.rows import BadRowError, RowOptions, tag_cards
from onceper.text.memory import BudgetError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.errors import OnceperError
    from onceper.files.protocol import Form

EFFECT = Effect(1, None, "unknown", (0, 4), ((0, 4),), "Draw")
UNREAD = Unread((0, 4), "Draw", "no_rule")
FORMS: tuple[Form, ...] = ("jsonl", "arrow")
# What the stand-in was told of each card, the last one behind.
TYPES: list[str | None] = []


def read(
    text: str,
    _: object,
    /,
    *,
    lang: str | None,
    game: str | None,
    name: str | None,
    card_type: str | None,
    is_kept: bool,
) -> CardReading:
    """Stand in for the reader: it knows en and ja, and tells en where no language is given."""
    TYPES.append(card_type)
    assert not is_kept
    if lang not in {"en", "ja", None} or text == "???":
        raise LanguageError(f"unknown language {lang!r}", expected="one of en, ja", remedy="name another")
    return CardReading(text, lang or "en", game, name, effects=(EFFECT,), unread=(UNREAD,))


def _card(card_id: str, **fields: Any) -> CardText:
    return CardText(id=card_id, where=f"cards.jsonl, line {card_id}", text="Draw", **fields)


def _placed(card: CardText) -> PlacedText:
    file, _, place = card.where.partition(", ")
    return PlacedText(card.id, replace(card, id="", where=""), file, place, ())


def _rows(cards: Iterable[CardText], read: Any = read, **options: Any) -> list[Row]:
    """Return the rows that a chunk of these texts gives, one by one and as a record batch."""
    (chunk,) = in_chunks(map(_placed, cards), chunk_sizes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "read_text", read)
        lines, batch = (PieceTagger(RowOptions(**options, form=form))(chunk) for form in FORMS)
    rows = msgspec.json.Decoder(Row).decode_lines(lines.rows)
    assert from_arrow(batch.rows) == rows
    assert lines.summary == batch.summary
    return rows


def _told(*cards: CardText, **options: Any) -> list[tuple[str, str | None, str | None, str | None]]:
    return [(row.id, row.lang, row.game, row.error) for row in _rows(cards, **options)]


def test_row_holds_what_was_read() -> None:
    (row,) = _rows([_card("7", name="Ember Warden", field="pendulum", lang="ja")])
    assert (row.id, row.name, row.lang, row.field) == ("7", "Ember Warden", "ja", "pendulum")
    assert (row.effects, row.unread, row.error) == ((EFFECT,), (UNREAD,), None)


@pytest.mark.parametrize(("with_text", "texts"), [(False, [None] * 5), (True, ["Draw", "Draw", "???", "", None])])
def test_a_row_has_its_text_where_that_is_asked_for(with_text: bool, texts: list[str | None]) -> None:
    cards = [
        _card("1", lang="en"),
        _card("2", lang="xx"),
        CardText(id="3", where="", text="???"),
        CardText(id="4", where="", text=""),
        CardText(id="5", where="", error="text is null; expected a string"),
    ]
    assert [row.text for row in _rows(cards, with_text=with_text)] == texts


def test_the_type_of_a_card_tells_of_its_text_and_not_of_its_pendulum_effect() -> None:
    told = [_card("1", card_type="Monster / Normal", field=field) for field in ("text", "pendulum")]
    _rows([*told, _card("2")])
    assert TYPES[-3:] == ["Monster / Normal", None, None]


def test_a_text_that_stands_there_twice_is_read_once() -> None:
    TYPES.clear()
    types = ["Trap", "Spell", "Trap", None]
    rows = _rows([_card(str(number), card_type=kind) for number, kind in enumerate(types)])
    # Once for lines and once for a record batch.
    assert TYPES == ["Trap", "Spell", None] * 2
    assert [row.id for row in rows] == ["0", "1", "2", "3"]


def test_as_many_rows_out_as_texts_in_and_in_their_order() -> None:
    cards = [
        _card("3"),
        _card("1", error="text is null; expected a string"),
        _card("3"),
        _card("2", lang="nl"),
    ]
    assert _told(*cards) == [
        ("3", "en", None, None),
        ("1", None, None, "text is null; expected a string (cards.jsonl, line 1)"),
        ("3", "en", None, None),
        ("2", "nl", None, "unknown language 'nl'; expected one of en, ja"),
    ]


def test_only_lang_selects_rows() -> None:
    cards = [_card("1", lang="ja"), _card("2", lang="en"), _card("3"), _card("4", lang="nl")]
    assert _told(*cards, only_lang="en") == [("2", "en", None, None), ("3", "en", None, None)]
    assert _told(*cards, only_lang="ja", lang="ja") == [("1", "ja", None, None), ("3", "ja", None, None)]
    # The language of the third is told by its text, and is another.
    assert _told(*cards, only_lang="ja") == [("1", "ja", None, None)]


def test_only_lang_does_not_hide_texts_of_unknown_language() -> None:
    bad = _card("1", error="not JSON; truncated")
    assert [card_id for card_id, *_ in _told(bad, _card("2", lang="ja"), only_lang="en")] == ["1"]


def test_language_is_not_asked_of_texts_that_are_left_out() -> None:
    def never(*_: object, **__: object) -> CardReading:
        raise AssertionError

    assert not _rows([_card("1", lang="ja")], never, only_lang="en")


@pytest.mark.parametrize("bad", [_card("2", error="text is null; expected a string"), _card("2", lang="nl")])
def test_strict_stops_at_the_first_bad_row(bad: CardText, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "read_text", read)
    rows = tag_cards([_card("1"), bad, _card("3", error="other")], RowOptions(strict=True))
    assert getattr(next(rows), "id", None) == "1"
    with pytest.raises(BadRowError) as caught:
        next(rows)
    assert str(caught.value).startswith("cards.jsonl, line 2: ")
    assert "; expected " in str(caught.value)
    assert "--strict" in caught.value.remedy


@pytest.mark.parametrize("error", [RulesError([Problem("a.toml", "", "not TOML", "TOML")]), BudgetError("no number")])
def test_what_cannot_be_loaded_or_set_is_no_fault_of_a_text(error: OnceperError) -> None:
    def cannot_load(*_: object, **__: object) -> CardReading:
        raise error

    with pytest.raises(type(error)):
        _rows([_card("1")], cannot_load)
