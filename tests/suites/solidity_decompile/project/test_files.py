"""Only the project's own files are read, whatever its sources ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.suites.solidity_decompile.project import files as module
from acidtest.suites.solidity_decompile.project.files import (
    ProjectFiles,
    own_remappings,
    solidity_files,
)

from .conftest import laid_out


def gathered(root: Path, *entries: str, remappings: tuple[str, ...] = ()) -> ProjectFiles:
    files = ProjectFiles(root, remappings)
    files.gather(entries)
    return files


@pytest.mark.parametrize(
    "path", ["../../secret.sol", "../secret.sol", "/etc/passwd", "x/../../secret.sol", "out/passwd"]
)
def test_an_import_that_climbs_out_is_missing(path: str, tmp_path: Path) -> None:
    laid_out(tmp_path, {"secret.sol": "contract Secret {}", "p/src/A.sol": f'import "{path}";'})
    files = gathered(tmp_path / "p", "src/A.sol", remappings=("out/=/etc/", "x/=../"))
    assert list(files.sources) == ["src/A.sol"]
    assert len(files.missing) == 1


def test_a_link_that_leads_out_is_not_followed(tmp_path: Path) -> None:
    laid_out(tmp_path, {"secret.sol": "contract Secret {}", "p/A.sol": 'import "./B.sol";'})
    (tmp_path / "p" / "B.sol").symlink_to(tmp_path / "secret.sol")
    (tmp_path / "p" / "loop").symlink_to(tmp_path / "p")
    assert solidity_files(tmp_path / "p") == ["A.sol"]
    assert gathered(tmp_path / "p", "A.sol").missing == {"B.sol": "is outside the project"}


def test_imports_in_a_circle_end(tmp_path: Path) -> None:
    laid_out(tmp_path, {"A.sol": 'import "./B.sol";', "B.sol": 'import "./A.sol";'})
    assert sorted(gathered(tmp_path, "A.sol").sources) == ["A.sol", "B.sol"]


def test_giant_files_and_giant_projects_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out(tmp_path, {"A.sol": 'import "./B.sol";', "B.sol": "//" + "x" * 1000})
    monkeypatch.setattr(module, "FILE_MAX", 500)
    assert gathered(tmp_path, "A.sol").missing == {"B.sol": "is over 0 MiB"}
    monkeypatch.setattr(module, "FILE_MAX", 5000)
    monkeypatch.setattr(module, "SOURCES_MAX", 600)
    with pytest.raises(InputError, match="give a part of it"):
        gathered(tmp_path, "A.sol")


def test_a_file_that_is_not_text_is_missing(tmp_path: Path) -> None:
    (tmp_path / "A.sol").write_bytes(b"\xff\xfe")
    assert gathered(tmp_path, "A.sol").missing == {"A.sol": "is not UTF-8 text"}


def test_libraries_are_found_as_foundry_finds_them(tmp_path: Path) -> None:
    laid_out(tmp_path, {"remappings.txt": "a/=lib/x/\nnonsense\n", "lib/tally/src/T.sol": ""})
    laid_out(tmp_path, {"lib/plain/T.sol": "", "node_modules/@o/c/T.sol": ""})
    remappings = own_remappings(tmp_path)
    assert remappings == ["a/=lib/x/", "plain/=lib/plain/", "tally/=lib/tally/src/"]
    laid_out(tmp_path, {"A.sol": 'import "tally/T.sol"; import "@o/c/T.sol";'})
    files = gathered(tmp_path, "A.sol", remappings=tuple(remappings))
    assert sorted(files.sources) == ["@o/c/T.sol", "A.sol", "lib/tally/src/T.sol"]
