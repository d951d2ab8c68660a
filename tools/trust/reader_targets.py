"""Every reader of foreign bytes, with honest examples to start from."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import reader_seeds as own

from acidtest.core import registry
from acidtest.core.errors import AcidtestError
from acidtest.crypto.der import read_der
from acidtest.crypto.scanner.files import scan_bytes
from acidtest.lang import c_source, elf, extract, objdump, pragma, solidity, solidity_rename, tree
from acidtest.suites.c_decompile.agrees._prototype import read_signature
from acidtest.suites.crypto_inventory import formats
from acidtest.suites.sast_triage.filter.structured import parse_structured
from acidtest.suites.sast_triage.identity import normalised, parse_id
from acidtest.suites.solidity_decompile.source import extract as extract_solidity
from acidtest.systems import nat_output, recorded
from acidtest.systems.models.prices import read_prices

ROOT = Path(__file__).resolve().parents[2]
SUITES = ROOT / "src" / "acidtest" / "suites"
DATA = Path(os.environ.get("ACIDTEST_DATA", "/nonexistent"))
_SEED_MAX = 6_000


@dataclass(frozen=True)
class Target:
    """A reader: what it is called with, and honest inputs. `weight` is its share of the inputs."""

    name: str
    read: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]
    weight: float = 1.0


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
    _KEPT.append(keep)
    return Path(keep.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


def _file(name: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """A reader of one file."""

    def through(data: bytes) -> object:
        path = folder() / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return read(path)

    return through


def _data(suite: str, name: str) -> Callable[[bytes], object]:
    return _file(f"{suite}/{name}", lambda path: find_suite(suite).read([path]))


def _lines(path: Path, count: int = 2, most: int = _SEED_MAX) -> list[bytes]:
    """A few short lines of a file, as one seed; nothing if the file is not here."""
    if not path.exists():
        return []
    lines = [line for line in path.read_bytes().split(b"\n") if line and len(line) <= most]
    return [b"\n".join(lines[at : at + count]) for at in (0, len(lines) // 2)] if lines else []


def _records(path: Path, count: int = 2) -> list[bytes]:
    """The first short records of a JSON list."""
    if not path.exists():
        return []
    records = json.loads(path.read_bytes())
    short = [record for record in records if len(json.dumps(record)) < _SEED_MAX]
    return [json.dumps(short[:count]).encode()]


def _files(pattern: str, base: Path = SUITES, most: int = 6, size: int = _SEED_MAX) -> list[bytes]:
    every = [path for path in sorted(base.glob(pattern)) if path.stat().st_size < size]
    return [path.read_bytes() for path in every[:: max(1, len(every) // most)][:most]]


def _encoded(values: Sequence[str]) -> Callable[[], list[bytes]]:
    return lambda: [value.encode() for value in values]


@functools.cache
def _dataset(name: str) -> Any:
    return find_suite(name).read([])


def _crypto_judged(text: str) -> object:
    from acidtest.core.records import Answer

    suite = find_suite("crypto-inventory")
    sample = _dataset("crypto-inventory").samples[3]
    with suite.judge(_options()) as judge:
        return suite.score(sample, Answer(sample.id, text), judge.observe(sample, text))


@functools.cache
def _options() -> Any:
    from acidtest.core.options import RunOptions

    return RunOptions()


def _sast_judged(text: str) -> object:
    from acidtest.core.records import Answer

    suite = find_suite("sast-triage")
    sample = _dataset("sast-triage").samples[0]
    with suite.judge(_options()) as judge:
        return suite.score(sample, Answer(sample.id, text), judge.observe(sample, text))


def _c_text(text: str) -> object:
    parts = c_source.split_includes(text)
    c_source.identifiers(text)
    c_source.name_entry(text, "func0")
    c_source.expose_entry(text, "func0")
    c_source.published_hoist(text, text)
    return parts


def _solidity_text(text: str) -> object:
    pragma.choose(text, ("0.8.30", "0.4.26"))
    pragma.without_pragmas(text)
    return extract_solidity(text).mode


def _walked(text: str) -> object:
    from acidtest.suites.solidity_decompile.claims import claims

    solidity.with_bodies(text, "{}", "{}")
    solidity_rename.renamed(text)
    return claims(text)


def _measured(language: str) -> Callable[[str], object]:
    from acidtest.metrics import security, signatures, structure

    def read(text: str) -> object:
        tree.tokens(text, language)  # type: ignore[arg-type]
        tree.without_comments(text, language)  # type: ignore[arg-type]
        structure.shape(text, language)  # type: ignore[arg-type]
        signatures.signatures(text, language)  # type: ignore[arg-type]
        return security.protections(text) if language == "solidity" else None

    return read


def _listing(text: str) -> object:
    objdump.function_listing(text, "func0")
    objdump.clean_listing(text)
    return objdump.referenced_data(text, text)


def _documents(text: str) -> object:
    extract.document(text)
    extract.document(text, lambda value: "result" in value, last=True)
    extract.unfence(text)
    return extract.without_reasoning(text)


def _signature(text: str) -> object:
    from acidtest.suites.c_decompile.agrees._prototype import NotAllowed
    from acidtest.suites.c_decompile.strict import NotStrict, passing

    for read in (lambda: read_signature(text, "func0", text), lambda: passing(text)):
        with contextlib.suppress(NotAllowed, NotStrict):
            read()
    return None


def _names(text: str) -> object:
    from acidtest.crypto import taxonomy
    from acidtest.suites.crypto_inventory.naming import named, named_within

    loaded = taxonomy.load()
    loaded.find(text)
    loaded.find_whole(text)
    named(text[:300], (("bits", text[:50]),))
    return named_within(text)


def _lifted(data: bytes) -> object:
    from acidtest.lang.tac import lift

    return lift(data[:2000])


def _filter_question(text: str) -> object:
    from acidtest.suites.sast_triage.filter import _parse

    parse_id(text[:500])
    normalised(text)
    return _parse(text)


def _tool_reports(data: bytes) -> object:
    from acidtest.systems.scanners.others import TOOLS, findings_of

    return [findings_of(tool, data) for tool in TOOLS.values()]


def _solc_answer(data: bytes) -> object:
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


def _of_run(name: str) -> Callable[[bytes], object]:
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


def _run_seed(name: str) -> Callable[[], list[bytes]]:
    return lambda: [(run_folder() / name).read_bytes()]


def _crypto_file(name: str, beside: Callable[[], Sequence[bytes]]) -> Callable[[bytes], object]:
    """One file of the published benchmark, with an honest one beside it."""

    def read(path: Path) -> object:
        other = "ground_truth.jsonl" if name == "test_files.jsonl" else "test_files.jsonl"
        if not (path.parent / other).exists():
            (path.parent / other).write_bytes(b"\n".join(beside()))
        return find_suite("crypto-inventory").read([path.parent])

    return _file(f"crypto-{name}/{name}", read)


PREFIX = "crypto-inventory"
SCANNED = {
    ".py": "python", ".java": "java", ".go": "go", ".rs": "rust", ".c": "c", ".cpp": "cpp",
    ".js": "javascript", ".ts": "typescript", ".cs": "csharp", ".kt": "kotlin",
}  # fmt: skip


def _scanner(suffix: str) -> Callable[[bytes], object]:
    return lambda data: scan_bytes("f" + suffix, data)


def _corpus(*suffixes: str) -> Callable[[], list[bytes]]:
    base = SUITES / "crypto_inventory" / "data" / "files"
    return lambda: [data for s in suffixes for data in _files(f"*/*{s}", base, 4)] or [b"AES = 1\n"]


def _der_seeds() -> list[bytes]:
    import base64
    import re

    pem = b"".join(_files("certificates/*", SUITES / "crypto_inventory" / "data" / "files", 6))
    bodies = re.findall(rb"-----BEGIN [A-Z ]+-----([A-Za-z0-9+/=\s]+)-----END", pem)
    return [base64.b64decode(b"".join(body.split())) for body in bodies[:6]] or [
        b"0\x03\x02\x01\x05"
    ]


def _elf_seeds() -> list[bytes]:
    return _files("*", ROOT / "tests" / "native" / "corpus" / "elf", 8) or [
        b"\x7fELF\x02\x01" + b"\0" * 58
    ]


def _justify(path: Path) -> object:
    return find_suite("sast-justify").read([path])


SHIPPED_SAST = SUITES / "sast_triage" / "data"
SOLIDITY = SUITES / "solidity_decompile" / "data"
C_TASKS = SUITES / "c_decompile" / "data"

TARGETS: tuple[Target, ...] = (
    Target("data c-decompile json", _data("c-decompile", "a.json"),
           lambda: [*own.C_RECORD, *_records(DATA / "decompile-eval" / "decompile-eval.json")]),
    Target("data c-decompile jsonl", _data("c-decompile", "a.jsonl"), lambda: own.C_RECORD),
    Target("data c-decompile .c", _data("c-decompile", "a.c"), lambda: _files("*.c", C_TASKS)),
    Target("data solidity-decompile .sol", _data("solidity-decompile", "a.sol"),
           lambda: _files("*.sol", SOLIDITY, 6, 8000)),
    Target("data solidity-decompile jsonl", _data("solidity-decompile", "a.jsonl"),
           lambda: own.SOL_RECORD),
    Target("data solidity-pairs", _data("solidity-pairs", "a.jsonl"),
           lambda: [*own.PAIR, *_lines(DATA / "solidity-pairs" / "tac_solidity_500.jsonl", 2)]),
    Target("data crypto labels", _file(f"{PREFIX}/labels.jsonl", lambda path: _labels(path)),
           lambda: own.LABELS),
    Target("data crypto ground truth", _crypto_file("ground_truth.jsonl", lambda: own.TEST_FILES),
           lambda: [*own.GROUND_TRUTH, *_lines(DATA / "crypto-benchmark" / "ground_truth.jsonl")]),
    Target("data crypto test files", _crypto_file("test_files.jsonl", lambda: own.GROUND_TRUTH),
           lambda: own.TEST_FILES),
    Target("data sast findings", _data("sast-triage", "a.jsonl"),
           lambda: _lines(SHIPPED_SAST / "findings.jsonl")),
    Target("data sast cases", _data("sast-triage", "a.json"),
           lambda: [*own.PUBLISHED_CASE, *own.JUDGE_CASE,
                    *_files("*.json", DATA / "sast-triage" / "judge")]),
    Target("data sast sarif", _data("sast-triage", "a.sarif"), _encoded([json.dumps(own.sarif())])),
    Target("data sast gcc", _data("sast-triage", "gcc.json"), lambda: own.GCC),
    Target("data sast cppcheck", _data("sast-triage", "a.xml"), lambda: own.CPPCHECK),
    Target("data sast expected", _data("sast-triage", "a.csv"), lambda: own.EXPECTED),
    Target("data sast rules", _data("sast-triage", "rules.json"), lambda: own.RULES),
    Target("data sast known .err", _data("sast-triage", "a.err"),
           lambda: _files("*.err", SHIPPED_SAST, 1, 10**6) and [
               (SHIPPED_SAST / "known_issues.err").read_bytes()[:3000]]),
    Target("data sast known jsonl", _data("sast-triage", "known.jsonl"),
           lambda: _lines(SHIPPED_SAST / "known_issues.jsonl")),
    Target("data sast-justify", _file("justify.json", _justify), lambda: own.JUSTIFY),
    Target("answers recorded", _file("answers.jsonl", recorded.read_answers), lambda: own.ANSWERS),
    Target("answers nat", _file("nat/workflow_output.json", lambda path: _nat(path)),
           lambda: own.WORKFLOW),
    Target("answers nat profile", _file("nat-profile.csv", nat_output.read_profile),
           lambda: own.PROFILE),
    Target("answers sarif tree", _file("tree.sarif", lambda path: _tree("sarif", path)),
           _encoded([json.dumps(own.sarif())])),
    Target("answers cbom tree", _file("tree.json", lambda path: _tree("cbom", path)),
           _encoded([json.dumps(own.cbom())])),
    Target("answers published results", _file("results.json", lambda path: _results(path)),
           lambda: own.RESULTS),
    Target("judge crypto", said(_crypto_judged), _encoded(own.CRYPTO_ANSWERS), 4),
    Target("judge sast", said(_sast_judged), _encoded(own.SAST_ANSWERS), 4),
    Target("judge structured", said(parse_structured), lambda: own.STRUCTURED),
    Target("extract", said(_documents),
           _encoded([*own.CRYPTO_ANSWERS, *own.SAST_ANSWERS]), 2),
    Target("solidity text", said(_solidity_text),
           lambda: _files("*.sol", SOLIDITY, 6, 8000)),
    Target("solidity tree", said(_walked),
           lambda: _files("*.sol", SOLIDITY, 6, 5000), 0.3),
    Target("solidity metrics", said(_measured("solidity")),
           lambda: _files("*.sol", SOLIDITY, 6, 5000), 0.3),
    Target("c text", said(_c_text), lambda: _files("*.c", C_TASKS)),
    Target("c metrics", said(_measured("c")),
           lambda: _files("*.c", C_TASKS), 0.3),
    Target("c prototype", said(_signature),
           lambda: (b"int func0(const char *s, int n, double x);",)),
    Target("objdump", said(_listing), lambda: own.LISTING),
    Target("elf", elf.read_object, _elf_seeds, 2),
    Target("der", read_der, _der_seeds, 2),
    Target("tac", _lifted, lambda: (bytes.fromhex("6080604052348015600e575f5ffd5b50"),
                                    bytes.fromhex("60003560e01c8063a9059cbb14601a575b5f5ffd"))),
    Target("crypto names", said(_names),
           _encoded(["SHA256withECDSA", "AES-128-GCM, RSA and X25519", "1.2.840.113549.1.1.11"])),
    Target("filter question", said(_filter_question),
           _encoded(['{"issue_type": "X", "trace": "a.c:1: e: m\\n#  1|-> x"}'])),
    Target("tool reports", _tool_reports, lambda: own.REPORTS),
    Target("solc output", _solc_answer, lambda: own.SOLC),
    Target("prices", _file("prices.toml", read_prices), lambda: own.PRICES),
    Target("run manifest", _of_run("manifest.json"), _run_seed("manifest.json"), 0.05),
    Target("run summary", _of_run("summary.json"), _run_seed("summary.json"), 0.05),
    Target("run tables", _of_run("tables.json"), _run_seed("tables.json"), 0.05),
    Target("run answers", _of_run("answers.jsonl"), _run_seed("answers.jsonl"), 0.05),
    Target("run scores", _of_run("scores.sqlite"), _run_seed("scores.sqlite"), 0.05),
    *(Target(f"scan {suffix}", _scanner(suffix), _corpus(suffix), 0.15) for suffix in SCANNED),
    Target("scan configuration", _scanner(".conf"), _corpus(".conf", ".cfg", ".yaml"), 0.5),
    Target("scan json", _scanner(".json"), _corpus(".json", ".jwks"), 0.5),
    Target("scan xml", _scanner(".xml"), _corpus(".xml", ".config"), 0.5),
    Target("scan assembly", _scanner(".s"), _corpus(".s", ".asm"), 0.3),
    Target("scan log", _scanner(".log"), _corpus(".log"), 0.5),
    Target("scan keys", _scanner(".pem"), _corpus(".pem", ".pub"), 0.5),
    Target("scan der", _scanner(".der"), _der_seeds, 0.5),
    Target("scan prose", _scanner(".md"), _corpus(".md"), 0.5),
)  # fmt: skip


def _labels(path: Path) -> object:
    files = path.parent / "files"
    if not files.exists():
        files.symlink_to(SUITES / "crypto_inventory" / "data" / "files")
    return find_suite("crypto-inventory").read([path])


def _nat(path: Path) -> object:
    return nat_output.read_workflow_output(path, _dataset("sast-triage"))


def _tree(form: str, path: Path) -> object:
    return formats.FORMATS[form](path, _dataset("crypto-inventory"))


def _results(path: Path) -> object:
    return formats.FORMATS["published-results"](path, _dataset("crypto-inventory"))


def warm() -> None:
    """Read all honest examples once, so that processes forked later need not."""
    for target in TARGETS:
        for seed in target.seeds():
            with contextlib.suppress(AcidtestError):
                target.read(seed)


def discard() -> None:
    """Remove the folder of this process."""
    while _KEPT:
        _KEPT.pop().cleanup()
    folder.cache_clear()
    run_folder.cache_clear()
