"""Play every scenario in corpora/scenarios: from the text of the cards to the verdict."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

import onceper
from onceper.contract.reading import CardReading
from onceper.errors import OnceperError
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Event
from onceper.evaluator.verdict import AvailableAgain

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import MakeCard

FOLDER = Path(__file__).parents[2] / "corpora" / "scenarios"
FILES = sorted(FOLDER.glob("*.toml"))

# A step is written as what players do, an event as what has happened.
HAPPENED = {
    "appear": "appeared",
    "activate": "activated",
    "apply": "applied",
    "negate_activation": "activation_negated",
    "negate_effect": "effect_negated",
    "cannot_resolve": "could_not_resolve",
    "leave": "left_location",
    "flip_face_down": "flipped_face_down",
    "change_control": "control_changed",
    "end_chain": "chain_ended",
    "end_turn": "turn_ended",
    "end_duel": "duel_ended",
}


class ScenarioError(OnceperError):
    """A scenario cannot be played as it is written, or an answer is not the expected one."""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    lang: str
    game: str
    text: str


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    steps: Annotated[list[dict[str, Any]], Meta(min_length=1)]


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    source: str
    card: Annotated[list[Card], Meta(min_length=1)]
    play: Play


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    ask: str
    player: str
    copy: str
    action: Action
    expect: Literal["yes", "no"]
    because_contains: str = ""
    available_again: AvailableAgain | None = None


def load(text: str, where: str) -> Scenario:
    """Return a scenario, or tell what is wrong with it and where."""
    try:
        return msgspec.convert(tomllib.loads(text), Scenario)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ScenarioError(str(error), where=where, expected="title, source, [[card]] and [play] steps") from error


def play(scenario: Scenario, readings: Iterable[CardReading], where: str) -> None:
    """Play the steps in order; a step that cannot be, or an answer that was not expected, raises."""
    game = Evaluator(readings)
    for number, written in enumerate(scenario.play.steps, 1):
        place = f"{where}, step {number}"
        try:
            step = _with_action(written)
            if "ask" in step:
                _answer(game, msgspec.convert(step, Ask), place)
            else:
                game.apply(msgspec.convert(_happened(step), Event))
        except msgspec.ValidationError as error:
            raise ScenarioError(str(error), where=place) from error


def _with_action(step: dict[str, Any]) -> dict[str, Any]:
    rest = {key: value for key, value in step.items() if key not in {"effect", "activation", "summon"}}
    if "effect" in step:
        rest["action"] = {"kind": "effect", "effect": step["effect"]}
    for kind in ("activation", "summon"):
        if kind in step:
            rest["action"] = {"kind": kind}
    return rest


def _happened(step: dict[str, Any]) -> dict[str, Any]:
    rest = dict(step)
    do = rest.pop("do", None)
    if do not in HAPPENED:
        raise msgspec.ValidationError(f"do = {do!r}; expected `ask`, or `do` with one of {', '.join(HAPPENED)}")
    return {"type": HAPPENED[do], **rest}


def _answer(game: Evaluator, asked: Ask, place: str) -> None:
    verdict = game.may_use(asked.copy, asked.action, asked.player)
    answer = "yes" if verdict.allowed else "no"
    given = f"{asked.ask} {answer}: {verdict.because} (available again: {verdict.available_again})"
    if answer != asked.expect or asked.because_contains not in verdict.because:
        raise ScenarioError(given, where=place, expected=f"{asked.expect}: ... {asked.because_contains}")
    if asked.available_again not in {None, verdict.available_again}:
        raise ScenarioError(given, where=place, expected=f"available again: {asked.available_again}")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scenario_comes_out_as_players_expect(file: Path) -> None:
    scenario = load(file.read_text(encoding="utf-8"), file.name)
    readings = [onceper.read(card.text, lang=card.lang, game=card.game, name=card.name) for card in scenario.card]
    play(scenario, readings, file.name)


def test_there_are_scenarios() -> None:
    assert FILES


def scenario_of(*steps: str, head: str = "") -> str:
    """Return the file of a short game with one copy of one card."""
    first = '{ do = "appear", copy = "w", name = "Ember Warden", controller = "A" }'
    card = 'name = "Ember Warden"\nlang = "en"\ngame = "yugioh"\ntext = "text"'
    return f'title = "t"\nsource = "s"\n{head}\n[[card]]\n{card}\n[play]\nsteps = [{", ".join([first, *steps])}]'


ACTIVATE = '{ do = "activate", player = "A", copy = "w", effect = 1, id = "a1" }'
ASK = 'ask = "May A?", player = "A", copy = "w", effect = 1'


@pytest.mark.parametrize(
    "steps",
    [
        [f'{{ {ASK}, expect = "yes" }}', ACTIVATE, f'{{ {ASK}, expect = "no", because_contains = "a1" }}'],
        [ACTIVATE, f'{{ {ASK}, expect = "no", available_again = "next_turn" }}'],
        [ACTIVATE, '{ do = "end_turn", next_player = "B" }', f'{{ {ASK}, expect = "yes" }}'],
        ['{ do = "apply", player = "A", copy = "w", summon = true, id = "p1" }', '{ do = "end_duel" }'],
        ['{ do = "activate", player = "A", copy = "w", activation = true, id = "a1" }'],
    ],
)
def test_steps_are_played(steps: list[str], make_card: "MakeCard", make_limit: "MakeLimit") -> None:
    play(load(scenario_of(*steps), "here"), [make_card(make_limit("soft", 1))], "here")


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ('{ do = "leave", copy = "w", where = "GY" }', "here, step 2: .*unknown field `where`"),
        (
            '{ do = "vanish", copy = "w" }',
            "step 2: do = 'vanish'; expected `ask`, or `do` with one of appear",
        ),
        ('{ copy = "w" }', "step 2: do = None"),
        ('{ do = "leave" }', "missing required field `copy`"),
        ('{ do = "activate", player = "A", copy = "w", id = "a1" }', "missing required field `action`"),
        ('{ do = "activate", player = "A", copy = "w", id = "a1", effect = 0 }', "effect 0"),
        (f'{{ {ASK}, expect = "maybe" }}', "maybe"),
        (f'{{ {ASK}, expect = "yes", why = "?" }}', "unknown field `why`"),
        (f'{{ {ASK}, expect = "no" }}', "May A\\? yes: .*expected no"),
        (f'{{ {ASK}, expect = "yes", because_contains = "so" }}', "expected yes: ... so"),
        (
            f'{{ {ASK}, expect = "yes", available_again = "next_duel" }}',
            "expected available again: next_duel",
        ),
    ],
)
def test_a_wrong_step_is_refused(step: str, message: str, make_card: "MakeCard", make_limit: "MakeLimit") -> None:
    scenario = load(scenario_of(step), "here")
    with pytest.raises(ScenarioError, match=message):
        play(scenario, [make_card(make_limit("soft", 1))], "here")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "here: Invalid value"),
        ('title = "t"', "missing required field `source`"),
        (scenario_of(head='author = "A"'), "unknown field `author`"),
        ("", "expected title, source, "),
    ],
)
def test_a_file_of_another_shape_is_refused(text: str, message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        load(text, "here")
