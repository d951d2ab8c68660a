"""Data, answers and exports on object storage, by a real S3 server in this process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import acidtest
from acidtest.cli.app import cli
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.places import address_of, brought, origin
from acidtest.store import read_manifest
from acidtest.suites.crypto_inventory.dataset import CORPUS
from tests.late import late

moto_server, s3fs = late("moto.server"), late("s3fs")

pytestmark = pytest.mark.filterwarnings("ignore")  # of the server's own code
ANSWERS = b'{"id": "%s", "answer": "[]"}\n'


@pytest.fixture(scope="module")
def store() -> Iterator[Any]:
    """A bucket, through the library that users have; the environment says where and who."""
    with pytest.MonkeyPatch.context() as patch:
        server = moto_server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        server.start()
        host, port = server.get_host_and_port()
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "testing")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        s3fs.S3FileSystem.clear_instance_cache()
        system = s3fs.S3FileSystem()
        system.mkdir("bucket")
        yield system
        s3fs.S3FileSystem.clear_instance_cache()
        server.stop()


def sample_id() -> bytes:
    found = CliRunner().invoke(cli, ["samples", "crypto-inventory", "--limit", "1"])
    return found.output.split()[0].encode()


def test_a_run_reads_answers_and_its_export_goes_back(store: Any, tmp_path: Path) -> None:
    store.pipe_file("bucket/in/mine.jsonl", ANSWERS % sample_id())
    run = tmp_path / "run"
    acidtest.score("crypto-inventory", "s3://bucket/in/mine.jsonl", limit=1, controls="none",
                   out=run)  # fmt: skip
    assert read_manifest(run)["system"]["name"] == "mine"
    for kind in ("csv", "parquet"):
        done = CliRunner().invoke(
            cli, ["export", str(run), "--format", kind, "--out", f"s3://bucket/out/scores.{kind}"]
        )
        assert done.exit_code == 0, done.output
    assert store.cat_file("bucket/out/scores.csv").startswith(b"id,")
    assert store.cat_file("bucket/out/scores.parquet")[:4] == b"PAR1"
    store.put(str(run), "bucket/runs/first", recursive=True)
    there = CliRunner().invoke(cli, ["export", "s3://bucket/runs/first", "--format", "csv"])
    assert there.output.encode() == store.cat_file("bucket/out/scores.csv").replace(b"\r", b"")


def test_data_is_recorded_by_its_address_and_brought_again_when_it_changes(
    store: Any, tmp_path: Path
) -> None:
    first = brought_text(store, b'[{"a": 1}]')
    assert brought_text(store, b'[{"a": 1}]') == first
    assert brought(Path("s3://bucket/data/q.json")) == brought(Path("s3:/bucket/data/q.json"))
    assert brought_text(store, b'[{"b": 22}]') != first
    here = brought(Path("s3://bucket/data/q.json"))
    assert (here.name, origin(here)) == ("q.json", "s3://bucket/data/q.json")
    folder = brought(Path("s3://bucket/data"))
    assert (folder / "q.json").read_bytes() == b'[{"b": 22}]'


def brought_text(store: Any, text: bytes) -> bytes:
    store.pipe_file("bucket/data/q.json", text)
    return brought(Path("s3://bucket/data/q.json")).read_bytes()


def test_a_run_on_data_from_a_bucket_can_be_scored_again(store: Any, tmp_path: Path) -> None:
    line = (CORPUS / "labels.jsonl").read_bytes().splitlines()[0]
    name = json.loads(line)["file"]
    store.pipe_file("bucket/corpus/labels.jsonl", line + b"\n")
    store.pipe_file(f"bucket/corpus/files/{name}", (CORPUS / "files" / name).read_bytes())
    run = tmp_path / "run"
    first = acidtest.evaluate(
        "crypto-inventory", "oracle", data="s3://bucket/corpus", controls="none", out=run
    )
    assert read_manifest(run)["data"]["paths"] == ["s3://bucket/corpus"]
    again = CliRunner().invoke(cli, ["score", str(run), "--controls", "none", "--json"])
    assert again.exit_code == 0, again.output
    assert json.loads(again.stdout)["signature"] == first.summary.signature


@pytest.mark.parametrize("name", ["bucket/missing.jsonl", "no-such-bucket/a.jsonl"])
def test_what_is_not_there_is_named(store: Any, name: str) -> None:
    with pytest.raises(InputError, match=f"s3://{name}: no such file"):
        brought(Path(f"s3://{name}"))


def test_a_name_that_leads_out_of_the_folder_is_refused(store: Any, tmp_path: Path) -> None:
    store.pipe_file("bucket/evil/../../../../../../tmp/escaped", b"x")
    with pytest.raises(InputError, match="leads elsewhere"):
        brought(Path("s3://bucket/evil"))


def test_a_server_that_does_not_answer_is_no_fault_of_the_user(
    store: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    s3fs.S3FileSystem.clear_instance_cache()
    with pytest.raises(InfrastructureError, match="s3://bucket/a: cannot be reached"):
        brought(Path("s3://bucket/a"))
    s3fs.S3FileSystem.clear_instance_cache()


def test_other_paths_stay_what_they_are(tmp_path: Path) -> None:
    plain = tmp_path / "s3" / "a:b.jsonl"
    assert brought(plain) == plain
    assert address_of(plain) is None
    assert brought(Path(f"file://{plain}")) == plain
    assert origin(plain) == str(plain)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "gcsfs", None)
    with pytest.raises(InfrastructureError, match=r"gs://bucket/a needs gcsfs: pip install .*gs"):
        brought(Path("gs://bucket/a"))
