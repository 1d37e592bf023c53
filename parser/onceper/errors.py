"""The base of every exception that onceper raises on purpose."""

from __future__ import annotations

from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

_Raised = TypeVar("_Raised", bound=Exception)


class OnceperError(Exception):
    """Tell what is wrong, where, what was expected and the remedy, in one message.

    Every exception of the package derives from this class; each stands beside the code that raises it.
    """

    def __init__(self, what: str, *, where: str = "", expected: str = "", remedy: str = "") -> None:
        self.what = what
        self.where = where
        self.expected = expected
        self.remedy = remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        message = f"{self.where}: {self.what}" if self.where else self.what
        if self.expected:
            message += f"; expected {self.expected}"
        if self.remedy:
            message += f"\n  remedy: {self.remedy}"
        return message


def perhaps(given: object, known: Iterable[str]) -> str:
    """Return words for an error that name what may have been meant, such as ``, perhaps 'limits'``, or nothing."""
    return name_near(get_close_matches(str(given), list(known), n=2))


def name_near(near: Collection[str]) -> str:
    """Return the same words for what may have been meant, which is known already."""
    return f", perhaps {' or '.join(map(repr, near))}" if near else ""


class UsageError(OnceperError):
    """What was asked for makes no sense, whatever the files hold."""


class ExtraError(OnceperError, ImportError):
    """A library is missing that an extra of onceper brings."""

    def __init__(self, extra: str) -> None:
        super().__init__(
            f"the package {extra} is not installed",
            expected=f"the extra {extra}",
            remedy=f"pip install 'onceper[{extra}]'",
        )


def notes_of(error: BaseException) -> list[str]:
    """Return what was noted with an error on its way."""
    return list(getattr(error, "__notes__", ()))


@contextmanager
def translate(
    raised: type[_Raised] | tuple[type[_Raised], ...], told: Callable[[_Raised], Exception]
) -> Iterator[None]:
    """Raise in place of errors of a library what ``told`` makes of them."""
    try:
        yield
    except raised as error:
        raise told(error) from error
