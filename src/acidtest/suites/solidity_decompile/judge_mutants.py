"""Compiles mutants and replays them against their original."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from acidtest.core.records import Json
from acidtest.lang.mutation import Fate, Mutant, Trial
from acidtest.suites.solidity_decompile.original import Originals, choose_artifact, in_order
from acidtest.suites.solidity_decompile.replay.pool import Replayers
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.replay.twin import twin_of
from acidtest.suites.solidity_decompile.task import Contract
from acidtest.toolchains.solc import Artifact, Solc, modes_of


class MutantJudge:
    """Finds the fate of one mutant. Thread-safe."""

    def __init__(self, known: Mapping[tuple[str, str], str], *, bare: bool) -> None:
        self._known = known
        self._solc = Solc(bare=bare)
        self._originals = Originals(self._solc)
        self._replayers = Replayers(bare=bare)
        self._optimised: dict[str, str | None] = {}

    def trial(self, item: tuple[Contract, Mutant]) -> Trial:
        """Compiled like an answer and replayed; if nothing differs, the code is compared."""
        contract, mutant = item
        original, answer = self.original(contract), self.answer(contract, mutant.text)
        if answer is None:
            return Trial(mutant, Fate.NOT_COMPILED)
        twin = twin_of(self._originals, contract)
        if calls := self._replayers.caught(original, answer, twin):
            return Trial(mutant, Fate.KILLED, calls)
        if (contract.id, mutant.change) in self._known or self._same_code(contract, mutant):
            return Trial(mutant, Fate.EQUIVALENT)
        return Trial(mutant, Fate.SURVIVED)

    def original(self, contract: Contract) -> Subject:
        """The original, ready to be deployed."""
        return self._originals.subject(contract)

    def answer(self, contract: Contract, text: str) -> Subject | None:
        """Another text compiled like an answer; None if it cannot be deployed."""
        original = self.original(contract)
        artifact = self._compiled(contract, text, "unoptimised", original)
        if artifact is None:
            artifact = self._compiled(contract, text, "via-ir", original)
        if artifact is None or artifact.unlinked:
            return None
        return Subject(
            artifact.abi,
            bytes.fromhex(artifact.creation),
            bytes.fromhex(artifact.runtime),
            original.arguments,
            original.value,
            before=original.companions,
            companions=original.companions,
            deployer=original.deployer,
        )

    def verdict(self, contract: Contract, answer: Subject) -> dict[str, Json]:
        """What replay says about each function."""
        twin = twin_of(self._originals, contract)
        return self._replayers.judge(self.original(contract), answer, twin)

    def _compiled(
        self, contract: Contract, text: str, mode: str, original: Subject
    ) -> Artifact | None:
        if mode not in modes_of(contract.compiler):
            return None
        built = self._solc.compile(text, contract.compiler, mode)
        if contract.name is not None:
            named = [a for a in built.artifacts if a.name == contract.name and a.creation]
            return named[-1] if named else None
        deployable = [a for a in in_order(built.artifacts, text) if a.creation]
        return choose_artifact(deployable, original.interface)

    def _same_code(self, contract: Contract, mutant: Mutant) -> bool:
        """Whether both give the same code at the strongest optimisation."""
        if contract.id not in self._optimised:
            self._optimised[contract.id] = self._strongest(contract, contract.source or "")
        its = self._strongest(contract, mutant.text)
        return its is not None and its == self._optimised[contract.id]

    def _strongest(self, contract: Contract, text: str) -> str | None:
        mode = modes_of(contract.compiler)[-1]
        compiled = self._compiled(contract, text, mode, self._originals.subject(contract))
        return None if compiled is None else _plain(compiled)

    def close(self) -> None:
        """End all workers."""
        self._solc.close()
        self._replayers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _plain(artifact: Artifact) -> str:
    """Creation code without the metadata at the end of the runtime code, which hashes the text."""
    runtime = artifact.runtime
    size = 2 * int(runtime[-4:], 16) + 4 if len(runtime) > 4 else 0
    metadata = runtime[-size:] if 4 < size < len(runtime) else ""
    return artifact.creation.replace(metadata, "") if metadata else artifact.creation
