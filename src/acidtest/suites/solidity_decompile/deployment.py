"""What must be on the chain before a contract: its libraries, other contracts, a deployer that
answers when the constructor asks it something.

The builder, an account of its own, deploys them in order, so their addresses are known beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from eth_hash.auto import keccak

from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.replay.abi import encode_arguments
from acidtest.suites.solidity_decompile.replay.subject import built_address
from acidtest.toolchains.evm import BUILDER
from acidtest.toolchains.solc import Artifact

_AT_MOST = 100
_SIGNATURE = re.compile(r"[A-Za-z_$][\w$]*\([^()]*\)")


@dataclass(slots=True)
class Builder:
    """Contracts to be deployed first, each once, and the libraries among them."""

    libraries: Mapping[tuple[str, str], Artifact]
    codes: list[bytes] = field(default_factory=list)
    linked_libraries: list[Artifact] = field(default_factory=list)
    _placed: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, creation: bytes) -> str:
        """Deploy this too; returns its address."""
        if len(self.codes) == _AT_MOST:
            raise ValueError(f"it needs more than {_AT_MOST} other contracts")
        self.codes.append(creation)
        return built_address(len(self.codes) - 1)

    def linked(self, artifact: Artifact, within: Sequence[tuple[str, str]] = ()) -> Artifact:
        """The artifact with the addresses of its libraries in it; raises `ValueError`."""
        creation, runtime = artifact.creation, artifact.runtime
        for file, name, mark in artifact.links:
            key = (file, name)
            if key in within:
                raise ValueError(f"library {name} needs itself")
            if key not in self._placed:
                library = self.libraries.get(key)
                if library is None or not library.creation:
                    raise ValueError(f"library {name} is not there")
                ready = self.linked(library, (*within, key))
                self._placed[key] = self.add(bytes.fromhex(ready.creation))
                self.linked_libraries.append(ready)
            address = self._placed[key][2:]
            creation, runtime = creation.replace(mark, address), runtime.replace(mark, address)
        return Artifact(
            artifact.name,
            artifact.abi,
            creation,
            runtime,
            file=artifact.file,
            immutables=artifact.immutables,
            instructions=artifact.instructions,
        )


def libraries_of(artifacts: Sequence[Artifact]) -> dict[tuple[str, str], Artifact]:
    """Artifacts as a builder looks them up."""
    return {(artifact.file, artifact.name): artifact for artifact in artifacts}


def with_addresses(values: Json, addresses: Mapping[str, str]) -> Json:
    """Arguments with `@Name` replaced by the address of that companion."""
    if isinstance(values, list):
        return [with_addresses(value, addresses) for value in values]
    if isinstance(values, str) and values.startswith("@"):
        if values[1:] not in addresses:
            raise ValueError(f"there is no companion {values[1:]}")
        return addresses[values[1:]]
    return values


def deployer_code(replies: Mapping[str, Sequence[object]]) -> bytes:
    """A deployer as bytecode: creates what the builder sends it, and answers all others.

    `replies` are values by signature, a list with types first:
    `{"parameters()": [["address", "uint24"], ["alice", 3000]]}`.
    """
    answers = []
    for signature, reply in replies.items():
        if not _SIGNATURE.fullmatch(signature):
            raise ValueError(f"'{signature}' is not a function's signature")
        types, values = reply
        if not isinstance(types, list) or not isinstance(values, list):
            raise ValueError(f"the reply to {signature} is not a list of types and one of values")
        data = encode_arguments(types, values, f"the reply to {signature}")
        answers.append((keccak(signature.encode())[:4], data))
    return _assembled(answers)


def _assembled(answers: Sequence[tuple[bytes, bytes]]) -> bytes:
    head_size = 1 + 21 + 1 + 4 + 5 + 11 * len(answers) + 3  # what stands before `make`
    make = bytes.fromhex("5b365f5f37365f34f0")  # CREATE with the value and the whole call data
    done = head_size + len(make) + 5 + 7
    make += b"\x80\x61" + done.to_bytes(2, "big") + b"\x57"
    make += bytes.fromhex("3d5f5f3e3d5ffd") + b"\x5b\x00"
    reply_size = 1 + 3 + 3 + 2 + 3 + 2
    first = head_size + len(make)
    data_at = first + reply_size * len(answers)
    head = b"\x33\x73" + bytes.fromhex(BUILDER[2:]) + b"\x14\x61"
    head += head_size.to_bytes(2, "big") + b"\x57" + bytes.fromhex("5f3560e01c")
    replies, data = b"", b""
    for number, (selector, reply) in enumerate(answers):
        place = (first + reply_size * number).to_bytes(2, "big")
        head += b"\x80\x63" + selector + b"\x14\x61" + place + b"\x57"
        size, at = len(reply).to_bytes(2, "big"), (data_at + len(data)).to_bytes(2, "big")
        replies += b"\x5b\x61" + size + b"\x61" + at + b"\x5f\x39\x61" + size + b"\x5f\xf3"
        data += reply
    return head + b"\x5f\x5f\xfd" + make + replies + data
