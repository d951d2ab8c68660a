"""`acidtest doctor`: what this machine has and lacks."""

from __future__ import annotations

import contextlib
import json
import platform
import shutil
import subprocess
from dataclasses import asdict, dataclass
from importlib import metadata

import click

from acidtest.cli.tables import console, new_table
from acidtest.errors import AcidtestError
from acidtest.metrics.semantic import weights
from acidtest.paths import cache_dir
from acidtest.sandbox import Sandbox, bwrap_version
from acidtest.suites.c_decompile import strict
from acidtest.suites.c_decompile.compile import Compiler
from acidtest.suites.c_decompile.verdict import runner
from acidtest.toolchain import evm, solc, solc_fetch
from acidtest.toolchain.gcc import find_gcc
from acidtest.weights import SMOLLM2


@dataclass(frozen=True)
class Finding:
    """One tool: whether it is there, which version, whether it runs confined, how to get it."""

    tool: str
    found: bool
    version: str
    sandboxed: str
    advice: str
    needed_for: str = "everything"


def _gcc() -> Finding:
    try:
        gcc = find_gcc()
    except AcidtestError as error:
        return Finding("gcc", False, "", "", str(error))
    version = f"{gcc.version} ({gcc.target}), binutils {gcc.binutils}"
    return Finding("gcc", True, version, "yes", "")


def _kept_compiler() -> Finding:
    """Whether a compiler that has read the headers can be kept and forked for each answer."""
    purpose = "speed of c-decompile"
    try:
        gcc = find_gcc()
        with Sandbox(binds=gcc.folders) as sandbox:
            kept = Compiler(gcc, sandbox).keeps()
    except AcidtestError:
        return Finding("kept compiler", False, "", "", "needs gcc and bubblewrap", purpose)
    if kept:
        return Finding(
            "kept compiler", True, "cc1 and as, forked for each answer", "yes", "", purpose
        )
    advice = "nested namespaces and a dynamically linked cc1; without, same verdicts, slower"
    return Finding("kept compiler", False, "", "", advice, purpose)


def _gxx() -> Finding:
    path, purpose = shutil.which("g++"), "C++ records, ghidra"
    if path is None:
        return Finding("g++", False, "", "", "apt-get install g++", purpose)
    done = subprocess.run([path, "-dumpfullversion"], capture_output=True, text=True, check=False)
    return Finding("g++", True, done.stdout.strip(), "yes", "", purpose)


def _embeddings() -> Finding:
    purpose = "semantic similarity"
    try:
        version = metadata.version("onnxruntime")
    except metadata.PackageNotFoundError:
        advice = "pip install 'acidtest[semantic]' && acidtest fetch minilm"
        return Finding("embeddings", False, "", "", advice, purpose)
    if not weights.is_fetched():
        return Finding("embeddings", False, version, "", "acidtest fetch minilm", purpose)
    return Finding("embeddings", True, f"onnxruntime {version}, minilm", "", "", purpose)


def _solc() -> Finding:
    purpose = "solidity-decompile"
    versions = solc.available()
    absent = [version for version in solc_fetch.PINNED if version not in versions]
    if absent:
        node = "" if solc_fetch.node() else "pip install 'acidtest[solidity]' && "
        advice = f"{node}acidtest fetch solc"
        return Finding("solc", False, ", ".join(versions), "", advice, purpose)
    native = [version for version in versions if solc.native_solc(version)]
    text = ", ".join(versions) + (f"; native {native[0]}" if native else "")
    return Finding("solc", True, text, "yes", "", purpose)


def _evm() -> Finding:
    purpose = "solidity-decompile"
    try:
        version = f"pyrevm {evm.version()}"
    except AcidtestError:
        return Finding("evm", False, "", "", "pip install 'acidtest[solidity]'", purpose)
    return Finding("evm", True, version, "yes" if shutil.which("bwrap") else "no", "", purpose)


def _models() -> Finding:
    purpose = "language models"
    try:
        version = metadata.version("inspect-ai")
    except metadata.PackageNotFoundError:
        return Finding("inspect-ai", False, "", "", "pip install 'acidtest[models]'", purpose)
    return Finding("inspect-ai", True, version, "", "", purpose)


def _local_model() -> Finding:
    purpose = "model:local/smollm2"
    try:
        version = metadata.version("xllamacpp")
    except metadata.PackageNotFoundError:
        advice = "pip install 'acidtest[models,local]' && acidtest fetch smollm2"
        return Finding("local model", False, "", "", advice, purpose)
    if not SMOLLM2.is_fetched():
        return Finding("local model", False, version, "", "acidtest fetch smollm2", purpose)
    return Finding("local model", True, f"xllamacpp {version}, smollm2", "", "", purpose)


def _sandbox() -> Finding:
    version = bwrap_version()
    if version is None:
        return Finding("bubblewrap", False, "", "", "apt-get install bubblewrap")
    try:
        with Sandbox() as sandbox:
            mode = sandbox.mode
    except AcidtestError as error:
        return Finding("bubblewrap", False, version, "", str(error))
    text = {
        "nested": "works; each job in namespaces of its own",
        "single": "works; a bubblewrap for each job (slower: namespaces cannot be nested here)",
    }[mode]
    return Finding("bubblewrap", True, version, text, "")


def _c_verdict() -> Finding:
    """Whether C tests and answers run in two processes here."""
    purpose = "c-decompile"
    try:
        with Sandbox({"runner": runner()}) as sandbox:
            why = strict.available(sandbox)
    except AcidtestError as error:
        return Finding("C verdict", False, "", "", str(error), purpose)
    if why:
        return Finding(
            "C verdict", True, "in-process", "yes", f"strict is not to be had: {why}", purpose
        )
    return Finding("C verdict", True, "strict", "yes", "", purpose)


def findings() -> list[Finding]:
    """Everything acidtest may use, looked for on this machine."""
    strict = platform.machine() in ("x86_64", "aarch64") and platform.system() == "Linux"
    return [
        Finding("python", True, platform.python_version(), "", ""),
        Finding(
            "platform",
            strict,
            f"{platform.system()} {platform.release()} {platform.machine()}",
            "",
            "" if strict else "the sandbox needs Linux on x86-64 or aarch64",
        ),
        _sandbox(),
        _gcc(),
        _kept_compiler(),
        _gxx(),
        _c_verdict(),
        _embeddings(),
        _solc(),
        _evm(),
        _models(),
        _local_model(),
    ]


def _cache_size() -> str:
    size = 0
    for path in cache_dir().rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # a run beside us may be done with a file
            size += path.stat().st_size if path.is_file() else 0
    return f"{size / 1e6:.1f} MB"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def doctor(as_json: bool) -> int:
    """Say which tools are there, in which version, sandboxed or not, and how to get the rest."""
    found = findings()
    missing = [f for f in found if not f.found and f.needed_for == "everything"]
    if as_json:
        data = {"tools": [asdict(f) for f in found], "cache": str(cache_dir())}
        click.echo(json.dumps(data, indent=2))
        return 3 if missing else 0
    table = new_table()
    for column in ("tool", "found", "version", "sandboxed", "needed for", "how to get it"):
        table.add_column(column)
    for finding in found:
        mark = "yes" if finding.found else "NO"
        table.add_row(
            finding.tool,
            mark,
            finding.version,
            finding.sandboxed,
            finding.needed_for,
            finding.advice,
        )
    console().print(table)
    click.echo(f"caches: {cache_dir()} ({_cache_size()}); delete the folder to clear them")
    return 3 if missing else 0
