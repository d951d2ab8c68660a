"""The pinned list of public projects, and the name of its tasks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.suites.c_decompile.real import COMPLETE, NAME, folder, recipe, resolved
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.toolchains.python_sources import parse_spec


def test_every_project_is_pinned_by_version_and_hash() -> None:
    assert len(recipe()) >= 12
    assert all(parse_spec(spec) for spec in recipe())
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in recipe().values())


def test_without_its_tasks_the_name_says_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    with pytest.raises(InfrastructureError, match="acidtest fetch c-real"):
        SUITE.read([Path(NAME)])
    folder().mkdir()
    with pytest.raises(InfrastructureError, match="acidtest fetch c-real"):  # half an import
        SUITE.read([Path(NAME)])
    (folder() / COMPLETE).touch()
    assert resolved(Path("somewhere") / NAME) == folder()


def test_a_folder_of_that_name_is_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(NAME).mkdir()
    assert resolved(Path(NAME)) == Path(NAME)


def test_the_download_is_listed() -> None:
    (download,) = SUITE.downloads
    assert (download.name, download.fetch) == (NAME, None)
    assert download.slow is not None
