"""Reads an answer: which of its readings counts, and what is added so that it compiles.

How the object of a reading is judged is left to others: in this machine's own processes
(verdict.py), or under another platform's ABI (emulated.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.c_answer import CReading, readings
from acidtest.lang.elf import Object, read_object
from acidtest.suites.c_decompile import screen, smuggled
from acidtest.suites.c_decompile.compile import Compiled, Compiler, Unit
from acidtest.suites.c_decompile.image import may_name
from acidtest.suites.c_decompile.lacking import complete
from acidtest.suites.c_decompile.once import Once
from acidtest.suites.c_decompile.prepared import Keep, made_now
from acidtest.suites.c_decompile.program import not_given
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.sandbox import Sandbox

Judging = Callable[[Task, Compiled], dict[str, Json]]
"""Gives the verdict on an answer's object."""


def _split(task: Task) -> tuple[list[str], str, str]:
    """Include lines of reference and test, then dependencies and test without them."""
    first, dependencies = source.split_includes(task.dependencies)
    second, _ = source.split_includes(task.function)
    third, test = source.split_includes(task.test)
    return [*first, *second, *third], dependencies.strip(), test


def stopped(rule: str, what: str) -> dict[str, Json]:
    """The verdict on an answer that breaks a rule."""
    return {
        "compiles": rule != "no-entry",
        "passes": False,
        "rule": rule,
        "why": f"{screen.RULES[rule]}: {what}",
    }


