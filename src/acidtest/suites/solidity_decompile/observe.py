"""What becomes of an answer: taken out of its text, compiled, and replayed beside the original."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from acidtest.model import Json, Observation
from acidtest.suites.solidity_decompile.claims import credited
from acidtest.suites.solidity_decompile.original import Originals, choose_artifact, in_order
from acidtest.suites.solidity_decompile.replay.abi import Interface
from acidtest.suites.solidity_decompile.replay.pool import Replayers
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.rules import broken_rule
from acidtest.suites.solidity_decompile.source import Extracted, extract
from acidtest.suites.solidity_decompile.task import Contract
from acidtest.toolchain.solc import Artifact, Compiled, Solc, available, modes_of
from acidtest.toolchain.solc_pragma import choose, pragmas, without_pragmas

_TOO_DEEP = re.compile(r"[Ss]tack too deep|StackTooDeep|too deep inside the stack")


class Examiner:
    """Takes an answer through the funnel. Thread-safe."""

    def __init__(self, solc: Solc, originals: Originals, replayers: Replayers) -> None:
        self._solc = solc
        self._originals = originals
        self._replayers = replayers

    def observe(self, contract: Contract, text: str) -> Observation:
        """Each stage as far as the answer comes, and why it comes no further."""
        original = self._originals.subject(contract)
        extracted = extract(text)
        seen: dict[str, Json] = {
            "complete": extracted.problem is None,
            "wrapped": extracted.wrapped,
            "typechecks": False,
            "compiles": False,
            "errors": [],
            "why": extracted.problem,
        }
        answer = None
        if extracted.problem is None:
            answer = self._built(contract, original, extracted, seen)
        if answer is not None:
            verdict = self._replayers.judge(original, answer)
            if verdict["problem"] and not seen["why"]:
                seen["why"] = verdict["problem"]
            return {**seen, "replay": verdict}
        known = self._replayers.judge(original, None)
        states = {n: "no answer" if t else "not exercised" for n, t in known["succeeded"].items()}
        return {**seen, "replay": {"functions": states}}

    def _built(
        self, contract: Contract, original: Subject, extracted: Extracted, seen: dict[str, Json]
    ) -> Subject | None:
        """The answer ready to be replayed; None, with the reason in `seen`, if it is not."""
        text = extracted.text
        version, bent = contract.compiler, False
        if wanted := pragmas(text):
            found, bent = choose(text, available())
            if found is None:
                seen["why"] = f"no compiler here for 'pragma solidity {wanted[0]}'"
                return None
            version = found
        if bent:
            text = without_pragmas(text)
        mode = extracted.mode or "unoptimised"
        mode = mode if mode in modes_of(version) else "optimised"
        seen |= {"compiler": version, "bent": bent, "mode": mode}
        built = self._solc.compile(text, version, mode)
        types = built  # what has bytecode has types; without, they are looked at by themselves
        if built.problem:
            types = self._solc.compile(text, version, mode, abi_only=True)
        chosen = choose_artifact(in_order(types.artifacts, text), original.interface)
        if chosen is None:
            _stop(seen, types, "there is no contract in it")
            return None
        seen["typechecks"] = True
        seen["contract"] = chosen.name
        seen["abi"] = compare_interfaces(original.interface, Interface(chosen.abi), text)
        too_deep = built.problem and _TOO_DEEP.search(" ".join(built.errors))
        if too_deep and mode != "via-ir" and "via-ir" in modes_of(version):
            seen["mode"] = "via-ir"
            built = self._solc.compile(text, version, "via-ir")
        deployable = [a for a in in_order(built.artifacts, text) if a.creation]
        artifact = choose_artifact(deployable, original.interface)
        if artifact is None:
            _stop(seen, built, "no contract in it can be deployed")
            return None
        return self._deployable(original, artifact, text, seen)

    def _deployable(
        self, original: Subject, artifact: Artifact, text: str, seen: dict[str, Json]
    ) -> Subject | None:
        seen["contract"] = artifact.name
        interface = Interface(artifact.abi)
        seen["abi"] = compare_interfaces(original.interface, interface, text)
        if artifact.unlinked:
            seen["why"] = "it needs a library to be linked: an answer is one contract by itself"
            return None
        seen["compiles"] = True
        if rule := broken_rule(text, original.runtime, original.creation):
            seen["why"] = rule
            return None
        mine, its = original.interface.constructor, interface.constructor
        if original.creation and mine != its:
            seen["why"] = f"its constructor takes ({', '.join(its)}), not ({', '.join(mine)})"
            return None
        creation = bytes.fromhex(artifact.creation) if original.creation else b""
        runtime = bytes.fromhex(artifact.runtime)
        return Subject(artifact.abi, creation, runtime, original.arguments, original.value)


def _stop(seen: dict[str, Json], compiled: Compiled, otherwise: str) -> None:
    seen["why"] = compiled.problem or otherwise
    seen["errors"] = list(compiled.errors)


def compare_interfaces(
    original: Interface, answer: Interface, source: str = ""
) -> Mapping[str, Any]:
    """How many functions and prototypes are the same, and which are not.

    `source` may claim selectors for functions whose names could not be known (see claims.py).
    """
    mine, its = original.functions, credited(original, answer, source)
    prototypes = {f.prototype for f in mine.values()} & {f.prototype for f in its.values()}
    return {
        "original": len(mine),
        "answer": len(its),
        "selectors": len(set(mine) & set(its)),
        "prototypes": len(prototypes),
        "missing": sorted(set(mine) - set(its)),
        "extra": sorted(set(its) - set(mine)),
        "otherwise": sorted(
            f"{its[name].prototype} (original: {mine[name].prototype})"
            for name in set(mine) & set(its)
            if mine[name].prototype != its[name].prototype
        ),
    }
