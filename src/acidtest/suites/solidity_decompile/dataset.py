"""Reads contracts: the shipped corpus, the user's .sol files, and records with bytecode."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.paths import check_there, read_text
from acidtest.core.protocols import Dataset
from acidtest.core.records import Json, Sample
from acidtest.core.untrusted import load_json, load_json_at, reading
from acidtest.suites.solidity_decompile.projects import project_of
from acidtest.suites.solidity_decompile.task import Contract, scored_material
from acidtest.toolchains.solc import MODES, modes_of
from acidtest.toolchains.solc_fetch import PINNED, pick

CORPUS = Path(__file__).parent / "data"
_META = re.compile(r"^// (topic|difficulty|exercises|contract|constructor|value): *(.*?) *$", re.M)
_LEVELS = ("easy", "medium", "hard")
_CODE_MAX = 4 << 20
_VALUE_MAX = 10**24
_COMPANIONS_MAX = 100


def read(paths: Sequence[Path]) -> Dataset:
    """Samples of the given files or folders, or of the shipped corpus."""
    samples: dict[str, Sample] = {}
    left_out: Counter[str] = Counter()
    names = []
    for path in paths or [CORPUS]:
        with reading(path):
            read_in = project_of(path) if paths else None
            if read_in is None:
                check_there(path)
                given, name = list(_read_one(path)), path.name
            else:
                given, name = list(read_in.samples), read_in.name
                left_out.update(read_in.left_out)
        names.append(name)
        for sample in given:
            if sample.id in samples:
                raise InputError(
                    f"{path}: duplicate id {sample.id}; ids are NAME@MODE and must be "
                    "unique across all --data files"
                )
            samples[sample.id] = sample
    if not samples:
        where = ", ".join(map(str, paths)) or CORPUS
        why = "".join(f"\n  {count}: {reason}" for reason, count in left_out.items())
        raise InputError(f"{where}: contains no contracts that can be deployed{why}")
    name = "shipped corpus" if not paths else ", ".join(names)
    digest = sha256_of(*(scored_material(sample.truth) for sample in samples.values()))
    return Dataset(name, tuple(samples.values()), digest, left_out)


def holds_pairs(path: Path) -> bool:
    """Whether its first record is a function pair, which is data for the suite solidity-pairs."""
    if path.is_dir():
        files = sorted(path.glob("*.jsonl")) or sorted(path.glob("*.json"))
        return bool(files) and not any(path.glob("*.sol")) and holds_pairs(files[0])
    if path.suffix not in (".jsonl", ".json"):
        return False
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            first = file.read(1 << 22).lstrip().removeprefix("[")
        record, _ = load_json_at(first.lstrip(), strict=False)
    except (OSError, ValueError):
        return False
    if not isinstance(record, dict) or isinstance(record.get("input"), dict):
        return False  # a build's information has its compiler's input there
    return not {"input", "output"}.isdisjoint(record)


def _read_one(path: Path) -> Iterator[Sample]:
    if path.is_dir():
        files = sorted([*path.glob("*.sol"), *path.glob("*.jsonl"), *path.glob("*.json")])
        for file in files:
            yield from _read_one(file)
    elif path.suffix == ".sol":
        yield from solidity_file(path)
    elif holds_pairs(path):
        raise InputError(
            f"{path}: holds function pairs, which are not scored together with contracts; "
            "use a separate run of solidity-pairs"
        )
    else:
        yield from _read_records(path)


def solidity_file(path: Path) -> Iterator[Sample]:
    """The samples of one source file: one per mode of its compiler."""
    text = read_text(path)
    meta = dict(_META.findall(text))
    compiler, note = pick(text)
    if compiler is None:
        raise InputError(f"{path}: no solc matches its pragma; available: {', '.join(PINNED)}")
    level = meta.get("difficulty", "medium")
    if level not in _LEVELS:
        raise InputError(f"{path}: difficulty is '{level}', not one of {', '.join(_LEVELS)}")
    try:
        arguments = load_json(meta["constructor"]) if "constructor" in meta else None
        value = int(meta.get("value", "0"))
        if not 0 <= value <= _VALUE_MAX:
            raise ValueError(f"{value} is not a number of wei")
    except ValueError as error:
        raise InputError(f"{path}: '// constructor:' or '// value:': {error}") from error
    if arguments is not None and not isinstance(arguments, list):
        raise InputError(f"{path}: '// constructor:' is not a JSON array")
    for mode in modes_of(compiler):
        contract = Contract(
            id=path.stem,
            mode=mode,
            compiler=compiler,
            source=text,
            name=meta.get("contract"),
            arguments=arguments,
            value=value,
            note=note,
        )
        groups = {
            "mode": mode,
            "difficulty": level,
            "topic": meta.get("topic", "unknown"),
            "compiler": compiler.rpartition(".")[0],
        }
        record = {"name": path.stem, "mode": mode, "source": text}
        yield Sample(f"{path.stem}@{mode}", path.stem, groups, contract, record)


def _read_records(path: Path) -> Iterator[Sample]:
    text = read_text(path)
    try:
        records = load_json(text)
    except ValueError as whole:
        try:
            records = [load_json(line) for line in text.split("\n") if line.strip()]
        except ValueError:
            raise InputError(f"{path}: is not JSON: {whole}") from whole
    if isinstance(records, dict):
        records = [records]
    if not isinstance(records, list):
        raise InputError(f"{path}: expected a list of records, got {type(records).__name__}")
    for index, record in enumerate(records):
        where = f"{path}: record {index}"
        if not isinstance(record, dict):
            raise InputError(f"{where}: expected an object, got {type(record).__name__}")
        yield _record(record, where)


def _field(record: Mapping[str, Any], name: str, kind: type, where: str) -> Any:
    if name not in record:
        raise InputError(f"{where}: field '{name}' is missing")
    if not isinstance(record[name], kind):
        given = type(record[name]).__name__
        raise InputError(f"{where}: field '{name}' is a {given}, not a {kind.__name__}")
    return record[name]


def _code(record: Mapping[str, Any], name: str, where: str) -> str | None:
    if record.get(name) is None:
        return None
    text = "".join(_field(record, name, str, where).split()).removeprefix("0x")
    if stray := re.search(r"[^0-9a-fA-F]", text):
        raise InputError(
            f"{where}: field '{name}' is not hex: {stray[0]!r} at digit {stray.start()}"
        )
    if len(text) % 2:
        raise InputError(
            f"{where}: field '{name}' is cut off: {len(text)} hex digits, an odd number"
        )
    code = bytes.fromhex(text)
    if not code or len(code) > _CODE_MAX:
        raise InputError(f"{where}: field '{name}' holds {len(code)} bytes: not a contract")
    return code.hex()


def _record(record: Mapping[str, Json], where: str) -> Sample:
    """`{id, source?, runtime?, creation?, abi?, compiler?, mode?, constructor?, value?,
    companions?, deployer?}`.
    """
    name = _field(record, "id", str, where)
    source = _field(record, "source", str, where) if record.get("source") else None
    creation, runtime = _code(record, "creation", where), _code(record, "runtime", where)
    abi = record.get("abi")
    if isinstance(abi, str):
        try:
            abi = load_json(abi)
        except ValueError as error:
            raise InputError(f"{where}: field 'abi' is not JSON: {error}") from error
    if abi is not None and not (isinstance(abi, list) and all(isinstance(e, dict) for e in abi)):
        raise InputError(f"{where}: field 'abi' is not a list of objects")
    if source is None and runtime is None:
        raise InputError(f"{where}: has neither 'source' nor 'runtime'; one is needed")
    if source is None and abi is None:
        raise InputError(f"{where}: has neither 'source' nor 'abi'; replay needs one of them")
    compiler = str(record.get("compiler", "")).removeprefix("v").split("+")[0]
    if compiler and not re.fullmatch(r"\d+\.\d+\.\d+", compiler):
        raise InputError(f"{where}: field 'compiler' is '{compiler}', not a version such as 0.8.20")
    chosen, note = pick(f"pragma solidity {compiler};" if compiler else source or "")
    if chosen is None:
        raise InputError(
            f"{where}: no solc of that series is available; available: {', '.join(PINNED)}"
        )
    mode = record.get("mode", "optimised" if runtime else None)
    modes = modes_of(chosen) if mode is None else (mode,)
    if mode is not None and mode not in MODES:
        raise InputError(f"{where}: field 'mode' is '{mode}', not one of {', '.join(MODES)}")
    if len(modes) > 1:
        raise InputError(f"{where}: a record with only 'source' needs 'mode': {', '.join(MODES)}")
    arguments = record.get("constructor")
    if arguments is not None and not isinstance(arguments, list):
        raise InputError(f"{where}: field 'constructor' is not a list")
    value = record.get("value", 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _VALUE_MAX:
        raise InputError(f"{where}: field 'value' is {value!r}, not a number of wei")
    companions, arguments = _companions(record, arguments, where)
    contract = Contract(
        id=name,
        mode=modes[0],
        compiler=chosen,
        source=source,
        name=record.get("contract"),
        arguments=arguments,
        value=value,
        creation=creation,
        runtime=runtime,
        abi=abi,
        companions=companions,
        deployer=_deployer(record, where),
        note=note,
    )
    series = chosen.rpartition(".")[0]
    return Sample(
        f"{name}@{modes[0]}", name, {"mode": modes[0], "compiler": series}, contract, record
    )


def _companions(
    record: Mapping[str, Json], arguments: Sequence[Json] | None, where: str
) -> tuple[list[str], Sequence[Json] | None]:
    """What is deployed first, and the arguments with `@0`, `@1` … replaced by the addresses."""
    codes = record.get("companions")
    if not codes:
        return [], arguments
    if not isinstance(codes, list) or len(codes) > _COMPANIONS_MAX:
        raise InputError(f"{where}: field 'companions' is not a list of creation code")
    from acidtest.suites.solidity_decompile.deployment import with_addresses
    from acidtest.suites.solidity_decompile.replay.subject import built_address

    named = {f"code {n}": code for n, code in enumerate(codes)}
    made = [_code(named, name, where) or "" for name in named]
    addresses = {str(n): built_address(n) for n in range(len(codes))}
    try:
        return made, arguments and with_addresses(list(arguments), addresses)
    except ValueError as error:
        raise InputError(f"{where}: field 'constructor': {error}") from error


def _deployer(record: Mapping[str, Json], where: str) -> str | None:
    """The code of a deployer that gives the replies in the record."""
    replies = record.get("deployer")
    if replies is None:
        return None
    from acidtest.suites.solidity_decompile.deployment import deployer_code

    try:
        return deployer_code(replies).hex()
    except (ValueError, TypeError, AttributeError) as error:
        raise InputError(f"{where}: field 'deployer': {error}") from error
