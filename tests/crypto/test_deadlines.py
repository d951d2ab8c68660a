"""Until when each policy allows an algorithm, and which document says so."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.core.errors import InputError
from acidtest.crypto.deadlines import base, deadline, policies
from acidtest.crypto.scanner.finding import spec
from acidtest.crypto.scanner.output import keys_of


@pytest.mark.parametrize(
    ("policy", "said", "until"),
    [
        ("nist", "rsa/signature bits=2048", 2035),
        ("nist", "sha-1", 2030),
        ("nist", "ml-kem variant=768", None),
        ("cnsa", "rsa/signature bits=3072", 2031),
        ("cnsa", "ml-kem variant=768", 0),
        ("cnsa", "ml-kem variant=1024", None),
        ("bsi", "ecdh curve=P-256", 2031),
        ("bsi", "ecdsa curve=P-256", 2035),
        ("bsi", "md5", 0),
        ("bsi", "rsa/signature bits=2048", 0),
        ("bsi", "rsa/signature bits=3072", 2035),
        ("us-order", "rsa/signature bits=1024", 0),
        ("eu", "ecdsa curve=P-192", 0),
        ("kr", "rsa/signature bits=1024", 0),
        ("bsi", "aes bits=256", None),
        ("eu", "rsa/encryption", 2030),
        ("us-order", "x25519", 2030),
        ("us-order", "ed25519", 2031),
        ("us-order", "x25519mlkem768", None),
        ("kr", "ec-kcdsa", 2035),
        ("kr", "aria bits=128", None),
    ],
)
def test_a_policy_says_until_when_and_why(policy: str, said: str, until: int | None) -> None:
    date = deadline(spec(said)[0], policy, 2026)
    assert (None if date is None else date.until) == until
    assert date is None or len(date.why) > 20


def test_the_roadmap_of_the_eu_has_a_second_date() -> None:
    date = deadline(spec("rsa")[0], "eu", 2026)
    assert date is not None
    assert date.said == "2030, 2035"


def test_every_policy_has_a_base_and_others_are_refused() -> None:
    assert {base(policy) for policy in policies()} == {"nist", "cnsa", "kcmvp", "kpqc"}
    with pytest.raises(InputError, match="unknown policy 'us'"):
        base("us")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for name in ("app/a.py", "vendor/b.py"):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text("import hashlib\nhashlib.md5(b'')\n")
    (folder / "logo.png").write_bytes(b"\x89PNG\0")
    return folder


def scan(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["scan", *map(str, arguments)], standalone_mode=False)
    return done.return_value or 0, done.stdout


def test_a_scan_leaves_out_what_is_excluded_and_fails_on_what_must_migrate(project: Path) -> None:
    status, text = scan(project, "--format", "json", "--exclude", "vendor")
    assert status == 0
    assert [finding["file"] for finding in json.loads(text)["findings"]] == ["app/a.py"]
    assert scan(project, "--fail-on", "vulnerable")[0] == 1
    assert scan(project, "--fail-on", "vulnerable", "--exclude", "*.py")[0] == 0


def test_a_baseline_leaves_what_is_new(project: Path) -> None:
    earlier = project.parent / "earlier.json"
    earlier.write_text(scan(project, "--format", "json")[1])
    (project / "app" / "a.py").write_text(
        "\n\nimport hashlib\nhashlib.md5(b''); hashlib.sha1(b'')\n"
    )
    _, text = scan(project, "--format", "json", "--baseline", earlier)
    assert [finding["algorithm"] for finding in json.loads(text)["findings"]] == ["SHA-1"]
    earlier.write_text("[]")
    with pytest.raises(InputError, match="expected the output of 'acidtest scan"):
        keys_of(earlier)


def test_files_that_are_not_read_are_counted_and_listed(project: Path) -> None:
    assert "1 file not read (binary: 1)" in scan(project)[1]
    assert "logo.png: not read: binary" in scan(project, "--all")[1]


def test_every_form_says_what_was_not_read(project: Path) -> None:
    data = json.loads(scan(project, "--json")[1])
    assert [finding["algorithm"] for finding in data["findings"]] == ["MD5", "MD5"]
    assert data["skipped"] == [{"file": "logo.png", "reason": "binary"}]
    done = CliRunner().invoke(cli, ["scan", str(project), "--format", "sarif"])
    assert "1 file not read" in done.stderr


def test_a_link_that_is_named_is_followed(project: Path) -> None:
    (project / "link.py").symlink_to("app/a.py")
    assert scan(project / "link.py", "--fail-on", "vulnerable")[0] == 1
    assert "link.py: not read: not a regular file" in scan(project, "--all")[1]


def test_what_cannot_be_read_is_refused(project: Path) -> None:
    os.mkfifo(project / "pipe")
    words = ["scan", str(project / "pipe"), "--fail-on", "vulnerable"]
    done = CliRunner().invoke(cli, words, standalone_mode=False)
    assert isinstance(done.exception, InputError)
    assert "pipe: is neither a file nor a folder" in str(done.exception)


def test_where_there_is_nothing_a_sentence_says_so(project: Path) -> None:
    status, text = scan(project, "--exclude", "*.py")
    assert (status, text.splitlines()[0]) == (0, "no cryptography in use in 0 files")


def test_sarif_and_the_bill_say_until_when_and_name_the_document(project: Path) -> None:
    (project / "app" / "key.py").write_text("import rsa\nrsa.newkeys(3072)\n")
    sarif = json.loads(scan(project, "--format", "sarif", "--policy", "bsi")[1])
    result = next(r for r in sarif["runs"][0]["results"] if r["ruleId"] == "rsa")
    assert result["properties"]["until"] == 2035
    assert "TR-02102-1" in result["message"]["text"]
    bill = json.loads(scan(project, "--format", "cbom", "--policy", "bsi")[1])
    said = {p["name"]: p["value"] for c in bill["components"] for p in c["properties"]}
    assert "TR-02102-1" in said["acidtest:document"]
