"""A cached observation is one that would be made again: its key covers all code that decides it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import acidtest
from acidtest.core import digest
from acidtest.core.digest import RunningHash, closure_of, code_digest, sha256_of
from acidtest.core.options import RunOptions
from acidtest.core.registry import find_suite
from acidtest.embed import is_fetched
from acidtest.embed.weights import minilm_folder

from .plugin import EchoJudge, install

SOURCE = Path(acidtest.__file__).parent
SUITES = sorted(path.parent.name for path in SOURCE.glob("suites/*/judge.py"))
DRIVER = Path(__file__).parent / "touch_each_file.py"


def forget() -> None:
    """As in a new process; the statements of a file are known by its text."""
    for each in vars(digest).values():
        if hasattr(each, "cache_clear") and each not in (digest._statements, digest._distributions):
            each.cache_clear()


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """What one test shows the digest is gone for the next."""
    forget()
    yield
    forget()


@pytest.fixture
def installing() -> Iterator[None]:
    """For a test that installs a package: the names of those there are read again, 0.3 s."""
    digest._distributions.cache_clear()
    yield
    digest._distributions.cache_clear()


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package without the suites' data, to be changed."""
    root = tmp_path_factory.mktemp("copy")
    left_out = shutil.ignore_patterns("__pycache__", "data")
    shutil.copytree(SOURCE, root / "acidtest", ignore=left_out)
    return root


def in_the_copy(copy: Path, *arguments: str | Path, **env: str) -> str:
    """What a Python program that imports the copy prints."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(copy), **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# -- the shipped suites ----------------------------------------------------------------------------


def test_every_shipped_suite_has_a_judge_of_its_own() -> None:
    names = {name.replace("_", "-") for name in SUITES}
    assert names <= {p.name for p in metadata.entry_points(group="acidtest.suites")}
    assert len(SUITES) >= 6


@pytest.mark.parametrize("suite", ["solidity_pairs", "sast_triage", "crypto_inventory"])
def test_the_digest_is_of_the_module_of_the_judge(suite: str) -> None:
    with find_suite(suite.replace("_", "-")).judge(RunOptions()) as judge:
        assert type(judge).__module__ == f"acidtest.suites.{suite}.judge"
        assert code_digest(judge) == closure_of(f"acidtest.suites.{suite}.judge").sha256()


@pytest.fixture(scope="module")
def touched(copy: Path) -> dict[str, Any]:
    """What the driver says of each judge."""
    modules = [f"acidtest.suites.{suite}.judge" for suite in SUITES]
    said: dict[str, Any] = json.loads(in_the_copy(copy, DRIVER, *modules))
    return said


@pytest.mark.parametrize("suite", SUITES)
def test_a_byte_in_any_file_of_a_judge_changes_its_digest(
    touched: dict[str, Any], suite: str
) -> None:
    said = touched[f"acidtest.suites.{suite}.judge"]
    assert said["unnoticed"] == []
    assert f"suites/{suite}/judge.py" in said["files"]
    assert len(said["files"]) >= 3


def files_of(suite: str) -> set[str]:
    files = closure_of(f"acidtest.suites.{suite}.judge").files
    return {str(path.resolve().relative_to(SOURCE)) for path in files}


@pytest.mark.parametrize(
    ("suite", "wanted"),
    [
        ("solidity_pairs", ["metrics/semantic.py", "lang/tree.py", "embed/model.py"]),
        ("c_decompile", ["lang/elf.py", "toolchains/gcc.py", "toolchains/sandbox/box.py"]),
        ("crypto_inventory", ["crypto/taxonomy.py"]),
        ("solidity_decompile", ["toolchains/evm.py", "toolchains/solc.py"]),
    ],
)
def test_what_a_judge_imports_is_in_it_whatever_the_folder(suite: str, wanted: list[str]) -> None:
    assert set(wanted) <= files_of(suite)


def test_programs_in_c_are_in_the_digest_of_the_judge_that_runs_them() -> None:
    native = {str(p.relative_to(SOURCE)) for p in SOURCE.glob("native/*/*.c")}
    found = {name for name in files_of("c_decompile") if name.endswith(".c")}
    assert {name for name in native if name.split("/")[1] in {"judge", "sandbox"}} <= found
    assert found


@pytest.mark.parametrize(
    ("suite", "wanted"),
    [
        ("crypto_inventory", "taxonomy.toml"),
        ("solidity_decompile", "solc_driver.js"),
        ("solidity_decompile", "accomplice.hex"),
    ],
)
def test_a_file_that_a_judge_reads_is_in_it(suite: str, wanted: str) -> None:
    assert wanted in {Path(name).name for name in files_of(suite)}


@pytest.mark.parametrize("suite", SUITES)
def test_what_only_asks_or_shows_is_not_in_it(suite: str) -> None:
    """A better page or another prompt must not cost the observations of a week."""
    found = files_of(suite)
    for folder in ("report", "cli", "analysis", "systems", "integrations", "engine"):
        assert not [name for name in found if name.startswith(f"{folder}/")], folder
    assert not [name for name in found if "/data/" in name or "/prompts/" in name]
    assert not [name for name in found if name.endswith((".md", ".pyc"))]


# -- libraries -------------------------------------------------------------------------------------


def test_the_version_of_a_library_is_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "acidtest.suites.solidity_pairs.judge"
    before = closure_of(module)
    assert dict(before.libraries)["numpy"] == metadata.version("numpy")
    assert "tree_sitter_solidity" in dict(before.libraries)
    forget()
    real = digest._version
    monkeypatch.setattr(digest, "_version", lambda top: "9" if top == "numpy" else real(top))
    after = closure_of(module)
    assert after.files == before.files
    assert after.sha256() != before.sha256()


@pytest.mark.usefixtures("installing")
def test_a_library_whose_name_is_not_its_distributions_has_a_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "uses_a_library.py").write_text("import yaml_like\nclass Judge: ...\n")
    (tmp_path / "yaml_like").mkdir()
    (tmp_path / "yaml_like" / "__init__.py").write_text("")
    install(tmp_path, "py-yaml-like", "", version="3.1")
    info = tmp_path / "py_yaml_like-3.1.dist-info"
    (info / "top_level.txt").write_text("yaml_like\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    first = closure_of("uses_a_library")
    assert first.libraries == (("yaml_like", "3.1"),)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: py-yaml-like\nVersion: 3.2\n")
    forget()
    assert closure_of("uses_a_library").libraries == (("yaml_like", "3.2"),)
    assert closure_of("uses_a_library").sha256() != first.sha256()


# -- a plug-in's own code --------------------------------------------------------------------------

JUDGE = """
import json
from stranger_tools import measure

