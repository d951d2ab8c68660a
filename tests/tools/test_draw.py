"""The draw of crypto-trees: by seed and name alone, from files that a person can read."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from acidtest.suites.crypto_inventory import trees
from acidtest.toolchains.packages import Release

ROOT = Path(__file__).parents[2]
RULES: dict[str, Any] = {
    **trees.recipe()["draw"],
    "with": {"python": 3},
    "rich": {"python": 2},
    "korean_files": 1,
    "without_files": 2,
}
PLAIN = "value = 1\n" * 12


@pytest.fixture(scope="module")
def draw() -> ModuleType:
    spec = importlib.util.spec_from_file_location("draw", ROOT / "tools/crypto_corpus/draw.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["draw"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Release]:
    """Two packages with files of every kind."""
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    made = {name: Release("pypi", name, "1", name * 8) for name in ("one", "two")}
    for name, release in made.items():
        (release.folder / "dist").mkdir(parents=True)
        texts = {f"plain{i}.py": f"{PLAIN}a = {i}  # {name}\n" for i in range(4)}
        texts |= {f"word{i}.py": f"{PLAIN}digest = {i}  # {name}\n" for i in range(4)}
        texts |= {f"rich{i}.py": f"{PLAIN}aes, hmac, sha256 = {i}  # {name}\n" for i in range(4)}
        texts["seed.py"] = f"{PLAIN}cipher = 'SEED'  # {name}\n"
        texts["same.py"] = texts["plain0.py"]
        texts["dist/built.py"] = texts["short.py"] = "import rsa\n"
        for place, text in texts.items():
            (release.folder / place).write_text(text)
        (release.folder / "latin.py").write_bytes(PLAIN.encode() + b"digest = '\xe9'\n")
    monkeypatch.setattr(trees, "releases", lambda: made)
    return made


def test_files_are_drawn_by_seed_and_name(draw: ModuleType, packages: dict[str, Release]) -> None:
    drawn = draw.draw(RULES)
    assert draw.draw(RULES) == drawn
    assert draw.draw({**RULES, "seed": "another"}) != drawn
    names = [Path(name).name for _, name, _ in drawn]
    assert not {"built.py", "short.py", "latin.py"} & set(names)
    strata = [stratum for stratum, _, _ in drawn]
    assert {s: strata.count(s) for s in strata} == {
        "korean": 1, "without": 2, "rich python": 2, "python": 3,
    }  # fmt: skip


def test_larger_numbers_add_files_and_take_none_away(
    draw: ModuleType, packages: dict[str, Release]
) -> None:
    more = {**RULES, "without_files": 4, "rich": {"python": 4}}
    before = {name for _, name, _ in draw.draw(RULES)}
    assert before < {name for _, name, _ in draw.draw(more)}


def test_no_content_is_drawn_twice_and_no_package_too_often(
    draw: ModuleType, packages: dict[str, Release]
) -> None:
    drawn = draw.draw({**RULES, "without_files": 50, "per_package": 3})
    assert len({digest for _, _, digest in drawn}) == len(drawn)
    plain = [name.split("/")[0] for stratum, name, _ in drawn if stratum == "without"]
    assert {name: plain.count(name) for name in plain} == {"one": 3, "two": 3}
