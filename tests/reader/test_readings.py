"""Texts, and what is read in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.cases import cases

from onceper.reader.read import read

if TYPE_CHECKING:
    from onceper.reader.options import Mode


@cases
def test_a_text_is_read_as_it_says(
    text: str,
    lang: str | None,
    game: str | None,
    mode: Mode | None,
    limits: list[Any] | None,
    non_effects: list[Any] | None,
    effects: list[Any] | None,
    unread: list[Any] | None,
) -> None:
    """Nothing is said of records of which nothing is told; in English, of any game and by default, unless said."""
    reading = read(text, lang=lang or "en", game=game, classifier=mode or "auto").to_dict()
    told = {"limits": limits, "non_effects": non_effects, "effects": effects, "unread": unread}
    for kind, wanted in told.items():
        found = [one | one.get("applies_to", {}) for one in reading[kind]]
        if wanted is not None:
            assert len(found) == len(wanted)
            assert [_as_told(one, like) for one, like in zip(found, wanted, strict=True)] == wanted


def test_what_ends_a_sentence_is_no_time_that_its_limit_is_of() -> None:
    text = "Once during each of your turns, if a Spell is used, this card gains 500 ATK, during damage calculation."
    (limit,) = read(text, lang="en").limits
    assert (limit.whose_turn, limit.phase) == ("own", None)


def _as_told(record: dict[str, Any], like: Any) -> Any:
    return record["text"] if isinstance(like, str) else {key: record[key] for key in like}
