"""How each reader of foreign bytes is called with the bytes of one input."""

from __future__ import annotations

import contextlib
import functools
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from acidtest.core import registry
from acidtest.crypto.scanner.files import scan_bytes
from acidtest.lang import c_source, extract, objdump, pragma, solidity, solidity_rename, tree
from acidtest.suites.c_decompile.agrees._prototype import read_signature
from acidtest.suites.crypto_inventory import formats
from acidtest.suites.sast_triage.identity import normalised, parse_id
from acidtest.suites.solidity_decompile.source import extract as extract_solidity
from acidtest.systems import nat_output

SUITES = Path(__file__).resolve().parents[2] / "src" / "acidtest" / "suites"
find_suite = functools.cache(registry.find_suite)


def text_of(data: bytes) -> str:
    """Bytes as the text that an answer may hold, halves of surrogate pairs included."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def said(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """A reader of an answer's text."""
    return lambda data: read(text_of(data))


@functools.cache
def folder() -> Path:
    """A folder of this process for readers of files."""
    memory = Path("/dev/shm")  # the disk would take most of the time
    place = memory if os.access(memory, os.W_OK) else None
    keep = tempfile.TemporaryDirectory(prefix="acidtest-trust-", dir=place)
    KEPT.append(keep)
    return Path(keep.name)


KEPT: list[tempfile.TemporaryDirectory[str]] = []


