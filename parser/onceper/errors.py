"""The base of every exception that onceper raises on purpose."""

from __future__ import annotations

import re
from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar

from onceper.display.control import show_controls

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

_Raised = TypeVar("_Raised", bound=Exception)
_MOST_NAMES = 20
_LONGEST_NAME = 80
# What is left out of a place that is too long.
_MIDDLE = re.compile(r"(.{500}).+(.{500})", re.DOTALL)


class OnceperError(Exception):
    """Tell what is wrong, where, what was expected and the remedy, in one message.

    What a terminal would obey is shown as pictures in the message: names of files, columns and keys are a stranger's.
    Every exception of the package derives from this class; each stands beside the code that raises it.
    """

    def __init__(self, what: str, *, where: str = "", expected: str = "", remedy: str = "") -> None:
        self.what, self.where, self.expected, self.remedy = what, where, expected, remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        # A name with a line end in it would be two lines, of which the second says what it likes.
        where = _MIDDLE.sub(r"\1…\2", self.where.replace("\n", "\u240a"))
        message = f"{where}: {self.what}" if where else self.what
        if self.expected:
            message += f"; expected {self.expected}"
        if self.remedy:
            message += f"\n  remedy: {self.remedy}"
        return show_controls(message)


def name_near(near: Collection[str]) -> str:
    """Return words for an error that name what may have been meant, such as ``, perhaps 'en'``, or nothing."""
    return f", perhaps {' or '.join(map(repr, near))}" if near else ""


def one_of(known: Iterable[str], kind: str, meant: str = "") -> str:
    """Return the names that an error expected, first those near to what was ``meant``."""
    names = sorted(known)
    if len(names) < 2:
        return f"the {kind} {names[0]!r}" if names else f"a {kind}, but there is none yet"
    near = get_close_matches(meant, names)
    return f"one of {listed([*map(repr, dict.fromkeys([*near, *names]))])}"


def listed(names: Sequence[str]) -> str:
    """Return names for an error, the first of many and the beginning of long ones; ``none`` where there are none."""
    shown = [name[:_LONGEST_NAME] + "…" * (len(name) > _LONGEST_NAME) for name in names[:_MOST_NAMES]]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "") or "none"


def one_line(error: Exception) -> str:
    """Return what an error of a library says, which may be several lines, as one."""
    return " ".join(str(error).split())


class UsageError(OnceperError, ValueError):
    """What was asked for makes no sense, whatever the files hold."""


class WrongKindError(OnceperError, TypeError):
    """What was given is of another kind than what is expected."""

    def __init__(self, given: object, *, called: str = "this", expected: str = "", remedy: str = "") -> None:
        kind = type(given)
        what = f"{called} is a {kind.__module__}.{kind.__qualname__}"
        super().__init__(what, expected=expected, remedy=remedy)


class ExtraError(OnceperError, ImportError):
    """A library is missing that an extra of onceper brings."""

    def __init__(self, extra: str) -> None:
        super().__init__(
            f"the package {extra} is not installed",
            expected=f"the extra {extra}",
            remedy=f"pip install 'onceper[{extra}]'",
        )


@contextmanager
def translate(
    raised: type[_Raised] | tuple[type[_Raised], ...], told: Callable[[_Raised], Exception]
) -> Iterator[None]:
    """Raise in place of errors of a library what ``told`` makes of them."""
    try:
        yield
    except raised as error:
        raise told(error) from error
