"""The server: what it gives, to whom, and what it never gives."""

from __future__ import annotations

import fcntl
import http.client
import json
import shutil
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from acidtest.analysis import samples
from acidtest.analysis.sections import make_sections
from acidtest.report import paged
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.serve import ReportServer, make_server
from acidtest.report.server import is_loopback
from acidtest.report.site import Site
from tests.folders import editable

QUERY = {"search": "", "groups": {}, "show": "all", "sort": "", "metric": 0, "from": 0}


class Got:
    """An answer of the server."""

    def __init__(self, server: ReportServer, path: str, **headers: str) -> None:
        host, port = server.server_address[0], server.server_address[1]
        connection = http.client.HTTPConnection(str(host), int(port), timeout=30)
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        self.status, self.headers = response.status, response.headers
        self.text = response.read().decode()
        connection.close()


def rows(server: ReportServer, names: list[str], **changes: Any) -> Any:
    query = {**QUERY, "columns": [[0, 0]], **changes}
    asked = urlencode([*(("run", name) for name in names), ("query", json.dumps(query))])
    return json.loads(Got(server, f"/api/samples?{asked}").text)


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "//etc/passwd",
        "/file:///etc/passwd",
        "/page.js",
        "/manifest.json",
        "/good/manifest.json",
        "/report/../good/answers.jsonl",
    ],
)
def test_only_its_own_pages_have_an_address(server: ReportServer, path: str) -> None:
    got = Got(server, path)
    assert got.status == 404
    assert "root:" not in got.text


@pytest.mark.parametrize(
    "name", ["..", "../runs0", "/etc", "good/..", "good/", ".", "", "%00", "deep"]
)
@pytest.mark.parametrize("call", ["/report", "/api/samples", "/api/sample", "/api/compare"])
def test_a_run_is_only_what_the_folder_lists(server: ReportServer, call: str, name: str) -> None:
    got = Got(server, f"{call}?run={quote(name)}&id=x&query=%7B%7D")
    assert got.status == 400
    assert str(server.site.folder.root) not in got.text


