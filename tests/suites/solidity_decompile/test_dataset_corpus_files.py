"""The shipped contracts as files: what they say of themselves, and what they cover together."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from statistics import median

import pytest

import acidtest

DATA = Path(acidtest.__file__).parent / "suites" / "solidity_decompile" / "data"
SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(DATA.glob("*.sol"))}
HEADER = re.compile(
    r"// SPDX-License-Identifier: Apache-2\.0\n"
    r"// topic: (?P<topic>\S.*)\n"
    r"// difficulty: (?P<difficulty>easy|medium|hard)\n"
    r"// exercises: (?P<exercises>\S.*)\n"
    r"// contract: (?P<contract>\w+)\n"
    r"(?:// constructor: (?P<constructor>\[.*\])\n)?"
    r"(?:// value: (?P<value>[1-9]\d*)\n)?"
    r"pragma solidity \^(?P<series>0\.[4-8])\.\d+;\n"
)
TOPICS = (
    "ERC-20-like",
    "ERC-721-like",
    "ERC-1155-like",
    "own design",
    "vaults",
    "auctions",
    "votes",
    "vesting",
    "multisig",
    "staking",
    "escrow",
    "oracles",
    "proxies and delegatecall",
    "libraries",
    "dynamic arrays and bytes",
    "unchecked math",
    "assembly blocks",
    "fallback and receive",
    "inheritance",
    "bit tricks",
    "transient storage",
    "string building",
    "packed storage",
    "signed math",
    "create and create2",
    "ring buffers",
    "linked lists",
    "heaps",
    "rate limiters",
    "Merkle proof checks",
    "fixed point math",
    "state machine",
    "lottery",
    "name registries",
    "subscription",
    "DAO treasury",
)
CONSTRUCTS = {
    "struct": r"\bstruct \w+",
    "mapping of mappings": r"mapping\([^()]*=> mapping\(",
    "event": r"\bemit \w+",
    "custom error": r"\brevert \w+\(",
    "modifier": r"\bmodifier \w+",
    "immutable": r"\bimmutable\b",
    "enum": r"\benum \w+",
    "try and catch": r"\btry \w.*\bcatch\b",
    "call to the caller": r"msg\.sender\.call\{|\(msg\.sender\)\.\w+\(",
    "delegatecall": r"\bdelegatecall\(",
    "staticcall": r"\.staticcall\(",
    "library": r"\blibrary \w+",
    "unchecked block": r"\bunchecked \{",
    "assembly block": r"\bassembly\b",
    "receive": r"\breceive\(\) external payable",
    "fallback": r"\bfallback\(",
    "nameless fallback": r"\bfunction\(\) public payable",
    "transient storage": r"\btstore\(",
    "create2": r"\bcreate2\(",
    "new contract": r"\bnew [A-Z]\w+[({]",
    "ecrecover": r"\becrecover\(",
    "reentrancy guard": r"Reentered|one at a time",
    "block time": r"block\.timestamp",
    "old block time": r"\bnow [<>+-]",
    "old type inference": r"\bvar \w+ =",
    "free function": r"^function \w+",
    "abstract contract": r"\babstract contract",
    "super": r"\bsuper\.",
}


def headers() -> dict[str, dict[str, str | None]]:
    """The header of each contract that has one."""
    found = {name: HEADER.match(text) for name, text in SOURCES.items()}
    return {name: match.groupdict() for name, match in found.items() if match}


@pytest.mark.parametrize("name", SOURCES)
def test_a_contract_says_what_it_is(name: str) -> None:
    match = HEADER.match(SOURCES[name])
    assert match, "the first lines are not the header that the README describes"
    assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name)
    asked = re.search(rf"^contract {match['contract']}\b[^{{]*{{(.*)", SOURCES[name], re.M | re.S)
    assert asked, "the contract in question is not in the file"
    constructor = re.search(r"\bconstructor\(([^)]*)\)([^{]*)", asked[1])
    takes = len([p for p in constructor[1].split(",") if p.strip()]) if constructor else 0
    assert len(json.loads(match["constructor"] or "[]")) == takes
    assert not match["value"] or (constructor and "payable" in constructor[2])


@pytest.mark.parametrize("name", SOURCES)
def test_a_contract_is_complete_and_portable(name: str) -> None:
    text = SOURCES[name]
    assert text.isascii()
    assert not re.search(r"^\s*import\b", text, re.M)
    # What two compilations of one source may see differently.
    for word in ("gasleft", "chainid", "codehash", "extcodesize", "creationCode", "selfdestruct"):
        assert word not in text
    assert "address(this).code" not in text


def test_thirds_are_balanced() -> None:
    levels = Counter(header["difficulty"] for header in headers().values())
    assert len(SOURCES) >= 42
    assert min(levels[level] for level in ("easy", "medium", "hard")) >= 14
    assert max(levels.values()) - min(levels.values()) <= 2


def test_harder_contracts_are_longer() -> None:
    lines: dict[str | None, list[int]] = {}
    for name, header in headers().items():
        lines.setdefault(header["difficulty"], []).append(SOURCES[name].count("\n"))
    easy, medium, hard = (median(lines[level]) for level in ("easy", "medium", "hard"))
    assert 1.5 * easy < medium
    assert 1.3 * medium < hard


def test_every_compiler_generation_is_there() -> None:
    series = Counter(header["series"] for header in headers().values())
    assert all(series[old] >= 2 for old in ("0.4", "0.5", "0.6", "0.7"))
    assert series["0.8"] > len(SOURCES) / 2


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_covered(topic: str) -> None:
    assert any(topic in (header["topic"] or "") for header in headers().values())


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_a_construct_is_used(construct: str) -> None:
    pattern = re.compile(CONSTRUCTS[construct], re.M | re.S)
    assert any(pattern.search(text) for text in SOURCES.values())


def test_names_are_unique() -> None:
    names = [header["contract"] for header in headers().values()]
    assert len(set(names)) == len(names) == len(SOURCES)
    assert len(set(SOURCES.values())) == len(SOURCES)


def test_the_readme_lists_exactly_the_files() -> None:
    rows = re.findall(
        r"^\| \[`(\w+)`\]\((\w+)\.sol\) \| (.+?) \| (\w+) \| ([\d.]+) \| (.+?) \|$",
        (DATA / "README.md").read_text(encoding="utf-8"),
        re.M,
    )
    told = {name: (contract, *rest) for contract, name, *rest in rows}
    keys = ("contract", "topic", "difficulty", "series", "exercises")
    assert told == {name: tuple(h[key] for key in keys) for name, h in headers().items()}
    assert len(rows) == len(told)
