"""Play every scenario in corpora/scenarios: from the text of the cards to the verdict."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct
from tests.bundled import SPOKEN, WITH_RULES

import onceper
from onceper.contract.reading import CardReading
from onceper.contract.verdict import AvailableAgain, Verdict
from onceper.errors import OnceperError
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Event

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import MakeCard

FOLDER = Path(__file__).parents[2] / "corpora" / "scenarios"
FILES = sorted(FOLDER.rglob("*.toml"))

# A step is written as what players do, an event as what has happened.
HAPPENED = {
    "appear": "appeared",
    "activate": "activated",
    "apply": "applied",
    "summon": "summoned",
    "decline": "declined",
    "negate_activation": "activation_negated",
    "negate_summon": "summon_negated",
    "begin_to_resolve": "resolution_began",
    "resolve": "resolved",
    "negate_effect": "effect_negated",
    "cannot_resolve": "could_not_resolve",
    "happen": "occurred",
    "leave": "left_location",
    "move_within_field": "moved_within_field",
    "flip_face_down": "flipped_face_down",
    "flip_face_up": "flipped_face_up",
    "change_control": "control_changed",
    "rename": "renamed",
    "evolve": "evolved",
    "negate_copy": "copy_negated",
    "restore_copy": "copy_restored",
    "gain_effects": "effects_gained",
    "lose_effects": "effects_lost",
    "state": "stated",
    "end_chain": "chain_ended",
    "end_attack": "attack_ended",
    "end_battle": "battle_ended",
    "end_phase": "phase_ended",
    "end_turn": "turn_ended",
    "end_duel": "duel_ended",
}


class ScenarioError(OnceperError):
    """A scenario cannot be played as it is written, or an answer is not the expected one."""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    text: str


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    steps: Annotated[list[dict[str, Any]], Meta(min_length=1)]


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    source: str
    game: Literal["yugioh", "duelmasters", "rushduel"]
    cards: Annotated[dict[str, dict[str, Card]], Meta(min_length=1)]
    play: Play

    @property
    def languages(self) -> list[str]:
        """Return the languages in which every card is printed."""
        counts = Counter(lang for prints in self.cards.values() for lang in prints)
        return sorted(lang for lang, count in counts.items() if count == len(self.cards))

    def names(self, lang: str) -> dict[str, str]:
        """Return the name of each card in a language."""
        return {role: prints[lang].name for role, prints in self.cards.items()}

    def readings(self, lang: str) -> list[CardReading]:
        """Return what the parser reads in each card."""
        cards = [prints[lang] for prints in self.cards.values()]
        return [onceper.read(card.text, lang=lang, game=self.game, name=card.name) for card in cards]


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    ask: str
    player: str
    copy: str
    action: Action
    expect: Literal["yes", "no"]
    because_contains: str = ""
    available_again: AvailableAgain | None = None


class AskToResolve(Struct, frozen=True, forbid_unknown_fields=True):
    ask: str
    resolve: str
    expect: Literal["yes", "no"]
    because_contains: str = ""
    available_again: AvailableAgain | None = None


class AskInForce(Struct, frozen=True, forbid_unknown_fields=True):
    ask: str
    in_force: str
    effects: list[int]
    non_effects: list[str]
    limits: list[str]


def load(text: str, where: str) -> Scenario:
    """Return a scenario, or tell what is wrong with it and where."""
    try:
        scenario = msgspec.convert(tomllib.loads(text), Scenario)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ScenarioError(
            str(error), where=where, expected="title, source, game, [cards.<role>.<lang>] and [play] steps"
        ) from error
    if not scenario.languages:
        raise ScenarioError(
            "no language has all the cards", where=where, expected="every card in one language at least"
        )
    return scenario


class Player:
    """Play a scenario: one game for each language of the reasons, which must agree."""

    def __init__(self, readings: list[CardReading], names: Mapping[str, str], where: str) -> None:
        self.games = {lang: Evaluator(readings, lang=lang) for lang in SPOKEN}
        self.names = names
        self.where = where

    def play(self, scenario: Scenario) -> None:
        """Play the steps in order; a step that cannot be, or an answer that was not expected, raises."""
        for number, written in enumerate(scenario.play.steps, 1):
            place = f"{self.where}, step {number}"
            try:
                self._step({key: self._named(key, value) for key, value in written.items()}, place)
            except msgspec.ValidationError as error:
                raise ScenarioError(str(error), where=place) from error

    def _named(self, key: str, value: Any) -> Any:
        """Return a value with the names of the cards in place of their roles."""
        if key in {"card", "of", "name"}:
            return self.names.get(value, value)
        return (
            value.format_map({role: f'"{name}"' for role, name in self.names.items()}) if "{" in str(value) else value
        )

    def _step(self, step: dict[str, Any], place: str) -> None:
        step = _with_action(step)
        if "resolve" in step and "ask" in step:
            asked = msgspec.convert(step, AskToResolve)
            self._check(asked, {lang: game.may_resolve(asked.resolve) for lang, game in self.games.items()}, place)
        elif "in_force" in step:
            self._check_force(msgspec.convert(step, AskInForce), place)
        elif "ask" in step:
            ask = msgspec.convert(step, Ask)
            answers = {lang: game.may_use(ask.copy, ask.action, ask.player) for lang, game in self.games.items()}
            self._check(ask, answers, place)
        else:
            event = msgspec.convert(_happened(step), Event)
            for game in self.games.values():
                game.apply(event)

    def _check(self, asked: Ask | AskToResolve, verdicts: dict[str, Verdict], place: str) -> None:
        verdict = verdicts["en"]
        answer = "yes" if verdict.allowed else "no"
        given = f"{asked.ask} {answer}: {verdict.because} (available again: {verdict.available_again})"
        if answer != asked.expect or asked.because_contains not in verdict.because:
            raise ScenarioError(given, where=place, expected=f"{asked.expect}: ... {asked.because_contains}")
        if asked.available_again not in {None, verdict.available_again}:
            raise ScenarioError(given, where=place, expected=f"available again: {asked.available_again}")
        same = [msgspec.structs.replace(other, because="") for other in verdicts.values()]
        assert same.count(same[0]) == len(SPOKEN)
        # Two prints of one language may have the same words.
        assert len({other.because for other in verdicts.values()}) >= len(WITH_RULES)

    def _check_force(self, asked: AskInForce, place: str) -> None:
        force = self.games["en"].in_force(asked.in_force)
        effects = [effect.index for effect in force.effects]
        non_effects = [other.kind for other in force.non_effects]
        limits = [limit.kind for limit in force.limits]
        if (effects, non_effects, limits) != (asked.effects, asked.non_effects, asked.limits):
            found = f"{asked.ask} effects = {effects}, non_effects = {non_effects}, limits = {limits}"
            expected = f"effects = {asked.effects}, non_effects = {asked.non_effects}, limits = {asked.limits}"
            raise ScenarioError(found, where=place, expected=expected)


def _with_action(step: dict[str, Any]) -> dict[str, Any]:
    """Return a step whose action is written out: ``effect = 1``, or ``action = "normal_summon"``."""
    fields = (
        {"effect", "field", "of", "option", "target"}
        if "effect" in step
        else {"additional", "controller", "summon_kind", "objects"}
    )
    if "action" not in step and "effect" not in step:
        return step
    if "ask" in step:
        fields |= {"what", "objects"}
    action = {"kind": step.get("action", "effect"), **{key: step[key] for key in fields & step.keys()}}
    return {key: value for key, value in step.items() if key not in fields} | {"action": action}


def _happened(step: dict[str, Any]) -> dict[str, Any]:
    rest = dict(step)
    do = rest.pop("do", None)
    if do not in HAPPENED:
        raise msgspec.ValidationError(f"do = {do!r}; expected `ask`, or `do` with one of {', '.join(HAPPENED)}")
    if "card" in rest:
        rest["name"] = rest.pop("card")
    return {"type": HAPPENED[do], **rest}


SCENARIOS = {file: load(file.read_text(encoding="utf-8"), file.name) for file in FILES}


@pytest.mark.parametrize(
    ("file", "lang"),
    [
        pytest.param(file, lang, id=f"{file.relative_to(FOLDER).with_suffix('')}-{lang}")
        for file, scenario in SCENARIOS.items()
        for lang in scenario.languages
    ],
)
def test_a_scenario_comes_out_as_players_expect(file: Path, lang: str) -> None:
    scenario = SCENARIOS[file]
    Player(scenario.readings(lang), scenario.names(lang), f"{file.name} ({lang})").play(scenario)


def scenario_of(*steps: str, head: str = "") -> str:
    """Return the file of a short game with one copy of one card."""
    first = '{ do = "appear", copy = "w", card = "warden", controller = "A" }'
    card = 'name = "Ember Warden"\ntext = "text"'
    start = f'title = "t"\nsource = "s"\ngame = "yugioh"\n{head}\n[cards.warden.en]\n{card}\n'
    return f"{start}[play]\nsteps = [{', '.join([first, *steps])}]"


NAMES = {"warden": "Ember Warden"}
ACTIVATE = '{ do = "activate", player = "A", copy = "w", effect = 1, id = "a1" }'
ASK = 'ask = "May A?", player = "A", copy = "w", effect = 1'


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
        ('{ do = "activate", player = "A", copy = "w", id = "a1", effect = 0 }', "action.effect"),
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
        Player([make_card(make_limit("soft", 1))], NAMES, "here").play(scenario)
