"""What a model finds in sentence templates, each asked for once, behind a bounded memory."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from onceper.classifier.about import load_about, model_name, plain, shipped_models
from onceper.classifier.labels import NOTHING, UNKNOWN
from onceper.classifier.model import load_model
from onceper.text.memory import Kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.classifier.about import About
    from onceper.classifier.labels import Finding
    from onceper.classifier.model import Model

FINDINGS_KEPT = 65_536
# How sure the model must be where it is asked of damaged print alone.
SURE = 0.75
# Fewer words that tell of limits stand in many effects, and in lore.
_ENOUGH_CUES = 2


class Classifier:
    """Say what folded sentence templates are, by a model that is loaded when it is first asked."""

    def __init__(self, file: Path, about: About) -> None:
        self.about = about
        self._file = file
        self._found: Kept[str, Finding] = Kept(self._find, FINDINGS_KEPT)

    @cached_property
    def model(self) -> Model:
        """The model.

        Raises:
            ModelError: its weights are missing or damaged.
        """
        return load_model(self._file)

    def of(self, template: str) -> Finding:
        """Return what the model says of a template; it abstains where it is not sure enough."""
        return self._found[template]

    def _find(self, template: str) -> Finding:
        text = plain(template)
        right = self.about.repair.repaired(text)
        return self.model.find(text, right) if self.about.cues_in(right) else NOTHING

    def of_damaged(self, template: str, limits: Callable[[str], bool], *, is_unread: bool) -> Finding:
        """Return what the model says of a template in a damaged text that may state a limit, where it is sure.

        ``limits`` tells whether rules read a limit in a sentence as it was before. Of words of limits that rules leave
        (``is_unread``) the model is asked though none of them can be repaired. Where it finds none that is likely, it
        leans to one.
        """
        text = plain(template)
        right = self.about.repair.repaired(text)
        cues = len(self.about.limit_cues_in(right)) if is_unread or right != text else 0
        would_limit = cues > 0 and right != text and limits(right)
        if not would_limit and cues < (1 if is_unread else _ENOUGH_CUES):
            return NOTHING
        found = self.of(template)
        if not would_limit and found.confidence < SURE:
            return NOTHING
        return found if found.limit else NOTHING._replace(leaning=UNKNOWN)


def classifier_of(lang: str, game: str | None, file: Path | str | None = None) -> Classifier | None:
    """Return the classifier of a language, of its print in a game, or of a model file; null where there is none.

    A model file says nothing of texts in another language than its own.

    Raises:
        ModelError: the model file is missing, damaged, or of another format.
    """
    path = shipped_models().get(model_name(lang, game)) if file is None else Path(file)
    if path is None:
        return None
    about = load_about(path)
    return _behind_memory(path, about) if (about.lang, about.game) == (lang, game) else None


_behind_memory = lru_cache(maxsize=16)(Classifier)
