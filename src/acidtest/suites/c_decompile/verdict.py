"""Compiles an answer, examines it, runs the test with it, and says what happened.

Two readings. `published_verdict` is the procedure of the paper: one translation unit, two gcc
runs, the exit status. `sound_verdict` compiles the answer apart from the test, examines its
object, and takes the verdict from a channel the answer cannot reach. Both run in the sandbox.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.c_answer import CReading, readings
from acidtest.lang.elf import ElfError, Object, read_object
from acidtest.suites.c_decompile import screen, smuggled, strict
from acidtest.suites.c_decompile.agrees import Agreement
from acidtest.suites.c_decompile.compile import LIMITS, Compiled, Compiler, Unit, first_error
from acidtest.suites.c_decompile.lacking import complete
from acidtest.suites.c_decompile.once import Once
from acidtest.suites.c_decompile.published import published_verdict
from acidtest.suites.c_decompile.runner_report import (
    NEEDS_LINKER,
    NOT_CONFINED,
    read_report,
)
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.native import build_native
from acidtest.toolchains.sandbox import Job, Limits, Sandbox, Step

ANSWER_MAX = 1 << 20

_RUN = Limits(cpu_s=10, wall_s=20, memory=1 << 30, file_size=1 << 20)


@dataclass(frozen=True, slots=True)
class CompiledTest:
    """A compiled test: its object, with the bounds of its variables where test and answer can be
    kept apart, and the names it imports and defines.
    """

    data: bytes
    assembly: str
    parsed: Object
    imports: frozenset[str]
    defines: frozenset[str]
    entries: frozenset[str]
    given: frozenset[str]  # variables of the task that test and answer share


def runner() -> Path:
    """The program that runs a test with a candidate; built on first use."""
    return build_native("runner")


def _split(task: Task) -> tuple[list[str], str, str]:
    """Include lines of reference and test, then dependencies and test without them."""
    first, dependencies = source.split_includes(task.dependencies)
    second, _ = source.split_includes(task.function)
    third, test = source.split_includes(task.test)
    return [*first, *second, *third], dependencies.strip(), test


def _stopped(rule: str, what: str) -> dict[str, Json]:
    return {
        "compiles": rule != "no-entry",
        "passes": False,
        "rule": rule,
        "why": f"{screen.RULES[rule]}: {what}",
    }


class Verdicts:
    """Gives verdicts with one compiler in one sandbox; tests are compiled once. Thread-safe.

    With `compare`, an answer that passes is also compared with the reference on other inputs.
    Without `apart`, test and answer always share a process. `not_strict` says why they must share
    one on this machine; None if they need not.
    Without `keep`, compiler and runner are started for each answer (see `Compiler`).
    """

    def __init__(
        self,
        gcc: Gcc,
        sandbox: Sandbox,
        run: Limits = _RUN,
        compare: bool = False,
        apart: bool = True,
        keep: bool = True,
    ) -> None:
        self._gcc = gcc
        self._run_limits = run
        self._compare = compare
        self._keep = keep
        self._sandbox = sandbox
        self._compiler = Compiler(gcc, sandbox, keep)
        self._includes = Once(_split)
        self._test = Once(self._compile_test)
        self._plain_test = Once(
            lambda task: self.compile(self._test_unit(task)[0], task.language).data
        )
        self.not_strict = strict.available(sandbox) if apart else "it was asked for so"
        self._reference_text = Once(lambda task: source.expose_entry(task.function, task.entry)[0])
        self._reference = Once(self._compile_reference)
        self._ground = Once(self._prepare)
        self._stub_passes = Once(self._try_stub)
        self._agreement = Once(lambda task: Agreement(gcc, sandbox, task, self.with_task))

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
        includes, dependencies, _ = self._includes(task)
        if declared:
            dependencies = source.declarations(dependencies, task.language)
        unit = self.unit(task, includes, dependencies, source.split_includes(text)[1])
        return self.compile(unit, task.language, flags)

    def _test_unit(self, task: Task) -> tuple[Unit, str]:
        """The test as one unit, and the declarations in it that come from the task."""
        includes, dependencies, test = self._includes(task)
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

    def _compile_test(self, task: Task) -> CompiledTest:
        unit, declared = self._test_unit(task)
        apart = task.language == "c" and not self.not_strict
        compiled = self.compile(unit, task.language, strict.BOUNDS_FLAGS if apart else ())
        if compiled.problem:
            raise InfrastructureError(f"task {task.name}: its test: {compiled.problem}")
        parsed = read_object(compiled.data)
        imports, entry = parsed.undefined(), task.entry
        if task.language == "cpp":
            entries = {n for n in imports if n.startswith(f"_Z{len(entry)}{entry}")} | {entry}
        else:
            entries = {entry}
        given = parsed.defined() & source.identifiers(declared)
        if given:
            includes, _, _ = self._includes(task)
            alone = self.compile(self.unit(task, includes, "", declared), task.language)
            given = read_object(alone.data).defined() if not alone.problem else set()
        return CompiledTest(
            compiled.data,
            compiled.assembly.decode("latin-1"),
            parsed,
            frozenset(imports),
            frozenset(parsed.defined()),
            frozenset(entries),
            frozenset(given),
        )

    def _compile_reference(self, task: Task) -> Compiled:
        compiled = self.with_task(task, self._reference_text(task))
        if compiled.problem:
            raise InfrastructureError(f"task {task.name}: its reference: {compiled.problem}")
        return compiled

    def _prepare(self, task: Task) -> strict.Ground | str:
        """What a strict verdict on the task needs, or why there is none."""
        if self.not_strict:
            return self.not_strict
        if task.language != "c":
            return "it is C++"
        test, reference = self._test(task), self._reference(task)
        try:
            return strict.prepare(
                self._sandbox,
                self._run_limits,
                keep=self._keep,
                prototype=source.prototype(task.function, task.entry) or "",
                entry=task.entry,
                test=test.parsed,
                test_data=test.data,
                reference=read_object(reference.data),
                reference_data=reference.data,
                reference_code=reference.assembly.decode("latin-1"),
                callbacks=strict.callbacks_of(
                    test.parsed, test.assembly, self._test_unit(task)[0].body
                ),
                shared=bool(test.given),
            )
        except strict.NotStrict as error:
            return str(error)

    # -- the sound reading ---------------------------------------------------------------------

    def sound_verdict(self, task: Task, answer: str) -> dict[str, Json]:
        """`plain` and `with_types`: compiles, passes, and the evidence; plus adaptations made.

        Of the ways to read an answer the first that compiles counts. If it does not pass so, it is
        tried with what it lacks: standard headers, and definitions of its dialect.
        """
        task = task.at_any_level()
        plain: dict[str, Json] = {}
        ways: list[CReading] = []
        adapted: dict[str, Json] = {}
        for way in readings(answer, task.entry, task.language):
            adapted = adapted or way.adapted
            if way.text.strip():
                ways.append(way)
                verdict, own = self._try(task, way.text, self._includes(task)[0])
                plain = plain or verdict
                if verdict["compiles"]:
                    plain, adapted = verdict, {**way.adapted, **own}
                    break
        plain = plain or {"compiles": False, "passes": False, "why": "the answer is empty"}
        self._test(task)  # a record that cannot be scored is an error, whatever the answer
        with_types = plain
        for way in ways if not plain["passes"] else []:
            lacks = complete(way.text, self._includes(task)[0], task.language)
            if lacks is not None:
                verdict, own = self._try(task, lacks.text, lacks.includes, lacks.prelude)
                if with_types is plain and not plain["compiles"]:
                    with_types = verdict
                if verdict["compiles"]:
                    with_types, adapted = verdict, {**way.adapted, **own, **lacks.adapted}
                    break
        return {"plain": plain, "with_types": with_types, "adapted": adapted}

    def _try(
        self, task: Task, text: str, includes: Sequence[str], prelude: str = ""
    ) -> tuple[dict[str, Json], dict[str, Json]]:
        """The verdict on one reading of an answer, and whether it brings types of its own."""
        declared, own = self._includes(task)[1], {}
        compiled = self.compile(self.unit(task, includes, declared, text, prelude), task.language)
        if not prelude and text == self._reference_text(task) and not compiled.problem:
            self._reference.know(task, compiled)
        if compiled.problem and declared:
            alone = self.compile(self.unit(task, includes, "", text, prelude), task.language)
            if not alone.problem:
                compiled, declared, own = alone, "", {"own_types": True}
        if compiled.problem:
            return {"compiles": False, "passes": False, "why": compiled.problem}, {}
        stopped = self._smuggled(task, includes, declared, text, prelude)
        return stopped or self._judge(task, compiled), own

    def _smuggled(
        self, task: Task, includes: Sequence[str], dependencies: str, text: str, prelude: str = ""
    ) -> dict[str, Json] | None:
        """The verdict on an answer that brings in assembly by a name; None if it does not."""
        if not smuggled.suspect(text):
            return None
        plain = smuggled.without_marks(text)
        unit = self.unit(task, includes, dependencies, plain, prelude)
        rule = smuggled.smuggled(self._compiler.preprocess(unit))
        return None if rule is None else _stopped(*rule)

    def _judge(self, task: Task, compiled: Compiled) -> dict[str, Json]:
        test = self._test(task)
        try:
            candidate = read_object(compiled.data)
        except ElfError as error:
            return {"compiles": False, "passes": False, "why": f"unreadable object: {error}"}
        apart = not isinstance(self._ground(task), str)
        broken = screen.broken_rule(
            candidate,
            assembly=compiled.assembly,
            entries=test.entries,
            test_imports=test.imports,
            language=task.language,
            apart=apart,
        ) or (None if apart else self._broken_import(task, candidate))
        if broken is None and not apart and screen.suspects_system_call(candidate):
            text = self._disassemble(compiled.data)
            if text is None or screen.holds_system_call(text):
                broken = "system-call", "syscall"
        if broken is not None:
            return _stopped(*broken)
        verdict = self._run(task, test, compiled, candidate)
        if self._compare and verdict["passes"]:
            verdict["agrees"] = self._agreement(task).check(compiled.data)
        return verdict

    def _broken_import(self, task: Task, candidate: Object) -> tuple[str, str] | None:
        foreign = screen.foreign_imports(candidate, task.language)
        if foreign:
            foreign -= read_object(self._reference(task).data).undefined()
        return ("forbidden-import", ", ".join(sorted(foreign))) if foreign else None

    def _disassemble(self, data: bytes) -> bytes | None:
        """Its disassembly; None if it is too long or objdump fails."""
        limits = replace(LIMITS, output=64 << 20)
        step = Step([self._gcc.objdump, "-d", "--no-show-raw-insn", "answer.o"], limits=limits)
        outcome = self._sandbox.run(Job([step], files={"answer.o": data}))
        return outcome.steps[0].stdout if outcome.steps[0].ok else None

    def _run(
        self, task: Task, test: CompiledTest, compiled: Compiled, candidate: Object
    ) -> dict[str, Json]:
        ground = self._ground(task)
        if not isinstance(ground, str):
            limits = self._run_limits
            verdict = strict.judge(self._sandbox, limits, ground, compiled.data, self._keep)
            return {"compiles": True, **verdict}
        verdict = self._run_in_process(task, test, compiled, candidate)
        return {"compiles": True, **verdict, "verdict": "in-process", "in_process": ground}

    def _run_in_process(
        self, task: Task, test: CompiledTest, compiled: Compiled, candidate: Object
    ) -> dict[str, Json]:
        steps = []
        both = candidate.defined() & test.defines
        if shared := sorted(both & test.given):
            # test and answer share the task's own variables
            weak = [f"--weaken-symbol={name}" for name in shared]
            steps.append(Step([self._gcc.objcopy, *weak, "test.o"], limits=LIMITS))
        if both - test.given:
            # a helper of the answer has the same name as a helper of the test: keep both separate
            keep = [f"--keep-global-symbol={name}" for name in sorted(test.entries | test.given)]
            steps.append(Step([self._gcc.objcopy, *keep, "answer.o"], limits=LIMITS))
        if "__assert_fail" in candidate.undefined():
            # the answer's own assertions end it; by its own name the call would reach the runner
            rename = "--redefine-sym=__assert_fail=abort"
            steps.append(Step([self._gcc.objcopy, rename, "answer.o"], limits=LIMITS))
        files = {"test.o": self._plain_test(task), "answer.o": compiled.data}
        verdict = None
        if task.language == "c":
            verdict = self._run_with([*steps], ["test.o", "answer.o"], files)
        if verdict is None:  # C++, or an object that the loader does not support
            link = self._gcc.link_argv(task.language, ["test.o", "answer.o"], "test.so")
            steps.append(Step(link, limits=LIMITS))
            verdict = self._run_with(steps, ["./test.so"], files)
        if verdict is None:
            raise InfrastructureError("the runner asked for a linker after one was used")
        return verdict

    def _run_with(
        self, before: list[Step], arguments: Sequence[str], files: Mapping[str, bytes]
    ) -> dict[str, Json] | None:
        """The verdict after these steps, or None if the runner needs a linker first."""
        secret = os.urandom(16)
        steps = [*before, Step(["@runner", *arguments], stdin=secret, limits=self._run_limits)]
        ran = self._sandbox.run(Job(steps, files=files)).steps
        if len(ran) < len(steps):
            return {"passes": False, "why": first_error(ran[-1], "the linker")}
        report = read_report(ran[-1], ran[-1].report, secret)
        if report.kind == NOT_CONFINED:
            raise InfrastructureError(report.why)
        if report.kind == NEEDS_LINKER:
            return None
        return {"passes": report.passes, "why": report.why}

    def one_process(self, task: Task) -> str | None:
        """Why this task, unlike others here, is judged in one process; None if it is not."""
        ground = self._ground(task.at_any_level())
        return ground if isinstance(ground, str) and not self.not_strict else None

    def stub_passes(self, task: Task) -> bool:
        """Whether a body that does nothing passes the task's test."""
        return self._stub_passes(task.at_any_level())

    def _try_stub(self, task: Task) -> bool:
        stub = f"int {task.entry}() {{ return 0; }}\n"
        compiled = self.compile(stub, task.language)
        return not compiled.problem and bool(self._judge(task, compiled)["passes"])

    def published_verdict(self, task: Task, answer: str) -> dict[str, Json]:
        """`recompilable` and `reexecutable` as the published script computes them."""
        return published_verdict(self._gcc, self._sandbox, task, answer)
