"""Behaviour beyond the assertions: does an answer do what the reference does on other inputs?

The reference runs first and alone, built to stop at undefined behaviour, with buffers that end at
an unmapped page. Inputs that crash it, or that make it read uninitialised memory, are outside its
contract and do not count. The answer then runs on the rest, also alone and without access to the
reference's results, which are compared outside the sandbox.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from acidtest.core.records import Json
from acidtest.lang import c_source as source
from acidtest.metrics.agreement import Results as Compared
from acidtest.metrics.agreement import share
from acidtest.suites.c_decompile.agrees._calls import (
    NOT_LINKED,
    CallBatch,
    Calls,
    CallSettings,
    CallsMade,
    Results,
    named,
)
from acidtest.suites.c_decompile.agrees._describe import describe
from acidtest.suites.c_decompile.agrees._glue import glue_of
from acidtest.suites.c_decompile.agrees._inputs import POISON, Input, make_inputs
from acidtest.suites.c_decompile.agrees._prototype import (
    SCALARS,
    Buffer,
    CallSignature,
    NotAllowed,
    Scalar,
    read_signature,
    with_lengths,
)
from acidtest.suites.c_decompile.agrees._replay import (
    HEAD,
    TAIL,
    replay_calls,
    replay_inputs,
    replay_seeds,
)
from acidtest.suites.c_decompile.agrees._share import idle_bodies
from acidtest.suites.c_decompile.prepared import Keep, made_now
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.wire import CallStatus
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.sandbox import Sandbox

__all__ = [
    "CHECKED_REAL",
    "HEAD",
    "SCALARS",
    "TAIL",
    "Agreement",
    "Buffer",
    "CallSettings",
    "Calls",
    "CallsMade",
    "NotAllowed",
    "Results",
    "Scalar",
    "describe",
    "make_inputs",
    "read_signature",
    "replay_calls",
    "replay_inputs",
    "with_lengths",
]

ENOUGH = 10
CHECKED: tuple[str, ...] = (
    "-fsanitize=undefined,float-cast-overflow",
    "-fsanitize-undefined-trap-on-error",
)
# Programs for x86-64 rely on these to do what they do there.
CHECKED_REAL: tuple[str, ...] = (*CHECKED, "-fno-sanitize=alignment,pointer-overflow,shift-base")
# The reference counts its own branches, so that which inputs it needs too long for is the same on
# every machine (native/judge/agrees.c). The clock is for what it spends elsewhere, and for answers:
# in ticks of 10 ms, a call of theirs may take a hundred times as long as the slowest that counts.
COUNTED = "-fsanitize-coverage=trace-pc"
_REFERENCE_TICKS, _ANSWER_TICKS = 100, 100


class Made(Protocol):
    """An object file, or why there is none."""

    @property
    def data(self) -> bytes:
        """The object file."""
        ...

    @property
    def problem(self) -> str | None:
        """The compiler's complaint."""
        ...


class Compile(Protocol):
    """Compiles C text with the includes and dependencies of its task."""

    def __call__(
        self, task: Task, text: str, *, flags: Sequence[str] = (), declared: bool = False
    ) -> Made:
        """`flags` are for the compiler proper; `declared`: helpers without their bodies."""
        ...


def _object(made: Made, what: str) -> bytes:
    if made.problem:
        raise NotAllowed(f"{what} does not compile: {made.problem}")
    return made.data


@dataclass(frozen=True, slots=True)
class _Ground:
    """What the reference does: which inputs to run, which of those count, and their results.

    Without a `signature`, the glue makes its own inputs, and what it puts down is a hash.
    """

    entry: str
    signature: CallSignature | None
    batch: CallBatch
    glue: bytes
    reference: bytes
    run: bytes
    counted: Sequence[int] = ()
    results: Results = field(default_factory=list)

    def recorded(self) -> tuple[object, ...]:
        """What comes from compiling and running, as plain values."""
        return (
            *(self.batch.data, self.batch.count, self.glue, self.reference),
            *(self.run, list(self.counted), self.results),
        )

    @staticmethod
    def of(entry: str, signature: CallSignature | None, recorded: Sequence[Any]) -> _Ground:
        """As it was recorded."""
        data, count, *others = recorded
        return _Ground(entry, signature, CallBatch(data, count), *others)


