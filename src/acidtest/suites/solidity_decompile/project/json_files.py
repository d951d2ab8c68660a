"""Reads JSON that tools write: standard JSON, build information, artifacts, verified sources."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.untrusted import load_json
from acidtest.suites.solidity_decompile.project.unit import Bytecode, SourceUnit, check_size

JSON_MAX = 256 << 20
_FOREIGN = ("@", "npm/", "lib/", "node_modules/", "hardhat/", "forge-std/")
_VERSION = re.compile(r"v?(\d+\.\d+\.\d+)")


def read_json(path: Path) -> Json:
    """The value in a file; raises `InputError`."""
    if path.stat().st_size > JSON_MAX:
        raise InputError(f"{path}: is over {JSON_MAX >> 20} MiB")
    return parsed(path.read_text(encoding="utf-8"), path)


def parsed(text: str, where: object) -> Json:
    """The value in a text; Etherscan puts standard JSON into a second pair of braces."""
    text = text.strip()
    if re.match(r"\{\s*\{", text):
        text = text[1:-1]
    try:
        return load_json(text)
    except ValueError as error:
        raise InputError(f"{where}: is not JSON: {error}") from error


def units_of(value: Json, where: object) -> list[SourceUnit | Bytecode] | None:
    """What a document holds; None if it is none of these, so perhaps records."""
    if (
        isinstance(value, list)
        and value
        and isinstance(value[0], dict)
        and "SourceCode" in value[0]
    ):
        value = {"result": value}
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("input"), dict) and "sources" in value["input"]:
        return [build_info(value, where)]
    if "sources" in value and "language" in value and "compiler" not in value:
        return [standard_json(value, where)]
    if isinstance(value.get("result"), list):
        return [unit for each in value["result"] for unit in etherscan(each, where)]
    if "SourceCode" in value:
        return etherscan(value, where)
    if isinstance(value.get("abi"), list) and "id" not in value:
        made = artifact(value, where)
        return [made] if made else []
    if value and all(_is_source(name, each) for name, each in value.items()):
        return [SourceUnit(_name(where), _sources(value, where))]
    return None


def _is_source(name: str, value: Json) -> bool:
    return name.endswith(".sol") and isinstance(value, dict) and "content" in value


def _name(where: object) -> str:
    return Path(str(where)).stem


def _sources(value: Json, where: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise InputError(f"{where}: 'sources' is not an object")
    made = {}
    for name, each in value.items():
        if not isinstance(each, dict) or not isinstance(each.get("content"), str):
            raise InputError(
                f"{where}: source '{name}' has no 'content'; only its text can be used"
            )
        made[name] = each["content"]
    check_size(made, where)
    return made


def own_names(sources: Mapping[str, str]) -> list[str]:
    """The files that are the project's own, by where tools put those of others."""
    own = [name for name in sources if not name.startswith(_FOREIGN)]
    own = [name for name in own if "/node_modules/" not in name]
    return own or list(sources)


def mode_of(settings: Mapping[str, Json]) -> str:
    """Our name for the settings of the optimiser."""
    optimizer = settings.get("optimizer")
    enabled = isinstance(optimizer, dict) and bool(optimizer.get("enabled"))
    if settings.get("viaIR"):
        return "via-ir"
    return "optimised" if enabled else "unoptimised"


def standard_json(
    value: Mapping[str, Json], where: object, compiler: str | None = None
) -> SourceUnit:
    """A standard JSON input."""
    if value.get("language") != "Solidity":
        raise InputError(f"{where}: its language is {value.get('language')!r}, not Solidity")
    settings = value.get("settings", {})
    if not isinstance(settings, dict):
        raise InputError(f"{where}: 'settings' is not an object")
    optimizer = settings.get("optimizer") or {}
    runs = optimizer.get("runs") if isinstance(optimizer, dict) else None
    remappings = settings.get("remappings") or []
    evm = settings.get("evmVersion")
    sources = _sources(value["sources"], where)
    return SourceUnit(
        _name(where),
        sources,
        [str(each) for each in remappings] if isinstance(remappings, list) else [],
        mode_of(settings),
        runs if isinstance(runs, int) and not isinstance(runs, bool) and runs >= 0 else None,
        evm if isinstance(evm, str) and evm != "default" else None,
        compiler,
        own_names(sources),
    )


def version_in(text: Json) -> str | None:
    """`0.8.20` in `v0.8.20+commit.a1b79de6`."""
    match = _VERSION.match(text) if isinstance(text, str) else None
    return match[1] if match else None


def build_info(value: Mapping[str, Json], where: object) -> SourceUnit:
    """Build information of Hardhat 2, Hardhat 3 or Foundry: the compiler's input is in it."""
    compiler = version_in(value.get("solcVersion")) or version_in(value.get("solcLongVersion"))
    return standard_json(value["input"], where, compiler)


