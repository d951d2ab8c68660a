"""Programs that decompilers are asked about, built with the machine's gcc."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from acidtest.core.records import Program, Question, Sample

Ask = Callable[..., Question]


def question(program: Program | None, text: str = "the question") -> Question:
    """A question about `program`."""
    sample = Sample("sample", "sample", {}, None, {})
    return Question(sample, "asm", 0, lambda form: text, lambda: program)


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Builds C source and asks about one of its functions."""

    def built(
        source: str, symbol: str, *flags: str, stripped: bool = False, compiler: str = "gcc"
    ) -> Question:
        program = tmp_path / "program.exe"  # mingw would append it
        (tmp_path / "program.c").write_text(source)
        source_file = str(tmp_path / "program.c")
        command = [compiler, *(flags or ("-O1",)), "-o", str(program), source_file, "-lm"]
        subprocess.run(command, check=True)
        listing = subprocess.run(["nm", program], check=True, capture_output=True, text=True)
        lines = [line.split() for line in listing.stdout.splitlines()]
        address = next(int(parts[0], 16) for parts in lines if parts[-1] == symbol)
        if stripped:
            subprocess.run([*command, "-s"], check=True)
        name = None if stripped else symbol
        return question(Program(program.read_bytes(), name, address))

    return built
