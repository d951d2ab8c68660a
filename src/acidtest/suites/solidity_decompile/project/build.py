"""Turns a project into samples: compiles it, deploys each contract once, counts what is left out.

Everything is cached on disk by content, so that a project is compiled when it is first read.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from acidtest.core.errors import InputError
from acidtest.core.records import Json, Sample
from acidtest.lang.solidity_flatten import flatten
from acidtest.lang.solidity_imports import imports_of, resolve
from acidtest.suites.solidity_decompile.deployment import (
    Builder,
    deployer_code,
    libraries_of,
    with_addresses,
)
from acidtest.suites.solidity_decompile.kept import kept
from acidtest.suites.solidity_decompile.project.declared import declared
from acidtest.suites.solidity_decompile.project.trial import tried
from acidtest.suites.solidity_decompile.project.unit import Bytecode, Choice, SourceUnit
from acidtest.suites.solidity_decompile.replay.abi import Interface, encode_arguments
from acidtest.suites.solidity_decompile.source import ANSWER_MAX
from acidtest.suites.solidity_decompile.task import Contract
from acidtest.toolchains.solc import Artifact, Solc, modes_of
from acidtest.toolchains.solc_fetch import PINNED, pick

_ABSTRACT = "abstract contract"
_OF_THE_FILE = re.compile(r"\b(Parser|Syntax|Type|Declaration|Docstring(Parsing)?)Error\b")
_SOLC = ("acidtest.toolchains.solc",)


@dataclass(slots=True)
class Left:
    """What is not asked about: names by reason."""

    names: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, reason: str, name: str) -> None:
        """One more."""
        self.names[reason].append(name)

    def counts(self) -> dict[str, int]:
        """How many by reason, the reason with the first few names."""
        made = {}
        for reason, names in self.names.items():
            more = " …" if len(names) > 3 else ""
            made[f"{reason} ({', '.join(names[:3])}{more})"] = len(names)
        return made


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A contract with everything but its arguments."""

    choice: Choice
    artifact: Artifact
    version: str
    builder: Builder
    companions: int
    unit: SourceUnit | None = None
    note: str | None = None
    mode: str = "optimised"
    addresses: Mapping[str, str] = field(default_factory=dict)


class _SolcFailed(Exception):
    """The compiler gave no verdict."""


