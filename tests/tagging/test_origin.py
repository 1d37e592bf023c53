"""What rows are made of, and by what."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING

import pytest

import onceper
from onceper.files.protocol import CardText
from onceper.files.tags import tagged_rows
from onceper.lang.languages import use_patterns
from onceper.reader.options import Options
from onceper.tagging.origin import made_by, made_of
from onceper.tagging.run import tag_file

if TYPE_CHECKING:
    from pathlib import Path

CARD = CardText("1", "", "Ember Warden", text="Once per turn: Draw 1 card. \u2460", card_type="Monster / Effect")


def test_anybody_can_make_the_digest_of_a_text() -> None:
    told = json.dumps(
        [CARD.text, "Ember Warden", "en", None, "text", "Monster / Effect"], separators=(",", ":"), ensure_ascii=False
    )
    assert made_of(CARD, "en", None) == blake2b(told.encode(), digest_size=16).hexdigest()


@pytest.mark.parametrize(
    ("lang", "game", "changed"),
    [
        ("ja", None, {}),
        ("en", "yugioh", {}),
        ("en", None, {"text": "Draw."}),
        ("en", None, {"name": "Tide Caller"}),
        ("en", None, {"field": "pendulum"}),
        ("en", None, {"card_type": "Trap"}),
    ],
)
def test_what_changes_a_reading_changes_the_digest(lang: str, game: str | None, changed: dict[str, str]) -> None:
    card = CardText(**{key: changed.get(key, getattr(CARD, key)) for key in CARD.__struct_fields__})
    assert made_of(card, lang, game) != made_of(CARD, "en", None)


def test_place_and_id_do_not_change_it_and_what_could_not_be_made_out_has_none() -> None:
    assert made_of(CardText("2", "b", CARD.name, text="a"), None, None) == made_of(
        CardText("1", "a", CARD.name, text="a"), None, None
    )
    assert made_of(CardText("1", "", error="text is null"), None, None) is None


def test_who_reads_is_the_version_the_rules_and_what_was_asked_for(tmp_path: Path) -> None:
    bundled = made_by(Options())
    assert bundled.startswith(f"{onceper.__version__}+")
    assert made_by(Options(frozenset({"limits"}))) == f"{bundled} parts=limits"
    assert made_by(Options(classifier="off")) == f"{bundled} classifier=off"
    (tmp_path / "en").mkdir()
    try:
        (tmp_path / "en" / "limits.toml").write_text("# mine\n")
        use_patterns(tmp_path)
        assert made_by(Options()) != bundled
    finally:
        use_patterns(None)


@pytest.mark.parametrize("name", ["tags.jsonl", "tags.csv", "tags.parquet", "tags.arrow", "tags.db", "tags.duckdb"])
def test_every_output_says_it_of_each_row(tmp_path: Path, name: str) -> None:
    cards = [{"id": 1, "lang": "en", "text": "Once per turn: Draw 1 card."}, {"id": 2, "lang": "en", "text": None}]
    (tmp_path / "cards.jsonl").write_text("".join(json.dumps(card) + "\n" for card in cards))
    tag_file(tmp_path / "cards.jsonl", tmp_path / name)
    read, not_made_out = tagged_rows(tmp_path / name)
    assert read.made_of == made_of(CardText("", "", text=cards[0]["text"] or ""), "en", None)  # type: ignore[arg-type]
    assert not_made_out.made_of is None
    assert read.made_by == not_made_out.made_by == made_by(Options())