def file(name: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """A reader of one file."""

    def through(data: bytes) -> object:
        path = folder() / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return read(path)

    return through


def data(suite: str, name: str) -> Callable[[bytes], object]:
    """A reader of a data set in one file."""
    return file(f"{suite}/{name}", lambda path: find_suite(suite).read([path]))


@functools.cache
def dataset(name: str) -> Any:
    """The data that a suite ships."""
    return find_suite(name).read([])


@functools.cache
def options() -> Any:
    """The options of a run, all as they are by default."""
    from acidtest.core.options import RunOptions

    return RunOptions()


def judged(name: str, at: int) -> Callable[[str], object]:
    """A suite's judge of one answer to a shipped sample."""

    def read(text: str) -> object:
        from acidtest.core.records import Answer

        suite, sample = find_suite(name), dataset(name).samples[at]
        with suite.judge(options()) as judge:
            return suite.score(sample, Answer(sample.id, text), judge.observe(sample, text))

    return read


def c_text(text: str) -> object:
    """C as a model writes it."""
    parts = c_source.split_includes(text)
    c_source.identifiers(text)
    c_source.name_entry(text, "func0")
    c_source.expose_entry(text, "func0")
    c_source.published_hoist(text, text)
    return parts


def solidity_text(text: str) -> object:
    """Solidity as a model writes it, before it is parsed."""
    pragma.choose(text, ("0.8.30", "0.4.26"))
    pragma.without_pragmas(text)
    return extract_solidity(text).mode


def walked(text: str) -> object:
    """Solidity that is parsed and changed."""
    from acidtest.suites.solidity_decompile.claims import claims

    solidity.with_bodies(text, "{}", "{}")
    solidity_rename.renamed(text)
    return claims(text)


def measured(language: str) -> Callable[[str], object]:
    """The figures of a source text."""
    from acidtest.metrics import security, signatures, structure

    def read(text: str) -> object:
        tree.tokens(text, language)  # type: ignore[arg-type]
        tree.without_comments(text, language)  # type: ignore[arg-type]
        structure.shape(text, language)  # type: ignore[arg-type]
        signatures.signatures(text, language)  # type: ignore[arg-type]
        return security.protections(text) if language == "solidity" else None

    return read


def listing(text: str) -> object:
    """What objdump prints."""
    objdump.function_listing(text, "func0")
    objdump.clean_listing(text)
    return objdump.referenced_data(text, text)


def documents(text: str) -> object:
    """The JSON document or the code in an answer."""
    extract.document(text)
    extract.document(text, lambda value: "result" in value, last=True)
    extract.unfence(text)
    return extract.without_reasoning(text)


def signature(text: str) -> object:
    """The prototype of a C function."""
    from acidtest.suites.c_decompile.agrees._prototype import NotAllowed
    from acidtest.suites.c_decompile.strict import NotStrict, passing

    for read in (lambda: read_signature(text, "func0", text), lambda: passing(text)):
        with contextlib.suppress(NotAllowed, NotStrict):
            read()
    return None


def names(text: str) -> object:
    """Names of algorithms."""
    from acidtest.crypto import taxonomy
    from acidtest.suites.crypto_inventory.naming import named, named_within

    loaded = taxonomy.load()
    loaded.find(text)
    loaded.find_whole(text)
    named(text[:300], (("bits", text[:50]),))
    return named_within(text)


def lifted(data: bytes) -> object:
    """Bytecode of a contract."""
    from acidtest.lang.tac import lift

    return lift(data[:2000])


def filter_question(text: str) -> object:
    """A finding as the filter is asked about it."""
    from acidtest.suites.sast_triage.filter import _parse

    parse_id(text[:500])
    normalised(text)
    return _parse(text)


def tool_reports(data: bytes) -> object:
    """The report of each scanner of others."""
    from acidtest.systems.scanners.others import TOOLS, findings_of

    return [findings_of(tool, data) for tool in TOOLS.values()]


def solc_answer(data: bytes) -> object:
    """What solc prints."""
    from acidtest.toolchains.solc import read_output, response

    try:
        return read_output(response(data))
    except ValueError:  # told as a failure of solc by both callers
        return None


@functools.cache
def run_folder() -> Path:
    """A real run, made once for this process."""
    from acidtest.api import evaluate

    out = folder() / "run"
    evaluate("sast-triage", "by-type", out=out, limit=4)
    return out


def of_run(name: str) -> Callable[[bytes], object]:
    """A file of a run folder whose other files are honest."""

    def read(data: bytes) -> object:
        from acidtest.core.options import RunOptions
        from acidtest.store import Run

        path = run_folder() / name
        honest = path.read_bytes()
        try:
            path.write_bytes(data)
            run = Run.open(run_folder())
            RunOptions.from_manifest(run.manifest)
            metrics = [run.column(metric) for metric in run.suite.metrics]
            return metrics, run.tables, run.answers(), run.groups, run.errors, run.scores()
        finally:
            path.write_bytes(honest)

    return read


def crypto_file(name: str, beside: Callable[[], Sequence[bytes]]) -> Callable[[bytes], object]:
    """One file of the published benchmark, with an honest one beside it."""

    def read(path: Path) -> object:
        other = "ground_truth.jsonl" if name == "test_files.jsonl" else "test_files.jsonl"
        if not (path.parent / other).exists():
            (path.parent / other).write_bytes(b"\n".join(beside()))
        return find_suite("crypto-inventory").read([path.parent])

    return file(f"crypto-{name}/{name}", read)


def scanner(suffix: str) -> Callable[[bytes], object]:
    """The scanner for cryptography, by the suffix of a file."""
    return lambda data: scan_bytes("f" + suffix, data)


def justify(path: Path) -> object:
    """Justifications and their summaries."""
    return find_suite("sast-justify").read([path])


def labels(path: Path) -> object:
    """The labels of the files that are shipped."""
    files = path.parent / "files"
    if not files.exists():
        files.symlink_to(SUITES / "crypto_inventory" / "data" / "files")
    return find_suite("crypto-inventory").read([path])


def nat(path: Path) -> object:
    """The answers of a NAT workflow."""
    return nat_output.read_workflow_output(path, dataset("sast-triage"))


def tree_answer(form: str) -> Callable[[Path], object]:
    """A reader of a tool's report on the whole corpus."""
    return lambda path: formats.FORMATS[form](path, dataset("crypto-inventory"))


def discard() -> None:
    """Remove the folder of this process."""
    while KEPT:
        KEPT.pop().cleanup()
    folder.cache_clear()
    run_folder.cache_clear()
