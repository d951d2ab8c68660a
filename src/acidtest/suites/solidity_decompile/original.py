"""Compiles the original of a sample, for questions and replay: once, then cached."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.kept import kept
from acidtest.suites.solidity_decompile.replay.abi import Interface, encode_arguments
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.source import contract_names
from acidtest.suites.solidity_decompile.task import Contract
from acidtest.toolchains.solc import Artifact, Solc


class Originals:
    """Compiles originals in the same confined workers as answers: data files are untrusted too."""

    def __init__(self, solc: Solc, evm: str | None = None) -> None:
        """`evm` names an older version of the EVM to compile for."""
        self._solc = solc
        self._evm = evm
        self._subjects = functools.lru_cache(maxsize=256)(self._subject)

    def subject(self, contract: Contract) -> Subject:
        """The original, ready to be deployed."""
        return self._subjects(_frozen(contract))

    def _subject(self, frozen: str) -> Subject:
        contract = Contract(**json.loads(frozen))
        where = f"contract {contract.id}"
        creation, runtime, abi = contract.creation, contract.runtime, contract.abi
        if contract.source is not None and (runtime is None or abi is None):
            artifact = self._compiled(contract, where)
            abi = artifact.abi if abi is None else abi
            if runtime is None:
                creation, runtime = artifact.creation, artifact.runtime
        if abi is None or runtime is None:  # in a fixed list, and could not be built
            raise InfrastructureError(f"{where}: {contract.note or 'has no code'}")
        try:
            types = Interface(abi).constructor
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InputError(f"{where}: its ABI is not valid: {error!r}") from error
        values = contract.arguments
        if values is None:
            values = [default_argument(kind, i) for i, kind in enumerate(types)]
        arguments = encode_arguments(types, values, where) if creation else b""
        made = bytes.fromhex(creation or "")
        if arguments and made.endswith(arguments):  # as it was sent: the arguments are in it
            made = made[: -len(arguments)]
        companions = tuple(bytes.fromhex(code) for code in contract.companions)
        libraries = tuple(bytes.fromhex(code) for code in contract.libraries)
        return Subject(
            abi,
            made,
            bytes.fromhex(runtime),
            arguments,
            contract.value,
            before=companions + libraries,
            companions=companions,
            deployer=bytes.fromhex(contract.deployer or ""),
        )

    def _compiled(self, contract: Contract, where: str) -> Artifact:
        assert contract.source is not None
        source, version, mode = contract.source, contract.compiler, contract.mode

        def make() -> Any:
            output = self._solc.compile(source, version, mode, evm=self._evm)
            if output.problem:
                raise InfrastructureError(f"{where}: does not compile: {output.problem}")
            rows = [(a.name, json.dumps(a.abi), a.creation, a.runtime) for a in output.artifacts]
            return [row for row in rows if row[2]]

        rows = kept("original", json.dumps([source, version, mode, self._evm]), make)
        artifacts = in_order([Artifact(n, json.loads(a), c, r) for n, a, c, r in rows], source)
        candidates = [a for a in artifacts if contract.name in (None, a.name)]
        if not candidates:
            raise InfrastructureError(
                f"{where}: has no contract {contract.name or 'that can be deployed'}"
            )
        return candidates[-1]


def _frozen(contract: Contract) -> str:
    return json.dumps({name: getattr(contract, name) for name in Contract.__slots__}, default=list)


def default_argument(kind: str, index: int) -> Json:
    """A constructor argument of a type, if the data gives none."""
    if kind.endswith("]"):
        inner, _, size = kind[:-1].rpartition("[")
        return [default_argument(inner, i) for i in range(int(size or 2))]
    if kind.startswith("("):
        from acidtest.suites.solidity_decompile.replay.abi import split_types

        return [default_argument(part, i) for i, part in enumerate(split_types(kind[1:-1]))]
    if kind == "address":
        return ("alice", "bob", "carol")[index % 3]
    if kind == "bool":
        return True
    if kind == "string":
        return "Name"
    if kind.startswith("bytes"):
        return "0x" + "11" * int(kind.removeprefix("bytes") or 4)
    bits = int(kind.removeprefix("u").removeprefix("int") or 256)
    return min(1000, (1 << (bits - 1)) - 1)


def in_order(artifacts: Sequence[Artifact], source: str) -> list[Artifact]:
    """The contracts among them, in the order of the source; solc sorts them by name."""
    names = contract_names(source)
    selected = [artifact for artifact in artifacts if artifact.name in names]
    return sorted(selected, key=lambda artifact: names.index(artifact.name))


def choose_artifact(artifacts: Sequence[Artifact], original: Interface) -> Artifact | None:
    """The intended one: it has most of the original's functions; on a tie, the last."""
    best: Artifact | None = None
    most = -1
    for artifact in artifacts:
        shared = len(set(Interface(artifact.abi).functions) & set(original.functions))
        if shared >= most:
            best, most = artifact, shared
    return best
