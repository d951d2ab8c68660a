"""Real code to test on: the public data folder, skipped with a reason where it is absent."""

import json
import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def data_folder() -> Path:
    folder = os.environ.get("ACIDTEST_DATA")
    if not folder:
        pytest.skip("ACIDTEST_DATA does not name the folder of public data")
    return Path(folder)


@pytest.fixture(scope="session")
def real_functions(data_folder: Path) -> list[str]:
    path = data_folder / "solidity-pairs" / "tac_solidity_500.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is absent")
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line)["output"] for line in lines]


@pytest.fixture(scope="session")
def ghidra_pairs(data_folder: Path) -> list[tuple[str, str]]:
    """C functions and what Ghidra made of them."""
    path = data_folder / "decompile-eval" / "decompile-eval-executable-gcc-ghidra.json"
    if not path.exists():
        pytest.skip(f"{path} is absent")
    rows = json.loads(path.read_text("utf-8"))
    return [(row["c_func"], row["input_asm_prompt"]) for row in rows]
