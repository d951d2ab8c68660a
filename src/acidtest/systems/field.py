"""Answers that are stored in the data itself, such as a decompiler's output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Json, Question


@dataclass(frozen=True)
class FieldSystem:
    """Answers with one field of the record a sample was read from."""

    field: str

    @property
    def name(self) -> str:
        """The name as typed."""
        return f"field:{self.field}"

    @property
    def identity(self) -> Mapping[str, Json]:
        """The field's name."""
        return {"field": self.field}

    def answer(self, question: Question) -> Answer:
        """The field's text; a missing field is an input error, not a wrong answer."""
        record = question.sample.record
        if self.field not in record:
            raise InputError(
                f"sample {question.sample.id} has no field '{self.field}'; "
                f"it has: {', '.join(record)}"
            )
        value = record[self.field]
        return Answer(question.sample.id, value if isinstance(value, str) else "", question.attempt)


def make(argument: str, suite: Suite) -> FieldSystem:
    """field:NAME answers with the field NAME of each record in the data."""
    if not argument:
        raise InputError("field: needs a name, such as field:ghidra_pseudo")
    return FieldSystem(argument)