class Reader(ABC):
    """Reads answers with one compiler in one sandbox. Thread-safe.

    Without `keep`, compiler and runner are started for each answer (see `Compiler`). `prepared`
    knows what was made for a task in earlier runs.
    """

    def __init__(
        self,
        gcc: Gcc,
        sandbox: Sandbox,
        keep: bool,
        pointer_bits: int = 64,
        prepared: Keep = made_now,
    ) -> None:
        self._gcc = gcc
        self._sandbox = sandbox
        self._keep = keep
        self._pointer_bits = pointer_bits
        self._prepared = prepared
        self._compiler = Compiler(gcc, sandbox, keep)
        self.includes = Once(_split)
        self._reference_text = Once(lambda task: source.expose_entry(task.function, task.entry)[0])
        self.reference = Once(self._compile_reference)
        self._stubs: dict[tuple[str, str], Compiled] = {}
        self._stub_passes = Once(self._tried_stub)

    @abstractmethod
    def judge(self, task: Task, compiled: Compiled) -> dict[str, Json]:
        """The verdict on an answer's object."""

    @abstractmethod
    def check_task(self, task: Task) -> None:
        """Raises `InfrastructureError` if the task's record cannot be scored."""

    # -- compiling ---------------------------------------------------------------------------

    def compile(self, unit: Unit | str, language: str = "c", flags: Sequence[str] = ()) -> Compiled:
        """The unit, or text unchanged, as an object file; see `Compiler`."""
        return self._compiler.compile(unit, language, flags)

    def unit(
        self, task: Task, includes: Sequence[str], declared: str, text: str, prelude: str = ""
    ) -> Unit:
        """One translation unit of the task; lines count from `text`."""
        return Unit(task.language, includes, prelude, f'{declared}\n#line 1 "source.c"\n{text}')

    def with_task(
        self, task: Task, text: str, *, flags: Sequence[str] = (), declared: bool = False
    ) -> Compiled:
        """`text` compiled with the includes and dependencies of its task, or their declarations."""
        includes, dependencies, _ = self.includes(task)
        if declared:
            dependencies = source.declarations(dependencies, task.language)
        unit = self.unit(task, includes, dependencies, source.split_includes(text)[1])
        return self.compile(unit, task.language, flags)

    def test_unit(self, task: Task) -> tuple[Unit, str]:
        """The test as one unit, and the declarations in it that come from the task."""
        includes, dependencies, test = self.includes(task)
        if source.prototype(task.function, task.entry, task.language) is None:
            raise InfrastructureError(
                f"task {task.name}: the reference does not define {task.entry}; "
                "its record cannot be scored"
            )
        # types and helpers defined next to the function belong to the test as well
        reference = source.split_includes(source.expose_entry(task.function, task.entry)[0])[1]
        declared = source.declarations(f"{dependencies}\n{reference}", task.language)
        # Another symbol, but still main to the compiler: it returns 0 at the end of its body.
        main = 'int main() __asm__("acid_test_main");'
        return self.unit(task, includes, f"{declared}\n{main}", test), declared

    def given(self, task: Task, test: Object, declared: str) -> set[str]:
        """Variables of the task that its test has because of what was declared for it."""
        if not test.defined() & source.identifiers(declared):
            return set()
        alone = self.compile(self.unit(task, self.includes(task)[0], "", declared), task.language)
        return set() if alone.problem else read_object(alone.data).defined()

    def _compile_reference(self, task: Task) -> Compiled:
        def make() -> tuple[bytes, bytes]:
            compiled = self.with_task(task, self._reference_text(task))
            if compiled.problem:
                raise InfrastructureError(f"task {task.name}: its reference: {compiled.problem}")
            return compiled.data, compiled.assembly

        return Compiled(*self._prepared("reference", task, make))

    # -- the sound reading ---------------------------------------------------------------------

    def sound_verdict(self, task: Task, answer: str) -> dict[str, Json]:
        """`plain`, `with_types`, `with_program`: compiles, passes, and the evidence; adaptations.

        Of the ways to read an answer the first that compiles counts. If it does not pass so, it is
        tried with what it lacks: standard headers, and definitions of its dialect; and then with
        data and functions of its program. `reading` says which of the `readings` it was without
        these.
        """
        level, task = task, task.at_any_level()
        plain: dict[str, Json] = {}
        ways: list[tuple[int, CReading]] = []
        adapted: dict[str, Json] = {}
        reading = 0
        for at, way in enumerate(readings(answer, task.entry, task.language)):
            adapted = adapted or way.adapted
            if way.text.strip():
                ways.append((at, way))
                verdict, own = self._try(task, way.text, self.includes(task)[0])
                plain = plain or verdict
                if verdict["compiles"]:
                    plain, adapted, reading = verdict, {**way.adapted, **own}, at
                    break
        plain = plain or {"compiles": False, "passes": False, "why": "the answer is empty"}
        self.check_task(task)  # a record that cannot be scored is an error, whatever the answer
        with_types = plain
        for at, way in ways if not plain["passes"] else []:
            includes = self.includes(task)[0]
            lacks = complete(way.text, includes, task.language, self._pointer_bits)
            if lacks is not None:
                verdict, own = self._try(task, lacks.text, lacks.includes, lacks.prelude)
                if with_types is plain and not plain["compiles"]:
                    with_types = verdict
                if verdict["compiles"]:
                    with_types, reading = verdict, at
                    adapted = {**way.adapted, **own, **lacks.adapted}
                    break
        with_program = with_types
        if not with_types["passes"] and may_name(level, answer):
            if why := not_given(level):
                with_program = {**with_types, "not_given": why}
            else:
                with_program = self.with_program(level, [way for _, way in ways]) or with_types
        return {
            "plain": plain,
            "with_types": with_types,
            "with_program": with_program,
            "adapted": adapted,
            "reading": reading,
        }

    def with_program(self, level: Task, ways: Sequence[CReading]) -> dict[str, Json] | None:
        """The verdict on an answer that is given what it names of its program; None if nothing."""
        return None

    def _try(
        self,
        task: Task,
        text: str,
        includes: Sequence[str],
        prelude: str = "",
        judge: Judging | None = None,
    ) -> tuple[dict[str, Json], dict[str, Json]]:
        """The verdict on one reading of an answer, and whether it brings types of its own."""
        declared, own = self.includes(task)[1], {}
        unit = self.unit(task, includes, declared, text, prelude)
        compiled = self.compile(unit, task.language)
        if not prelude and text == self._reference_text(task) and not compiled.problem:
            self.reference.know(task, compiled)
        if compiled.problem and declared:
            without = self.unit(task, includes, "", text, prelude)
            alone = self.compile(without, task.language)
            if not alone.problem:
                compiled, unit, own = alone, without, {"own_types": True}
        if compiled.problem:
            return {"compiles": False, "passes": False, "why": compiled.problem}, {}
        stopped = self._smuggled(unit, text)
        return stopped or (judge or self.judge)(task, compiled), own

    def _smuggled(self, unit: Unit, text: str) -> dict[str, Json] | None:
        """The verdict on a unit whose last part, the answer, brings in assembly by a name; None if
        it does not.
        """
        macros = self._compiler.assembly_macros(unit)
        if macros is not None and not smuggled.suspect(text, macros):
            return None
        body = unit.body.removesuffix(text) + smuggled.without_marks(text)
        rule = smuggled.smuggled(self._compiler.preprocess(replace(unit, body=body)))
        return None if rule is None else stopped(*rule)

    def stub_passes(self, task: Task) -> bool:
        """Whether a body that does nothing passes the task's test."""
        return self._stub_passes(task.at_any_level())

    def _tried_stub(self, task: Task) -> bool:
        return bool(self._prepared("stub", task, lambda: self._try_stub(task)))

    def _try_stub(self, task: Task) -> bool:
        name = task.entry, task.language
        compiled = self._stubs.get(name)
        if compiled is None:
            compiled = self.compile(f"int {task.entry}() {{ return 0; }}\n", task.language)
            if compiled.problem:
                return False
            self._stubs[name] = compiled
        return bool(self.judge(task, compiled)["passes"])