def artifact(value: Mapping[str, Json], where: object) -> Bytecode | None:
    """An artifact of Hardhat, Foundry, Truffle or Waffle; None if nothing can be deployed."""
    evm: Mapping[str, Json] = value["evm"] if isinstance(value.get("evm"), dict) else {}
    creation = _object(value.get("bytecode")) or _object(evm.get("bytecode"))
    runtime = _object(value.get("deployedBytecode")) or _object(evm.get("deployedBytecode"))
    if not creation or not runtime:
        return None
    links = _links(value, creation)
    about = value.get("metadata")
    if isinstance(about, str):
        try:
            about = load_json(about)
        except ValueError:
            about = None
    compiler, mode = None, "optimised"
    for each in (about, value):
        if isinstance(each, dict) and isinstance(each.get("compiler"), dict):
            compiler = compiler or version_in(each["compiler"].get("version"))
    if isinstance(about, dict) and isinstance(about.get("settings"), dict):
        mode = mode_of(about["settings"])
    name = value.get("contractName")
    file = value.get("sourceName")
    return Bytecode(
        name if isinstance(name, str) else _name(where),
        file if isinstance(file, str) else str(where),
        [each for each in value["abi"] if isinstance(each, dict)],
        creation,
        runtime,
        compiler,
        mode,
        links,
    )


def _object(value: Json) -> str:
    if isinstance(value, dict):
        value = value.get("object")
    text = value.removeprefix("0x") if isinstance(value, str) else ""
    return text if re.fullmatch(r"(?:[0-9a-fA-F]|__[$\w.:/-]{36}__|_)*", text) else ""


def _links(value: Mapping[str, Json], creation: str) -> list[tuple[str, str, str]]:
    references = value.get("linkReferences")
    if references is None and isinstance(value.get("bytecode"), dict):
        references = value["bytecode"].get("linkReferences")
    made = []
    for file, names in references.items() if isinstance(references, dict) else ():
        for name, places in names.items():
            start = 2 * int(places[0]["start"])
            made.append((str(file), str(name), creation[start : start + 40]))
    return made


def etherscan(value: Json, where: object) -> list[SourceUnit | Bytecode]:
    """A contract as Etherscan's `getsourcecode` returns it."""
    if not isinstance(value, dict) or not isinstance(value.get("SourceCode"), str):
        raise InputError(f"{where}: has no 'SourceCode'")
    text, name = value["SourceCode"], str(value.get("ContractName", ""))
    compiler = version_in(value.get("CompilerVersion"))
    if not text.strip():
        raise InputError(f"{where}: its source is not verified: 'SourceCode' is empty")
    if text.lstrip().startswith("{"):
        inner = units_of(parsed(text, where), where)
    else:
        inner = [SourceUnit(_name(where), {f"{name or 'contract'}.sol": text})]
    if not inner or not isinstance(inner[0], SourceUnit):
        raise InputError(f"{where}: 'SourceCode' is neither Solidity nor standard JSON")
    unit = inner[0]
    standard = '"settings"' in text and text.lstrip().startswith("{")
    used = str(value.get("OptimizationUsed", "1")) == "1"
    runs = str(value.get("Runs", ""))
    evm = str(value.get("EVMVersion", "")).lower()
    arguments = str(value.get("ConstructorArguments", "")).removeprefix("0x")
    return [
        SourceUnit(
            name or unit.name,
            unit.sources,
            unit.remappings,
            unit.mode if standard else ("optimised" if used else "unoptimised"),
            unit.runs if standard else (int(runs) if runs.isdecimal() and len(runs) < 9 else None),
            unit.evm_version
            or (evm if re.fullmatch(r"[a-z]{4,20}", evm or "") and evm != "default" else None),
            compiler,
            None,
            arguments=arguments if re.fullmatch(r"[0-9a-fA-F]+", arguments) else None,
            target=name or None,
        )
    ]


def sourcify(metadata: Json, sources: Mapping[str, str], where: object) -> SourceUnit:
    """A folder of Sourcify: `metadata.json` says how `sources/` were compiled."""
    settings = metadata.get("settings", {}) if isinstance(metadata, dict) else None
    if not isinstance(settings, dict) or not isinstance(metadata.get("compiler"), dict):
        raise InputError(f"{where}: metadata.json has no 'compiler' and 'settings'")
    target = settings.get("compilationTarget")
    chosen = next(iter(target.items()), None) if isinstance(target, dict) else None
    value = {"language": metadata.get("language", "Solidity"), "settings": settings}
    value["sources"] = {name: {"content": text} for name, text in sources.items()}
    unit = standard_json(value, where, version_in(metadata["compiler"].get("version")))
    named: Sequence[str] | None = [chosen[0]] if chosen and chosen[0] in sources else None
    return SourceUnit(
        str(chosen[1]) if chosen else unit.name,
        unit.sources,
        unit.remappings,
        unit.mode,
        unit.runs,
        unit.evm_version,
        unit.compiler,
        named,
        target=str(chosen[1]) if chosen else None,
    )
