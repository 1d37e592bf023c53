"""Tables of cases, as data beside the tests that they are for."""

from __future__ import annotations

import inspect
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@cache
def tables(module: str) -> dict[str, list[dict[str, Any]]]:
    """Return the cases of a module, by the names of the tests."""
    return tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))


def cases(test: Callable[..., None]) -> Any:
    """Call a test with each of its cases: tables of its name in the TOML file beside its module.

    A case gives the parameters by their names, and may have an ``id``; what it leaves out is null. An array is a tuple,
    but for the whole of a parameter that the test takes for a list.
    """
    table = tables(inspect.getfile(test))[test.__name__]
    asked = inspect.signature(test).parameters
    names = [name for name in asked if any(name in case for case in table)]
    kinds = {name: list if str(asked[name].annotation).startswith("list") else tuple for name in names}
    given = [
        pytest.param(*(_frozen(case.get(name), kinds[name]) for name in names), id=case.get("id")) for case in table
    ]
    return pytest.mark.parametrize(names, given)(test)


def _frozen(value: Any, kind: type = tuple) -> Any:
    return kind(map(_frozen, value)) if isinstance(value, list) else value