class Agreement:
    """Compares answers with the reference of one task. One per task, used by many threads."""

    def __init__(
        self,
        gcc: Gcc,
        sandbox: Sandbox,
        task: Task,
        compile: Compile,
        seed: int = 0,
        prepared: Keep = made_now,
    ) -> None:
        self._calls, self._task, self._seed = Calls(gcc, sandbox), task, seed
        self._idle: list[Compared] | None = None
        self._reason: str | None = None
        self._ground: _Ground | None = None
        try:
            self._ground = self._prepare(task, compile, prepared)
        except NotAllowed as error:
            self._reason = str(error)

    def check(self, answer: bytes, *, with_program: bool = False) -> dict[str, Json]:
        """`value` True, False or None, with the first disagreement or the reason for None.

        Parts of its program that an answer was given may be code that no library can hold.
        """
        ground = self._ground
        if ground is None:
            return {"value": None, "why": self._reason}
        outcome = self._call(ground, answer, CallSettings(_ANSWER_TICKS, link=with_program))
        if isinstance(outcome, str) and with_program and outcome.startswith(NOT_LINKED):
            return {"value": None, "why": f"with its program {outcome}"}
        if isinstance(outcome, str):
            why = f"on inputs that the reference accepts, {outcome}"
            return {"value": False, "inputs": len(ground.counted), "why": why}
        for number in ground.counted:
            if (got := outcome.results[number]) != ground.results[number]:
                return self._disagreement(ground, answer, number, got, with_program)
        why = f"it does what the reference does on {len(ground.counted)} inputs"
        return {"value": True, "inputs": len(ground.counted), "why": why}

    def share(self, answer: bytes, task: Task, compile: Compile) -> float:
        """On which share of inputs a wrong answer agrees; see `_share`. 0 if none can be tried."""
        ground = self._ground
        if ground is None or ground.signature is None:
            return 0.0
        if self._idle is None:  # found twice if two threads are first
            prototype = source.prototype(task.function, task.entry, task.language) or ""
            head = source.expose_entry(prototype, task.entry)[0].rstrip().rstrip(";")
            made = (compile(task, f"{head}\n{body}\n") for body in idle_bodies(ground.signature))
            self._idle = [self._results(ground, each.data) for each in made if not each.problem]
        reference = {number: ground.results[number] for number in ground.counted}
        return share(reference, self._results(ground, answer), self._idle)

    def _results(self, ground: _Ground, code: bytes) -> Compared:
        """What code does on each input; nothing if it does not come to its end."""
        outcome = self._call(ground, code, CallSettings(_ANSWER_TICKS))
        return {} if isinstance(outcome, str) else dict(enumerate(outcome.results))

    def _call(self, ground: _Ground, code: bytes, how: CallSettings) -> CallsMade | str:
        return self._calls.run(ground.entry, ground.batch, ground.glue, code, ground.run, how)

    # -- the reference ---------------------------------------------------------------------------

    def _prepare(self, task: Task, compile: Compile, prepared: Keep) -> _Ground:
        if task.language != "c":
            raise NotAllowed("only C can be compared so, not C++")
        prototype = source.prototype(task.function, task.entry, task.language)
        if prototype is None:
            raise NotAllowed("the reference does not define the function")
        prototype = source.expose_entry(prototype, task.entry)[0]
        signature, checked = None, CHECKED_REAL
        if (calls := replay_calls(task.test)) is None:
            dependencies = source.split_includes(task.dependencies)[1]
            signature = read_signature(prototype, task.entry, dependencies)
            calls, checked = glue_of(signature), CHECKED
        text = f"{prototype}\n{calls}"

        def make() -> tuple[object, ...]:
            return self._record(signature, compile, text, checked).recorded()

        made = prepared(f"agreement {self._seed}", task, make)
        return _Ground.of(task.entry, signature, made)

    def _inputs(self, signature: CallSignature | None) -> Sequence[Input]:
        """Made again where they are needed: that is rarely."""
        task = self._task
        if signature is None:
            return replay_inputs(replay_seeds(task.function, self._seed))
        return make_inputs(signature, task.function, task.test, self._seed)

    def _record(
        self, signature: CallSignature | None, compile: Compile, text: str, checked: Sequence[str]
    ) -> _Ground:
        task, inputs = self._task, self._inputs(signature)
        glue = _object(compile(task, text, declared=True), "the code that calls it")
        flags = (*checked, COUNTED)
        reference = _object(compile(task, task.function, flags=flags), "the reference, checked,")
        batch, run = self._calls.batch(inputs), b"\1" * len(inputs)
        ground = _Ground(task.entry, signature, batch, glue, reference, run)
        first = self._of_reference(ground)
        run = bytes(status == CallStatus.RETURNED for status, _ in first)
        ground = replace(ground, run=run)
        again = [
            self._of_reference(ground),
            self._of_reference(ground, POISON ^ 0xFF, elsewhere=True),
        ]
        counted = [
            number
            for number in range(len(inputs))
            if again[0][number][0] == CallStatus.RETURNED and again[0][number] == again[1][number]
        ]
        if len(counted) < ENOUGH:
            if 2 * (run.count(1) - len(counted)) > len(inputs):
                raise NotAllowed("the reference does not do the same twice")
            if sum(status == CallStatus.NOT_COMPARABLE for status, _ in first) > len(inputs) // 2:
                raise NotAllowed("it returns a pointer to memory of its own, of unknown extent")
            # how many exactly may depend on what lies in memory that it reads uninitialised
            raise NotAllowed(
                f"the reference accepts fewer than {ENOUGH} of {len(inputs)} generated inputs"
            )
        # nothing after the last input that counts is needed
        run = run[: counted[-1] + 1].ljust(len(inputs), b"\0")
        return replace(ground, run=run, counted=counted, results=again[0])

    def _of_reference(
        self, ground: _Ground, poison: int = POISON, *, elsewhere: bool = False
    ) -> Results:
        how = CallSettings(_REFERENCE_TICKS, poison, go_on=True, elsewhere=elsewhere)
        outcome = self._call(ground, ground.reference, how)
        if isinstance(outcome, str):
            raise NotAllowed(f"on generated inputs, the reference fails: {outcome}")
        return outcome.results

    # -- reporting ---------------------------------------------------------------------------------

    def _disagreement(
        self,
        ground: _Ground,
        answer: bytes,
        number: int,
        result: tuple[int, bytes],
        link: bool,
    ) -> dict[str, Json]:
        given = self._inputs(ground.signature)[number]
        expected = self._shown(
            ground, ground.reference, CallSettings(_REFERENCE_TICKS, show=number)
        )
        got: Json = _FAILURES.get(result[0])
        if result[0] == CallStatus.RETURNED:
            got = self._shown(ground, answer, CallSettings(_ANSWER_TICKS, show=number, link=link))
        elif result[0] >= CallStatus.SIGNALLED:
            got = f"was ended by {named(result[0] - CallStatus.SIGNALLED)}"
        return {
            "value": False,
            "inputs": len(ground.counted),
            "why": f"it differs from the reference on input {number}",
            "input": given.shown,
            "reference": expected,
            "answer": got,
        }

    def _shown(self, ground: _Ground, code: bytes, how: CallSettings) -> Json:
        outcome = self._call(ground, code, how)
        if isinstance(outcome, str):
            return outcome
        if ground.signature is None:
            return f"hash {outcome.shown.hex()}"
        return describe(ground.signature, outcome.shown)


_FAILURES: Mapping[int, str] = {
    CallStatus.NOT_RUN: "did not come to this input",
    CallStatus.HUNG: "did not come back",
    CallStatus.WROTE_OUTSIDE: "wrote outside its arguments",
    CallStatus.NOT_COMPARABLE: "returned a pointer to nothing that was given",
}
