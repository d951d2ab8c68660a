"""The runner's messages, in words."""

from __future__ import annotations

import signal
from dataclasses import dataclass

from acidtest.suites.c_decompile.wire import VERDICT_RECORD, VerdictKind, VerdictRecord
from acidtest.toolchains.sandbox import Ending, StepResult

VERDICT_SIZE = VERDICT_RECORD.size
RETURNED = VerdictKind.RETURNED
NOT_CONFINED = VerdictKind.NOT_CONFINED
NEEDS_LINKER = VerdictKind.NEEDS_LINKER
SILENT, STOPPED = 0, -1


@dataclass(frozen=True, slots=True)
class Report:
    """One message of the runner; `kind` is SILENT if it said nothing that counts, STOPPED
    if it ran out of time.
    """

    kind: int
    value: int
    why: str

    @property
    def passes(self) -> bool:
        """True only if the test's main finished and returned 0."""
        return self.kind == RETURNED and self.value == 0


TOOK_TOO_LONG = "took too long and was stopped"
"""By the clock. What uses too much processor time is ended by a signal."""
UNEXPLAINED = (TOOK_TOO_LONG, "SIGKILL", "the process ended before", "took too long or printed")
"""Parts of what is said where a busy machine, or whoever kills programs on it, may be the cause."""


def signal_name(number: int) -> str:
    """SIGSEGV for 11, and so on."""
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"signal {number}"


def ended_by(number: int, what: str) -> str:
    """In words, that a signal ended `what`."""
    if number == signal.SIGXCPU:
        return f"{what} used more than its processor time"
    if number == signal.SIGSYS:
        return f"{what} made a forbidden system call"
    return f"{what} was ended by {signal_name(number)}"


def explain(result: StepResult, what: str) -> str:
    """In words, how a step that did not succeed ended."""
    if result.ending is Ending.TOO_LONG:
        return f"{what} {TOOK_TOO_LONG}"
    if result.ending is Ending.TOO_MUCH_OUTPUT:
        return f"{what} wrote too much output and was stopped"
    if result.ending is Ending.SIGNALLED:
        return ended_by(result.value, what)
    return f"{what} ended with status {result.value}"


def read_report(result: StepResult, said: bytes, secret: bytes) -> Report:
    """What the runner, holding the secret, has `said`; an exit status is never a pass."""
    if result.ok and len(said) >= VERDICT_SIZE:
        verdict = VerdictRecord._make(VERDICT_RECORD.unpack_from(said))
        if verdict.secret == secret:
            return Report(verdict.kind, verdict.value, _words(verdict))
    if result.ending is Ending.EXITED:
        return Report(SILENT, 0, "the process ended before the test was over")
    kind = STOPPED if result.ending is Ending.TOO_LONG else SILENT
    return Report(kind, 0, explain(result, "the test"))


def _words(verdict: VerdictRecord) -> str:
    value = verdict.value
    detail = verdict.why.rstrip(b"\0").decode("utf-8", "replace")
    locked = f"the runner could not lock itself down (seccomp): {detail}".rstrip(": ")
    words: dict[int, str] = {
        VerdictKind.RETURNED: f"the test's main returned {value}",
        VerdictKind.ASSERTION: f"assertion failed at line {value} of the test",
        VerdictKind.NOT_LOADED: f"it could not be loaded: {detail}",
        VerdictKind.NOT_CONFINED: locked,
        VerdictKind.NEEDS_LINKER: f"its object needs a linker: {detail}",
        VerdictKind.DIED: ended_by(value, "the answer"),
        VerdictKind.ENDED: f"the answer ended its process with status {value}",
        VerdictKind.TRESPASSED: detail,
        VerdictKind.TEST_DIED: ended_by(value, "the test"),
    }
    return words.get(verdict.kind, "the runner said something that it cannot say")
