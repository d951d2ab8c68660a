"""Text scores mislead: the case that the suite's README shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from acidtest.metrics import published
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox

ORIGINAL = """int func0(int *a, int n) {
    int best = a[0];
    for (int i = 1; i < n; i++) {
        if (a[i] > best) best = a[i];
    }
    return best;
}
"""
TEST = """#include <assert.h>
int main(void) {
    int large[] = {3, 70000, -5}, one[] = {-1}, rising[] = {1, 2, 3, 4};
    assert(func0(large, 3) == 70000);
    assert(func0(one, 1) == -1);
    assert(func0(rising, 4) == 4);
    return 0;
}
"""
RENAMED = """int func0(int *param_1, int param_2) {
    int local_c = param_1[0];
    for (int local_10 = 1; local_10 < param_2; local_10++) {
        if (param_1[local_10] > local_c) local_c = param_1[local_10];
    }
    return local_c;
}
"""
SPLIT = """int func0(int *a, int n)
{
    int best;
    int i;
    int x;
    best = *a;
    i = 1;
loop:
    if (i >= n) goto done;
    x = *(a + i);
    if (x <= best) goto next;
    best = x;
next:
    i = i + 1;
    goto loop;
done:
    return best;
}
"""


@pytest.fixture(scope="module")
def verdicts() -> Iterator[Verdicts]:
    with Sandbox({"runner": runner()}) as sandbox:
        yield Verdicts(find_gcc(), sandbox)


@pytest.mark.parametrize(
    ("answer", "bleu", "similarity", "passes"),
    [
        (ORIGINAL, 1.0, 1.0, True),
        (ORIGINAL.replace("int *a", "short *a"), 0.95, 0.97, False),
        (ORIGINAL.replace("a[i] > best", "a[i] < best"), 0.95, 0.99, False),
        (RENAMED, 0.37, 0.48, True),
        (SPLIT, 0.27, 0.46, True),
    ],
    ids=["itself", "type changed", "operator changed", "renamed", "split"],
)
def test_similar_text_is_not_the_same_program(
    verdicts: Verdicts, answer: str, bleu: float, similarity: float, passes: bool
) -> None:
    task = Task("largest", "O0", "c", "func0", "", ORIGINAL, TEST)
    assert published.token_bleu(ORIGINAL, answer) == pytest.approx(bleu, abs=0.005)
    edits = published.line_edit_similarity(ORIGINAL, answer)
    assert edits == pytest.approx(similarity, abs=0.005)
    assert verdicts.sound_verdict(task, answer)["plain"]["passes"] is passes
