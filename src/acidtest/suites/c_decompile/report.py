"""What the runner says on its channel, in words."""

from __future__ import annotations

import signal
import struct
from dataclasses import dataclass

from acidtest.sandbox import Ending, StepResult

_VERDICT = struct.Struct("<16sii200s")
VERDICT_SIZE = _VERDICT.size
RETURNED, ASSERTION, NOT_LOADED, NOT_CONFINED, NEEDS_LINKER = range(1, 6)
DIED, ENDED, TRESPASSED, TEST_DIED = range(6, 10)
SILENT, STOPPED = 0, -1


@dataclass(frozen=True, slots=True)
class Report:
    """One message of the runner; `kind` is SILENT if it did not say anything that counts, STOPPED
    if it was not given the time to.
    """

    kind: int
    value: int
    why: str

    @property
    def passes(self) -> bool:
        """Only if the test's main came to its end and returned 0."""
        return self.kind == RETURNED and self.value == 0


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
        return f"{what} took too long and was stopped"
    if result.ending is Ending.TOO_MUCH_OUTPUT:
        return f"{what} wrote too much output and was stopped"
    if result.ending is Ending.SIGNALLED:
        return ended_by(result.value, what)
    return f"{what} ended with status {result.value}"


def read_report(result: StepResult, said: bytes, secret: bytes) -> Report:
    """What the runner, holding the secret, has `said`; an exit status is never a pass."""
    if result.ok and len(said) >= VERDICT_SIZE:
        told, kind, value, text = _VERDICT.unpack_from(said)
        if told == secret:
            return Report(kind, value, _words(kind, value, text))
    if result.ending is Ending.EXITED:
        return Report(SILENT, 0, "the process ended before the test was over")
    kind = STOPPED if result.ending is Ending.TOO_LONG else SILENT
    return Report(kind, 0, explain(result, "the test"))


def _words(kind: int, value: int, text: bytes) -> str:
    if kind == RETURNED:
        return f"the test's main returned {value}"
    detail = text.rstrip(b"\0").decode("utf-8", "replace")
    return {
        ASSERTION: f"assertion failed at line {value} of the test",
        NOT_LOADED: f"it could not be loaded: {detail}",
        NOT_CONFINED: f"the runner could not lock itself down (seccomp): {detail}".rstrip(": "),
        NEEDS_LINKER: f"its object needs a linker: {detail}",
        DIED: ended_by(value, "the answer"),
        ENDED: f"the answer ended its process with status {value}",
        TRESPASSED: detail,
        TEST_DIED: ended_by(value, "the test"),
    }.get(kind, "the runner said something that it cannot say")
