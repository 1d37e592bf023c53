"""What a model finds in sentence templates, each asked for once, behind a bounded memory."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from onceper.classifier.about import changed_at, load_about, model_name, plain, shipped_file, shipped_models
from onceper.classifier.labels import NOTHING, UNKNOWN
from onceper.classifier.model import load_model
from onceper.text.memory import Kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.classifier.labels import Finding
    from onceper.classifier.model import Model

FINDINGS_KEPT = 65_536
# How sure the model must be where it is asked of damaged print alone.
SURE = 0.88


class Classifier:
    """Say what folded sentence templates are, by a model that is loaded when it is first asked."""

    def __init__(self, file: Path) -> None:
        self.about = load_about(file)
        self._file = file
        self._kept: Kept[str, Finding] = Kept(FINDINGS_KEPT)

    @cached_property
    def model(self) -> Model:
        """The model.

        Raises:
            ModelError: its weights are missing or damaged.
        """
        return load_model(self._file)

    def of(self, template: str) -> Finding:
        """Return what the model says of a template; it abstains where it is not sure enough."""
        found = self._kept.get(template)
        if found is None:
            text = plain(template)
            right = self.about.repair.repaired(text)
            found = self.model.find(text, right) if self.about.may_tell(right) else NOTHING
            self._kept.keep(template, found, len(template), 1)
        return found

    def of_damaged(self, template: str, limits: Callable[[str], bool], *, is_unread: bool) -> Finding:
        """Return what the model says of a template in a damaged text that may state a limit, where it is sure.

        ``limits`` tells whether rules read a limit in a sentence as it was before. Else it may lean to one. Where only
        signs tell damage, rules leave words unread (``is_unread``), or it says more of a limit than it was printed.
        """
        text = plain(template)
        right = self.about.repair.repaired(text)
        # Words are looked at in all of a text, signs only where a sentence may state a limit.
        if (right == text and not self.about.is_spaced) or not self.about.may_limit(right):
            return NOTHING
        would_limit = right != text and limits(right)
        is_asked = would_limit or is_unread or self.about.is_spaced
        if not is_asked and not self.about.tells_more(right, text):
            return NOTHING
        found = self.of(template)
        if found.limit and (would_limit or found.confidence >= SURE):
            return found
        leans = found.confidence >= self.about.grain.leans or (would_limit and self.about.is_spaced)
        kind = found.limit[0] if found.limit else found.leaning
        return NOTHING._replace(leaning=kind or UNKNOWN) if leans else NOTHING


def classifier_of(lang: str, game: str | None, file: Path | str | None = None) -> Classifier | None:
    """Return the classifier of a language, of its print in a game, or of a model file; null where there is none.

    A model file says nothing of texts in another language than its own.

    Raises:
        ModelError: the model file is missing, damaged, or of another format.
    """
    if file is None and model_name(lang, game) not in shipped_models():
        return None
    path = shipped_file(lang, game) if file is None else Path(file)
    about = load_about(path)
    return _behind_memory(path, changed_at(path)) if (about.lang, about.game) == (lang, game) else None


@lru_cache(maxsize=16)
def _behind_memory(file: Path, changed: int) -> Classifier:  # noqa: ARG001  what is trained anew is loaded anew
    return Classifier(file)
