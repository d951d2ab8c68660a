"""Compiles an answer, examines it, runs the test with it, and says what happened.

Two readings. `published_verdict` is the procedure of the paper: one translation unit, two gcc
runs, the exit status. `sound_verdict` compiles the answer apart from the test, examines its
object, and takes the verdict from a channel the answer cannot reach. Both run in the sandbox.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.lang.c_answer import CReading
from acidtest.lang.elf import STB_GLOBAL, STT_FUNC, ElfError, Object, read_object
from acidtest.suites.c_decompile import screen, strict, together
from acidtest.suites.c_decompile.agrees import Agreement
from acidtest.suites.c_decompile.compile import LIMITS, Compiled
from acidtest.suites.c_decompile.image import Link, Programs
from acidtest.suites.c_decompile.once import Once
from acidtest.suites.c_decompile.prepared import Keep, made_now
from acidtest.suites.c_decompile.published import PublishedProcedure
from acidtest.suites.c_decompile.reader import Reader, stopped
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


def _own_name(task: Task, candidate: Object) -> str | None:
    """The name of a C++ answer's only function that is called as the task says, with whatever
    types: the mangled name tells them, and another type may be passed in the same way.
    """
    if task.language == "c":
        return None
    mangled = f"_Z{len(task.entry)}{task.entry}"
    names = {
        symbol.name
        for symbol in candidate.symbols
        if symbol.defined
        and symbol.kind == STT_FUNC
        and symbol.binding == STB_GLOBAL
        and (symbol.name == task.entry or symbol.name.startswith(mangled))
    }
    return names.pop() if len(names) == 1 else None


def runner() -> Path:
    """The program that runs a test with a candidate; built on first use."""
    return build_native("runner")


class Verdicts(Reader):
    """Gives verdicts with one compiler in one sandbox; tests are compiled once. Thread-safe.

    With `compare`, an answer that passes is also compared with the reference on other inputs.
    Without `apart`, test and answer always share a process. `not_strict` says why they must share
    one on this machine; None if they need not.
    Without `keep`, compiler and runner are started for each answer (see `Compiler`). Without
    `program`, answers are given nothing of their program. `seed` draws other inputs to compare on.
    `prepared` knows what was made for a task in earlier runs.
    """

    def __init__(
        self,
        gcc: Gcc,
        sandbox: Sandbox,
        run: Limits = _RUN,
        compare: bool = False,
        apart: bool = True,
        keep: bool = True,
        program: bool = True,
        seed: int = 0,
        prepared: Keep = made_now,
    ) -> None:
        super().__init__(gcc, sandbox, keep, prepared=prepared)
        self._run_limits = run
        self._compare = compare
        self._test = Once(self._compile_test)
        self._plain_test = Once(
            lambda task: self.compile(self.test_unit(task)[0], task.language).data
        )
        self.not_strict = strict.available(sandbox) if apart else "it was asked for so"
        self._ground = Once(self._prepare)
        self._published = PublishedProcedure(gcc, sandbox, keep=keep)
        self._programs = Programs(gcc, sandbox) if program else None
        self._agreement = Once(
            lambda task: Agreement(gcc, sandbox, task, self.with_task, seed, prepared)
        )

    def check_task(self, task: Task) -> None:
        """Raises `InfrastructureError` if its test does not compile."""
        self._test(task)

    def _compile_test(self, task: Task) -> CompiledTest:
        unit, declared = self.test_unit(task)
        flags = () if self.not_strict else strict.BOUNDS_FLAGS

        def make() -> tuple[bytes, bytes]:
            made = self.compile(unit, task.language, flags)
            if made.problem:
                raise InfrastructureError(f"task {task.name}: its test: {made.problem}")
            return made.data, made.assembly

        compiled = Compiled(*self._prepared("strict-test" if flags else "test", task, make))
        parsed = read_object(compiled.data)
        imports, entry = parsed.undefined(), task.entry
        if task.language == "cpp":
            entries = {n for n in imports if n.startswith(f"_Z{len(entry)}{entry}")} | {entry}
        else:
            entries = {entry}
        given = self.given(task, parsed, declared)
        return CompiledTest(
            compiled.data,
            compiled.assembly.decode("latin-1"),
            parsed,
            frozenset(imports),
            frozenset(parsed.defined()),
            frozenset(entries),
            frozenset(given),
        )

    def _prepare(self, task: Task) -> strict.Ground | str:
        """What a strict verdict on the task needs, or why there is none."""
        if self.not_strict:
            return self.not_strict
        test, reference = self._test(task), self.reference(task)
        try:
            return strict.prepare(
                self._sandbox,
                self._run_limits,
                keep=self._keep,
                prototype=source.prototype(task.function, task.entry, task.language) or "",
                language=task.language,
                entry=self._called(task, test),
                test=test.parsed,
                test_data=test.data,
                reference=read_object(reference.data),
                reference_data=reference.data,
                reference_code=reference.assembly.decode("latin-1"),
                test_code=test.assembly,
                callbacks=strict.callbacks_of(
                    test.parsed, test.assembly, self.test_unit(task)[0].body, task.language
                ),
                shared=bool(test.given),
            )
        except strict.NotStrict as error:
            return str(error)

    def _called(self, task: Task, test: CompiledTest) -> str:
        """The name under which a test calls the function; raises `NotStrict`."""
        if task.language == "c":
            return task.entry
        called = sorted(test.entries & test.imports)
        if len(called) != 1:
            raise strict.NotStrict(f"its test calls {len(called)} functions {task.entry}")
        return called[0]

    # -- the sound reading ---------------------------------------------------------------------

    def with_program(self, level: Task, ways: Sequence[CReading]) -> dict[str, Json] | None:
        """The verdict on an answer that is given what it names of its program; None if nothing."""
        task = level.at_any_level()
        if self._programs is None or not level.opt or isinstance(self._ground(task), str):
            return None
        for way in ways:
            offer = self._programs.offer(level, way.text, self.includes(task)[0])
            if offer is not None:
                judge = functools.partial(self.judge, link=offer.link)
                verdict, _ = self._try(task, offer.text, offer.includes, offer.prelude, judge)
                if verdict["compiles"]:
                    return verdict
        return None

    def judge(self, task: Task, compiled: Compiled, link: Link | None = None) -> dict[str, Json]:
        """The verdict on an answer's object, to which `link` adds what it lacks."""
        test = self._test(task)
        try:
            candidate = read_object(compiled.data)
        except ElfError as error:
            return {"compiles": False, "passes": False, "why": f"unreadable object: {error}"}
        ground = self._ground(task)
        apart = not isinstance(ground, str)
        own = _own_name(task, candidate) if apart else None
        broken = screen.broken_rule(
            candidate,
            assembly=compiled.assembly,
            entries={own} if own else test.entries,
            test_imports=test.imports,
            language=task.language,
            apart=apart,
        ) or (None if apart else self._broken_import(task, candidate))
        if broken is None and not apart and screen.suspects_system_call(candidate):
            text = self._disassemble(compiled.data)
            if text is None or screen.holds_system_call(text):
                broken = "system-call", "syscall"
        if broken is not None:
            return stopped(*broken)
        given: dict[str, Json] = {}
        if link is not None:
            compiled, names = link(compiled)
            given = {"given": [*names]}
            if compiled.problem:
                return {"compiles": True, "passes": False, "why": compiled.problem, **given}
        verdict = {**self._run(task, test, compiled, candidate), **given}
        if self._compare and verdict["passes"]:
            agreement = self._agreement(task)
            verdict["agrees"] = agreement.check(compiled.data, with_program=link is not None)
        return verdict

    def _broken_import(self, task: Task, candidate: Object) -> tuple[str, str] | None:
        foreign = screen.foreign_imports(candidate, task.language)
        if foreign:
            foreign -= read_object(self.reference(task).data).undefined()
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
            limits, own = self._run_limits, _own_name(task, candidate)
            names = {self._called(task, test): own} if own else {}
            verdict = strict.judge(self._sandbox, limits, ground, compiled.data, self._keep, names)
            return {"compiles": True, **verdict}
        verdict = together.judge(
            self._gcc,
            self._sandbox,
            self._run_limits,
            test=self._plain_test(task),
            answer=compiled.data,
            shared=candidate.defined() & test.defines & test.given,
            twice=bool(candidate.defined() & test.defines - test.given),
            kept=test.entries | test.given,
            asserts="__assert_fail" in candidate.undefined(),
            language=task.language,
        )
        return {"compiles": True, **verdict, "verdict": "in-process", "in_process": ground}

    def one_process(self, task: Task) -> str | None:
        """Why this task, unlike others here, is judged in one process; None if it is not."""
        ground = self._ground(task.at_any_level())
        return ground if isinstance(ground, str) and not self.not_strict else None

    def published_verdict(self, task: Task, answer: str) -> dict[str, Json]:
        """`recompilable` and `reexecutable` as the published script computes them."""
        return self._published.verdict(task, answer)


class Shares(Verdicts):
    """Tells how far wrong answers are from the reference; the test is not run."""

    def share(self, task: Task, answer: str) -> float:
        """On which share of inputs the answer agrees, beyond what knows nothing of the task."""
        if len(answer) > ANSWER_MAX or task.language != "c":
            return 0.0
        verdict = self.sound_verdict(task, answer)
        return float(max(verdict[way].get("share", 0.0) for way in ("plain", "with_types")))

    def _run(
        self, task: Task, test: CompiledTest, compiled: Compiled, candidate: Object
    ) -> dict[str, Json]:
        share = self._agreement(task).share(compiled.data, task, self.with_task)
        return {"compiles": True, "passes": False, "why": "the test was not run", "share": share}
