"""Samples for other targets: ids, groups, what is left out, and the questions built for them."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Dataset, Questions
from acidtest.core.records import Sample
from acidtest.core.registry import read_dataset
from acidtest.suites.c_decompile import dataset
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.targets import fairness, sample_id
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.target import TARGETS, Target, parse_target, select_targets
from tests.toolchains.test_target import toolchain

TASK = """// topic: numbers
// ---- function ----
{function}
// ---- test ----
#include <assert.h>
int main(void) {{ assert(func0(2, "ab") == 101); return 0; }}
"""
FUNCTION = 'int func0(int i, const char *s) { return i + s[1] + "abc"[i % 3] - s[i % 2] - 1; }'
LONG = "long func0(long i, const char *s) { return i + s[0] + 2; }"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "mix.c").write_text(TASK.format(function=FUNCTION))
    (tmp_path / "wide.c").write_text(TASK.format(function=LONG))
    return tmp_path


def read(corpus: Path, *targets: str) -> Dataset:
    return read_dataset(SUITE, RunOptions.of({"data": corpus, "target": targets}))


def ids(data: Dataset) -> list[str]:
    return [sample.id for sample in data.samples]


def test_without_a_target_the_samples_are_those_of_the_data(corpus: Path) -> None:
    data = read(corpus)
    assert ids(data)[:4] == ["mix-O0", "mix-O1", "mix-O2", "mix-O3"]
    assert data.sha256 == dataset.read([corpus]).sha256
    assert all("target" not in sample.groups for sample in data.samples)


def test_a_target_names_the_sample_except_where_it_always_was(corpus: Path) -> None:
    data = read(corpus, "aarch64-gcc-O2", "x86-64-gcc-O2", "x86-64-gcc-Os")
    assert ids(data)[:3] == ["mix-O2", "mix-x86-64-gcc-Os", "mix-aarch64-gcc-O2"]
    one = list(data.samples)[2]
    assert one.cluster == "mix"
    expected = {"target": "aarch64-gcc-O2", "arch": "aarch64", "compiler": "gcc", "opt": "O2"}
    assert expected.items() <= one.groups.items()
    assert one.truth.opt == "O2"


def test_every_target_has_its_own_id() -> None:
    assert len({sample_id("t", target) for target in TARGETS}) == len(TARGETS)


def test_what_cannot_be_judged_is_left_out_and_counted(corpus: Path) -> None:
    data = read(corpus, "mingw-O0", "mingw-O2", "mips-gcc-O0")
    assert ids(data) == [
        *("mix-mips-gcc-O0", "mix-x86-64-mingw-O0", "mix-x86-64-mingw-O2", "wide-mips-gcc-O0"),
    ]
    assert list(data.left_out.values()) == [1, 1]
    assert all("it uses long" in reason for reason in data.left_out)
    (corpus / "mix.c").unlink()
    with pytest.raises(InputError, match="--target mingw: no task can be judged there"):
        read(corpus, "mingw")


def test_the_data_depends_on_the_targets(corpus: Path) -> None:
    assert read(corpus, "aarch64").sha256 != read(corpus, "riscv64").sha256
    assert read(corpus, "aarch64", "riscv64").sha256 == read(corpus, "riscv64", "aarch64").sha256


def record(**changes: object) -> dict[str, object]:
    return {
        "task_id": 1,
        "type": "O0",
        "c_func": "int func0(int a) { return a; }",
        "c_test": "int main() { return func0(0); }",
        "input_asm_prompt": "<func0>:\nret",
        **changes,
    }


def test_a_record_may_carry_its_target(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text(json.dumps([record(), record(target="riscv64-clang-Os")]))
    data = dataset.read([path])
    plain, other = data.samples
    assert (plain.id, other.id) == ("1-O0", "1-riscv64-clang-Os")
    assert plain.groups == {"opt": "O0"}
    assert other.groups["target"] == "riscv64-clang-Os"
    assert other.truth.asm == "<func0>:\nret", "its question is the record's own"
    both = dataset.for_targets(data, ["riscv64-clang-Os", "riscv64-clang-O0"]).samples
    assert [s.truth.asm for s in both] == [None, "<func0>:\nret"]


def test_a_record_with_a_wrong_or_unfit_target_says_where(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    for value in ("riscv64", "", 7, ["all"]):
        path.write_text(json.dumps([record(target=value)]))
        with pytest.raises(InputError, match="record 0: field 'target'"):
            dataset.read([path])
    path.write_text(json.dumps([record(target="x86-64-mingw-O0", c_func=LONG)]))
    with pytest.raises(InputError, match="no task can be judged: x86-64-mingw-O0: it uses long"):
        dataset.read([path])


@pytest.mark.parametrize(
    ("target", "function", "flags", "emulated"),
    [
        ("x86-64-clang-O2", "long f;", (), False),
        ("x86-64-mingw-O2", "int f;", (), False),
        ("x86-64-mingw-O2", "long f;", None, False),
        ("aarch64-gcc-O2", "long f;", ("-funsigned-char",), False),
        ("aarch64-gcc-O2", "long double f;", None, True),
        ("armhf-gcc-O2", "int f;", None, True),
    ],
)
def test_how_a_task_is_judged(
    make_task: Callable[..., Task],
    target: str,
    function: str,
    flags: tuple[str, ...] | None,
    emulated: bool,
) -> None:
    way = fairness(make_task(function=function, target=parse_target(target)))
    assert (way.flags, way.emulated) == (flags, emulated)
    assert bool(way.why) == (flags is None)


def test_cpp_is_not_judged_under_emulation(make_task: Callable[..., Task]) -> None:
    way = fairness(make_task(language="cpp", target=parse_target("mips-gcc-O0")))
    assert not way.emulated
    assert "C++ is not judged there" in way.why


MAGIC = {"elf": b"\x7fELF", "pe": b"MZ"}


FIRST = ["i386-clang-O0", "mips-clang-O0", "aarch64-gcc-O0", "armhf-gcc-O0"]
REFERRING = """#include <string.h>
static const double table[] = {1.5, 2.5, 3.5};
double func0(const char *s, int i) { return strcmp(s, "hello") ? table[i % 3] : s[0]; }
"""


@pytest.mark.parametrize("target", [*select_targets(["O2"]), *map(parse_target, FIRST)], ids=str)
def test_the_question_is_built_for_the_target(
    target: Target, questions: Questions, make_task: Callable[..., Task]
) -> None:
    toolchain(target)
    test = "int main(int c, char **v) { return func0(v[0], c) != 0; }\n"
    task = make_task(function=REFERRING, test=test, opt=target.level, target=target)
    sample = Sample("t", "t", {}, task, {})
    text = questions.text(sample, "asm")
    assert text.startswith("<func0>:\n")
    assert len(text.splitlines()) > 10
    assert not any(mark in text for mark in ("// ", "@ ", "# ")), "comments are removed"
    data = questions.text(sample, "asm-data")
    assert b"hello\0".hex(" ") in data
    order = {"little": "<", "big": ">"}[target.platform.abi.byte_order]
    assert struct.pack(f"{order}3d", 1.5, 2.5, 3.5).hex(" ") in data
    program = questions.program(sample)
    assert program is not None
    assert program.data.startswith(MAGIC[target.format])
    assert program.symbol == "func0"
    assert program.address
    if target.architecture == "armhf":
        assert program.address % 2 == (target.compiler == "gcc"), "gcc makes Thumb code"
