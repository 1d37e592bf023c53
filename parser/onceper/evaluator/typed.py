"""Hold what is told against its type: constructors check nothing, and the readers of JSON name no near word."""

from __future__ import annotations

import re
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from onceper.errors import OnceperError
from onceper.evaluator.action import Action, ActionError
from onceper.evaluator.event import Event, EventError
from onceper.evaluator.expected import one_of

_INVALID = re.compile(r"Invalid (?:enum )?value ['\"](?P<value>.*)['\"] - at `(?P<path>.*)`")


class QuestionError(OnceperError):
    """What is asked is no question about a game."""


_KINDS = get_args(Event)


def check_event(event: Event) -> None:
    """Refuse what is no event, or has a field of another type.

    Raises:
        EventError: the message names the field, and the words that were expected there.
    """
    fields = _FIELDS.get(type(event))
    if fields is None:
        kinds = ", ".join(kind.__name__ for kind in _KINDS)
        raise EventError(f"{event!r} is no event", expected=f"one of {kinds}")
    _check(event, fields, EventError)


def check_question(copy: str, action: Action, player: str) -> None:
    """Refuse a question whose parts are of other types.

    Raises:
        ActionError: the action is none.
        QuestionError: the copy or the player is no id.
    """
    if not isinstance(action, Action):
        raise ActionError(
            f"{action!r} is no action", expected="one that a method of Action makes, such as Action.use(1)"
        )
    _check(action, _FIELDS_OF_ACTION, ActionError)
    for name, id_ in (("copy", copy), ("player", player)):
        if not isinstance(id_, str):
            raise QuestionError(f"the {name} {id_!r}", expected="its id")


def explain(error: msgspec.ValidationError) -> str:
    """Return what is wrong with JSON or a record, with the words that were expected instead."""
    told = str(error).replace(r" matching regex '^[^\\x00-\\x1f\\x7f]'", " that begins with no control character")
    wrong = _INVALID.fullmatch(told)
    if not wrong:
        return told
    field = wrong["path"].rpartition(".")[2].rstrip("]")
    return f"{told}; expected {one_of(_CHOICES.get(field, ()), field, wrong['value'])}"


def _check(value: Struct, fields: type[Struct], error: type[OnceperError]) -> None:
    try:
        msgspec.convert(value, fields, from_attributes=True)
    except msgspec.ValidationError as wrong:
        raise error(explain(wrong)) from wrong


def _copy_fields(kind: type[Struct], **others: type) -> type[Struct]:
    """Return a type with the same fields, which looks at what is given and at nothing more."""
    return msgspec.defstruct(
        kind.__name__, [(field.name, others.get(field.name, field.type)) for field in msgspec.structs.fields(kind)]
    )


def _find_choices() -> dict[str, set[str]]:
    """Return the words that may stand in the fields that have but a few."""
    found: dict[str, set[str]] = {"type": {str(kind.__struct_config__.tag) for kind in _KINDS}}
    for kind in (*_KINDS, Action):
        for field in msgspec.structs.fields(kind):
            found.setdefault(field.name, set()).update(_find_literals(field.type))
    return found


def _find_literals(kind: Any) -> set[str]:
    if get_origin(kind) is Literal:
        return {word for word in get_args(kind) if isinstance(word, str)}
    return {word for part in get_args(kind) for word in _find_literals(part)}


_CHOICES = _find_choices()
_FIELDS_OF_ACTION = _copy_fields(Action)
_FIELDS = {kind: _copy_fields(kind, action=_FIELDS_OF_ACTION) for kind in _KINDS}
