"""What a confined worker can see and do."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.suites.solidity_decompile.replay.pool import Replayers
from acidtest.toolchains.confined import check_confinement, confined

_LOOK = """
import json, os, socket, sys
secret, shown, kept = sys.argv[1:]
def can(what):
    try:
        what()
    except OSError:
        return False
    return True
found = {
    "user": os.getuid(),
    "secret": os.path.exists(secret),
    "shown": os.path.exists(shown),
    "write to shown": can(lambda: open(shown + "/new", "w")),
    "write to kept": can(lambda: open(kept + "/new", "w")),
    "network": [name for _, name in socket.if_nameindex() if name != "lo"],
    "environment": sorted(set(os.environ) - {"LC_CTYPE", "PWD"}),
}
print(json.dumps(found))
"""


@pytest.mark.parametrize(("given", "kept"), [(500_000, 500_000), (5_000_000, 1_048_576)])
def test_a_limit_that_acidtest_was_given_is_never_raised(given: int, kept: int) -> None:
    command = confined(["sh", "-c", "ulimit -d; ulimit -Hd; ulimit -c"], [], 1 << 30, bare=True)
    done = subprocess.run(
        ["sh", "-c", f'ulimit -d {given}; exec "$@"', "sh", *command],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(kept), str(kept), "0"]


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="needs bubblewrap")
def test_a_worker_sees_what_it_is_shown_and_writes_where_it_may(tmp_path: Path) -> None:
    secret, shown, kept = (tmp_path / name for name in ("secret", "shown", "kept"))
    for folder in (secret, shown, kept):
        folder.mkdir()
    command = confined(
        [sys.executable, "-c", _LOOK, str(secret), str(shown), str(kept)],
        [sys.base_prefix, sys.prefix, str(shown)],
        1 << 30,
        bare=False,
        kept=[str(kept)],
        environment={"GIVEN": "yes"},
    )
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {
        "user": 65534,
        "secret": False,
        "shown": True,
        "write to shown": False,
        "write to kept": True,
        "network": [],
        "environment": ["GIVEN"],
    }


def test_without_bubblewrap_nothing_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    from acidtest.suites.solidity_decompile.replay.subject import Subject

    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(InfrastructureError, match="bubblewrap"):
        Replayers().judge(Subject([], b"", b"\0"), None)


def test_a_bubblewrap_that_fails_is_refused_with_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bwrap = tmp_path / "bwrap"
    bwrap.write_text("#!/bin/sh\necho No permissions to create new namespace >&2\nexit 1\n")
    bwrap.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    expected = "does not work on this machine: No permissions to create new namespace"
    with pytest.raises(InfrastructureError, match=expected):
        check_confinement()
