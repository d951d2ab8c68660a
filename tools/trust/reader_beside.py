"""Readers of files that say something about others: labels, projects, manifests, requests."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import hostile_zip
import reader_calls as call
import reader_seeds as own

_TOKEN = "pragma solidity ^0.8.0;\nimport './B.sol';\ncontract T { function f() public {} }\n"
_OTHER = "contract B { uint256 public x; }\n"
_INPUT = {
    "language": "Solidity",
    "sources": {"src/T.sol": {"content": _TOKEN}, "src/B.sol": {"content": _OTHER}},
    "settings": {
        "optimizer": {"enabled": True, "runs": 200}, "viaIR": False, "evmVersion": "paris",
        "remappings": ["@oz/=lib/oz/"], "compilationTarget": {"src/T.sol": "T"},
    },
}  # fmt: skip
_ARTIFACT = {
    "contractName": "T", "sourceName": "src/T.sol",
    "abi": [{"type": "function", "name": "f", "inputs": [], "outputs": []}],
    "bytecode": {"object": "0x6080__$" + "a" * 34 + "$__00",
                 "linkReferences": {"L.sol": {"L": [{"start": 2, "length": 20}]}}},
    "deployedBytecode": "0x6080", "metadata": json.dumps({"compiler": {"version": "0.8.20"}}),
}  # fmt: skip
_VERIFIED = {
    "SourceCode": "{" + json.dumps(_INPUT) + "}", "ABI": "[]", "ContractName": "T",
    "CompilerVersion": "v0.8.20+commit.a1b79de6", "OptimizationUsed": "1", "Runs": "200",
    "ConstructorArguments": "00", "EVMVersion": "Default",
}  # fmt: skip

Files = Mapping[str, str]
FINDINGS: Files = {"a.sarif": json.dumps(own.sarif())}
LABELS = (
    b"file,line,rule,label,reason\npython/agreements.py,3,R1,real,because\n"
    b"python/agreements.py,3,R1,false alarm,no\n",
    b"# a comment\nPath;Line;Rule;Verdict\npython/agreements.py;3;R1;TP\n",
)
IGNORE = (
    b"Error: R1 (CWE-79):\npython/agreements.py:3: error: uses AES\n#    3|-> x = 1;\n"
    b"The value is constant.\n\n",
)
CSDIFF = (
    json.dumps({"defects": [{
        "checker": "OVERRUN", "cwe": 119, "severity": "high", "key_event_idx": 1, "tool": "t",
        "events": [{"file_name": "a.c", "line": 2, "event": "#", "message": "  2|   x"},
                   {"file_name": "a.c", "line": 3, "column": 4, "event": "overrun",
                    "message": "too far", "verbosity_level": 0}],
    }], "scan": {"analyzer": "csgrep"}}).encode(),
)  # fmt: skip
PROJECT_JSON = tuple(
    json.dumps(each).encode()
    for each in (
        _INPUT, {"id": "i", "solcVersion": "0.8.20", "input": _INPUT, "output": {}}, _ARTIFACT,
        {"status": "1", "result": [_VERIFIED]}, _VERIFIED, _INPUT["sources"],
    )
)  # fmt: skip
METADATA = (
    json.dumps(
        {**_INPUT, "compiler": {"version": "0.8.20+commit.a1b79de6"}, "output": {}}
    ).encode(),
)
SOURCES: Files = {"sources/src/T.sol": _TOKEN, "sources/src/B.sol": _OTHER}
TREE: Files = {"src/T.sol": _TOKEN, "src/B.sol": _OTHER}
FOUNDRY = (
    b'[profile.default]\nsrc = "src"\noptimizer = true\noptimizer_runs = 200\nvia_ir = false\n'
    b'evm_version = "paris"\nremappings = ["@oz/=lib/oz/"]\nlibs = ["lib"]\n',
)
MANIFESTS: Mapping[str, bytes] = {
    "package.json": b'{"dependencies": {"elliptic": "^6"}, "devDependencies": {"jose": "1"}}',
    "package-lock.json": b'{"lockfileVersion": 3,\n "packages": {\n  "": {"name": "a"},\n'
    b'  "node_modules/elliptic": {\n   "version": "6.5.4",\n   "dev": true\n  }\n }\n}\n',
    "yarn.lock": b'"elliptic@^6.5.0":\n  version "6.5.4"\n\njose@npm:^4:\n  version "4.0"\n',
    "requirements.txt": b"cryptography>=40 ; python_version > '3'\npycryptodome==3 # x\n-r b\n",
    "pyproject.toml": b'[project]\ndependencies = ["cryptography>=40"]\n'
    b'[tool.poetry.dependencies]\npyjwt = "^2"\n[[package]]\nname = "rsa"\nversion = "4"\n',
    "go.mod": b"module a\n\nrequire (\n\tgolang.org/x/crypto v0.1.0 // indirect\n)\n"
    b"replace golang.org/x/crypto => ../c\n",
    "pom.xml": b"<project><dependencies><dependency><groupId>org.bouncycastle</groupId>\n"
    b"<artifactId>bcprov-jdk18on</artifactId><scope>test</scope></dependency></dependencies></project>",
    "build.gradle": b"dependencies {\n  implementation 'org.bouncycastle:bcprov-jdk18on:1.7'\n}\n",
    "Cargo.lock": b'[[package]]\nname = "ring"\nversion = "0.16"\ndependencies = ["rsa"]\n',
    "a.csproj": b'<Project><ItemGroup><PackageReference Include="BouncyCastle.Cryptography" '
    b'Version="2" /></ItemGroup></Project>',
    "packages.lock.json": b'{"version": 1, "dependencies": {"net8.0": {"BouncyCastle": '
    b'{"type": "Direct"}}}}',
    "Gemfile.lock": b"GEM\n  remote: x\n  specs:\n    rbnacl (7.1)\n      ffi\n\n"
    b"DEPENDENCIES\n  rbnacl\n",
    "composer.lock": b'{\n    "packages": [\n        {\n'
    b'            "name": "phpseclib/phpseclib",\n'
    b'            "version": "3"\n        }\n    ],\n    "packages-dev": []\n}\n',
}
PROGRAMS: Mapping[str, bytes] = {
    ".rb": b"require 'openssl'\nC = OpenSSL::Cipher.new('aes-128-cbc')\ndef f(a) = a.encrypt\n",
    ".php": b"<?php\n$c = openssl_encrypt($d, 'aes-256-gcm', $k);\n$h = hash('sha1', $d);\n",
    ".swift": b"import CryptoKit\nlet d = SHA256.hash(data: x)\nlet k = P256.Signing.Key()\n",
    ".scala": b'val c = Cipher.getInstance("AES/GCM/NoPadding")\nobject A { val h = "MD5" }\n',
}
BASELINE = (b'{"findings": [{"file": "a.py", "algorithm": "AES", "state": "active"}]}',)
REQUEST = (
    b'{"suite": "sast-triage", "metric": "right", "shaping": {"extracts": 0.1}, '
    b'"answers": [{"id": "a", "answer": "x"}]}',
    b'{"answers": [{"id": "a", "answer": "x"}, {"id": "b", "answer": ""}]}',
)
REWARDS = (b'{"rewards": [1.0, null], "report": {"answers": 2, "judged": 2}}',)
EXPORTED = (
    b"//----- (0000000000001139) ----\n__int64 func0(int a1)\n{\n  return a1;\n}\n// nfuncs=3\n",
    b"// Address range: 0x1139 - 0x1149\nint64_t func0(int64_t a1) {\n    return a1;\n}\n// ----\n",
    b"00001139    int64_t func0(int32_t arg1)\n\n00001139  {\n"
    b"00001140      return arg1;\n00001149  }\n",
    b"\nint func0(int param_1)\n\n{\n  return param_1;\n}\n",
)


def data(suite: str, name: str, others: Files, under: str = "") -> Callable[[bytes], object]:
    """A data set of several files of which one is mutated."""

    def read(path: Path) -> object:
        root = path.parents[name.count("/")]
        for other, text in others.items():
            if not (root / other).exists():
                (root / other).parent.mkdir(parents=True, exist_ok=True)
                (root / other).write_text(text)
        return call.find_suite(suite).read([root])

    folder = under or name.replace("/", "-")
    return call.file(f"beside-{suite}-{folder}/{name}", read)


def workbooks() -> list[bytes]:
    """Labels as a workbook: a sheet, its name, and texts that cells share."""
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    shared = "".join(f"<si><t>{word}</t></si>" for word in ("file", "line", "rule", "label"))
    row = "<c r='A2' t='inlineStr'><is><t>python/agreements.py</t></is></c><c r='B2'><v>3</v></c>"
    row += "<c r='C2' t='str'><v>R1</v></c><c r='D2' t='b'><v>1</v></c>"
    head = "".join(f"<c r='{at}1' t='s'><v>{n}</v></c>" for n, at in enumerate("ABCD"))
    parts = {
        "xl/workbook.xml": f"<workbook {main} xmlns:r='{kind}'><sheets>"
        "<sheet name='labels' sheetId='1' r:id='r1'/></sheets></workbook>",
        "xl/_rels/workbook.xml.rels": "<Relationships><Relationship Id='r1' "
        "Target='worksheets/sheet1.xml'/></Relationships>",
        "xl/sharedStrings.xml": f"<sst {main}>{shared}</sst>",
        "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData><row r='1'>{head}</row>"
        f"<row r='2'>{row}</row></sheetData></worksheet>",
    }
    return [
        hostile_zip.archive(
            [hostile_zip.packed(name, text.encode()) for name, text in parts.items()]
        )
    ]


def manifest(name: str) -> Callable[[bytes], object]:
    """The scanner, on a manifest of that name."""
    from acidtest.crypto.scanner.files import scan_bytes

    return lambda given: scan_bytes(name, given)


def baseline(path: Path) -> object:
    """An earlier scan."""
    from acidtest.crypto.scanner.output import keys_of

    return keys_of(path)


def exported(text: str) -> object:
    """What a decompiler writes of a whole program."""
    from acidtest.core.records import Program
    from acidtest.systems.decompilers.exported import cut

    return cut(text, Program(b"", "func0", 0x1139))


@functools.cache
def _service() -> Any:
    from acidtest.core.options import RunOptions
    from acidtest.engine.answer_judge import AnswerJudge
    from acidtest.integrations.judging.service import Service

    return Service(AnswerJudge(call.find_suite("sast-triage"), RunOptions(limit=4), "right"))


def request(body: bytes) -> object:
    """What a client of the judge's service sends."""
    from acidtest.core.errors import InputError
    from acidtest.integrations.judging import service

    try:
        return _service()._read(body)
    except service._Refused as refused:
        raise InputError(str(refused)) from refused


def response(body: bytes) -> object:
    """What the judge's service sends to its client."""
    from acidtest.core.errors import InputError
    from acidtest.integrations.judging import client

    try:
        return client._read(body, 2)
    except client._Failed as failed:
        raise InputError(str(failed)) from failed


def seeds(given: Mapping[str, bytes], name: str) -> Callable[[], Sequence[bytes]]:
    """The honest file of that name."""
    return lambda: [given[name]]
