"""A small project of ours, as different tools lay it out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from acidtest.core.protocols import Dataset
from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.suite import SUITE

TALLY = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
library Tally {
    function next(uint256 n) public pure returns (uint256) { return n + 1; }
}
abstract contract Counted { uint256 public count; }
"""
METER = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
import {Tally as T, Counted} from "counting/Tally.sol";
import "./IMeter.sol";
contract Meter is Counted, IMeter {
    address public immutable owner;
    constructor(address owner_) { owner = owner_; }
    function tick() external { require(msg.sender == owner, "owner"); count = T.next(count); }
}
"""
I_METER = "pragma solidity ^0.8.0;\ninterface IMeter { function tick() external; }\n"
REMAPPING = "counting/=lib/tally/src/"
SOURCES = {"lib/tally/src/Tally.sol": TALLY, "src/Meter.sol": METER, "src/IMeter.sol": I_METER}
SETTINGS: dict[str, Json] = {
    "optimizer": {"enabled": True, "runs": 999},
    "remappings": [REMAPPING],
}


def standard() -> dict[str, Json]:
    """The project as a standard JSON input."""
    sources = {name: {"content": text} for name, text in SOURCES.items()}
    return {"language": "Solidity", "sources": sources, "settings": SETTINGS}


def laid_out(folder: Path, files: Mapping[str, str]) -> Path:
    """The files in a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def read(*paths: Path) -> Dataset:
    """As `--data` is read."""
    return SUITE.read(paths)


def ids(data: Dataset) -> list[str]:
    """The ids of all samples."""
    return [sample.id for sample in data.samples]
