"""A model behind a bounded memory: templates are asked for many at once, or one by one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from onceper.classifier.model import load_model, model_name, shipped, shipped_models
from onceper.text.memory import LONGEST_KEPT, Kept

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.classifier.model import Finding, Model

FINDINGS_KEPT = 65_536


class Classifier:
    """Say what sentence templates are, each template once."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._kept: Kept[str, Finding] = Kept(FINDINGS_KEPT)

    def of(self, template: str) -> Finding:
        """Return what the model says of a template."""
        found = self._kept.get(template)
        if found is None:
            (found,) = self.model.read([template])
            self._kept.keep(template, found, len(template), 1)
        return found

    def learn(self, templates: Iterable[str]) -> None:
        """Ask the model for all of these templates at once that it was not asked for before."""
        new = [
            template
            for template in dict.fromkeys(templates)
            if template not in self._kept and len(template) <= LONGEST_KEPT
        ]
        for template, found in zip(new, self.model.read(new), strict=True):
            self._kept.keep(template, found, len(template), 1)


def classifier_of(lang: str, game: str | None, file: Path | str | None = None) -> Classifier | None:
    """Return the classifier of a language, of its print in a game, or of a model file; null where there is none.

    A model file says nothing of texts in another language than its own.

    Raises:
        ModelError: the model file is missing, damaged, or of another format.
    """
    if file is None and model_name(lang, game) not in shipped_models():
        return None
    model = shipped(lang, game) if file is None else load_model(Path(file))
    return _behind_memory(model) if (model.about.lang, model.about.game) == (lang, game) else None


@lru_cache(maxsize=16)
def _behind_memory(model: Model) -> Classifier:
    return Classifier(model)
