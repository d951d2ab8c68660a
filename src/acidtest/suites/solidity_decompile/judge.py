"""Judges an answer: extracts the source, compiles it, and replays it against the original."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from acidtest import embed
from acidtest.core.digest import sha256_of
from acidtest.core.records import Json, Observation, Sample
from acidtest.lang.pragma import pragmas, without_pragmas
from acidtest.suites.solidity_decompile.claims import credited
from acidtest.suites.solidity_decompile.deployment import Builder, libraries_of
from acidtest.suites.solidity_decompile.original import Originals, choose_artifact, in_order
from acidtest.suites.solidity_decompile.prove.pool import Provers
from acidtest.suites.solidity_decompile.replay.abi import AbiFunction, Interface
from acidtest.suites.solidity_decompile.replay.pool import Replayers
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.replay.twin import twin_of
from acidtest.suites.solidity_decompile.replay.worker import How
from acidtest.suites.solidity_decompile.rules import broken_rule, carries
from acidtest.suites.solidity_decompile.source import Extracted, extract
from acidtest.suites.solidity_decompile.stated import stated_interface
from acidtest.suites.solidity_decompile.task import Contract, scored_material
from acidtest.suites.solidity_decompile.texts import observe_texts
from acidtest.toolchains import evm
from acidtest.toolchains.confined import check_confinement
from acidtest.toolchains.solc import Artifact, Solc, SolcOutput, available, modes_of
from acidtest.toolchains.solc_fetch import nearest_used, pick

_TOO_DEEP = re.compile(r"[Ss]tack too deep|StackTooDeep|too deep inside the stack")


@contextmanager
def open_judge(
    *,
    bare: bool,
    how: How = How(),  # noqa: B008  it is immutable
    prove: int = 0,
) -> Iterator[SolidityJudge]:
    """The judge, while its workers run; with `prove`, the seconds to spend on a function."""
    judge = SolidityJudge(bare=bare, how=how, prove=prove)
    try:
        yield judge
    finally:
        judge.close()


class SolidityJudge:
    """Takes an answer through the funnel, with solc workers and replay processes. Thread-safe."""

    def __init__(
        self,
        *,
        bare: bool,
        how: How = How(),  # noqa: B008  it is immutable
        prove: int = 0,
    ) -> None:
        if not bare:
            check_confinement()  # before anything is asked, and before a signature names it
        self._solc = Solc(bare=bare)
        self._originals = Originals(self._solc)
        self._replayers = Replayers(bare=bare, how=how)
        self._provers = Provers(prove, bare=bare) if prove else None
        self._bare, self._how = bare, how

    @property
    def toolchain(self) -> Mapping[str, str]:
        """Compilers, EVM and replay. That a pinned compiler was out of reach is part of it."""
        return {
            "solc": "+".join(available()) or "none",
            **({"pragma": "nearest"} if nearest_used() else {}),
            "pyrevm": evm.version(),
            "evm": evm.SPEC.lower(),
            "replay": f"{self._how.budget}x{self._how.seed}",
            "sandbox": "none" if self._bare else "bwrap",
            "embedding": embed.identity(),
            **(self._provers.toolchain if self._provers else {}),
        }

    def close(self) -> None:
        """End all workers."""
        self._solc.close()
        self._replayers.close()
        if self._provers:
            self._provers.close()

    def key(self, sample: Sample, text: str) -> str:
        """What a verdict depends on: the original in its mode, the answer, and what reads it."""
        material = (scored_material(sample.truth), text, embed.identity())
        if not (pinned := extract(text).text) or not pragmas(pinned):
            return sha256_of(*material)
        return sha256_of(*material, str(pick(pinned, available())[0]))

    def observe(self, sample: Sample, text: str) -> Observation:
        """The result of each stage the answer reaches, and why it gets no further."""
        contract: Contract = sample.truth
        original = self._originals.subject(contract)
        twin = twin_of(self._originals, contract)
        extracted = extract(text)
        observation: dict[str, Json] = {
            "complete": extracted.problem is None,
            "wrapped": extracted.wrapped,
            "typechecks": False,
            "compiles": False,
            "errors": [],
            "why": extracted.problem,
            "texts": observe_texts(contract, text),
            **({"note": contract.note} if contract.note else {}),
        }
        answer = None
        if extracted.problem is None:
            answer = self._built(contract, original, extracted, observation)
        if "abi" not in observation and (stated := stated_interface(original.interface, text)):
            observation["abi"] = _compared(original.interface.functions, stated.functions)
            observation["interface"] = stated.read_from
        if answer is not None:
            verdict = self._replayers.judge(original, answer, twin)
            if verdict["problem"] and not observation["why"]:
                observation["why"] = verdict["problem"]
            if self._provers:
                observation["proof"] = self._provers.prove(original, answer, verdict)
            return {**observation, "replay": verdict}
        known = self._replayers.judge(original, None, twin)
        states = {n: "no answer" if t else "not exercised" for n, t in known["succeeded"].items()}
        reached = {name: known[name] for name in ("never", "branches")}
        return {**observation, "replay": {"functions": states, **reached}}

    def share(self, sample: Sample, text: str) -> float:
        """On which share of the replayed calls a wrong answer does the same, beyond constants."""
        contract: Contract = sample.truth
        original, extracted = self._originals.subject(contract), extract(text)
        if extracted.problem is not None:
            return 0.0
        observation: dict[str, Json] = {"errors": [], "why": None}
        answer = self._built(contract, original, extracted, observation)
        if answer is None:
            return 0.0
        return self._replayers.share(original, answer, twin_of(self._originals, contract))

    def _built(
        self,
        contract: Contract,
        original: Subject,
        extracted: Extracted,
        observation: dict[str, Json],
    ) -> Subject | None:
        """The answer ready to be replayed; None, with the reason in `observation`, if it is not."""
        text = extracted.text
        version, bent = contract.compiler, None
        if pinned := pragmas(text):
            compiler, bent = pick(text, available())
            if compiler is None:
                observation["why"] = f"no compiler here for 'pragma solidity {pinned[0][:80]}'"
                return None
            version = compiler
        if bent:
            text = without_pragmas(text)
        mode = extracted.mode or "unoptimised"
        mode = mode if mode in modes_of(version) else "optimised"
        observation |= {"compiler": version, "bent": bent, "mode": mode}
        built = self._solc.compile(text, version, mode)
        types = built  # bytecode implies correct types; without it, types are checked separately
        if built.problem:
            types = self._solc.compile(text, version, mode, abi_only=True)
        chosen = choose_artifact(in_order(types.artifacts, text), original.interface)
        if chosen is None:
            _stop(observation, types, "there is no contract in it")
            return None
        observation["typechecks"] = True
        observation["contract"] = chosen.name
        observation["abi"] = compare_interfaces(original.interface, Interface(chosen.abi), text)
        too_deep = built.problem and _TOO_DEEP.search(" ".join(built.errors))
        stronger = modes_of(version)[-1]
        if too_deep and mode != stronger:
            observation["mode"] = stronger
            built = self._solc.compile(text, version, stronger)
        deployable = [a for a in in_order(built.artifacts, text) if a.creation]
        artifact = choose_artifact(deployable, original.interface)
        if artifact is None:
            _stop(observation, built, "no contract in it can be deployed")
            return None
        builder = Builder(libraries_of(built.artifacts), list(original.companions))
        try:
            artifact = builder.linked(artifact)
        except ValueError as error:
            observation["why"] = f"it cannot be linked: {error}"
            return None
        return self._deployable(original, artifact, builder, text, observation)

    def _deployable(
        self,
        original: Subject,
        artifact: Artifact,
        builder: Builder,
        text: str,
        observation: dict[str, Json],
    ) -> Subject | None:
        observation["contract"] = artifact.name
        interface = Interface(artifact.abi)
        observation["abi"] = compare_interfaces(original.interface, interface, text)
        observation["compiles"] = True
        creation, runtime = bytes.fromhex(artifact.creation), bytes.fromhex(artifact.runtime)
        if rule := _broken(original, artifact, builder):
            observation["why"] = rule
            return None
        mine, its = original.interface.constructor, interface.constructor
        if original.creation and mine != its:
            observation["why"] = (
                f"its constructor takes ({', '.join(its)}), not ({', '.join(mine)})"
            )
            return None
        return Subject(
            artifact.abi,
            creation if original.creation else b"",
            runtime,
            original.arguments,
            original.value,
            before=tuple(builder.codes),
            deployer=original.deployer,
            companions=original.companions,
            immutables=tuple(artifact.immutables),
        )


def _broken(original: Subject, artifact: Artifact, builder: Builder) -> str | None:
    """The rule that an answer breaks, its libraries included."""
    creation, runtime = bytes.fromhex(artifact.creation), bytes.fromhex(artifact.runtime)
    libraries = builder.linked_libraries
    codes = [creation, runtime, *(bytes.fromhex(library.creation) for library in libraries)]
    known = [original.creation, original.runtime, *original.before]
    if rule := broken_rule(codes, known, links=bool(libraries)):
        return rule
    for part in (artifact, *libraries):
        code = bytes.fromhex(part.runtime)
        if rule := carries(code, part.instructions, original.runtime):
            return rule
    return None


def _stop(observation: dict[str, Json], compiled: SolcOutput, otherwise: str) -> None:
    observation["why"] = compiled.problem or otherwise
    observation["errors"] = list(compiled.errors)


def compare_interfaces(
    original: Interface, answer: Interface, source: str = ""
) -> Mapping[str, Any]:
    """How many functions and prototypes are the same, and which are not.

    `source` may claim selectors for functions whose names could not be known (see claims.py).
    """
    return _compared(original.functions, credited(original, answer, source))


def _compared(mine: Mapping[str, AbiFunction], its: Mapping[str, AbiFunction]) -> Mapping[str, Any]:
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
