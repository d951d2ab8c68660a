"""The code that a finding is shown with."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest
from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.suites.sast_triage.code import code_around
from acidtest.suites.sast_triage.identity import normalised
from acidtest.suites.sast_triage.suite import SUITE

PY = """\
LIMIT = 8


def clean(name):
    return name[:LIMIT]


class Store:
    def save(self, name):
        \"\"\"Keeps it.\"\"\"
        open(clean(name), "w")


def main(argv):
    Store().save(argv[1])
"""
C = """\
#define SIZE \\
    16
struct box {
    char text[SIZE]; /* } */
};

static void put(struct box *b, const char *s)
{
    strcpy(b->text, s);
}

int main(void) { struct box b; put(&b, "}"); return 0; }
int other(void) { return 0; }
"""
JS = """\
const LIMIT = 4;
function clip(text) {
  return text.slice(0, LIMIT);
}
exports.show = function (req) {
  return clip(req.query.q);
};
"""


@pytest.mark.parametrize(
    ("name", "text", "line", "parts", "without"),
    [
        ("a/store.py", PY, 11, ["11|->", "def main(argv)", "def clean", "LIMIT = 8"], []),
        ("box.c", C, 9, ["9|->", "int main(void)", "struct box {", "#define SIZE"], ["int other"]),
        ("web.js", JS, 3, ["3|->", "exports.show", "const LIMIT"], []),
        ("odd.py", "def broken(:\n  x\n", 2, ["2|->   x"], []),
    ],
)
def test_a_finding_is_shown_with_what_decides_it(
    tmp_path: Path, name: str, text: str, line: int, parts: list[str], without: list[str]
) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    code = code_around(tmp_path, name, line)
    assert code is not None
    assert [part for part in parts if part not in code] == []
    assert [part for part in without if part in code] == []


@pytest.mark.parametrize("path", ["../secret.py", "none.py", "link.py", "a\0b.py", "x" * 5000])
def test_no_file_outside_is_read(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.py").write_text("x = 1\n")
    root = tmp_path / "root"
    root.mkdir()
    (root / "link.py").symlink_to(tmp_path / "secret.py")
    assert code_around(root, path, 1) is None


def test_findings_with_the_same_text_and_other_labels_differ_in_their_code() -> None:
    """17 texts carry both labels: the line and what stands around it cannot tell."""
    unasked = Path(SUITE.read.__code__.co_filename).parent / "data" / "unasked.jsonl"
    samples = [*SUITE.read([]).samples, *SUITE.read([unasked]).samples]
    by_text = defaultdict(list)
    for sample in samples:
        finding = sample.truth.finding
        by_text[finding.issue_type, normalised(finding.trace, context=True)].append(sample)
    both = [group for group in by_text.values() if len({s.truth.label for s in group}) > 1]
    assert len(both) == 17
    with SUITE.questions(RunOptions()) as questions:
        for group in both:
            codes = defaultdict(set)
            for sample in group:
                text = questions.text(sample, "function").partition("AROUND THE FINDING")[2]
                plain = "\n".join(line.partition("|")[2] for line in text.split("\n"))
                codes[plain].add(sample.truth.label)
            assert all(len(labels) == 1 for labels in codes.values()), group[0].id


def test_a_report_without_its_sources_is_refused_before_anything_runs(tmp_path: Path) -> None:
    place = {"artifactLocation": {"uri": "src/a.py"}, "region": {"startLine": 2}}
    result = {"ruleId": "R", "message": {"text": "m"}, "locations": [{"physicalLocation": place}]}
    log = tmp_path / "mine.sarif"
    log.write_text(json.dumps({"runs": [{"tool": {"driver": {"name": "T"}}, "results": [result]}]}))
    command = ["run", "sast-triage", "--data", str(log), "--question", "function"]
    command += ["--system", "echo", "--controls", "none", "--out", str(tmp_path / "run")]
    refused = CliRunner().invoke(cli, command)
    assert isinstance(refused.exception, InputError)
    assert "1 of 1 findings have no source file, such as src/a.py" in str(refused.exception)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("def f(x):\n    eval(x)\n")
    assert CliRunner().invoke(cli, command).exit_code == 0
    answer = json.loads((tmp_path / "run" / "answers.jsonl").read_text())["answer"]
    assert "    2|->     eval(x)" in answer
