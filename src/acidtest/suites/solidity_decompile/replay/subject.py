"""A contract ready to be replayed: its codes, its interface and how it comes to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from eth_abi.abi import decode

from acidtest.model import Json
from acidtest.suites.solidity_decompile.replay.abi import Interface, addresses_in
from acidtest.toolchain.evm import NAMES, Chain, Outcome, Step

_NOT_PEOPLE = 0xFFFF  # the zero address and precompiled contracts


@dataclass(frozen=True)
class Subject:
    """What is put on a chain. `creation` ends with the encoded constructor arguments.

    Where there is no creation code, the runtime code is put there as it is, for the original
    and for answers alike.
    """

    abi: Sequence[Mapping[str, Json]]
    creation: bytes
    runtime: bytes
    arguments: bytes = b""
    value: int = 0

    @cached_property
    def interface(self) -> Interface:
        """What the ABI says."""
        return Interface(self.abi)

    @cached_property
    def accounts(self) -> tuple[str, ...]:
        """People that only the constructor's arguments name: they act as well."""
        if not self.arguments:
            return ()
        types = self.interface.constructor
        values: Sequence[Any] = decode(types, self.arguments)
        found = dict.fromkeys(addresses_in(types, values))
        return tuple(a for a in found if a not in NAMES and int(a, 16) > _NOT_PEOPLE)


def start(subject: Subject, accounts: Sequence[str]) -> tuple[Chain, str | None]:
    """A fresh chain with the subject on it, or why it is not."""
    chain = Chain(accounts)
    if not subject.creation:
        chain.install(subject.runtime, subject.value)
        return chain, None
    return chain, chain.deploy(subject.creation + subject.arguments, subject.value)


def outcomes(subject: Subject, accounts: Sequence[str], steps: Sequence[Step]) -> list[Outcome]:
    """What a sequence does from a fresh start; nothing if the subject does not come to be."""
    chain, problem = start(subject, accounts)
    return [] if problem else [chain.call(step) for step in steps]
