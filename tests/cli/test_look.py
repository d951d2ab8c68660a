"""`show`, `export`, `suites`, `systems` and `--help`."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from acidtest.store import read_summary
from tests.cli.conftest import Call, write_answers
from tests.folders import editable

COMMANDS = ("run", "score", "show", "export", "suites", "systems", "doctor", "demo")
HOSTILE = "\x1b[2J\x1b]0;owned\x07 \u202egnp.exe\u2066 \x9b31m \r \x00 \u2028 \ud800 [/red] é"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command(acidtest: Call, command: str) -> None:
    done = acidtest(command, "--help")
    assert done.status == 0
    assert f"acidtest {command}" in done.out or "Usage:" in done.out
    assert len(done.out.splitlines()) >= 5


def test_help_lists_the_commands_and_the_statuses(acidtest: Call) -> None:
    for flag in ("--help", "-h"):
        said = acidtest(flag).out
        assert all(command in said for command in COMMANDS)
        assert "Exit status" in said
    assert acidtest("--version").status == 0


def test_suites(acidtest: Call) -> None:
    assert "c-decompile" in acidtest("suites").out
    suite = {one["name"]: one for one in acidtest("suites", "--json").json}["c-decompile"]
    assert suite["name"] == "c-decompile"
    assert suite["question_forms"] == ["asm", "asm-data", "program", "pseudo"]
    assert {"passes", "published.reexecutable"} <= set(suite["metrics"])
    assert "oracle" in suite["controls"]


def test_systems(acidtest: Call) -> None:
    assert "exploit:exit" in acidtest("systems").out
    found = acidtest("systems", "c-decompile", "--json").json
    assert {"oracle", "stub", "field"} <= set(found["c-decompile"])
    done = acidtest("systems", "tea")
    assert (done.status, "unknown suite 'tea'" in done.err) == (2, True)


# -- show ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [("{run}", "--tables"), ("--tables", "{run}")])
def test_show_lists_all_tables_or_one(
    acidtest: Call, oracle_run: Path, order: tuple[str, str]
) -> None:
    both = [part.format(run=oracle_run) for part in order]
    names = [table["name"] for table in acidtest("show", *both, "--json").json]
    assert "funnel" in names
    one = acidtest("show", str(oracle_run), "--tables", names[0], "--json").json
    assert [table["name"] for table in one] == names[:1]


def test_show_refuses_an_unknown_table(acidtest: Call, oracle_run: Path) -> None:
    done = acidtest("show", str(oracle_run), "--tables", "funel")
    assert done.status == 2
    assert "unknown table 'funel'; did you mean funnel?" in done.err
    assert acidtest("show", "--tables").status == 2


def test_show_gives_the_summary(acidtest: Call, oracle_run: Path) -> None:
    done = acidtest("show", oracle_run)
    assert done.status == 0
    for part in ("c-decompile: oracle, 8 samples", "passes", "by opt", "controls", "signature"):
        assert part in done.out
    shown = acidtest("show", oracle_run, "--json").json
    assert shown == read_summary(oracle_run)


def test_show_by_a_group(acidtest: Call, oracle_run: Path) -> None:
    done = acidtest("show", oracle_run, "--by", "topic")
    assert "by topic" in done.out
    assert "switch" in done.out
    assert "controls" not in done.out
    wrong = acidtest("show", oracle_run, "--by", "tea")
    assert (wrong.status, "choose from: opt, origin, topic" in wrong.err) == (2, True)


def test_show_a_sample(acidtest: Call, oracle_run: Path) -> None:
    done = acidtest("show", oracle_run, "ink_cost-O1")
    assert done.status == 0
    for part in ("---- question ----\n<func0>:", "---- answer ----\nint func0(const char *s)"):
        assert part in done.out
    assert "the test's main returned 0" in done.out
    found = acidtest("show", oracle_run, "ink_cost-O1", "--json").json
    assert found["answer"]["id"] == "ink_cost-O1"
    assert found["metrics"]["passes"] == 1
    assert found["question"].startswith("<func0>:")


def test_show_tells_why_a_system_gave_nothing(acidtest: Call, data: Path) -> None:
    answer = {"id": "ink_cost-O0", "answer": "", "note": "it ran out of \x1b[31mmemory"}
    Path("a.jsonl").write_text(json.dumps(answer))
    scored = ("score", "c-decompile", "--data", data, "--answers", "a.jsonl", "--out", "here")
    assert acidtest(*scored, "--controls", "none").status == 0
    shown = acidtest("show", "here", "ink_cost-O0").out
    assert "---- note from the system ----\nit ran out of \\x1b[31mmemory" in shown


@pytest.mark.parametrize("arguments", [("tea-O0",), ("ink_cost-O1", "--attempt", "3")])
def test_show_of_what_is_not_there(
    acidtest: Call, oracle_run: Path, arguments: tuple[str, ...]
) -> None:
    done = acidtest("show", oracle_run, *arguments)
    assert done.status == 2
    assert f"{oracle_run}: no sample '" in done.err
    assert "' with attempt " in done.err


def harmless(text: str) -> bool:
    """Whether a terminal would show `text` and do nothing else."""
    return not any(c in text for c in "\x1b\x07\x9b\x00\r\u202e\u2066\u2028\ud800" if c != "\n")


def test_a_hostile_answer_is_shown_escaped(acidtest: Call, data: Path) -> None:
    answers = write_answers(Path("mine.jsonl"), [{"id": "ink_cost-O0", "answer": HOSTILE}])
    run = ("--data", data, "--answers", answers, "--out", "here", "--controls", "none")
    assert acidtest("score", "c-decompile", *run).status == 0
    done = acidtest("show", "here", "ink_cost-O0")
    assert done.status == 0
    assert harmless(done.out)
    assert r"\x1b[2J" in done.out
    assert r"\u202egnp.exe" in done.out
    assert "[/red] é" in done.out
    assert acidtest("show", "here", "ink_cost-O0", "--json").json["answer"]["answer"] == HOSTILE


def test_a_hostile_error_is_shown_escaped(acidtest: Call, data: Path) -> None:
    answers = write_answers(Path("mine.jsonl"), [{"id": "ink_cost-O0", "error": HOSTILE}])
    run = ("--data", data, "--answers", answers, "--out", "here", "--controls", "none")
    assert acidtest("score", "c-decompile", *run).status == 3
    for arguments in (("show", "here"), ("show", "here", "ink_cost-O0")):
        done = acidtest(*arguments)
        assert done.status == 0
        assert harmless(done.out)


def test_hostile_ids_are_told_escaped(acidtest: Call, data: Path) -> None:
    known = {"id": "ink_cost-O0", "answer": "x"}
    for records in ([known, {"id": HOSTILE, "answer": "x"}], [{"id": HOSTILE, "answer": "x"}]):
        answers = write_answers(Path("mine.jsonl"), records)
        done = acidtest("score", "c-decompile", "--data", data, "--answers", answers)
        assert r"\x1b[2J" in done.err
        assert harmless(done.err)


@pytest.mark.parametrize("topic", ["[/red]", "[bold]x", "\x1b[31mred", "\u202e"])
def test_hostile_groups_are_shown_escaped(
    acidtest: Call, data: Path, tmp_path: Path, topic: str
) -> None:
    text = (data / "ink_cost.c").read_text().replace("// topic: switch", f"// topic: {topic}")
    (tmp_path / "ink_cost.c").write_text(text)
    done = acidtest(
        *("run", "c-decompile", "--data", "ink_cost.c", "--system", "silent", "--out", "here"),
        *("--controls", "none"),
    )
    assert done.status == 0, done.err
    assert harmless(done.out)
    if topic.startswith("["):
        assert topic in acidtest("show", "here", "--by", "topic").out


@pytest.mark.parametrize("field", ["metrics", "groups", "controls", "system", "suite", "n"])
@pytest.mark.parametrize("value", [None, []])
def test_a_broken_summary_is_status_2(
    acidtest: Call, oracle_run: Path, tmp_path: Path, field: str, value: Any
) -> None:
    editable(oracle_run, tmp_path / "broken")
    path = tmp_path / "broken" / "summary.json"
    summary = json.loads(path.read_text())
    summary[field] = value
    path.write_text(json.dumps({k: v for k, v in summary.items() if v is not None}))
    done = acidtest("show", "broken")
    assert done.status == 2
    assert f"summary.json: field '{field}'" in done.err


@pytest.mark.parametrize("command", [("show",), ("show", "x"), ("export", "--format", "csv")])
def test_what_is_no_run_is_refused(acidtest: Call, command: tuple[str, ...]) -> None:
    name, *rest = command
    done = acidtest(name, ".", *rest)
    assert (done.status, "not a run folder" in done.err) == (2, True)


# -- export ----------------------------------------------------------------------------------------


def test_export_jsonl(acidtest: Call, oracle_run: Path) -> None:
    done = acidtest("export", oracle_run, "--format", "jsonl")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert len(rows) == 8
    assert {"id", "attempt", "opt", "topic", "passes", "evidence", "error"} <= set(rows[0])
    assert all(row["passes"] == 1 for row in rows)


def test_export_in_a_format_that_is_none(acidtest: Call, oracle_run: Path) -> None:
    done = acidtest("export", oracle_run, "--format", "xml")
    assert done.status == 2
    assert "export --format xml: unknown format; c-decompile has: " in done.err
    assert all(kind in done.err for kind in ("csv", "jsonl", "parquet"))


def test_export_csv(acidtest: Call, oracle_run: Path, tmp_path: Path) -> None:
    out = acidtest("export", oracle_run, "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["passes"] for row in rows] == ["1.0"] * 8
    assert json.loads(rows[0]["evidence"])["plain"] == "the test's main returned 0"
    assert acidtest("export", oracle_run, "--format", "csv", "--out", "rows.csv").out == ""
    assert (tmp_path / "rows.csv").read_bytes().decode() == out


def test_export_parquet(acidtest: Call, oracle_run: Path, tmp_path: Path) -> None:
    done = acidtest("export", oracle_run, "--format", "parquet", "--out", "rows.parquet")
    assert done.status == 0
    assert pq.read_table(tmp_path / "rows.parquet").num_rows == 8
    refused = acidtest("export", oracle_run, "--format", "parquet")
    assert (refused.status, "needs --out FILE" in refused.err) == (2, True)


def test_the_package_runs_as_a_module() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "acidtest", "--version"], capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith("acidtest, version ")
