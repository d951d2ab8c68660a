"""A contract ready to be replayed: its code, its interface and its deployment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import finalize

from eth_abi.abi import decode
from eth_hash.auto import keccak

from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.replay.abi import Interface, addresses_in
from acidtest.suites.solidity_decompile.replay.values import instructions
from acidtest.toolchains.evm import BUILDER, NAMES, CallOutcome, CallStep, ReplayChain, World

_NOT_PEOPLE = 0xFFFF  # the zero address and precompiled contracts


def built_address(place: int) -> str:
    """The address of the builder's contract with this number, from 0."""
    nonce = bytes([place or 0x80])  # RLP: a number under 128 is its own byte, zero is empty
    return "0x" + keccak(b"\xd6\x94" + bytes.fromhex(BUILDER[2:]) + nonce)[12:].hex()


@dataclass(frozen=True)
class Subject:
    """A contract to deploy. `creation` ends with the encoded constructor arguments.

    Without creation code, the runtime code is installed directly, for the original and for
    answers alike. `contracts` are accounts which the original takes for contracts.
    """

    abi: Sequence[Mapping[str, Json]]
    creation: bytes
    runtime: bytes
    arguments: bytes = b""
    value: int = 0
    before: tuple[bytes, ...] = ()
    """Creation code of libraries and other contracts that are deployed first."""
    companions: tuple[bytes, ...] = ()
    """Those of `before` that are part of the question, and are there for answers as well."""
    deployer: bytes = b""
    """Code of the deployer while the constructor runs, if that asks it something."""
    immutables: tuple[tuple[int, int], ...] | None = None
    """Where the constructor writes into the runtime code; None if only its pattern is known."""
    contracts: tuple[str, ...] = ()

    @cached_property
    def interface(self) -> Interface:
        """The parsed ABI."""
        return Interface(self.abi)

    @cached_property
    def accounts(self) -> tuple[str, ...]:
        """Accounts named only in the constructor's arguments; they make calls as well."""
        if not self.arguments:
            return ()
        types = self.interface.constructor
        values: Sequence[Any] = decode(types, self.arguments)
        addresses = dict.fromkeys(addresses_in(types, values))
        built = {built_address(place) for place in range(len(self.before))}  # contracts, not people
        others = built | set(NAMES)
        return tuple(a for a in addresses if a not in others and int(a, 16) > _NOT_PEOPLE)

    @cached_property
    def world(self) -> World:
        """Who is around it. Whoever calls nobody needs no peers."""
        calls = any(op in (0xF1, 0xFA) for _, op, _ in instructions(self.runtime))
        return World(self.accounts, self.contracts, calls)

    @cached_property
    def idle(self) -> dict[World, list[ReplayChain]]:
        """Chains with the subject deployed that nobody uses any more."""
        return {}


def start(subject: Subject, world: World) -> tuple[ReplayChain, str | None]:
    """A fresh chain with the subject deployed, or why that failed.

    Deploying costs as much as many calls, so a chain that is no longer used is rewound to where
    it began and used again.
    """
    idle = subject.idle.setdefault(world, [])
    ground = idle.pop() if idle else None
    if ground is None or not ground.rewind():
        ground, problem = _deployed(subject, world)
        if problem:
            return ground, problem
        ground.settle()
    chain = copy(ground)
    finalize(chain, idle.append, ground).atexit = False
    return chain, None


def _deployed(subject: Subject, world: World) -> tuple[ReplayChain, str | None]:
    chain = ReplayChain(world)
    if subject.before and (problem := chain.prepare(subject.before)):
        return chain, problem
    if not subject.creation:
        chain.install(subject.runtime, subject.value)
        return chain, None
    creation = subject.creation + subject.arguments
    return chain, chain.deploy(creation, subject.value, subject.deployer)


def outcomes(subject: Subject, world: World, steps: Sequence[CallStep]) -> list[CallOutcome]:
    """The outcomes of a sequence from a fresh start; empty if the subject cannot be deployed."""
    chain, problem = start(subject, world)
    return [] if problem else [chain.call(step) for step in steps]
