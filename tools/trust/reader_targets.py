"""Every reader of foreign bytes, with honest examples to start from."""

from __future__ import annotations

import contextlib
import json
import os
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import reader_beside as beside
import reader_calls as call
import reader_runs as runs
import reader_seeds as own

from acidtest.core.errors import AcidtestError
from acidtest.crypto.der import read_der
from acidtest.lang import elf
from acidtest.suites.sast_triage.filter.structured import parse_structured
from acidtest.systems import nat_output, recorded
from acidtest.systems.models.prices import read_prices

ROOT = Path(__file__).resolve().parents[2]
SUITES = ROOT / "src" / "acidtest" / "suites"
DATA = Path(os.environ.get("ACIDTEST_DATA", "/nonexistent"))
_SEED_MAX = 6_000
_COMPILED = 0.03
"""The weight of inputs that a compiler reads too: each takes it a second."""


@dataclass(frozen=True)
class Target:
    """A reader: what it is called with, and honest inputs. `weight` is its share of the inputs."""

    name: str
    read: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]
    weight: float = 1.0


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


def _sentence(name: str) -> Callable[[], list[bytes]]:
    return lambda: [own.sentence_model()[name]]


RUN = ("manifest.json", "summary.json", "tables.json", "answers.jsonl", "scores.sqlite")
SCANNED = {
    ".py": "python", ".java": "java", ".go": "go", ".rs": "rust", ".c": "c", ".cpp": "cpp",
    ".js": "javascript", ".ts": "typescript", ".cs": "csharp", ".kt": "kotlin",
}  # fmt: skip


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


SHIPPED_SAST = SUITES / "sast_triage" / "data"
SOLIDITY = SUITES / "solidity_decompile" / "data"
C_TASKS = SUITES / "c_decompile" / "data"

