"""The scanner around its rules: material, outputs, folders, hostile files."""

from __future__ import annotations

import base64
import datetime
import json
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, rsa, x25519
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.cli import cli
from acidtest.core.errors import InputError
from acidtest.core.records import Program, Question, Sample
from acidtest.crypto.scanner import CryptoFinding, scan_bytes, scan_path
from acidtest.crypto.scanner.cbom import to_cbom
from acidtest.crypto.scanner.output import to_json, to_sarif
from acidtest.crypto.scanner.tokens import LANGUAGES
from acidtest.crypto.taxonomy import load
from acidtest.systems.scanners.scan import ScanSystem
from tests.late import late

from .cases import CASES

schema, validation = late("cyclonedx.schema"), late("cyclonedx.validation.json")


def active(findings: list[CryptoFinding]) -> dict[str, dict[str, str | int]]:
    return {f.match.algorithm.id: dict(f.match.parameters) for f in findings if f.state == "active"}


def certificate() -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP384R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "example")])
    now = datetime.datetime(2026, 1, 1)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(now)
        .not_valid_after(now + datetime.timedelta(days=9))
        .sign(key, hashes.SHA384())
    )


PEM, DER = serialization.Encoding.PEM, serialization.Encoding.DER
SPKI = serialization.PublicFormat.SubjectPublicKeyInfo


def test_a_certificate_says_its_signature_curve_and_hash() -> None:
    pem = certificate().public_bytes(PEM)
    assert active(scan_bytes("a.pem", b"# x\n" + pem)) == {
        "ecdsa": {"curve": "P-384"},
        "sha-384": {},
    }
    findings = scan_bytes("a.pem", b"# x\n" + pem)
    assert {f.lines for f in findings} == {(2, pem.count(b"\n") + 1)}
    assert active(scan_bytes("a.der", certificate().public_bytes(DER))).keys() == {
        "ecdsa",
        "sha-384",
    }


@pytest.mark.parametrize("language", ["py", "java", "yaml", "js"])
def test_a_certificate_in_base64_is_found_wherever_it_stands(language: str) -> None:
    blob = base64.b64encode(certificate().public_bytes(DER)).decode()
    assert "ecdsa" in active(scan_bytes(f"a.{language}", f'blob = "{blob}"\n'.encode()))
    assert (
        active(
            scan_bytes(
                f"a.{language}", b'blob = "TUlJQmFzZTY0IG5vdCBERVIgYXQgYWxsIGp1c3QgdGV4dCBoZXJl"\n'
            )
        )
        == {}
    )


def test_keys_say_algorithm_and_size() -> None:
    def pem(key: object) -> bytes:
        return key.public_key().public_bytes(PEM, SPKI)  # type: ignore[attr-defined,no-any-return]

    rsa_key = rsa.generate_private_key(65537, 2048)
    assert active(scan_bytes("k.pem", pem(rsa_key))) == {"rsa": {"bits": 2048}}
    assert active(scan_bytes("k.pem", pem(dsa.generate_private_key(1024)))).keys() == {"dsa"}
    assert active(scan_bytes("k.pem", pem(ed25519.Ed25519PrivateKey.generate()))) == {"ed25519": {}}
    assert active(scan_bytes("k.pem", pem(x25519.X25519PrivateKey.generate()))) == {"x25519": {}}
    curve = active(scan_bytes("k.pem", pem(ec.generate_private_key(ec.SECP256K1()))))
    assert curve == {"ecc": {"curve": "secp256k1"}}
    private = rsa_key.private_bytes(
        PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    assert active(scan_bytes("k.key", private)).keys() == {"rsa"}
    code = b"KEY = '" + pem(rsa_key).replace(b"\n", b"\\n") + b"'\n"
    assert active(scan_bytes("k.py", code)) == {"rsa": {"bits": 2048}}


TEA = """
#include <stdint.h>
void f(uint32_t *v, const uint32_t *k) {
  uint32_t y = v[0], z = v[1], s = 0;
  for (int i = 0; i < 32; i++) {
    s += 0x9e3779b9;
    y += ((z << 4) + k[0]) ^ (z + s) ^ ((z >> 5) + k[1]);
    z += ((y << 4) + k[2]) ^ (y + s) ^ ((y >> 5) + k[3]);
  }
  v[0] = y; v[1] = z;
}"""
SHA1 = """
#include <stdint.h>
void g(uint32_t *h, const uint32_t *w) {
  uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
  for (int i = 0; i < 80; i++) {
    uint32_t f, k;
    if (i < 20) { f = (b & c) | (~b & d); k = 0x5A827999; }
    else if (i < 40) { f = b ^ c ^ d; k = 0x6ED9EBA1; }
    else if (i < 60) { f = (b & c) | (b & d) | (c & d); k = 0x8F1BBCDC; }
    else { f = b ^ c ^ d; k = 0xCA62C1D6; }
    uint32_t t = ((a << 5) | (a >> 27)) + f + e + k + w[i];
    e = d; d = c; c = (b << 30) | (b >> 2); b = a; a = t;
  }
  h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e;
}"""
PLAIN = """
int h(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] << 4; return s; }
"""


@pytest.mark.parametrize("level", ["-O0", "-O2", "-O3"])
@pytest.mark.parametrize(("source", "wanted"), [(TEA, {"tea"}), (SHA1, {"sha-1"}), (PLAIN, set())])
def test_compiled_code_is_known_by_its_constants(
    tmp_path: Path, level: str, source: str, wanted: set[str]
) -> None:
    (tmp_path / "x.c").write_text(source)
    subprocess.run(["gcc", level, "-S", "-o", "x.s", "x.c"], cwd=tmp_path, check=True)
    assert active(scan_bytes("x.s", (tmp_path / "x.s").read_bytes())).keys() == wanted


def all_findings() -> list[CryptoFinding]:
    return [f for case in CASES for f in scan_bytes(case.name, case.source.encode())]


@pytest.mark.parametrize("version", ["1.6", "1.7"])
def test_a_bill_of_materials_passes_strict_validation(version: str) -> None:
    findings = all_findings()
    bom = to_cbom(findings, version)
    error = validation.JsonStrictValidator(schema.SchemaVersion.from_version(version)).validate_str(
        bom
    )
    assert error is None
    names = {component["name"] for component in json.loads(bom)["components"]}
    assert {f.match.label for f in findings if f.state == "active"} == names


def test_the_other_formats_hold_every_finding() -> None:
    findings = all_findings()
    sarif = json.loads(to_sarif(findings))
    assert len(sarif["runs"][0]["results"]) == len(findings)
    assert {r["id"] for r in sarif["runs"][0]["tool"]["driver"]["rules"]} == {
        f.match.algorithm.id for f in findings
    }
    said = json.loads(to_json(findings))["findings"]
    assert [s["algorithm"] for s in said] == [f.match.algorithm.name for f in findings]
    assert all(load().find(s["algorithm"]) is not None for s in said)


def test_the_command_scans_a_folder(tmp_path: Path) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "x.py").write_text("import hashlib\nhashlib.md5(b'')\n")
    (tmp_path / "a.py").write_text("import hashlib\nhashlib.sha1(b'')\n")
    (tmp_path / "b.bin").write_bytes(b"\x7fELF\0\0RSA")
    (tmp_path / "c.py").write_bytes(b"\xff\xfe# caf\xe9 MD5\n")
    result = CliRunner().invoke(cli, ["scan", str(tmp_path), "--format", "json"])
    assert result.exit_code == 0
    found = json.loads(result.stdout)["findings"]
    assert [(f["file"], f["algorithm"], f["state"]) for f in found] == [
        ("a.py", "SHA-1", "active"),
        ("c.py", "MD5", "comment"),
    ]
    shown = CliRunner().invoke(cli, ["scan", str(tmp_path), "--policy", "cnsa"])
    assert "SHA-1" in shown.output
    assert "MD5" not in shown.output
    with pytest.raises(InputError, match="no such file"):
        list(scan_path(tmp_path / "none"))


