# ruff: noqa: E501
"""Scanners of others, run for real where they are installed."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.core.records import Program, Question, Sample
from acidtest.core.registry import find_suite, make_system
from acidtest.crypto.taxonomy import load
from acidtest.systems.scanners.others import RULES, TOOLS, ScannerSystem, _make

FILES = {
    "f-1.py": b"import hashlib\nfrom Crypto.PublicKey import RSA\nk = RSA.generate(2048)\nhashlib.md5(b'')\n",
    "f-2.py": b"def add(a, b):\n    return a + b\n",
}


def questions() -> list[Question]:
    return [
        Question(
            Sample(name, name, {}, None, {"shown": name}),
            "plain",
            0,
            lambda form: "",
            lambda data=data: Program(data),  # type: ignore[misc]
        )
        for name, data in FILES.items()
    ]


def installed(name: str) -> ScannerSystem:
    program = TOOLS[name].program
    if not Path(sys.executable).with_name(program).exists() and shutil.which(program) is None:
        pytest.skip(f"{name} is not installed: {TOOLS[name].install}")
    return _make(name, "")


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_a_scanner_answers_for_each_file_after_one_run(name: str) -> None:
    system = installed(name)
    asked = questions()
    system.prepare(asked)
    first, second = (json.loads(system.answer(q).text or "")["findings"] for q in asked)
    said = {m.algorithm.id for f in first if (m := load().find(f["algorithm"]))}
    assert said >= {"rsa", "md5"}
    assert second == []
    assert all(1 <= f["lines"][0] <= 4 for f in first)
    assert system.version != "unknown"


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_a_question_that_was_not_prepared_is_answered_too(name: str) -> None:
    system = installed(name)
    answer = system.answer(questions()[0])
    assert answer.note is None
    assert "MD5" in (answer.text or "").upper()


def test_a_missing_scanner_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match=r"acidtest\[scanners\]"):
        _make("pqc-lint", "")


@pytest.mark.parametrize("name", [*sorted(TOOLS), "acidtest-scan"])
def test_another_suite_refuses_a_scanner_by_name(name: str) -> None:
    with pytest.raises(InputError, match="crypto-inventory, not with c-decompile"):
        make_system(name, find_suite("c-decompile"))


def test_a_scanner_that_fails_gives_an_empty_answer_with_a_note(tmp_path: Path) -> None:
    program = tmp_path / "broken"
    program.write_text("#!/bin/sh\necho trouble >&2\nexit 3\n")
    program.chmod(0o755)
    system = ScannerSystem(TOOLS["pqc-lint"], str(program), "0")
    answer = system.answer(questions()[0])
    assert json.loads(answer.text or "") == {"findings": []}
    assert "trouble" in (answer.note or "")


def test_messages_of_the_rules_are_names_or_what_was_matched() -> None:
    messages = [
        line.partition("message: ")[2].strip("'\"")
        for line in RULES.read_text().splitlines()
        if "message: " in line
    ]
    assert len(messages) == 100
    assert all(m == "$ALG" or load().find(m) for m in messages)


@pytest.mark.parametrize(
    "where", ["{folder}/lib/__init__.py", "lib/__init__.py", "./lib/__init__.py"]
)
def test_files_of_one_name_are_kept_apart_by_their_folders(where: str, tmp_path: Path) -> None:
    script = tmp_path / "scanner"
    report = json.dumps({"findings": [{"file_path": where, "algorithm": "MD5", "line_number": 2}]})
    script.write_text(
        "#!/bin/sh\n"
        "test -f lib/__init__.py && test -f other/__init__.py || exit 1\n"
        f'cat > "$4" <<END\n{report.replace("{folder}", "$2")}\nEND\n'
    )
    script.chmod(0o755)
    system = ScannerSystem(TOOLS["crypto-scanner"], str(script), "1")
    asked = [
        Question(
            Sample(name, name, {}, None, {"shown": name}),
            "plain",
            0,
            lambda form: "",
            lambda: Program(b"import hashlib\nhashlib.md5()\n"),
        )
        for name in ("lib/__init__.py", "other/__init__.py", "../up.py")
    ]
    system.prepare(asked)
    said = [len(json.loads(system.answer(q).text or "")["findings"]) for q in asked]
    assert said == [1, 0, 0]
