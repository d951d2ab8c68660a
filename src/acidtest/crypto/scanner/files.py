"""Chooses the reader for a file, and scans folders."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.crypto.scanner.across import Tree
from acidtest.crypto.scanner.assembly import scan_assembly
from acidtest.crypto.scanner.binaries import is_binary_program, scan_program
from acidtest.crypto.scanner.code import scan_code
from acidtest.crypto.scanner.configuration import OID, scan_configuration
from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding, line_counter, tidy
from acidtest.crypto.scanner.flow import Outside
from acidtest.crypto.scanner.jvm import is_java, scan_java
from acidtest.crypto.scanner.keystores import is_keystore, scan_keystore
from acidtest.crypto.scanner.limits import LARGEST, LARGEST_BINARY, GaveUp, check, limited
from acidtest.crypto.scanner.logs import scan_log
from acidtest.crypto.scanner.manifests import is_manifest, scan_manifest
from acidtest.crypto.scanner.material import scan_der, scan_material
from acidtest.crypto.scanner.openpgp import is_openpgp, scan_armour, scan_openpgp
from acidtest.crypto.scanner.scripts import scan_notebook, scan_powershell, scan_sql
from acidtest.crypto.scanner.tokens import LANGUAGES, tokens
from acidtest.crypto.scanner.where import state_of

_ASSEMBLY = (".s", ".asm", ".disasm", ".dis", ".objdump")
_PROSE = (".md", ".rst", ".txt", ".adoc")
_SCRIPTS = {
    ".sql": scan_sql, ".ps1": scan_powershell, ".psm1": scan_powershell, ".ipynb": scan_notebook,
}  # fmt: skip
_BINARY = (".png", ".jpg", ".gif", ".zip", ".gz", ".so", ".o", ".a", ".pyc", ".class", ".jar",
           ".whl", ".pdf", ".exe", ".dll", ".woff", ".woff2", ".ico", ".parquet")  # fmt: skip
_SKIPPED = frozenset(
    ".git .hg .svn node_modules .venv venv __pycache__ .mypy_cache .pytest_cache .tox".split()
)
_LOG_LINE = re.compile(r"^\S*(?:\d{4}-\d\d-\d\d|\w{3} [ \d]\d \d\d:\d\d:\d\d|\[\d|debug\d?:)", re.M)


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """The findings in one file; `incomplete` says why part of it was not read, or is empty."""

    file: str
    findings: Sequence[CryptoFinding]
    incomplete: str = ""
    skipped: str = ""
    """Why it was not read at all."""


def scan_file(name: str, data: bytes, outside: Outside | None = None) -> ScannedFile:
    """Read one file within limits. `name`, a path in its tree, gives the extension and tells
    manifests, tests and documents.

    Never raises because of a file's content: a part that cannot be read gives no findings.
    """
    findings: list[CryptoFinding] = []
    largest = _largest(name, data)
    incomplete = f"only its first {largest:,} bytes are read" if len(data) > largest else ""
    data = data[:largest]
    for part in _parts(name, data, outside):
        try:
            with limited(len(data)):
                findings.extend(part)
        except GaveUp as error:
            incomplete = str(error)
        except RecursionError:
            incomplete = "its expressions are nested too deep"
    state = state_of(name)
    placed = (
        replace(f, file=name, state=state if f.state == "active" else f.state)
        for f in tidy(findings)
    )
    return ScannedFile(name, list(placed), incomplete)


def scan_bytes(name: str, data: bytes) -> list[CryptoFinding]:
    """The findings in one file."""
    return list(scan_file(name, data).findings)


def _parts(name: str, data: bytes, outside: Outside | None) -> Iterator[Iterator[CryptoFinding]]:
    """The readers of a file."""
    suffix = Path(name).suffix.lower()
    if data[:1] == b"0" and suffix not in LANGUAGES and b"\0" in data[:4096]:
        yield scan_der(data)
        return
    if (reader := _binary_reader(suffix, data)) is not None:
        yield reader(data)
        return
    if _is_binary(suffix, data):
        return
    text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    yield _read(Path(name).name.lower(), suffix, text, outside)
    if suffix in LANGUAGES:
        yield _material_in_code(text, LANGUAGES[suffix][0])
    elif suffix not in _PROSE:
        yield scan_material(text)
        if "-----BEGIN PGP " in text:
            yield scan_armour(text)


def _binary_reader(suffix: str, data: bytes) -> Callable[[bytes], Iterator[CryptoFinding]] | None:
    """The reader of a file that is not text, by how it begins; None if there is none."""
    if is_binary_program(data):
        return scan_program
    if is_java(suffix, data):
        return scan_java
    if is_keystore(data):
        return scan_keystore
    return scan_openpgp if is_openpgp(suffix, data) else None


def _largest(name: str, data: bytes) -> int:
    """How much of a file is read: of a program, whose tables are anywhere, more than of a text."""
    binary = _binary_reader(Path(name).suffix.lower(), data)
    return LARGEST if binary is None else LARGEST_BINARY


def _material_in_code(text: str, grammar: str) -> Iterator[CryptoFinding]:
    """Keys in source code; those in tests and dead code are not in use."""
    states: dict[int, str] = {}
    for number, finding in enumerate(scan_material(text)):
        if not number:
            with suppress(GaveUp):  # what is not read as code may be in use
                for token in tokens(text.encode("utf-8", "replace"), grammar):
                    states.update((line, token.state) for line in range(token.line, token.last + 1))
        state = states.get(finding.lines[0], "active")
        yield replace(finding, state=state if finding.state == "active" else finding.state)


def _read(name: str, suffix: str, text: str, outside: Outside | None) -> Iterator[CryptoFinding]:
    if is_manifest(name):
        yield from scan_manifest(name, text)
    elif suffix in LANGUAGES:
        yield from scan_code(name, text.encode("utf-8", "replace"), outside)
    elif suffix in _SCRIPTS:
        yield from _SCRIPTS[suffix](text)
    elif suffix in _ASSEMBLY:
        yield from scan_assembly(text)
    elif suffix == ".log" or (suffix in _PROSE and len(_LOG_LINE.findall(text[:4000])) >= 2):
        yield from scan_log(text)
    elif suffix in _PROSE:
        line_of = line_counter(text)
        for match, start, end in TAXONOMY.names_in(text):
            check()
            line = line_of(start)
            if suffix == ".txt" and OID.fullmatch(text[start:end]):
                yield CryptoFinding(match, (line, line), "oid", "active", 0.6)
            else:
                yield CryptoFinding(match, (line, line), "comment", "comment", 0.7)
    elif suffix in (".html", ".htm", ".css", ".svg", ".csv", ".po", ".pot"):
        return
    elif suffix not in (".pem", ".crt", ".cer", ".key", ".pub", ".der", ".csr", ".p7b"):
        yield from scan_configuration(name, text)


def scan_tree(
    path: Path, workers: int | None = None, exclude: Sequence[str] = ()
) -> Iterator[ScannedFile]:
    """Each file of a folder, ordered by path, or the one file.

    `exclude` are patterns such as `vendor` or `*.min.js`, for a name or the path below the folder.
    """
    if not path.exists():
        raise InputError(f"{path}: there is no such file or folder")
    if not path.is_file() and not path.is_dir():
        raise InputError(f"{path}: is neither a file nor a folder, so nothing can be read from it")
    path = path.resolve()  # a link that is named is followed; links within a folder are not
    files = [path] if path.is_file() else sorted(_files(path, exclude))
    base = path.parent if path.is_file() else path
    workers = min(workers or os.cpu_count() or 1, 1 + len(files) // 50)
    tree = Tree(files, base)
    outside = (tree.outside(file) for file in files)
    if workers <= 1:
        for file, said in zip(files, outside, strict=True):
            yield _scan_file(file, base, said)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_scan_file, files, [base] * len(files), outside, chunksize=20)


def scan_path(path: Path, workers: int | None = None) -> Iterator[CryptoFinding]:
    """Findings in a file or in all files of a folder, ordered by path."""
    for scanned in scan_tree(path, workers):
        yield from scanned.findings


def _files(folder: Path, exclude: Sequence[str]) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        here = Path(root)
        folders[:] = sorted(
            name
            for name in folders
            if name not in _SKIPPED and not _excluded(here / name, folder, exclude)
        )
        yield from (here / name for name in names if not _excluded(here / name, folder, exclude))


def _excluded(file: Path, base: Path, exclude: Sequence[str]) -> bool:
    below = file.relative_to(base).as_posix()
    return any(fnmatch(file.name, p) or fnmatch(below, p.rstrip("/")) for p in exclude)


def _scan_file(file: Path, base: Path, outside: Outside | None) -> ScannedFile:
    name = str(file.relative_to(base))
    if not file.is_file() or file.is_symlink():
        return ScannedFile(name, (), skipped="not a regular file")
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
            if (largest := _largest(file.name, data)) > LARGEST:
                data += stream.read(largest - LARGEST)
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}") from error
    scanned = scan_file(name, data, outside)
    suffix = file.suffix.lower()
    binary = _is_binary(suffix, data) and _binary_reader(suffix, data) is None
    return replace(scanned, skipped="binary" if binary else "")


def _is_binary(suffix: str, data: bytes) -> bool:
    """Whether a file is neither text nor a key in DER."""
    der = data[:1] == b"0" and suffix not in LANGUAGES and b"\0" in data[:4096]
    return not der and (suffix in _BINARY or b"\0" in data[:1024])
