"""The fixed list of public contracts: what it must hold, without fetching any."""

from __future__ import annotations

import base64
from collections import Counter
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.suites.solidity_decompile.project import real
from acidtest.suites.solidity_decompile.project.declared import declared
from acidtest.suites.solidity_decompile.suite import SUITE


def entries() -> list[tuple[str, dict[str, str]]]:
    return [(unit["package"], each) for unit in real.recipe()["unit"] for each in unit["contracts"]]


def test_the_list_is_as_large_as_it_says() -> None:
    compiled = [each for _, each in entries() if each["file"].endswith(".sol")]
    assert len(entries()) == 100
    assert len(compiled) >= 60
    assert len({package.split(" ")[0] for package, _ in entries()}) >= 10
    tokens = Counter(each.get("token") for _, each in entries())
    assert tokens["ERC-20"] + tokens["ERC-721"] + tokens["ERC-1155"] >= 8
    assert min(tokens["ERC-20"], tokens["ERC-721"], tokens["ERC-1155"]) >= 2
    names = [each.get("id") or each["name"] for _, each in entries()]
    assert len(set(names)) == len(names)
    assert not [name for name in names if name.endswith("Proxy") and "Aggregator" not in name]


def test_every_package_is_pinned_and_used() -> None:
    packages = real.recipe()["packages"]
    assert all(len(base64.b64decode(digest)) == 64 for digest in packages.values())
    imports = {text.split(" as ")[0] for unit in real.recipe()["unit"] for text in unit["imports"]}
    assert imports == set(packages)


def test_wrappers_declare_what_the_list_asks_for() -> None:
    folder = Path(real.__file__).parents[1] / "real"
    for _, each in entries():
        if each["file"].startswith("wrappers/"):
            text = (folder / each["file"]).read_text()
            assert (each["name"], "contract") in declared(text)


def test_it_is_fetched_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    with pytest.raises(InfrastructureError, match="acidtest fetch sol-real"):
        SUITE.read([Path("sol-real")])