def test_links_out_of_the_folder_are_no_runs(runs: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(runs / "good", root / "inside")
    (root / "linked").symlink_to(runs / "stub")
    shutil.copytree(runs / "good", root / "leaky")
    (root / "leaky" / "answers.jsonl").unlink()
    (root / "leaky" / "answers.jsonl").symlink_to(runs / "good" / "answers.jsonl")
    assert list(RunsFolder(root).find()) == ["inside"]


def test_a_name_of_another_site_is_refused(server: ReportServer) -> None:
    assert Got(server, "/", Host="evil.example").status == 421
    assert Got(server, "/", Host="localhost:1").status == 200


def test_answers_forbid_what_a_page_does_not_need(server: ReportServer) -> None:
    got = Got(server, "/report?run=good")
    assert got.headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in got.headers["Content-Security-Policy"]
    assert "unsafe" not in got.text.split("</head>")[0].split("<style>")[0]


@pytest.fixture
def guarded(runs: Path) -> Iterator[ReportServer]:
    """As if bound to an address that others reach."""
    with ReportServer(Site(RunsFolder(runs), "a-token"), "127.0.0.1", 0) as made:
        thread = threading.Thread(target=made.serve_forever)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.mark.parametrize(
    "headers",
    [{}, {"Cookie": "acidtest=wrong"}, {"Authorization": "Bearer wrong"}, {"Cookie": "acidtest"}],
)
def test_without_the_token_there_is_nothing(
    guarded: ReportServer, headers: Mapping[str, str]
) -> None:
    for path in ("/", "/api/runs", "/report?run=good", "/nowhere", "/?token=wrong", "/?token="):
        got = Got(guarded, path, **headers)
        assert got.status == 401
        assert "good" not in got.text


def test_the_token_opens_once_and_becomes_a_cookie(guarded: ReportServer) -> None:
    got = Got(guarded, "/?token=a-token")
    assert (got.status, got.headers["Location"]) == (303, "/")
    cookie = got.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert Got(guarded, "/api/runs", Cookie=cookie.split(";")[0]).status == 200
    assert Got(guarded, "/api/runs", Authorization="Bearer a-token").status == 200
    assert Got(guarded, "//evil.example/?token=a-token").headers["Location"] == "/"


def test_an_address_that_others_reach_gets_a_token(runs: Path) -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost")] == [True] * 3
    assert [is_loopback(host) for host in ("0.0.0.0", "10.0.0.1", "example")] == [False] * 3
    with make_server(RunsFolder(runs), "0.0.0.0", 0) as server:
        assert server.site.token
        assert server.address.endswith(server.site.token)


def test_the_list_follows_a_run_as_it_goes(runs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "root" / "one"
    shutil.copytree(runs / "good", folder)
    (folder / "summary.json").unlink()
    lines = (folder / "answers.jsonl").read_text().splitlines(keepends=True)
    (folder / "answers.jsonl").write_text("".join(lines[:3]) + "half a li")
    seen = RunsFolder(folder.parent)
    (row,) = seen.listed()
    assert (row["state"], row["done"], row["of"]) == ("stopped", 3, 8)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        (folder / "answers.jsonl").write_text("".join(lines[:5]))
        (row,) = seen.listed()
        assert (row["state"], row["done"]) == ("going", 5)
    shutil.copy(runs / "good" / "summary.json", folder)
    (row,) = seen.listed()
    assert row["state"] == "done"
    (folder / "manifest.json").write_text("{")
    (row,) = seen.listed()
    assert row["state"] == "unreadable"
    assert str(tmp_path) not in json.dumps(row)


def test_a_run_that_changes_is_read_again(runs: Path, tmp_path: Path) -> None:
    editable(runs / "good", tmp_path / "root" / "one")
    seen = RunsFolder(tmp_path / "root")
    before = seen.sections(["one"])
    assert seen.sections(["one"]) is before
    summary = tmp_path / "root" / "one" / "summary.json"
    summary.write_text(summary.read_text().replace('"errors": 0', '"errors": 3'))
    (section,) = seen.sections(["one"])
    assert section.runs[0].summary["errors"] == 3


@pytest.mark.parametrize("show", ["all", "below", "best", "differ", "errors"])
@pytest.mark.parametrize("sort", ["", "id", "-id", "group:0", "-score:1:0", "score:0:7"])
def test_pages_hold_what_the_file_holds(runs: Path, show: str, sort: str) -> None:
    """The rows are those that the page picks out of its own data."""
    (section,) = make_sections([runs / name for name in ("good", "deep/half", "stub")])
    data = samples.rows(section, section.by_sample, 4)
    columns = [[0, 0], [1, 7], [2, 0]]
    query = {**QUERY, "show": show, "sort": sort, "metric": 0, "columns": columns}
    page = paged.page_of(section, query)
    found = {row["id"]: row["cells"] for row in page["rows"]}
    assert page["total"] == len(found)
    for identity, cells in found.items():
        at = data["ids"].index(identity)
        assert cells == [data["scores"][r][m][at] for r, m in columns]
    right = {"all": 8, "below": 4, "best": 4, "differ": 4, "errors": 0}
    assert page["total"] == right[show]
    if sort.endswith("id"):
        assert list(found) == sorted(found, reverse=sort.startswith("-"))
    if sort == "":
        assert list(found) == [identity for identity in data["ids"] if identity in found]


@pytest.mark.parametrize(("pair", "count"), [((0, 1), 4), ((0, 2), 8), ((2, 1), 4)])
def test_two_runs_of_several_differ_where_those_do(
    server: ReportServer, pair: tuple[int, int], count: int
) -> None:
    names = ["good", "deep/half", "stub"]
    assert rows(server, names, show="differ", runs=pair)["total"] == count
    assert rows(server, names, show="all", runs=pair)["total"] == 8


def test_search_and_groups_narrow_a_page(server: ReportServer) -> None:
    names = ["good", "deep/half"]
    assert rows(server, names)["total"] == 8
    assert rows(server, names, search="INK o2")["total"] == 1
    assert rows(server, names, groups={"opt": "O3"})["total"] == 2
    assert rows(server, names, search="%")["total"] == 0
    assert rows(server, names, **{"from": 6})["rows"][0]["id"]


@pytest.mark.parametrize(
    "change",
    [
        {"groups": {"nowhere": "x"}},
        {"groups": {'opt" = 1 OR 1=1 --': "x"}},
        {"groups": []},
        {"sort": "score:99:0"},
        {"sort": "score:-1:0"},
        {"sort": "id; DROP TABLE run0"},
        {"sort": "group:x"},
        {"columns": [[0, 99]]},
        {"columns": [["a"]]},
        {"from": "x"},
        {"metric": -1},
        {"metric": None},
        {"show": "differ", "runs": [0]},
        {"show": "differ", "runs": [0, 1, 0]},
        {"show": "differ", "runs": [0, 9]},
        {"show": "differ", "runs": "0;"},
        {"show": "differ", "runs": {"0": 1}},
        {"show": "differ", "runs": 1},
    ],
)
def test_a_query_that_is_none_is_refused(server: ReportServer, change: dict[str, Any]) -> None:
    query = {**QUERY, "columns": [[0, 0]], **change}
    got = Got(server, "/api/samples?" + urlencode([("run", "good"), ("query", json.dumps(query))]))
    assert got.status == 400
    assert "invalid query" in got.text


def test_odd_names_of_folders_and_values_are_no_sql(runs: Path, tmp_path: Path) -> None:
    name = "it's [a] *?.run; --"
    shutil.copytree(runs / "good", tmp_path / name)
    (section,) = RunsFolder(tmp_path).sections([name])
    query = {**QUERY, "search": "' OR 1=1 --", "groups": {"opt": "O'0"}, "columns": [[0, 0]]}
    assert paged.page_of(section, query)["total"] == 0
    assert paged.page_of(section, {**QUERY, "columns": [[0, 0]]})["total"] == 8