def test_workers_find_what_one_finds(tmp_path: Path) -> None:
    for index in range(60):
        (tmp_path / f"f{index:02}.py").write_text(f"import hashlib\nx{index} = hashlib.md5(b'')\n")
    assert list(scan_path(tmp_path, 2)) == list(scan_path(tmp_path, 1))
    assert len(list(scan_path(tmp_path, 1))) == 60


def test_the_system_answers_with_what_the_file_holds() -> None:
    data = b"import hashlib\nhashlib.md5(b'')\n"
    sample = Sample("x", "x", {}, None, {"shown": "f-1.py"})
    question = Question(sample, "plain", 0, lambda form: "", lambda: Program(data))
    answer = ScanSystem().answer(question)
    assert answer.text is not None
    assert [f["algorithm"] for f in json.loads(answer.text)["findings"]] == ["MD5"]
    assert set(ScanSystem().identity) == {"version", "code", "taxonomy"}


EXTENSIONS = sorted(
    {*LANGUAGES, ".s", ".conf", ".json", ".yaml", ".xml", ".log", ".pem", ".md", ""}
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(EXTENSIONS), st.binary(max_size=400))
def test_any_bytes_are_read_without_failing(suffix: str, data: bytes) -> None:
    for finding in scan_bytes("f" + suffix, data):
        assert finding.lines[0] <= finding.lines[1]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(CASES), st.data())
def test_a_damaged_file_is_read_without_failing(case: object, data: st.DataObject) -> None:
    text = case.source  # type: ignore[attr-defined]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    scan_bytes(case.name, (text[:start] + text[end:]).encode())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "x = " + '"RS" + ' * 4000 + '"256"\n'),
        ("a.py", "f(" * 5000 + ")" * 5000),
        ("a.js", "[" * 20000),
        ("a.c", "#define A A\n" * 2000),
        ("a.json", "[" * 50000),
        ("a.json", '{"alg":"RS256",' * 3000),
        ("a.conf", "ssl_ciphers " + "AES128-SHA:" * 20000),
        ("a.pem", "-----BEGIN CERTIFICATE-----\n" * 3000),
        (
            "a.pem",
            "-----BEGIN CERTIFICATE-----\n" + "MIIB" * 4000 + "\n-----END CERTIFICATE-----\n",
        ),
        ("a.s", "\t.byte 99\n" * 20000),
        ("a.log", "offered " * 5000 + "RSA"),
        ("a.xml", "<" * 50000),
        ("a.xml", "<!--" * 20000),
    ],
)
def test_hostile_files_end(name: str, text: str) -> None:
    scan_bytes(name, text.encode())


def test_no_file_of_the_scanner_names_a_machine() -> None:
    folder = Path(scan_path.__code__.co_filename).parent
    for path in folder.iterdir():
        if path.suffix in (".py", ".toml"):
            assert not re.search(r"/(?:home|root|work|tmp)/", path.read_text())
