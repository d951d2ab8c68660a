"""The server and what it does not expect: damaged runs, odd queries, visitors that leave."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from unittest import mock
from urllib.parse import urlencode

import pytest

from acidtest.core.errors import InputError
from acidtest.engine.live import LIVE
from acidtest.report import runs_folder
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.serve import ReportServer, make_server
from acidtest.store import Run
from tests.folders import edit_scores, editable, keep_rows

from .conftest import served
from .test_serve import QUERY, Got


def change_scores(folder: Path, value: str) -> None:
    edit_scores(folder / "scores.sqlite", f'UPDATE scores SET "metric:passes" = {value}')


@pytest.fixture
def damaged(runs: Path, tmp_path: Path) -> Path:
    """A folder of one sound run and four damaged ones."""
    root = tmp_path / "root"
    for name in ("sound", "nan", "text", "figure", "rows"):
        editable(runs / "good", root / name)
    change_scores(root / "nan", "9e999")
    change_scores(root / "text", "'x'")
    path = root / "figure" / "summary.json"
    summary = json.loads(path.read_text())
    del summary["metrics"]["passes"]["low"]
    path.write_text(json.dumps(summary))
    keep_rows(root / "rows" / "scores.sqlite", 1)
    return root


@pytest.fixture
def damaged_server(damaged: Path) -> Iterator[ReportServer]:
    """The site over them."""
    yield from served(damaged)


def test_a_damaged_run_is_listed_as_such(damaged_server: ReportServer) -> None:
    rows = {row["run"]: row for row in json.loads(Got(damaged_server, "/api/runs").text)}
    assert {name: row["state"] for name, row in rows.items()} == {
        "sound": "done",
        **dict.fromkeys(("nan", "text", "figure", "rows"), "unreadable"),
    }
    assert "column 'metric:passes' has values that are not finite numbers" in rows["text"]["why"]
    assert "summary.json: figure 'passes' has no 'low'" in rows["figure"]["why"]
    assert "NaN" not in json.dumps(list(rows.values()))


@pytest.mark.parametrize("name", ["nan", "text", "figure", "rows"])
def test_a_damaged_run_is_no_missing_page(damaged_server: ReportServer, name: str) -> None:
    got = Got(damaged_server, f"/report?run={name}")
    assert got.status == 400
    assert f"/{name}/" in got.text
    assert str(damaged_server.site.folder.root) not in got.text


def test_a_run_that_is_mended_is_done(damaged: Path, runs: Path) -> None:
    seen = RunsFolder(damaged)
    seen.listed()
    for name in ("scores.sqlite", "summary.json"):
        shutil.copyfile(damaged / "sound" / name, damaged / "rows" / name)
    assert {row["run"]: row["state"] for row in seen.listed()}["rows"] == "done"


@pytest.mark.parametrize(
    "change",
    [
        '"from": 12345678901234567890123',
        '"from": 1e400',
        '"from": NaN',
        '"metric": 1e400',
        '"search": "\\ud800"',
        '"groups": {"opt": "\\ud800"}',
        '"groups": {"\\ud800": "x"}',
        '"sort": "\\ud800"',
        '"sort": "group:' + "9" * 5000 + '"',
        '"columns": ' + "[" * 5_000,
        '"search": "' + " ".join(map(str, range(2000))) + '"',
        '"columns": [[0, 1e400]]',
    ],
)
def test_an_odd_query_is_the_visitors_fault(server: ReportServer, change: str) -> None:
    """Or it is answered: never is it a failure of ours."""
    start = json.dumps({**QUERY, "columns": [[0, 0]]})[:-1]
    asked = urlencode([("run", "good"), ("query", f"{start}, {change}}}")])
    got = Got(server, f"/api/samples?{asked}")
    if '"from": 1234' in change:
        assert (got.status, json.loads(got.text)["rows"]) == (200, [])
    else:
        assert (got.status, got.text[:13]) == (400, "invalid query")
    assert len(got.text) < 1000


def test_an_odd_address_is_answered(server: ReportServer) -> None:
    assert Got(server, "/?" + "a=1&" * 2000).status == 400
    assert Got(server, "/", Host="[").status == 421
    assert Got(server, "/report?run=" + "x" * 61_000).status == 414


def test_a_fault_of_ours_is_told_on_the_terminal(
    server: ReportServer, capsys: pytest.CaptureFixture[str]
) -> None:
    with mock.patch.object(RunsFolder, "sections", side_effect=KeyError("low")):
        got = Got(server, "/report?run=good")
    assert got.status == 500
    assert "internal error: KeyError" in got.text
    assert "KeyError: 'low'" in capsys.readouterr().err


def test_the_token_leaves_the_other_parameters(runs: Path) -> None:
    with mock.patch("secrets.token_urlsafe", return_value="a-token"):
        made = make_server(RunsFolder(runs), "0.0.0.0", 0)
    with made:
        host = made.address.partition("//")[2].partition(":")[0]
    assert host != "0.0.0.0"
    assert socket.getaddrinfo(host, None)
    for made in served(runs):
        made.site.token = "a-token"
        got = Got(made, "/report?run=good&token=a-token&run=deep%2Fhalf%0d%0aX:1")
        place = got.headers["Location"]
        assert place == "/report?run=good&run=deep%2Fhalf%0D%0AX%3A1"
        cookie = got.headers["Set-Cookie"].split(";")[0]
        assert Got(made, "/report?run=good", Cookie=cookie).status == 200


@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_ipv6_is_served(runs: Path, host: str) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    with make_server(RunsFolder(runs), host, 0) as server:
        assert server.address.startswith("http://[::1]:")
        assert server.site.token is None


@pytest.mark.parametrize(
    ("host", "told"),
    [("192.0.2.1", "this machine has no such address"), ("no such host", "a name or address")],
)
def test_an_address_that_cannot_be_had_says_why(runs: Path, host: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        make_server(RunsFolder(runs), host, 0)


def test_a_port_that_is_taken_says_so(runs: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        pytest.raises(InputError, match="the port is in use; try --port 0"),
    ):
        make_server(RunsFolder(runs), "127.0.0.1", other.getsockname()[1])


def test_figures_so_far_are_read_again_if_caught_half_written(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(runs / "good", tmp_path / "one")
    shutil.copytree(runs / "good", tmp_path / "one" / LIVE)
    looks = [InputError("half"), InputError("half")]

    whole = Run.open

    def opened(folder: Path) -> Run:
        if folder.name == LIVE and looks:
            raise looks.pop()
        return whole(folder)

    monkeypatch.setattr(Run, "open", opened)
    monkeypatch.setattr(runs_folder, "_PAUSE_S", 0)
    assert RunsFolder(tmp_path).sections([f"one/{LIVE}"])
    assert looks == []
