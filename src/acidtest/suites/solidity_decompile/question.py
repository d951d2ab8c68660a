"""The question: bytecode, or three-address code lifted from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from acidtest.core.errors import InputError
from acidtest.core.records import Program, Sample
from acidtest.lang import tac
from acidtest.suites.solidity_decompile.forms import FORMS
from acidtest.suites.solidity_decompile.original import Originals
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.toolchains.solc import Solc

PARIS = "paris"
"""The last version of the EVM without PUSH0, which older tools do not know."""
_ASK = (
    "Decompile this Ethereum contract. Answer with one self-contained Solidity source file that "
    "compiles by itself (no imports) and behaves like the original: the same public functions "
    "with the same selectors, return values, reverts, events, transfers and external calls."
)


class SolidityQuestions:
    """Compiles originals when a question needs one; earlier results are cached on disk."""

    def __init__(self, *, bare: bool) -> None:
        self._solc = Solc(bare=bare)  # starts no worker before the first compilation
        self._originals = Originals(self._solc)
        self._older = Originals(self._solc, evm=PARIS)

    def text(self, sample: Sample, form: str) -> str:
        """The question in one of the suite's forms."""
        originals = self._older if form == "bytecode-paris" else self._originals
        return question(originals.subject(sample.truth), form)

    def program(self, sample: Sample) -> Program:
        """The runtime bytecode."""
        return Program(self._originals.subject(sample.truth).runtime)

    def close(self) -> None:
        """End the workers, if there are any."""
        self._solc.close()


@contextmanager
def open_questions(*, bare: bool) -> Iterator[SolidityQuestions]:
    """The builder of questions, while its workers run."""
    made = SolidityQuestions(bare=bare)
    try:
        yield made
    finally:
        made.close()


def question(subject: Subject, form: str) -> str:
    """The question text in `form`."""
    if form in ("bytecode", "bytecode-paris"):
        parts = [_ASK, "Runtime bytecode:", "0x" + subject.runtime.hex()]
        if subject.creation:
            parts += ["Creation bytecode:", "0x" + subject.creation.hex()]
        if subject.arguments:
            parts += ["Constructor arguments it was deployed with:", "0x" + subject.arguments.hex()]
        return "\n\n".join(parts) + "\n"
    if form == "tac-lean":
        code = tac.lift_lean(subject.runtime)
        return f"{_ASK}\n\nThree-address code of the runtime bytecode:\n\n{code}\n"
    if form != "tac":
        raise InputError(
            f"unknown question form '{form}'; solidity-decompile has: {', '.join(FORMS)}"
        )
    return f"{_ASK}\n\nThree-address code of the runtime bytecode:\n\n{tac.lift(subject.runtime)}\n"
