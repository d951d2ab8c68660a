"""Quality of answers that pass: worked out by hand, on the corpus, and with hostile texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from acidtest.core.protocols import Judge
from acidtest.core.records import Answer, Sample
from acidtest.lang.c_function import CVariable, read_function
from acidtest.lang.c_types import CType
from acidtest.suites.c_decompile.quality import METRICS, NAMES, quality
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.task import Task

from .dwarf import variables

FUNCTION = """#include <stddef.h>
int func0(const int *values, size_t count) {
    int best = 0;
    for (size_t i = 0; i < count; i++)
        if (values[i] > best)
            best = values[i];
    return best;
}
"""
# the same in Ghidra's words, with a goto
GHIDRA = """
uint func0(int *param_1,long param_2)

{
  int iVar1;
  undefined8 local_10;

  iVar1 = 0;
  local_10 = 0;
LAB_00101150:
  if (local_10 < param_2) {
    if (iVar1 < param_1[local_10]) {
      iVar1 = param_1[local_10];
    }
    local_10 = local_10 + 1;
    goto LAB_00101150;
  }
  return iVar1;
}
"""
TEST = """#include <assert.h>
int main(void) {
    int values[] = {3, 9, 4};
    assert(func0(values, 3) == 9);
    assert(func0(values, 1) == 3);
}
"""
TASK = Task("t", "O0", "c", "func0", "", FUNCTION, TEST)
WORST = dict.fromkeys(NAMES, 0.0)
CORPUS = [sample for sample in SUITE.read([]).samples if sample.groups["opt"] == "O0"]


def of(text: str, task: Task = TASK) -> dict[str, Any]:
    """The values of an answer that passes, without the prefix."""
    metrics = quality(task, text, 0).metrics
    return {name.removeprefix("quality."): value for name, value in metrics.items()}


def test_a_decompiler_s_text_worked_out_by_hand() -> None:
    values = of(GHIDRA)
    # uint for int: 2/3; int * right; long for size_t: 2/3
    assert values["signature"] == pytest.approx((2 / 3 + 1 + 2 / 3) / 3)
    # of int and size_t: int right, undefined8 has only the width
    assert values["local_types"] == pytest.approx((1 + 1 / 3) / 2)
    assert values["names"] == values["exact_names"] == 0
    assert values["gotos"] == 1 / 2
    # a loop with an if in it, against an if with an if in it
    assert values["nesting"] == 1
    # `for` and `goto` jump alike
    assert values["control_flow"] == 1
    evidence = quality(TASK, GHIDRA, 0).evidence
    assert evidence["tokens"] == [51, 66]
    assert values["length"] == 51 / 66
    assert (evidence["gotos"], evidence["locals"]) == ([0, 1], [2, 2])
    assert (evidence["edits"], evidence["fewest_edits"]) == (0, True)


def test_names_of_a_model() -> None:
    renamed = FUNCTION.replace("best", "max_best").replace("values", "array")
    values = of(renamed)
    # count and i are right, best in part; four variables each
    assert values["names"] == pytest.approx(2 * (2 + 2 / 3) / 8)
    assert values["exact_names"] == pytest.approx(2 * 2 / 8)
    assert values["signature"] == values["local_types"] == values["control_flow"] == 1


@pytest.mark.parametrize(
    "answer",
    [
        # a pretty draft that does not compile cannot stand in for the code that passes
        f"```c\n{FUNCTION.replace('= 0', '= nothing', 1)}\n```\nNow:\n```c\n{GHIDRA}\n```\n",
        GHIDRA.replace("  ", "\u00a0 "),
    ],
    ids="fences spaces".split(),
)
def test_the_reading_that_was_judged_is_measured(judge: Judge, answer: str) -> None:
    sample = Sample("t", "t", {}, TASK, {})
    observation = judge.observe(sample, answer)
    score = SUITE.score(sample, Answer("t", answer), observation)
    assert score.metrics["passes_with_types"] == 1
    assert {name: score.metrics[name] for name in NAMES} == quality(TASK, GHIDRA, 0).metrics


def test_an_answer_that_does_not_pass_has_the_worst_quality() -> None:
    read = quality(TASK, FUNCTION, None)
    assert (read.metrics, read.reasons, read.evidence) == (WORST, {}, {})


@pytest.mark.parametrize("sample", CORPUS[::9], ids=lambda sample: str(sample.id))
def test_the_oracle_is_best_and_silence_worst(sample: Sample) -> None:
    oracle = quality(sample.truth, sample.truth.function, 0)
    silence = quality(sample.truth, "", None)
    apply = [metric.name for metric in METRICS if metric.name not in oracle.reasons]
    assert [oracle.metrics[name] for name in apply] == [1] * len(apply)
    assert [silence.metrics[name] for name in apply] == [0] * len(apply)
    assert silence.reasons == oracle.reasons


def test_the_sample_decides_what_applies() -> None:
    """An answer cannot leave a figure, and a task without variables has none to recover."""
    bare = Task("t", "O0", "c", "func0", "", "int func0(void) { return 3; }", "")
    for text, reading in ((bare.function, 0), ("int func0(int a) { int b; }", 0), ("", None)):
        read = quality(bare, text, reading)
        assert set(read.reasons) == {
            f"quality.{n}" for n in ("local_types", "names", "exact_names")
        }
        assert all(read.metrics[name] is None for name in read.reasons)
    cpp = Task("t", "O0", "cpp", "func0", "", "int func0(int a) { return a; }", "")
    assert set(quality(cpp, "", None).reasons.values()) == {"the task is not in C"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no definition"),
        (f"#if 1\n{GHIDRA}\n#else\n{FUNCTION}\n#endif", "no definition"),
        (f"#define func0 pretty\n{FUNCTION}\n#undef func0\n", "contains 'func0'"),
        (f"#define AGAIN goto top\n{FUNCTION}", "contains 'goto'"),
        (FUNCTION + "/*" + "x" * 40_000 + "*/", "longer than"),
        (FUNCTION + "(" * 200_000, "longer than"),
        (FUNCTION.replace("best = 0;", "best = 0; " + "{" * 2000 + "}" * 2000), "nested more"),
    ],
    ids="empty conditional renamed hidden-goto comment brackets nest".split(),
)
def test_what_cannot_be_read_has_the_worst_quality(text: str, why: str) -> None:
    read = quality(TASK, text, 0)
    assert read.metrics == WORST
    assert why in read.evidence["not_measured"]


@pytest.mark.parametrize(
    "part",
    [
        "int " + ", ".join(f"v{n}" for n in range(4000)) + ";",
        "".join(f"l{n}: if (best) goto l{n // 2};\n" for n in range(900)),
        "if (best) { best++; } " * 900,
        "switch (best) {" + "".join(f"case {n}: best++;" for n in range(900)) + "}",
        "best = " + "-" * 9000 + "1;",
        "\ud800 \0 é",
    ],
    ids="variables gotos branches cases signs odd".split(),
)
def test_hostile_bodies_are_measured_and_always_alike(part: str) -> None:
    text = FUNCTION.replace("return", f"{part}\nreturn")
    read = quality(TASK, text, 0)
    assert all(0 <= (value or 0) <= 1 for value in read.metrics.values())
    assert read == quality(TASK, text, 0)


def test_a_macro_for_a_type_is_the_type_it_stands_for() -> None:
    text = "#define size_t char\n#define int undefined4\n" + FUNCTION.partition("\n")[2]
    assert of(text)["signature"] == pytest.approx((1 / 3 + (2 + 1 / 3) / 3 + 0) / 3)


def _alike(text: CType, debug: CType) -> bool:
    """Whether two types are equal, but for a size that the text does not say."""
    if text.kind == "name":
        return text.name == "va_list"
    inner = text.of is None or debug.of is None or _alike(text.of, debug.of)
    return (
        (text.kind, text.sign, len(text.fields)) == (debug.kind, debug.sign, len(debug.fields))
        and (text.size is None or text.size == debug.size)
        and inner
        and all(_alike(a, b) for a, b in zip(text.fields, debug.fields, strict=True))
    )


@pytest.mark.parametrize("sample", CORPUS[4::18], ids=lambda sample: str(sample.id))
def test_types_and_names_are_those_of_gcc_s_debug_information(
    sample: Sample, tmp_path: Path
) -> None:
    task: Task = sample.truth
    result, parameters, inner = variables(task.reference, task.entry, tmp_path)
    read = read_function(task.function, task.entry, [task.dependencies])
    assert _alike(read.result, result)

    def order(variable: CVariable) -> tuple[str, str]:
        return variable.name, str(variable.type)

    both = [*zip(read.parameters, parameters, strict=True)]
    both += zip(sorted(read.locals, key=order), sorted(inner, key=order), strict=True)
    assert [a.name for a, _ in both] == [b.name for _, b in both]
    assert all(_alike(a.type, b.type) for a, b in both)