class Project:
    """Builds the samples of units; the compilers run while it is open."""

    def __init__(self, solc: Solc, left: Left) -> None:
        self._solc = solc
        self._left = left
        self._broken: list[Sample] = []

    def samples(self, units: Iterable[SourceUnit | Bytecode]) -> list[Sample]:
        """The samples of all units, ids without repetition."""
        given = list(units)
        codes = [unit for unit in given if isinstance(unit, Bytecode)]
        known = libraries_of([_artifact(code) for code in codes])
        ready: list[_Compiled] = []
        for unit in given:
            if isinstance(unit, SourceUnit):
                ready += self._unit(unit)
            elif not unit.linked_only and (compiled := self._bytecode(unit, known)) is not None:
                ready.append(compiled)
        made = []
        for each, outcome in zip(ready, tried([_case(each) for each in ready]), strict=True):
            if "problem" in outcome:
                self._leave(outcome["problem"], each.choice)
            else:
                made.append(self._sample(each, outcome["arguments"]))
        return _unique([*made, *self._broken])

    def _leave(self, reason: str, choice: Choice) -> None:
        """Left out and counted; in a fixed list it stays, as a question that cannot be asked."""
        if not choice.fixed:
            self._left.add(reason, choice.name)
            return
        name = choice.id or choice.name
        contract = Contract(name, "optimised", next(iter(PINNED)), note=reason)
        groups = {"mode": "optimised", "source": "no", **choice.groups}
        record: dict[str, Json] = {"name": choice.name, "file": choice.file}
        self._broken.append(Sample(f"{name}@optimised", name, groups, contract, record))

    def _unit(self, unit: SourceUnit) -> Iterator[_Compiled]:
        groups: dict[tuple[str, str | None], list[Choice]] = defaultdict(list)

        @cache
        def compiler(file: str) -> tuple[str | None, str | None, str | None]:
            files, problem = closure(unit, file)
            return (None, None, problem) if problem else (*self._version(unit, files), None)

        for choice in unit.choices or self._declared(unit):
            version, note, problem = compiler(choice.file)
            if problem:
                self._leave(problem, choice)
            elif version is None:
                self._leave(f"no compiler: {note}", choice)
            elif unit.mode not in modes_of(version):
                self._leave(f"solc {version} has no mode {unit.mode}", choice)
            else:
                groups[version, note].append(choice)
        for (version, note), choices in groups.items():
            yield from self._group(unit, choices, version, note)

    def _version(self, unit: SourceUnit, files: Sequence[str]) -> tuple[str | None, str | None]:
        text = unit.pragma_text(files)
        if unit.compiler:
            version, note = pick(f"pragma solidity ={unit.compiler};")
            return version, note or (None if version else f"no solc {unit.compiler}")
        version, note = pick(text)
        return version, note or (None if version else "its files ask for different ones")

    def _declared(self, unit: SourceUnit) -> Iterator[Choice]:
        """Contracts that can perhaps be deployed; the others are counted."""
        for file in unit.asked if unit.asked is not None else unit.sources:
            for name, kind in declared(unit.sources[file]):
                if unit.target not in (None, name, f"{file}:{name}"):
                    continue
                if kind == "contract":
                    yield Choice(file, name)
                else:
                    self._left.add(_ABSTRACT if kind == "abstract" else kind, name)

    def _group(
        self, unit: SourceUnit, choices: Sequence[Choice], version: str, note: str | None
    ) -> Iterator[_Compiled]:
        artifacts, problem = self._compiled(unit, choices, version)
        if problem and (parts := _smaller(choices, problem)):  # find out whose fault it is
            for part in parts:
                yield from self._group(unit, part, version, note)
            return
        if problem:
            for choice in choices:
                self._leave(f"does not compile: {problem[:120]}", choice)
            return
        known = libraries_of(artifacts)
        for choice in choices:
            artifact = known.get((choice.file, choice.name))
            if artifact is None or not artifact.creation:
                self._leave(_ABSTRACT if artifact else "is not in its file", choice)
                continue
            try:
                builder, addresses = _around(choice, known)
                linked = builder.linked(artifact)
            except (ValueError, KeyError, InputError) as error:
                self._leave(f"cannot be linked: {error}", choice)
                continue
            count = len(choice.companions)
            yield _Compiled(
                choice, linked, version, builder, count, unit, note, unit.mode, addresses
            )

    def _compiled(
        self, unit: SourceUnit, choices: Sequence[Choice], version: str
    ) -> tuple[list[Artifact], str | None]:
        """The artifacts of contracts and of what they link to; or the problem."""
        needed: dict[str, set[str]] = defaultdict(set)
        for choice in choices:
            needed[choice.file].add(choice.name)
            for companion in choice.companions:
                file, _, name = companion.rpartition(":")
                needed[file or choice.file].add(name)
        while True:
            files = sorted({f for file in needed for f in closure(unit, file)[0]})
            asked = {file: sorted(names) for file, names in sorted(needed.items())}
            artifacts, problem = self._run(unit.request(files, asked, version), version)
            present = {(a.file, a.name) for a in artifacts}
            absent = {(f, n) for a in artifacts for f, n, _ in a.links} - present
            if problem or not absent:
                return artifacts, problem
            for file, name in absent:
                needed[file].add(name)

    def _run(self, request: dict[str, Json], version: str) -> tuple[list[Artifact], str | None]:
        def make() -> Any:
            output = self._solc.compile_input(request, version)
            if output.problem and not output.errors:
                raise _SolcFailed(output.problem)  # it ran out of time, say: nothing to keep
            rows = [
                [getattr(artifact, name) for name in Artifact.__slots__]
                for artifact in output.artifacts
            ]
            return json.dumps([rows, output.problem])

        key = json.dumps([request, version], sort_keys=True)
        try:
            rows, problem = json.loads(kept("project", key, make, _SOLC))
        except _SolcFailed as failure:
            return [], str(failure)
        return [Artifact(*row) for row in rows], problem

    def _bytecode(
        self, given: Bytecode, known: Mapping[tuple[str, str], Artifact]
    ) -> _Compiled | None:
        choice = given.choice or Choice(given.file, given.name)
        if not any(each.get("type", "function") == "function" for each in given.abi):
            self._leave("library, or without functions", choice)
            return None
        version, note = pick(f"pragma solidity ={given.compiler};" if given.compiler else "")
        builder = Builder(known)
        try:
            artifact = builder.linked(_artifact(given))
        except ValueError as error:
            self._leave(f"cannot be linked: {error}", choice)
            return None
        version = version or next(iter(PINNED))
        return _Compiled(choice, artifact, version, builder, 0, None, note, given.mode)

    def _sample(self, ready: _Compiled, arguments: Sequence[Json]) -> Sample:
        choice, artifact, codes = ready.choice, ready.artifact, ready.builder.codes
        source, note = self._source(ready)
        name = choice.id or choice.name
        contract = Contract(
            id=name,
            mode=ready.mode,
            compiler=ready.version,
            source=source,
            name=choice.name,
            arguments=arguments,
            value=choice.value,
            creation=artifact.creation,
            runtime=artifact.runtime,
            abi=artifact.abi,
            companions=[code.hex() for code in codes[: ready.companions]],
            libraries=[code.hex() for code in codes[ready.companions :]],
            deployer=deployer_code(choice.deployer).hex() if choice.deployer else None,
            note="; ".join(each for each in (ready.note, note) if each) or None,
        )
        groups = {
            "mode": ready.mode,
            "compiler": ready.version.rpartition(".")[0],
            "source": "yes" if source else "no",
            **choice.groups,
        }
        record: dict[str, Json] = {"name": choice.name, "file": choice.file, "mode": ready.mode}
        return Sample(f"{name}@{ready.mode}", name, groups, contract, record)

    def _source(self, ready: _Compiled) -> tuple[str | None, str | None]:
        """The contract as one source, if its files can be merged; else why not."""
        if ready.unit is None:
            return None, "bytecode only: there is no source"
        unit, choice, version = ready.unit, ready.choice, ready.version
        try:
            text = flatten(unit.sources, unit.remappings, choice.file, choice.name, version)
        except ValueError as error:
            return None, f"no single source: {error}"
        if len(text) > ANSWER_MAX:
            return None, "no single source: it would be longer than an answer may be"

        def make() -> Any:
            return self._solc.compile(text, version, "unoptimised", abi_only=True).problem

        problem = kept("flat", json.dumps([text, version]), make, _SOLC)
        return (None, f"no single source: {problem[:200]}") if problem else (text, None)


