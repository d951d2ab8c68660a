"""An agent's folder: what it keeps, what it cannot lose, and what cannot be reached from it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import acidtest
from acidtest.systems.models.agents.box import AgentBox, TimeUp
from acidtest.systems.models.agents.reach import agents_sandbox
from acidtest.toolchains.sandbox import Ending, Sandbox

MARK = "the-truth-of-a-sample-8c1f"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of the user's data, with the truth in it."""
    path = tmp_path_factory.mktemp("data") / "truth.json"
    path.write_text(MARK)
    return path


@pytest.fixture(scope="module")
def sandbox(data: Path) -> Iterator[Sandbox]:
    """The sandbox of agents."""
    with agents_sandbox([data]) as opened:
        yield opened


def _sh(box: AgentBox, command: str, **how: float) -> str:
    done = box.run(["/bin/bash", "-c", command], wall_s=how.get("wall_s", 30.0))
    return (done.stdout + done.stderr).decode("utf-8", "replace")


def test_files_stay_from_command_to_command_and_processes_do_not(sandbox: Sandbox) -> None:
    box = AgentBox(sandbox, {"a/given.txt": b"given"})
    assert _sh(box, "cat a/given.txt; mkdir b; ln -s ../a/given.txt b/link; echo kept > .x") == (
        "given"
    )
    _sh(box, "sleep 60 & echo $! > pid")
    assert _sh(box, "cat b/link .x; [ -d /proc ] || kill -0 $(cat pid)").startswith("givenkept")
    assert "No such process" in _sh(box, "kill -0 $(cat pid)")


@pytest.mark.parametrize(
    "damage",
    [
        "rm -rf ../work",
        "rm -rf ../work && echo x > ../work",
        "mkdir no && chmod 0 no",
        "truncate -s 40M a b",
        "echo x > ../state.tar; mkdir -p ../state.tar",
    ],
)
def test_nothing_that_a_command_does_to_the_folder_ends_the_agent(
    sandbox: Sandbox, damage: str
) -> None:
    box = AgentBox(sandbox, {"given.txt": b"given"})
    _sh(box, damage)
    assert _sh(box, "echo alive").startswith("alive")
    assert "given" in _sh(box, "cat given.txt")


def test_commands_end_at_their_time_and_none_begins_after_the_agents(sandbox: Sandbox) -> None:
    box = AgentBox(sandbox)
    done = box.run(["/bin/sleep", "60"], wall_s=0.2)
    assert done.ending is Ending.TOO_LONG
    with pytest.raises(TimeUp):
        AgentBox(sandbox, until=time.monotonic() - 1).run(["/bin/true"])


def test_an_agent_that_looks_for_the_truth_does_not_find_it(
    sandbox: Sandbox, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", MARK)
    box = AgentBox(sandbox)
    package = Path(acidtest.__file__).parent
    places = f"{data} {data.parent} {package} {package.parents[1]} {Path.cwd()} {Path.home()}"
    look = f"""
        env; cat /proc/*/environ /proc/self/maps /proc/1/cmdline
        for place in {places} /acid /root /home /tmp /var /work /run; do
            ls -d $place && echo REACHED $place; done
        find / -maxdepth 5 -iname '*acidtest*'
        find / -maxdepth 2 -name answers.jsonl -o -maxdepth 2 -name .git
        grep -rIl '{MARK}' /box /acid /etc /dev /usr/local /usr/share/doc/bash .
        python3 -c 'import acidtest'
        cat < /dev/tcp/127.0.0.1/80
    """
    said = _sh(box, look)
    assert MARK not in said
    lines = said.splitlines()
    assert [line for line in lines if line.startswith("REACHED")] == ["REACHED /acid"]
    assert "/acid/launcher" not in said
    assert not [x for x in lines if x.startswith("/") and "acidtest" in x and "No such" not in x]
    assert "No module named 'acidtest'" in said
    assert "Operation not permitted" in said  # no socket can be made


def test_what_lies_below_usr_can_be_covered() -> None:
    with Sandbox(hidden=[Path("/usr/include"), Path("/usr/bin/env"), Path("/nowhere")]) as opened:
        said = _sh(AgentBox(opened), "ls /usr/include | wc -l; cat /usr/bin/env 2>&- | wc -c")
    assert said.split() == ["0", "0"]
