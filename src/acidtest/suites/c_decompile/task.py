"""The ground truth of one C task."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """One function at one optimisation level, with its test.

    `dependencies` (types, includes, helpers) are given to answer and test alike. `asm` and
    `pseudo` are questions in the record itself, or None.
    """

    name: str
    opt: str
    language: str
    entry: str
    dependencies: str
    function: str
    test: str
    asm: str | None = None
    pseudo: str | None = None

    def at_any_level(self) -> Task:
        """The same at every optimisation level: verdicts do not depend on level or question."""
        return Task(
            self.name, "", self.language, self.entry, self.dependencies, self.function, self.test
        )

    @property
    def reference(self) -> str:
        """Dependencies and function: what the published files call `c_func`."""
        return f"{self.dependencies}\n{self.function}" if self.dependencies else self.function
