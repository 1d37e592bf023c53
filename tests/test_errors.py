"""Every error of the package says what, where, what was expected, and the remedy."""

from __future__ import annotations

import importlib
import pickle
import pkgutil

from tests.cases import cases

import onceper
from onceper.errors import OnceperError, listed


@cases
def test_message(parts: dict[str, str], message: str) -> None:
    error = OnceperError("it broke", **parts)
    assert str(error) == message
    assert error.args == (message,)


def test_names_of_strangers_steer_no_terminal_and_begin_no_line() -> None:
    assert str(OnceperError("no \x1b]0;title\x07", where="a\nb")) == "a\u240ab: no \u241b]0;title\u2407"


def test_many_and_long_names_are_told_in_part() -> None:
    assert listed(["a" * 81, *map(str, range(30))]).endswith(", 18 and 11 more")
    assert listed(["a" * 81]) == "a" * 80 + "…"
    assert listed([]) == "none"


def test_parts_are_kept() -> None:
    error = OnceperError("it broke", where="here", expected="peace", remedy="mend it")
    assert (error.what, error.where, error.expected, error.remedy) == ("it broke", "here", "peace", "mend it")


def test_every_error_of_the_package_derives_from_one() -> None:
    names = [module.name for module in pkgutil.walk_packages(onceper.__path__, "onceper.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    errors = {
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Exception) and value.__module__ == module.__name__
    }
    assert len(errors) > 5
    # A problem of one pattern is collected by the loader and never leaves it; a warning is no error.
    foreign = {error.__name__ for error in errors if not issubclass(error, OnceperError | Warning)} - {"NotationError"}
    assert not foreign


def test_an_error_can_be_sent_to_another_process() -> None:
    error = OnceperError("it broke", where="here")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301