def _smaller(choices: Sequence[Choice], problem: str) -> list[list[Choice]]:
    """Parts of a group that failed: its files, or the contracts of a file; none if all failed.

    An error that solc has before it makes code is the file's, not one contract's.
    """
    files: dict[str, list[Choice]] = defaultdict(list)
    for choice in choices:
        files[choice.file].append(choice)
    if len(files) > 1:
        return list(files.values())
    if len(choices) == 1 or _OF_THE_FILE.search(problem):
        return []
    return [[choice] for choice in choices]


def _artifact(code: Bytecode) -> Artifact:
    return Artifact(
        code.name, code.abi, code.creation, code.runtime, file=code.file, links=code.links
    )


def closure(unit: SourceUnit, file: str) -> tuple[list[str], str | None]:
    """A file and all that it imports; and the problem if something is missing."""
    done: dict[str, None] = {}
    waiting = [file]
    while waiting:
        name = waiting.pop()
        if name in done:
            continue
        if name not in unit.sources:
            return list(done), f"imports {name}, which is not in the project"
        done[name] = None
        waiting += [
            resolve(name, each.path, unit.remappings) for each in imports_of(unit.sources[name])
        ]
    return list(done), None


def _around(
    choice: Choice, known: Mapping[tuple[str, str], Artifact]
) -> tuple[Builder, dict[str, str]]:
    """A builder with the companions of a contract in it, and their addresses by name."""
    builder, addresses = Builder(known), dict[str, str]()
    for companion, values in choice.companions.items():
        file, _, name = companion.rpartition(":")
        artifact = known[file or choice.file, name]
        if artifact.links:
            raise ValueError(f"companion {name} needs libraries")
        types = Interface(artifact.abi).constructor
        given = with_addresses(list(values), addresses)
        encoded = encode_arguments(types, given, f"companion {name}")
        addresses[name] = builder.add(bytes.fromhex(artifact.creation) + encoded)
    return builder, addresses


def _case(ready: _Compiled) -> dict[str, Json]:
    choice = ready.choice
    arguments = choice.arguments
    if arguments is not None:
        arguments = with_addresses(list(arguments), ready.addresses)
    return {
        "abi": list(ready.artifact.abi),
        "creation": ready.artifact.creation,
        "arguments": arguments,
        "encoded": ready.unit.arguments if ready.unit else None,
        "value": choice.value,
        "before": [code.hex() for code in ready.builder.codes],
        "deployer": deployer_code(choice.deployer).hex() if choice.deployer else "",
    }


def _unique(samples: Sequence[Sample]) -> list[Sample]:
    """Names that several contracts have get their file in front."""
    times: dict[str, int] = defaultdict(int)
    for sample in samples:
        times[sample.id] += 1
    made = []
    for sample in samples:
        if times[sample.id] > 1:
            name = f"{sample.record['file']}:{sample.truth.id}"
            truth = replace(sample.truth, id=name)
            sample = replace(sample, id=f"{name}@{truth.mode}", cluster=name, truth=truth)
        made.append(sample)
    return made
