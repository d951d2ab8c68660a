"""Tools in environments of their own: installed whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.toolchains.python_tool import PythonTool

TOOL = PythonTool("tool", "a-package", "1.0", ("ab" * 32,))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    return tmp_path


def test_a_failed_installation_leaves_nothing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failed(argv: list[str]) -> children.Done[str]:
        return children.Done(argv, 1, "", "no such package")

    monkeypatch.setattr(children, "run", failed)
    with pytest.raises(InfrastructureError, match="could not be installed: no such package"):
        TOOL.fetch()
    assert not TOOL.is_fetched
    assert list(cache.iterdir()) == []


def test_the_package_is_pinned_by_its_hash(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pinned: list[str] = []

    def installed(argv: list[str]) -> children.Done[str]:
        if "-m" in argv and argv[2] == "venv":
            (Path(argv[3]) / "bin").mkdir(parents=True)
            (Path(argv[3]) / "bin" / "python").touch()
        elif "--require-hashes" in argv:
            pinned.append(Path(argv[-1]).read_text())
        return children.Done(argv, 0, "", "")

    monkeypatch.setattr(children, "run", installed)
    assert TOOL.fetch() == TOOL.folder == TOOL.fetch()
    assert TOOL.is_fetched
    assert pinned == [f"a-package==1.0 --hash=sha256:{'ab' * 32}\n"]
    assert TOOL.check("x").installed
