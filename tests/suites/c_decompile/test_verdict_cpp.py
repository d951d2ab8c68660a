"""Verdicts on C++."""

from __future__ import annotations

import pytest

from acidtest.suites.c_decompile.verdict import Verdicts

from .judging import PASS, MakeTask, sound

CPP_TEST = "#include <cassert>\nint main() {\n  assert(func0(1) == 2);\n}\n"


@pytest.mark.parametrize(
    ("function", "test"),
    [
        ("int func0(int a) { return a + 1; }\n", CPP_TEST),
        (
            "#include <vector>\nint func0(const std::vector<int> &v) { return (int)v.size(); }\n",
            "#include <cassert>\nint main() { assert(func0({1, 2}) == 2); return 0; }\n",
        ),
        (
            "#include <string>\nusing namespace std;\nstring func0(string s) { return s + s; }\n",
            '#include <cassert>\nint main() { assert(func0("ab") == "abab"); return 0; }\n',
        ),
    ],
    ids=["int", "vector", "string"],
)
def test_a_cpp_reference_passes(
    verdicts: Verdicts, make_task: MakeTask, function: str, test: str
) -> None:
    task = make_task(language="cpp", function=function, test=test)
    assert sound(verdicts, task, function) == PASS
    assert verdicts.published_verdict(task, function)["reexecutable"] is True


def test_cpp_streams_work_in_test_and_answer(verdicts: Verdicts, make_task: MakeTask) -> None:
    task = make_task(language="cpp", test="#include <iostream>\n" + CPP_TEST)
    answer = '#include <iostream>\nint func0(int a) { std::cout << "x"; return a + 1; }'
    assert sound(verdicts, task, task.function)["passes"] is True
    assert sound(verdicts, task, answer)["passes"] is True


def test_a_wrong_cpp_answer_fails(verdicts: Verdicts, make_task: MakeTask) -> None:
    task = make_task(language="cpp", test=CPP_TEST)
    found = sound(verdicts, task, "int func0(int a) { return a; }")
    assert (found["compiles"], found["passes"]) == (True, False)
    assert found["why"].startswith("assertion failed")


def test_cpp_that_does_not_compile_says_why(verdicts: Verdicts, make_task: MakeTask) -> None:
    task = make_task(language="cpp", test=CPP_TEST)
    found = sound(verdicts, task, "int func0(int a) { return nope; }")
    assert found["compiles"] is False
    assert "nope" in found["why"]


def test_cpp_start_up_code_cannot_forge_a_verdict(verdicts: Verdicts, make_task: MakeTask) -> None:
    answer = """
#include <cstring>
#include <exception>
#include <ext/stdio_filebuf.h>
__attribute__((constructor)) static void early() {
  char message[224];
  memset(message, 0, sizeof message);
  __gnu_cxx::stdio_filebuf<char> in(0, std::ios::in | std::ios::binary, 1);
  in.sgetn(message, 16);
  message[16] = 1;
  __gnu_cxx::stdio_filebuf<char> out(3, std::ios::out | std::ios::binary);
  out.sputn(message, sizeof message);
  out.pubsync();
  std::terminate();
}
int func0(int a) { return 0; }
"""
    assert sound(verdicts, make_task(language="cpp", test=CPP_TEST), answer)["passes"] is False
