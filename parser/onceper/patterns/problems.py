"""What is wrong with rules, all of it at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Iterable


class Problem(NamedTuple):
    """Hold one thing wrong in a rule file: where, what, what was expected."""

    file: str
    rule: str
    what: str
    expected: str = ""

    def __str__(self) -> str:
        where = f"{self.file}: {self.rule}" if self.rule else self.file
        return f"{where}: {self.what}" + (f"; expected {self.expected}" if self.expected else "")


class RulesError(OnceperError):
    """Rules were refused; the message lists every problem with its file and rule."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        count = len(self.problems)
        listed = "\n".join(f"  {problem}" for problem in self.problems)
        super().__init__(f"{count} problem{'s' * (count > 1)} in the rules:\n{listed}")
