"""The ground truth of one C task."""

from __future__ import annotations

from dataclasses import dataclass, replace

from acidtest.toolchains.target import Target


@dataclass(frozen=True, slots=True)
class Task:
    """One function at one optimisation level, with its test.

    `dependencies` (types, includes, helpers) are given to answer and test alike. `asm` and
    `pseudo` are questions in the record itself, or None. `target` is what the program is built
    for; None is gcc for x86-64.
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
    target: Target | None = None

    @property
    def built_for(self) -> Target:
        """What its program is built for."""
        return self.target or Target(level=self.opt)

    def at_any_level(self) -> Task:
        """The same at every optimisation level: verdicts do not depend on level or question."""
        return replace(self, opt="", asm=None, pseudo=None, target=None)

    @property
    def reference(self) -> str:
        """Dependencies and function: what the published files call `c_func`."""
        return f"{self.dependencies}\n{self.function}" if self.dependencies else self.function
