"""Give the docs site what Griffe does not tell of this code: an extension of it, named in ``mkdocs.yml``."""

from __future__ import annotations

import re
from typing import Any

from griffe import Class, Extension, Function, Object, Parameter, ParameterKind, Parameters

_SESSION = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class FencedDoctests(Extension):
    """Tell Markdown, to which ``>>>`` is three quotations, that a doctest is code."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring:
            obj.docstring.value = _SESSION.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)


class RecordSignatures(Extension):
    """Show the fields of a record as what it is made with; Griffe knows that of dataclasses alone."""

    def on_class_members(self, *, cls: Class, **_: Any) -> None:
        """Give a class that only lists fields a signature."""
        fields = [field for field in cls.attributes.values() if field.annotation and not field.name.startswith("_")]
        if fields and "__init__" not in cls.members:
            kind = ParameterKind.positional_or_keyword
            taken = [
                Parameter(field.name, annotation=field.annotation, kind=kind, default=field.value) for field in fields
            ]
            cls.set_member("__init__", Function("__init__", parameters=Parameters(Parameter("self"), *taken)))
