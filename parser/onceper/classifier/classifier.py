"""A model behind a bounded memory: templates are asked for many at once, or one by one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from onceper.classifier.model import load_model, model_name, shipped, shipped_models
from onceper.lang.grammar import LONGEST_KEPT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.classifier.model import Finding, Model

FINDINGS_KEPT = 65_536


class Classifier:
    """Say what sentence templates are, each template once."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._kept: dict[str, Finding] = {}

    def of(self, template: str) -> Finding:
        """Return what the model says of a template."""
        found = self._kept.get(template)
        if found is None:
            (found,) = self.model.read([template])
            # A very long one is no template of other texts.
            if len(template) <= LONGEST_KEPT:
                self._keep([template], [found])
        return found

    def learn(self, templates: Iterable[str]) -> None:
        """Ask the model for all of these templates at once that it was not asked for before."""
        new = [
            template
            for template in dict.fromkeys(templates)
            if template not in self._kept and len(template) <= LONGEST_KEPT
        ]
        self._keep(new, self.model.read(new))

    def _keep(self, templates: Sequence[str], findings: Sequence[Finding]) -> None:
        if len(self._kept) + len(templates) > FINDINGS_KEPT:
            self._kept.clear()
        self._kept.update(zip(templates, findings, strict=True))


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
