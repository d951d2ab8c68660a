"""The question as it is put: bytecode, or three-address code lifted from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acidtest.errors import InputError
from acidtest.model import Observation
from acidtest.toolchain import tac

if TYPE_CHECKING:  # the EVM is opened by an observer only
    from acidtest.suites.solidity_decompile.replay.subject import Subject

FORMS = {
    "bytecode": "runtime and creation bytecode, as hex",
    "tac": "three-address code lifted from the runtime bytecode",
}
_ASK = (
    "Decompile this Ethereum contract. Answer with one self-contained Solidity source file that "
    "compiles by itself (no imports) and behaves like the original: the same public functions "
    "with the same selectors, return values, reverts, events, transfers and external calls."
)


def question(subject: Subject, form: str) -> str:
    """The question text in `form`."""
    if form == "bytecode":
        parts = [_ASK, "Runtime bytecode:", "0x" + subject.runtime.hex()]
        if subject.creation:
            parts += ["Creation bytecode:", "0x" + subject.creation.hex()]
        if subject.arguments:
            parts += ["Constructor arguments it was deployed with:", "0x" + subject.arguments.hex()]
        return "\n\n".join(parts) + "\n"
    if form != "tac":
        raise InputError(f"there is no question form '{form}'; there are: {', '.join(FORMS)}")
    return f"{_ASK}\n\nThree-address code of the runtime bytecode:\n\n{tac.lift(subject.runtime)}\n"


def repair(text: str, observation: Observation) -> str | None:
    """The compiler's complaints about an answer, put to the system that gave it."""
    if not observation["complete"] or observation["compiles"]:
        return None
    errors = "\n\n".join(observation["errors"][:10]) or str(observation["why"])
    return (
        "This answer does not compile. Mend it and answer with the whole source file again, "
        f"nothing else.\n\nThe compiler says:\n\n{errors}\n\nYour answer was:\n\n{text}\n"
    )
