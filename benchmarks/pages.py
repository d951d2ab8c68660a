"""Speed and size of reports: python benchmarks/pages.py [--write].

Two runs of the shipped crypto-inventory corpus, repeated under other ids with scores moved at
random: 10,000 samples as a file, 100,000 through the server.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[1]))

import acidtest
from acidtest.analysis.questions import asked
from acidtest.analysis.sections import make_sections
from acidtest.core.metric import mean_metrics, pooled_counts
from acidtest.core.records import Sample, Score
from acidtest.engine.summarise import plain_figures, summarise
from acidtest.report import search
from acidtest.report.html import report_html
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.serve import make_server
from acidtest.store import Run, answer_to_json, read_summary, write_json, write_scores
from acidtest.store.answers import AnswerLog
from benchmarks.report import write_section

SYSTEMS = ("acidtest-scan", "keyword")


def repeat(run: Path, folder: Path, count: int) -> None:
    """Repeat the run's samples up to `count`, with slightly different scores each time."""
    loaded = Run.open(run)
    answers = AnswerLog(run / "answers.jsonl").answers
    chance = random.Random(count)
    samples, scores, lines = {}, [], []
    known = loaded.scores()
    groups = [
        {name: value for name, values in loaded.groups.items() if (value := values[place])}
        for place in range(len(known))
    ]
    metrics = loaded.suite.metrics
    for i in range(count):
        place = i % len(known)
        old = known[place]
        identity = f"{old.id}~{i}"
        cluster = f"{loaded.clusters[place]}~{i}"
        samples[identity] = Sample(identity, cluster, groups[place], None, {})
        moved = {k: None if v is None else v * chance.random() for k, v in old.metrics.items()}
        scores.append(Score(identity, 0, moved, old.reasons, old.evidence, None, old.cause))
        answer = replace(answers[old.id, old.attempt], id=identity)
        lines.append(json.dumps(answer_to_json(answer)) + "\n")
    shutil.copytree(run, folder)
    (folder / "answers.jsonl").write_text("".join(lines))
    path = folder / "scores.sqlite"
    write_scores(path, scores, samples, mean_metrics(metrics), pooled_counts(metrics))
    summary = read_summary(folder)
    for name, mean in plain_figures(scores, metrics).items():
        if not next(m for m in metrics if m.name == name).pooled:
            n = sum(score.metrics[name] is not None for score in scores)
            summary["metrics"][name] |= {"value": mean, "n": n}
    counts = dict.fromkeys(("n", "asked", "scored"), count)
    write_json(folder / "summary.json", {**summary, **counts})


def summarised(run: Path) -> Callable[[], Any]:
    """The run's summary made again, with its intervals in all groups."""
    loaded = Run.open(run)
    scores = loaded.scores()
    samples = [
        Sample(
            identity,
            loaded.clusters[place],
            {name: value for name, values in loaded.groups.items() if (value := values[place])},
            None,
            {},
        )
        for place, identity in enumerate(loaded.ids)
    ]
    return lambda: summarise(scores, samples, loaded.suite.metrics, None)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor seconds of client and server, which share this process, and the result."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


def served(root: Path) -> dict[str, float]:
    """Seconds for each request, by name."""
    runs = [("run", name) for name in SYSTEMS]
    query = {"search": "", "groups": {}, "show": "all", "sort": "", "metric": 0, "from": 0,
             "columns": [[0, 0], [1, 0]]}  # fmt: skip
    with make_server(RunsFolder(root), "127.0.0.1", 0) as server:
        serving = threading.Thread(target=server.serve_forever, daemon=True)
        serving.start()

        def get(path: str, *values: tuple[str, str]) -> Callable[[], bytes]:
            url = server.address + path + "?" + urllib.parse.urlencode(values)
            return lambda: bytes(urllib.request.urlopen(url).read())

        def rows(**changes: Any) -> Callable[[], bytes]:
            return get("api/samples", *runs, ("query", json.dumps({**query, **changes})))

        last = {"sort": "-score:0:0", "from": 99_950}
        requests = {
            "the list of runs": get("api/runs"),
            "the report, first time": get("report", *runs),
            "the report again": get("report", *runs),
            "a page of samples": rows(),
            "the last page by score": rows(**last),
            "a search": rows(search="python ~1"),
            "samples where runs differ": rows(show="differ"),
            "two runs compared": get("api/compare", *runs),
        }
        times = {name: timed(work)[0] for name, work in requests.items()}
        server.shutdown()
        serving.join()
    return times


def searching(root: Path, first: Path) -> dict[str, float]:
    """Seconds until the answers of a folder can be searched, and for a search of each kind."""
    manifest = Run.open(first).manifest

    def known(_: object, ids: Sequence[str]) -> dict[str, Any]:
        """The questions of the samples that these repeat."""
        origins = {identity: identity.rpartition("~")[0] for identity in ids}
        texts = asked(manifest, list(dict.fromkeys(origins.values())))
        return {identity: texts[origin] for identity, origin in origins.items()}

    with mock.patch.object(search, "asked", known):
        index = search.AnswerIndex(RunsFolder(root))

        def fill() -> None:
            index.search({})
            index.wait()

        def find(text: str, **more: str) -> Callable[[], Any]:
            return lambda: index.search({"search": text, "controls": "yes", **more})

        times = {"index of 20,000 answers and questions, made once": timed(fill)[0]}
        kinds = {
            "a word in some of them": find("RSA"),
            "three words": find("import key cipher"),
            "a letter": find("a"),
            "no word, one cause": find("", cause="missed findings"),
        }
        times |= {f"search them: {name}": timed(work)[0] for name, work in kinds.items()}
        index.close()
    return times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    write = parser.parse_args().write
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        for name in SYSTEMS:
            acidtest.evaluate("crypto-inventory", name, out=root / "first" / name, controls="none")
            for count in (10_000, 100_000):
                repeat(root / "first" / name, root / str(count) / name, count)
        folders = [root / "10000" / name for name in SYSTEMS]
        seconds, page = timed(lambda: report_html(make_sections(folders)))
        size = len(page.encode()) / 1e6
        summing = [timed(summarised(root / str(n) / SYSTEMS[0]))[0] for n in (10_000, 100_000)]
        times = served(root / "100000")
        times |= searching(root / "10000", root / "first" / SYSTEMS[0])
        summary = Run.open(root / "first" / SYSTEMS[0]).summary
    metrics, groups = len(summary["metrics"]), sum(map(len, summary["groups"].values()))
    text = "\n".join(
        [
            "## Reports",
            "",
            "Two runs of crypto-inventory; `python benchmarks/pages.py --write`. Seconds are of "
            "the processor: what a person waits for on an idle machine.",
            "",
            f"A report of 10,000 samples: **{size:.2f} MB** (target: 3), written in "
            f"{seconds:.1f} s. A run's summary with intervals, {metrics} metrics in {groups} "
            f"groups: {summing[0]:.0f} s for 10,000 samples, {summing[1]:.0f} s for 100,000. "
            "`serve` over 100,000 samples of both, and the search over 10,000 answers of each:",
            "",
            "| request | CPU s |",
            "|---|---:|",
            *(f"| {name} | {value:.2f} |" for name, value in times.items()),
        ]
    )
    print(text)
    if write:
        write_section("reports", text)


if __name__ == "__main__":
    main()
