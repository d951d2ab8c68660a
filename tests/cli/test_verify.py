"""`acidtest verify`: intact folders pass, and everything that was done to one is named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from acidtest.core.progress import Silent
from acidtest.engine import rejudge
from acidtest.store import read_scores, write_json
from tests.cli.conftest import Call
from tests.folders import editable

FILES = ("manifest.json", "answers.jsonl", "scores.sqlite", "tables.json", "summary.json")
QUICK = ("--rejudge", "0")


@pytest.fixture
def run(oracle_run: Path, tmp_path: Path) -> Path:
    """A copy of a run."""
    return shutil.copytree(oracle_run, tmp_path / "run")


def test_an_intact_run_is_judged_again_and_passes(acidtest: Call, run: Path) -> None:
    done = acidtest("verify", "run", "--rejudge", "2")
    assert (done.status, done.err) == (0, "")
    assert done.out == "run: intact, 2 answers judged again with the same scores\n"


@pytest.mark.parametrize("name", FILES)
def test_a_flipped_bit_is_named(acidtest: Call, run: Path, name: str) -> None:
    data = bytearray((run / name).read_bytes())
    data[len(data) // 2] ^= 1
    (run / name).write_bytes(data)
    done = acidtest("verify", "run", *QUICK)
    assert (done.status, done.out) == (1, "")
    assert f"run/{name}" in done.err
    assert "damaged" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("name", FILES[2:4])
def test_a_missing_file_is_named(acidtest: Call, run: Path, name: str) -> None:
    (run / name).unlink()
    done = acidtest("verify", "run", *QUICK)
    assert (done.status, f"run/{name}" in done.err) == (1, True)


def test_a_deleted_answer_is_named_and_the_same_command_asks_it_again(
    acidtest: Call, tmp_path: Path
) -> None:
    command = ("run", "c-decompile", "--system", "oracle", "--limit", "3", "--controls", "none")
    assert acidtest(*command, "--out", "run").status == 0
    scores = (tmp_path / "run" / "scores.sqlite").read_bytes()
    path = tmp_path / "run" / "answers.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[1:]))
    gone = json.loads(lines[0])["id"]
    done = acidtest("verify", "run", *QUICK)
    assert (done.status, f"such as '{gone}'" in done.err) == (1, True)
    assert "is missing now; run the same command again" in acidtest("show", "run", gone).err
    assert acidtest(*command, "--out", "run").status == 0
    assert (tmp_path / "run" / "scores.sqlite").read_bytes() == scores
    assert acidtest("verify", "run", *QUICK).status == 0


def test_a_damaged_answer_is_set_aside_and_asked_again(acidtest: Call, tmp_path: Path) -> None:
    command = ("run", "c-decompile", "--system", "oracle", "--limit", "3", "--controls", "none")
    assert acidtest(*command, "--out", "run").status == 0
    scores = (tmp_path / "run" / "scores.sqlite").read_bytes()
    path = tmp_path / "run" / "answers.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1].replace(b"return", b"retorn", 1) + lines[2])
    again = acidtest("score", "run", "--controls", "none")
    assert (again.status, "line 2: damaged (its checksum differs)" in again.err) == (3, True)
    assert "no answer to 1 of 3 samples" in again.err
    assert acidtest("show", "run").status == 0
    assert acidtest(*command, "--out", "run").status == 0
    assert (tmp_path / "run" / "scores.sqlite").read_bytes() == scores
    assert b"retorn" in (tmp_path / "run" / "answers.damaged").read_bytes()


@pytest.mark.parametrize("name", ["manifest.json", "scores.sqlite", "tables.json", "summary.json"])
def test_the_same_command_mends_every_other_file(acidtest: Call, tmp_path: Path, name: str) -> None:
    command = ("run", "c-decompile", "--system", "oracle", "--limit", "2", "--controls", "none")
    assert acidtest(*command, "--out", "run").status == 0
    path = tmp_path / "run" / name
    before = path.read_bytes()
    path.write_bytes(before[: len(before) // 2])
    assert acidtest("show", "run", "--tables").status == 2
    assert acidtest(*command, "--out", "run").status == 0
    assert acidtest("verify", "run", *QUICK).status == 0
    assert name == "manifest.json" or path.read_bytes() == before


def test_files_of_two_scorings_are_not_read_together(acidtest: Call, run: Path) -> None:
    """As after a kill between writing the scores or tables and writing the summary."""
    tables = json.loads((run / "tables.json").read_text())
    write_json(run / "tables.json", {"tables": tables["tables"][:0]})
    done = acidtest("show", "run")
    assert (done.status, "not of the same scoring as summary.json" in done.err) == (2, True)
    assert "damaged" not in done.err


def test_other_scores_than_the_judge_gives_are_named(acidtest: Call, tmp_path: Path) -> None:
    command = ("run", "c-decompile", "--limit", "2", "--controls", "none", "--system")
    for name in ("oracle", "stub"):
        assert acidtest(*command, name, "--out", name).status == 0
    for name in ("scores.sqlite", "tables.json", "summary.json"):
        shutil.copyfile(tmp_path / "stub" / name, tmp_path / "oracle" / name)
    done = acidtest("verify", "oracle", *QUICK)
    assert (done.status, "not the answers that were scored" in done.err) == (1, True)
    judged, differences = rejudge(tmp_path / "oracle", 2, Silent())
    assert judged == 2
    assert any("passes was 0.0 and is 1.0 when judged again" in line for line in differences)


def test_figures_that_do_not_come_out_of_the_scores_are_named(
    acidtest: Call, tmp_path: Path
) -> None:
    folder = tmp_path / "filter"
    command = ("run", "sast-triage", "--limit", "12", "--controls", "none", "--out", str(folder))
    assert acidtest(*command, "--system", "random").status == 0
    assert acidtest("verify", str(folder), *QUICK).status == 0
    summary = json.loads((folder / "summary.json").read_text())
    del summary["sha256"]
    value = next(iter(summary["groups"]["version"]))
    for figures in (summary["metrics"], summary["groups"]["version"][value]):
        figures["accuracy"]["value"] = 0.99
    write_json(folder / "summary.json", summary)
    done = acidtest("verify", str(folder), *QUICK)
    assert done.status == 1
    assert [line.split(" is ")[0].split(": ")[1] for line in done.err.splitlines()] == [
        "accuracy",
        f"accuracy of version {value}",
    ]


def test_a_folder_of_an_older_acidtest_is_read_but_proves_nothing(
    acidtest: Call, oracle_run: Path, tmp_path: Path
) -> None:
    editable(oracle_run, tmp_path / "old")
    assert acidtest("show", "old").status == 0
    done = acidtest("verify", "old", *QUICK)
    assert done.status == 1
    for name in FILES:
        assert f"old/{name}" in done.err
    assert "without a checksum" in done.err


def test_a_signature_shows_what_a_checksum_cannot(
    acidtest: Call, run: Path, tmp_path: Path
) -> None:
    (tmp_path / "key").write_bytes(b"k" * 32)
    signed = acidtest("verify", "run", *QUICK, "--key-file", "key", "--sign")
    assert (signed.status, signed.out) == (0, "run: intact, signed\n")
    assert acidtest("verify", "run", *QUICK, "--key-file", "key").out == (
        "run: intact, the signature is right\n"
    )
    manifest = json.loads((run / "manifest.json").read_text())
    write_json(run / "manifest.json", {**manifest, "created": "2020-01-01T00:00:00+00:00"})
    assert acidtest("verify", "run", *QUICK).status == 0
    done = acidtest("verify", "run", *QUICK, "--key-file", "key")
    assert (done.status, "run/manifest.json: was changed" in done.err) == (1, True)
    (tmp_path / "other").write_bytes(b"o" * 32)
    done = acidtest("verify", "run", *QUICK, "--key-file", "other")
    assert (done.status, "was not made with this key" in done.err) == (1, True)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("--sign",), "--sign: needs --key-file FILE"),
        (
            ("--key-file", "absent-signing-key.bin"),
            "--key-file absent-signing-key.bin: cannot be read",
        ),
        (("--key-file", "short"), "expected at least 16"),
        (("--key-file", "long"), "has no signature"),
    ],
)
def test_a_key_that_cannot_be_used_is_named(
    acidtest: Call, run: Path, tmp_path: Path, options: tuple[str, ...], text: str
) -> None:
    (tmp_path / "short").write_bytes(b"x")
    (tmp_path / "long").write_bytes(b"x" * 16)
    done = acidtest("verify", "run", *QUICK, *options)
    assert (done.status, text in done.err) == (2, True), done.err


def test_what_is_no_run_is_bad_input(acidtest: Call) -> None:
    done = acidtest("verify", ".")
    assert (done.status, "not a run folder" in done.err) == (2, True)


def test_evidence_on_disk_has_no_times(acidtest: Call, tmp_path: Path) -> None:
    command = ("run", "crypto-inventory", "--system", "command:echo {}", "--limit", "2")
    assert acidtest(*command, "--controls", "none", "--out", "run").status == 0
    rows = read_scores(tmp_path / "run" / "scores.sqlite")
    assert all("time_s" not in row["evidence"] for row in rows)
    tables = json.loads((tmp_path / "run" / "tables.json").read_text())["tables"]
    (cost,) = [table for table in tables if table["name"] == "cost"]
    assert cost["rows"][0][0] == "seconds"
