"""Texts of which the classifier is asked, and for whose language there is no model."""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

from onceper.lang.languages import Languages, languages_in_use
from onceper.reader.options import ASKED_OF_ALL
from onceper.reader.readers import readers_in_use

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.reader.options import Options


def has_no_model(lang: str | None, game: str | None, options: Options) -> bool:
    """Tell whether the classifier is asked to read texts of this language and game, and cannot.

    Raises:
        ModelError: the model file is damaged, or of another format.
    """
    if options.classifier not in ASKED_OF_ALL or lang is None:
        return False
    return _has_none(languages_in_use(), lang, game, options.model)


# A run asks for each row.
@lru_cache(256)
def _has_none(languages: Languages, lang: str, game: str | None, model: str | None) -> bool:  # noqa: ARG001
    # Only those who ask the classifier need wait for its model.
    from onceper.classifier.classifier import classifier_of  # noqa: PLC0415

    spoken = readers_in_use().of(lang, game).language
    return classifier_of(spoken.code, spoken.game, model) is None


class ModelWarning(UserWarning):
    """The classifier is asked, and texts of a language without a model are read by the rules alone."""


def warn_without_model(read: Iterable[tuple[str | None, str | None]], options: Options) -> None:
    """Warn of each language, with its game, of which texts were read and the classifier that is asked has no model.

    Raises:
        ModelError: as ``has_no_model`` does.
    """
    if options.classifier not in ASKED_OF_ALL:
        return
    for lang in sorted({lang for lang, game in set(read) if lang and has_no_model(lang, game, options)}):
        warnings.warn(
            f"the classifier has no model of {lang!r}: its texts are read by the rules alone",
            ModelWarning,
            stacklevel=3,
        )


def refuse_without_model(lang: str | None, game: str | None, options: Options) -> None:
    """Refuse to let the rules read alone where the classifier was asked as well, and none was named.

    A model of one's own is of one language: it says nothing of texts in others, and leaves them to the rules.

    Raises:
        ModelError: the installation holds no model of this language.
    """
    if options.model is not None or not has_no_model(lang, game, options):
        return
    # As above.
    from onceper.classifier.about import ModelError, shipped_models  # noqa: PLC0415

    raise ModelError(
        f"no model of {lang!r} is installed for the classifier",
        expected=f"one of {', '.join(dict.fromkeys(code for code, _ in shipped_models().values()))}",
        remedy=f"name a model that `onceper train --from TAGS --lang {lang}` wrote as model=… (--model), "
        'or say classifier="auto" (--classifier auto)',
    )