class Judge:
    def observe(self, sample, text):
        from stranger_tools.late import weigh
        from .near import far
        return weigh(text)
"""


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite's package and a helper package beside it, neither of them installed."""
    texts = {
        "stranger_suite/__init__.py": "",
        "stranger_suite/judge.py": JUDGE,
        "stranger_suite/near.py": "from . import farther\nfar = 1\n",
        "stranger_suite/farther.py": "x = 1\n",
        "stranger_suite/table.toml": "a = 1\n",
        "stranger_suite/unused.py": "y = 1\n",
        "stranger_tools/__init__.py": "def measure(text): return len(text)\n",
        "stranger_tools/late.py": "from stranger_tools.deep import scale\n",
        "stranger_tools/deep.py": "def scale(x): return x\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    for loaded in [name for name in sys.modules if name.startswith("stranger_")]:
        monkeypatch.delitem(sys.modules, loaded)  # of an earlier test, in another folder
    return tmp_path


FOLLOWED = (
    "stranger_suite/__init__.py",
    "stranger_suite/judge.py",
    "stranger_suite/near.py",
    "stranger_suite/farther.py",
    "stranger_suite/table.toml",
    "stranger_tools/__init__.py",
    "stranger_tools/late.py",
    "stranger_tools/deep.py",
)


def now(module: str) -> str:
    forget()
    return closure_of(module).sha256()


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_plug_in_is_followed_into_late_imports_and_helpers(stranger: Path, name: str) -> None:
    before = now("stranger_suite.judge")
    (stranger / name).write_text((stranger / name).read_text() + "\n")
    assert now("stranger_suite.judge") != before


def test_code_that_is_not_imported_is_not_in_it(stranger: Path) -> None:
    before = now("stranger_suite.judge")
    (stranger / "stranger_suite" / "unused.py").write_text("y = 2\n")
    assert now("stranger_suite.judge") == before


@pytest.mark.usefixtures("installing")
@pytest.mark.parametrize("editable", [True, False])
def test_a_helper_from_a_checkout_is_followed_and_an_installed_one_has_its_version(
    stranger: Path, editable: bool
) -> None:
    install(stranger, "stranger-tools", "", version="1.5")
    info = stranger / "stranger_tools-1.5.dist-info"
    told = {"url": "file:///tools", "dir_info": {"editable": True} if editable else {}}
    (info / "direct_url.json").write_text(json.dumps(told))
    before = now("stranger_suite.judge")
    assert dict(closure_of("stranger_suite.judge").libraries) == (
        {} if editable else {"stranger_tools": "1.5"}
    )
    (stranger / "stranger_tools" / "deep.py").write_text("def scale(x): return 2 * x\n")
    assert (now("stranger_suite.judge") != before) is editable


@pytest.mark.usefixtures("installing")
def test_an_installed_suite_is_followed_although_it_has_a_version(stranger: Path) -> None:
    points = "[acidtest.suites]\nstranger = stranger_suite.suite:SUITE\n"
    install(stranger, "stranger-suite", points, version="1.5")
    before = now("stranger_suite.judge")
    (stranger / "stranger_suite" / "farther.py").write_text("x = 2\n")
    assert now("stranger_suite.judge") != before


def test_a_judge_in_a_test_is_followed_too() -> None:
    names = {path.name for path in closure_of(EchoJudge.__module__).files}
    assert {"plugin.py", "digest.py", "metric.py"} <= names


# -- hashes ----------------------------------------------------------------------------------------


def test_where_a_part_ends_counts() -> None:
    assert sha256_of("ab", "c") != sha256_of("a", "bc") != sha256_of("abc")
    assert sha256_of("é") == sha256_of("é".encode())
    running = RunningHash()
    running.add("ab")
    running.add("c")
    assert running.hexdigest() == sha256_of("ab", "c")


# -- the defect that this is here for --------------------------------------------------------------

PAIRS = [
    ("one", "function one() public view returns (uint256) { return total; }"),
    ("two", "function two(uint256 a) public { total = total + a; emit Added(a); }"),
    ("three", "function three(address to) external { require(to != owner); owner = to; }"),
]


def test_a_change_of_a_metric_is_not_hidden_by_the_cache(copy: Path, tmp_path: Path) -> None:
    """Once, a cached 0.7227 stayed although the code that had made it was another."""
    if not is_fetched():
        pytest.skip("no sentence model: acidtest fetch minilm")
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / minilm_folder().name).symlink_to(minilm_folder())
    data = tmp_path / "pairs.jsonl"
    lines = [
        {"input": f"v0 = {n}", "output": t, "metadata": {"function_name": n}} for n, t in PAIRS
    ]
    data.write_text("".join(json.dumps(line) + "\n" for line in lines))
    tried = iter(range(9))

    def similarity() -> tuple[float, float]:
        out = tmp_path / f"run-{next(tried)}"
        command = ["-m", "acidtest", "run", "solidity-pairs", "--data", str(data), "--json"]
        command += ["--system", "shuffled", "--controls", "none", "--out", str(out)]
        found = json.loads(in_the_copy(copy, *command, ACIDTEST_CACHE=str(cache)))
        names = ("semantic_similarity", "published.semantic_similarity")
        sound, published = (float(found["metrics"][name]["value"]) for name in names)
        return sound, published

    module = copy / "acidtest" / "metrics" / "semantic.py"
    kept = module.read_text()
    whole = similarity()
    assert 0 < whole[0] < 1
    assert similarity() == whole
    changed = kept.replace(
        "Value(float(np.clip(mean, 0, 1)))", "Value(float(np.clip(mean, 0, 1)) / 2)"
    )
    assert changed != kept
    try:
        module.write_text(changed)
        sound, published = similarity()
        assert sound == pytest.approx(whole[0] / 2)
        assert published == whole[1]
    finally:
        module.write_text(kept)
    assert similarity() == whole


def test_a_judge_in_a_script_is_followed(tmp_path: Path) -> None:
    script = tmp_path / "own.py"
    digests = []
    for body in ("return 1", "return 2"):
        script.write_text(
            "from acidtest.core.digest import code_digest\n"
            f"class Own:\n    def observe(self):\n        {body}\n"
            "print(code_digest(Own()))\n"
        )
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
        digests.append(done.stdout)
    assert digests[0] != digests[1]


def test_a_judge_without_a_file_shares_nothing_with_another_process() -> None:
    code = (
        "from acidtest.core.digest import code_digest\nclass Own: pass\nprint(code_digest(Own()))"
    )
    made = {
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
        for _ in range(2)
    }
    assert len(made) == 2


def test_a_lone_module_does_not_pull_in_what_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lone_judge.py").write_text("class Own: pass\n")
    (tmp_path / "stranger.txt").write_text("not ours")
    monkeypatch.syspath_prepend(tmp_path)
    assert [path.name for path in closure_of("lone_judge").files] == ["lone_judge.py"]
