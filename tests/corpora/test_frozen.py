"""The frozen cards are read as they were, and hold all that each print has."""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest
from tests.bundled import LANGUAGES
from tests.own_script import load_script

from onceper.contract.effect import EffectKind
from onceper.contract.non_effect import NonEffectKind
from onceper.lang.languages import language
from onceper.patterns.language_files import LIKE
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onceper import CardReading

frozen = load_script(resource("corpora") / "frozen.py")

PATTERNS = resource("patterns")
GAME = "duelmasters"
PRINTS = sorted([*LANGUAGES, GAME])
# What a phrase says of the limit in whose words it stands; of an event it may say more.
_SAID_BY_WORDS = {"count", "period", "phase", "whose_turn", "player"}


def _read_as(name: str) -> str:
    like = PATTERNS / name / LIKE
    return str(tomllib.loads(like.read_text(encoding="utf-8"))["like"]) if like.exists() else name


@cache
def _readings(name: str) -> list[CardReading]:
    return [frozen.reading_of(card) for card in frozen.cards(name)]


def _read_in(name: str) -> set[str]:
    """Return the ids of what is read in the cards of a print, by rules or by constituents."""
    rules = {limit.rule for reading in _readings(name) for limit in reading.limits}
    rules |= {other.rule for reading in _readings(name) for other in reading.non_effects}
    # Lore is told by what is not there, and no reading of the catalogue.
    return {rule.removesuffix(".by_parts") for rule in rules} - {"flavor"}


def _rules_of(name: str) -> set[str]:
    if name == GAME:
        return {rule.id for rule in language("ja", GAME).book.rules}
    return {rule.id for rule in language(name).every_rule if rule.game != GAME}


def _meant_by_words(name: str) -> Iterator[tuple[str, Any]]:
    words = PATTERNS / ("ja/duelmasters" if name == GAME else _read_as(name)) / "words.toml"
    for groups in tomllib.loads(words.read_text(encoding="utf-8")).values():
        for group in groups:
            if isinstance(group, dict):
                yield from group.get("means", {}).items()
                if "counting" in group:
                    yield from (("count", count) for count, _ in enumerate(group["words"], group["counting"]))


def test_there_are_cards_of_each_print() -> None:
    assert sorted(file.stem for file in frozen.FOLDER.iterdir()) == PRINTS
    for name in PRINTS:
        ids = [card.id for card in frozen.cards(name)]
        assert len(ids) == len({*ids}) >= 300
        assert {card.print for card in frozen.cards(name)} == {name}


@pytest.mark.parametrize("name", PRINTS)
def test_each_card_is_read_as_it_was(name: str) -> None:
    changed = list(frozen.changes(name))
    assert not changed, "\n\n".join([*changed, "what is right is taken over by: python corpora/frozen.py --accept ID"])


@pytest.mark.parametrize("name", PRINTS)
def test_the_cards_hold_every_reading_and_list_of_phrases(name: str) -> None:
    held = _read_in(name).union(*(card.for_ for card in frozen.cards(name)))
    lists = language("ja" if name == GAME else name, GAME if name == GAME else None).structure.examples
    assert (_rules_of(name) | lists.keys()) - held == set()


@pytest.mark.parametrize("name", PRINTS)
def test_the_cards_hold_every_number_period_phase_and_player(name: str) -> None:
    limits = [limit for reading in _readings(name) for limit in reading.limits]
    meant = {(key, said) for key, said in _meant_by_words(name) if key in _SAID_BY_WORDS}
    assert {pair for pair in meant if all(getattr(limit, pair[0]) != pair[1] for limit in limits)} == set()


def test_the_cards_hold_every_kind_of_text() -> None:
    readings = [reading for name in PRINTS for reading in _readings(name)]
    assert {other.kind for reading in readings for other in reading.non_effects} == {*get_args(NonEffectKind)}
    assert {effect.kind for reading in readings for effect in reading.effects} == {*get_args(EffectKind)}


def test_one_card_is_accepted_and_no_other_line_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = (f'{{"id":"en-{n}","text":"Once per turn: You can draw {n} cards."}}' for n in (1, 2))
    (tmp_path / "en.jsonl").write_text(f"{first}\n{second}\n", encoding="utf-8")
    monkeypatch.setattr(frozen, "FOLDER", tmp_path)
    monkeypatch.setattr(sys, "argv", ["frozen.py", "--accept", "en-1"])
    assert frozen.main() == 1
    assert capsys.readouterr().out.startswith(
        "en-2: Once per turn: You can draw 2 cards.\n+ limit: soft · Once per turn"
    )
    accepted, other = (tmp_path / "en.jsonl").read_text(encoding="utf-8").splitlines()
    assert other == second
    assert msgspec.json.decode(accepted)["read"][0] == "limit: soft · Once per turn · reference this · effects 1"
