"""Real code to test on, from the folder of public data."""

import json
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def real_functions(public_data: Path) -> list[str]:
    path = public_data / "solidity-pairs" / "tac_solidity_500.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is absent")
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line)["output"] for line in lines]


@pytest.fixture(scope="session")
def ghidra_pairs(public_data: Path) -> list[tuple[str, str]]:
    """C functions and what Ghidra made of them."""
    path = public_data / "decompile-eval" / "decompile-eval-executable-gcc-ghidra.json"
    if not path.exists():
        pytest.skip(f"{path} is absent")
    rows = json.loads(path.read_text("utf-8"))
    return [(row["c_func"], row["input_asm_prompt"]) for row in rows]
