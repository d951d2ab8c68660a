"""Answers that stand in the data itself, such as a decompiler's stored text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from acidtest.errors import InputError
from acidtest.model import Answer, Json, Question
from acidtest.suites import Suite


@dataclass(frozen=True)
class FieldSystem:
    """Answers with one field of the record a sample was read from."""

    field: str

    @property
    def name(self) -> str:
        """As typed."""
        return f"field:{self.field}"

    @property
    def identity(self) -> Mapping[str, Json]:
        """The field decides."""
        return {"field": self.field}

    def answer(self, question: Question) -> Answer:
        """The field's text; its absence is the user's mistake, not a wrong answer."""
        record = question.sample.record
        if self.field not in record:
            raise InputError(
                f"sample {question.sample.id} has no field '{self.field}'; "
                f"it has: {', '.join(record)}"
            )
        value = record[self.field]
        return Answer(question.sample.id, value if isinstance(value, str) else "", question.attempt)


def make(argument: str, suite: Suite) -> FieldSystem:
    """field:NAME answers with field NAME of the data's own record (stored decompiler text)."""
    if not argument:
        raise InputError("field: needs a name, as in field:ghidra_pseudo")
    return FieldSystem(argument)
