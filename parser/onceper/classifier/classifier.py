"""A model behind a bounded memory: templates are asked for many at once, or one by one."""

from __future__ import annotations

from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from onceper.classifier.about import changed_at, load_about, model_name, shipped_file, shipped_models
from onceper.classifier.labels import NOTHING
from onceper.text.memory import LONGEST_KEPT, Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from onceper.classifier.about import About
    from onceper.classifier.labels import Finding
    from onceper.classifier.model import Model

FINDINGS_KEPT = 65_536
# How sure the model must be where it is asked of damaged print alone.
SURE = 0.77
# How probable a limit must be that it neither finds nor leaves untold there.
_LEANS = 0.7
_LEANS_WHERE_MISSPELT = 0.5


class Classifier:
    """Say what sentence templates are, each template once, by a model that is loaded when it is first asked."""

    def __init__(self, about: About, load: Callable[[], Model]) -> None:
        self.about = about
        self._load = load
        self._kept: Kept[str, Finding] = Kept(FINDINGS_KEPT)

    @cached_property
    def model(self) -> Model:
        """The model.

        Raises:
            ModelError: its weights are missing or damaged.
        """
        return self._load()

    def of(self, template: str) -> Finding:
        """Return what the model says of a template."""
        found = self._kept.get(template)
        if found is None:
            (found,) = self.model.read([template])
            self._kept.keep(template, found, len(template), 1)
        return found

    def of_damaged(self, template: str) -> Finding:
        """Return what the model says of a template that is damaged, where it is sure.

        Else it may lean to a limit, sooner where a word of limits is misspelt.
        """
        if not self.about.is_damaged(template):
            return NOTHING
        found = self.of(template)
        if found.limit and found.confidence >= SURE:
            return found
        least = _LEANS_WHERE_MISSPELT if self.about.is_misspelt(template) else _LEANS
        leaning = found.confidence >= least and (found.limit[0] if found.limit else found.leaning)
        return NOTHING._replace(leaning=leaning or None)

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
    path = shipped_file(lang, game) if file is None else Path(file)
    about = load_about(path)
    return _behind_memory(path, changed_at(path)) if (about.lang, about.game) == (lang, game) else None


@lru_cache(maxsize=16)
def _behind_memory(file: Path, changed: int) -> Classifier:  # noqa: ARG001  what is trained anew is loaded anew
    return Classifier(load_about(file), partial(_load, file))


def _load(file: Path) -> Model:
    # Only those whose texts ask it wait for NumPy and the weights.
    from onceper.classifier.model import load_model  # noqa: PLC0415

    return load_model(file)
