"""The forms of a question, and the follow-up when an answer does not compile."""

from __future__ import annotations

from acidtest.core.records import Observation

FORMS = {
    "bytecode": "runtime and creation bytecode, as hex",
    "bytecode-paris": "the same, compiled without PUSH0 where the data has a source",
    "tac": "three-address code lifted from the runtime bytecode",
    "tac-lean": "the same in a shorter text: single uses folded in, shared code once",
}


def repair(text: str, observation: Observation) -> str | None:
    """A follow-up that gives a system the compiler's errors on its answer."""
    if not observation["complete"] or observation["compiles"]:
        return None
    errors = "\n\n".join(observation["errors"][:10]) or str(observation["why"])
    return (
        "This answer does not compile. Mend it and answer with the whole source file again, "
        f"nothing else.\n\nThe compiler says:\n\n{errors}\n\nYour answer was:\n\n{text}\n"
    )
