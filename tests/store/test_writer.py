"""The run folder: one run, one writer, and a clear word about everything else."""

from __future__ import annotations

import fcntl
import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.errors import InputError
from acidtest.core.records import Answer
from acidtest.store import FORMAT, RunWriter, read_manifest, read_summary

ASKED = {"suite": "c-decompile", "seed": 0, "identity": {"control": "oracle"}}
MANIFEST: dict[str, Any] = {
    "suite": "c-decompile",
    "suite_version": "1-0",
    "signature": "s",
    "system": {"name": "oracle", "identity": {}},
    "question_form": "asm",
    "data": {"paths": [], "sha256": "x"},
    "options": {"attempts": 1, "limit": None, "groups": {}},
    "seed": 0,
}

SUMMARY: dict[str, Any] = {
    **dict.fromkeys(("suite", "system", "signature", "question_form"), "x"),
    **{"n": 3, "errors": 0, "groups": {}, "controls": {}},
    "metrics": {"é": {"value": 0.1, "low": 0, "high": 0.5, "n": 3}},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a manifest and one answer."""
    with RunWriter(tmp_path / "deep" / "run", ASKED) as store:
        store.write_manifest(MANIFEST)
        store.answers.append(Answer("a", "x"))
    return tmp_path / "deep" / "run"


def edit(folder: Path, **changes: Any) -> None:
    """Change fields of the manifest; None removes one."""
    path = folder / "manifest.json"
    data = {**json.loads(path.read_text()), **changes}
    path.write_text(json.dumps({k: v for k, v in data.items() if v is not None and k != "sha256"}))


def test_the_same_run_goes_on(folder: Path) -> None:
    with RunWriter(folder, ASKED) as store:
        assert list(store.answers.answers) == [("a", 0)]
    assert read_manifest(folder) == {"format": FORMAT, **MANIFEST, "asked": ASKED}


def test_a_second_writer_is_refused_while_the_first_is_there(folder: Path) -> None:
    with (
        RunWriter(folder, ASKED),
        pytest.raises(InputError, match="another acidtest is writing to this folder"),
    ):
        RunWriter(folder, ASKED)
    RunWriter(folder, ASKED).__exit__(None, None, None)


def test_a_writer_in_another_process_is_refused(folder: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from acidtest.store import RunWriter\n"
        f"try: RunWriter(Path({str(folder)!r}), {ASKED!r})\n"
        "except Exception as error: print(error); sys.exit(7)"
    )
    with RunWriter(folder, ASKED):
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=False
        )
    assert (done.returncode, "another acidtest is writing" in done.stdout) == (7, True)


def test_another_run_is_refused_with_what_differs(folder: Path) -> None:
    other = {**ASKED, "seed": 5, "identity": {"control": "stub"}}
    with pytest.raises(InputError) as caught:
        RunWriter(folder, other)
    said = str(caught.value)
    assert "seed was 0 and is 5" in said
    assert "identity: control was 'oracle' and is 'stub'" in said
    assert "suite" not in said
    RunWriter(folder, ASKED).__exit__(None, None, None)  # the refusal let go of the lock


def test_answers_without_a_manifest_are_not_touched(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    with pytest.raises(InputError, match="has answers but no manifest"):
        RunWriter(folder, ASKED)


def test_a_newer_format_is_refused(folder: Path) -> None:
    edit(folder, format=FORMAT + 1)
    for read in (read_manifest, read_summary):
        with pytest.raises(InputError, match=r"newer acidtest \(folder format 2.*upgrade"):
            read(folder)
    with pytest.raises(InputError, match="newer acidtest"):
        RunWriter(folder, ASKED)


@pytest.mark.parametrize("value", [0, -1])
def test_an_unknown_older_format_is_refused(folder: Path, value: int) -> None:
    edit(folder, format=value, acidtest="0.0.1")
    with pytest.raises(
        InputError, match=rf"has folder format {value}.*reads 1; .*by acidtest 0\.0\.1"
    ):
        read_manifest(folder)


@pytest.mark.parametrize("value", [None, "1", 1.0, True, [], {}])
def test_a_manifest_without_a_format_is_not_ours(folder: Path, value: Any) -> None:
    edit(folder, format=value)
    with pytest.raises(InputError, match="has no 'format'"):
        read_manifest(folder)


FIELDS = [*MANIFEST, "asked"]


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_of_the_wrong_kind_is_named(folder: Path, name: str) -> None:
    edit(folder, **{name: [5]})
    with pytest.raises(InputError, match=f"field '{name}"):
        read_manifest(folder)


@pytest.mark.parametrize("name", ["system", "data", "options"])
def test_an_empty_field_is_named(folder: Path, name: str) -> None:
    edit(folder, **{name: {}})
    with pytest.raises(InputError, match=f"field '{name}/"):
        read_manifest(folder)


@pytest.mark.parametrize("name", FIELDS)
def test_a_missing_field_is_named(folder: Path, name: str) -> None:
    edit(folder, **{name: None})
    with pytest.raises(InputError, match=f"field '{name}' is missing"):
        read_manifest(folder)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"nonsense", b"\xff\xfe\x00", b"[]", b"5", b"null", b"[" * 100_000],
    ids=[*"empty brace text bytes list number null deep".split()],
)
def test_a_broken_manifest_is_named(folder: Path, content: bytes) -> None:
    (folder / "manifest.json").write_bytes(content)
    with pytest.raises(InputError, match=r"manifest\.json: "):
        read_manifest(folder)
    with pytest.raises(InputError, match=r"manifest\.json: .*--answers"):
        RunWriter(folder, {**ASKED, "seed": 5})


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[]"])
def test_the_same_run_writes_a_damaged_manifest_anew(folder: Path, content: bytes) -> None:
    (folder / "manifest.json").write_bytes(content)
    with RunWriter(folder, ASKED) as store:
        (note,) = store.notes
        assert "manifest.json: was damaged, and is written anew" in note
        assert list(store.answers.answers) == [("a", 0)]
        store.write_manifest(MANIFEST)
    assert read_manifest(folder)["asked"] == ASKED


def test_the_lock_names_the_run_and_may_be_deleted(folder: Path) -> None:
    assert len((folder / ".lock").read_text()) == 64
    (folder / ".lock").unlink()
    with RunWriter(folder, ASKED) as store:
        assert store.notes == []
    (folder / ".lock").unlink()
    (folder / "manifest.json").write_text("{")
    with pytest.raises(InputError, match="nothing says which run"):
        RunWriter(folder, ASKED)


def test_a_new_folder_to_which_nothing_is_written_is_gone_again(tmp_path: Path) -> None:
    with RunWriter(tmp_path / "new" / "run", ASKED):
        pass
    assert not (tmp_path / "new").exists()
    (tmp_path / "kept").mkdir()
    with RunWriter(tmp_path / "kept", ASKED):
        pass
    assert (tmp_path / "kept").is_dir()


def test_a_lock_that_its_owner_removed_is_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner leaves between opening and locking here."""
    folder, real = tmp_path / "run", fcntl.flock

    def leave_first(lock: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", real)
        (folder / ".lock").unlink()
        folder.rmdir()
        real(lock, how)

    monkeypatch.setattr(fcntl, "flock", leave_first)
    with RunWriter(folder, ASKED), pytest.raises(InputError, match="another acidtest"):
        RunWriter(folder, ASKED)


@pytest.mark.parametrize("asked", [[], "text", 5])
def test_a_broken_account_of_what_was_asked_is_an_input_error(folder: Path, asked: Any) -> None:
    edit(folder, asked=asked)
    with pytest.raises(InputError):
        RunWriter(folder, ASKED)


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"not a run folder: manifest\.json is missing"):
        read_manifest(tmp_path)
    with pytest.raises(InputError, match="not a run folder"):
        read_summary(tmp_path / "absent")


def test_a_run_that_is_not_over_has_no_summary(folder: Path) -> None:
    with pytest.raises(InputError, match="has no summary yet; run the same command again"):
        read_summary(folder)


def test_a_summary_comes_back_as_written(folder: Path) -> None:
    with RunWriter(folder, ASKED) as store:
        store.write_summary(SUMMARY)
    assert read_summary(folder) == SUMMARY
    assert not list(folder.glob("*.tmp"))


ODD: tuple[Any, ...] = ("0.5", True, [], math.nan, math.inf)
FINE = {"value": 0.1, "low": 0, "high": 0.5, "n": 3}


@pytest.mark.parametrize(
    "figure",
    [
        None,
        5,
        [],
        {},
        *[{k: v for k, v in FINE.items() if k != gone} for gone in FINE],
        *[{**FINE, part: odd} for part in FINE for odd in ODD],
        {**FINE, "n": None},
        {**FINE, "n": 2.5},
        {**FINE, "n": -1},
        {**FINE, "n": 0},
        {**FINE, "low": None},
    ],
)
def test_a_damaged_figure_is_named(folder: Path, figure: Any) -> None:
    whole = {**SUMMARY["metrics"], "passes": figure}
    with RunWriter(folder, ASKED) as store:
        for change in ({"metrics": whole}, {"groups": {"opt": {"O0": whole}}}):
            store.write_summary({**SUMMARY, **change})
            with pytest.raises(InputError, match=r"summary\.json: .*figure 'passes'"):
                read_summary(folder)


@pytest.mark.parametrize(
    "change",
    [
        {"metrics": {"passes": {"value": None, "low": None, "high": None, "n": 0}}},
        {"metrics": {"passes": {**FINE, "low": None, "high": None}}},
    ],
)
def test_a_figure_may_lack_what_there_is_none_of(folder: Path, change: Any) -> None:
    with RunWriter(folder, ASKED) as store:
        store.write_summary({**SUMMARY, **change})
    assert read_summary(folder)["metrics"] == change["metrics"]


@pytest.mark.parametrize(
    "change",
    [
        {"groups": {"opt": []}},
        {"groups": {"opt": {"O0": 5}}},
        {"controls": {"oracle": []}},
        {"controls": {"oracle": {"passes": "1"}}},
        {"controls": {"oracle": {"passes": math.nan}}},
        {"identity": []},
        {"effort": 5},
    ],
)
def test_other_damage_in_a_summary_is_named(folder: Path, change: Any) -> None:
    with RunWriter(folder, ASKED) as store:
        store.write_summary({**SUMMARY, **change})
    with pytest.raises(InputError, match=r"summary\.json: (group|control|field)"):
        read_summary(folder)


def test_names_that_are_no_unicode_can_be_written(folder: Path) -> None:
    with RunWriter(folder, ASKED) as store:
        store.write_manifest({**MANIFEST, "system": {"name": "\ud800", "identity": {}}})
    assert read_manifest(folder)["system"]["name"] == "\ud800"


def test_the_files_are_written_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DB_PASSWD", "pl4nted\\value")
    with RunWriter(tmp_path / "run", ASKED) as store:
        store.write_manifest({**MANIFEST, "system": {"name": "x pl4nted\\value", "identity": {}}})
        store.write_tables([{"name": "t", "rows": [["pl4nted\\value", 1]]}])
    assert read_manifest(tmp_path / "run")["system"]["name"] == "x ***"
    for path in (tmp_path / "run").iterdir():
        assert "pl4nted" not in path.read_text()