TARGETS: tuple[Target, ...] = (
    Target("data c-decompile json", call.data("c-decompile", "a.json"),
           lambda: [*own.C_RECORD, *_records(DATA / "decompile-eval" / "decompile-eval.json")]),
    Target("data c-decompile jsonl", call.data("c-decompile", "a.jsonl"), lambda: own.C_RECORD),
    Target("data c-decompile .c", call.data("c-decompile", "a.c"), lambda: _files("*.c", C_TASKS)),
    Target("data solidity-decompile .sol", call.data("solidity-decompile", "a.sol"),
           lambda: _files("*.sol", SOLIDITY, 6, 8000)),
    Target("data solidity-decompile jsonl", call.data("solidity-decompile", "a.jsonl"),
           lambda: own.SOL_RECORD),
    Target("data solidity-pairs", call.data("solidity-pairs", "a.jsonl"),
           lambda: [*own.PAIR, *_lines(DATA / "solidity-pairs" / "tac_solidity_500.jsonl", 2)]),
    Target("data crypto labels", call.file("labels/labels.jsonl", call.labels),
           lambda: own.LABELS),
    Target("data crypto ground truth",
           call.crypto_file("ground_truth.jsonl", lambda: own.TEST_FILES),
           lambda: [*own.GROUND_TRUTH, *_lines(DATA / "crypto-benchmark" / "ground_truth.jsonl")]),
    Target("data crypto test files", call.crypto_file("test_files.jsonl", lambda: own.GROUND_TRUTH),
           lambda: own.TEST_FILES),
    Target("data sast findings", call.data("sast-triage", "a.jsonl"),
           lambda: _lines(SHIPPED_SAST / "findings.jsonl")),
    Target("data sast cases", call.data("sast-triage", "a.json"),
           lambda: [*own.PUBLISHED_CASE, *own.JUDGE_CASE,
                    *_files("*.json", DATA / "sast-triage" / "judge")]),
    Target("data sast sarif", call.data("sast-triage", "a.sarif"),
           _encoded([json.dumps(own.sarif())])),
    Target("data sast gcc", call.data("sast-triage", "gcc.json"), lambda: own.GCC),
    Target("data sast cppcheck", call.data("sast-triage", "a.xml"), lambda: own.CPPCHECK),
    Target("data sast expected", call.data("sast-triage", "a.csv"), lambda: own.EXPECTED),
    Target("data sast rules", call.data("sast-triage", "rules.json"), lambda: own.RULES),
    Target("data sast known .err", call.data("sast-triage", "a.err"),
           lambda: _files("*.err", SHIPPED_SAST, 1, 10**6) and [
               (SHIPPED_SAST / "known_issues.err").read_bytes()[:3000]]),
    Target("data sast known jsonl", call.data("sast-triage", "known.jsonl"),
           lambda: _lines(SHIPPED_SAST / "known_issues.jsonl")),
    Target("data sast-justify", call.file("justify.json", call.justify), lambda: own.JUSTIFY),
    Target("answers recorded", call.file("answers.jsonl", recorded.read_answers),
           lambda: own.ANSWERS),
    Target("answers gzip", call.file("answers.gz", recorded.read_answers), own.gzipped_answers),
    Target("answers zstd", call.file("answers.zst", recorded.read_answers), own.zstd_answers),
    Target("answers Parquet", call.file("answers.parquet", recorded.read_answers),
           own.parquet_answers),
    Target("answers nat", call.file("nat/workflow_output.json", call.nat),
           lambda: own.WORKFLOW),
    Target("answers nat profile", call.file("nat-profile.csv", nat_output.read_profile),
           lambda: own.PROFILE),
    Target("answers sarif tree", call.file("tree.sarif", call.tree_answer("sarif")),
           _encoded([json.dumps(own.sarif())])),
    Target("answers cbom tree", call.file("tree.json", call.tree_answer("cbom")),
           _encoded([json.dumps(own.cbom())])),
    Target("answers published results",
           call.file("results.json", call.tree_answer("published-results")),
           lambda: own.RESULTS),
    Target("judge crypto", call.said(call.judged("crypto-inventory", 3)),
           _encoded(own.CRYPTO_ANSWERS), 4),
    Target("judge sast", call.said(call.judged("sast-triage", 0)), _encoded(own.SAST_ANSWERS), 4),
    Target("judge structured", call.said(parse_structured), lambda: own.STRUCTURED),
    Target("extract", call.said(call.documents),
           _encoded([*own.CRYPTO_ANSWERS, *own.SAST_ANSWERS]), 2),
    Target("solidity text", call.said(call.solidity_text),
           lambda: _files("*.sol", SOLIDITY, 6, 8000)),
    Target("solidity tree", call.said(call.walked),
           lambda: _files("*.sol", SOLIDITY, 6, 5000), 0.3),
    Target("solidity metrics", call.said(call.measured("solidity")),
           lambda: _files("*.sol", SOLIDITY, 6, 5000), 0.3),
    Target("c text", call.said(call.c_text), lambda: _files("*.c", C_TASKS)),
    Target("c metrics", call.said(call.measured("c")),
           lambda: _files("*.c", C_TASKS), 0.3),
    Target("c prototype", call.said(call.signature),
           lambda: (b"int func0(const char *s, int n, double x);",)),
    Target("objdump", call.said(call.listing), lambda: own.LISTING),
    Target("elf", elf.read_object, _elf_seeds, 2),
    Target("der", read_der, _der_seeds, 2),
    Target("tac", call.lifted, lambda: (bytes.fromhex("6080604052348015600e575f5ffd5b50"),
                                    bytes.fromhex("60003560e01c8063a9059cbb14601a575b5f5ffd"))),
    Target("crypto names", call.said(call.names),
           _encoded(["SHA256withECDSA", "AES-128-GCM, RSA and X25519", "1.2.840.113549.1.1.11"])),
    Target("filter question", call.said(call.filter_question),
           _encoded(['{"issue_type": "X", "trace": "a.c:1: e: m\\n#  1|-> x"}'])),
    Target("tool reports", call.tool_reports, lambda: own.REPORTS),
    Target("solc output", call.solc_answer, lambda: own.SOLC),
    Target("prices", call.file("prices.toml", read_prices), lambda: own.PRICES),
    *(Target(f"run {name}", runs.file(name), runs.seed(name), 0.05) for name in RUN),
    *(Target(f"bare run {name}", runs.file(name, runs.bare_folder),
             runs.seed(name, runs.bare_folder), 0.05) for name in RUN),
    Target("run signature", runs.signature(), runs.seed("signature.json", runs.signed_folder), 0.3),
    Target("page query", call.said(runs.query), lambda: own.QUERY, 0.1),
    Target("inspect .eval", call.file("log.eval", call.inspect_log), own.inspect_archives, 0.2),
    Target("inspect .json", call.file("log.json", call.inspect_log), own.inspect_logs, 0.2),
    Target("prompt", call.file("prompt.md", call.prompt),
           lambda: (b"Judge this:\n\n{question}\n\nAnswer in JSON: {}\n",)),
    *(Target(f"sentence {name}", call.sentence_model(name),
             _sentence(name), 0.1) for name in own.SENTENCES),
    Target("nat configuration", call.file("nat.yml", call.nat_config), lambda: own.NAT_CONFIG, 0.1),
    Target("model reply", call.model_reply, lambda: own.REPLIES, 0.1),
    Target("sarif export", call.file("export.sarif", call.exported),
           _encoded([json.dumps(own.sarif())])),
    Target("call report", call.call_report,
           lambda: (struct.pack("<ii4sI4sI8s", -2, 4, b"abc", 4, b"abc", 8, b"\1\0\0\0" * 2),
                    struct.pack("<iiI4sI", 1, 4, 4, b"abc", 0))),
    *(Target(f"scan {suffix}", call.scanner(suffix), _corpus(suffix), 0.15) for suffix in SCANNED),
    Target("scan configuration", call.scanner(".conf"), _corpus(".conf", ".cfg", ".yaml"), 0.5),
    Target("scan json", call.scanner(".json"), _corpus(".json", ".jwks"), 0.5),
    Target("scan xml", call.scanner(".xml"), _corpus(".xml", ".config"), 0.5),
    Target("scan assembly", call.scanner(".s"), _corpus(".s", ".asm"), 0.3),
    Target("scan log", call.scanner(".log"), _corpus(".log"), 0.5),
    Target("scan keys", call.scanner(".pem"), _corpus(".pem", ".pub"), 0.5),
    Target("scan der", call.scanner(".der"), _der_seeds, 0.5),
    Target("scan prose", call.scanner(".md"), _corpus(".md"), 0.5),
    *(Target(f"scan {suffix}", call.scanner(suffix), beside.seeds(beside.PROGRAMS, suffix), 0.15)
      for suffix in beside.PROGRAMS),
    *(Target(f"scan {name}", beside.manifest(name), beside.seeds(beside.MANIFESTS, name), 0.2)
      for name in beside.MANIFESTS),
    Target("scan baseline", call.file("baseline.json", beside.baseline), lambda: beside.BASELINE,
           0.2),
    Target("labels csv", beside.data("sast-triage", "labels.csv", beside.FINDINGS),
           lambda: beside.LABELS),
    Target("labels xlsx", beside.data("sast-triage", "labels.xlsx", beside.FINDINGS),
           beside.workbooks),
    Target("labels ignore.err", beside.data("sast-triage", "ignore.err", beside.FINDINGS),
           lambda: beside.IGNORE),
    Target("data sast csdiff", call.data("sast-triage", "csdiff.json"), lambda: beside.CSDIFF),
    Target("project json", call.data("solidity-decompile", "project.json"),
           lambda: beside.PROJECT_JSON, _COMPILED),
    Target("project sourcify", beside.data("solidity-decompile", "metadata.json", beside.SOURCES),
           lambda: beside.METADATA, _COMPILED),
    Target("project foundry.toml", beside.data("solidity-decompile", "foundry.toml", beside.TREE),
           lambda: beside.FOUNDRY, _COMPILED),
    Target("project remappings", beside.data("solidity-decompile", "remappings.txt", beside.TREE),
           lambda: (b"@oz/=lib/oz/\nctx:a/=b/\n",), _COMPILED),
    Target("project source", beside.data("solidity-decompile", "src/A.sol", beside.TREE, "source"),
           lambda: [path.read_bytes() for path in SOLIDITY.glob("*.sol")][:3], _COMPILED),
    Target("program text", call.said(beside.exported), lambda: beside.EXPORTED),
    Target("judge request", beside.request, lambda: beside.REQUEST),
    Target("judge response", beside.response, lambda: beside.REWARDS),
)  # fmt: skip


def warm() -> None:
    """Read all honest examples once, so that processes forked later need not."""
    for target in TARGETS:
        for seed in target.seeds():
            with contextlib.suppress(AcidtestError):
                target.read(seed)
