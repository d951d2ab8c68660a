"""C++ in two processes: what crosses over, what an answer may change, and what it may not."""

from __future__ import annotations

import pytest

from acidtest.suites.c_decompile.passing import Passing, passing
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts
from acidtest.suites.c_decompile.wire import ResultKind

from .judging import PASS, MakeTask, sound

ASSERT = "#include <cassert>\n"
SHAPE = """
struct Shape { int side; virtual int area() const; };
"""

LIBRARY = Task(
    *("library", "O0", "cpp", "func0", ""),
    "#include <functional>\n#include <map>\n#include <string>\n#include <vector>\n"
    "using namespace std;\n"
    "map<string, int> func0(string pad, const vector<string> &all, vector<int> &sizes,\n"
    "                       function<int(int)> f) {\n  map<string, int> made;\n"
    "  for (const auto &one : all) { made[one + pad] += f((int)one.size());"
    " sizes.push_back((int)one.size()); }\n  return made;\n}\n",
    ASSERT + 'int main() {\n  std::vector<std::string> all{"oak", "a longer name than fits"};\n'
    "  std::vector<int> sizes{7};\n  int k = 3;\n"
    '  auto made = func0("-and-more-than-fifteen", all, sizes, [&](int n) { return n * k; });\n'
    '  assert(made.size() == 2 && made["oak-and-more-than-fifteen"] == 9);\n'
    "  assert((sizes == std::vector<int>{7, 3, 23}) && all.size() == 2);\n  return 0;\n}\n",
)
# of another build: the object is made anew, and its copies are used up
OTHERWISE = LIBRARY.function.replace(
    "  return made;",
    "  pad += pad; sizes = vector<int>(sizes); sizes.shrink_to_fit(); return made;",
)
PLAIN = Task(
    *("plain", "O0", "cpp", "func0", SHAPE),
    "int func0(Shape &a, const int *b, int n) {\n  a.side += n;\n  return a.area() + *b;\n}\n",
    ASSERT + "int Shape::area() const { return side * side; }\n"
    "struct Line : Shape { int area() const override { return side; } };\n"
    "int want[2] = {11, 30};\n"
    "int main() {\n  int b = 2; Shape a; a.side = 2; Line l; l.side = 5;\n"
    "  assert(func0(a, &b, 1) == want[0] && a.side == 3 && b == 2);\n"
    "  Shape &any = l; assert(func0(any, &b, 23) == want[1]); assert(any.area() == 28);\n"
    "  return 0;\n}\n",
)


@pytest.mark.parametrize("answer", [LIBRARY.function, OTHERWISE], ids=["reference", "otherwise"])
def test_containers_and_functions_cross_over(verdicts: Verdicts, answer: str) -> None:
    assert sound(verdicts, LIBRARY, answer) == PASS


@pytest.mark.parametrize(
    "answer",
    [
        PLAIN.function,
        # the same with other types, which its mangled name tells
        "long func0(Shape *a, int *b, long n) { a->side += (int)n; return a->area() + *b; }",
        'extern "C" int func0(void *a, void *b, int n) { int *side = (int *)a + 2; *side += n; '
        "return ((int (*)(void *))**(void ***)a)(a) + *(int *)b; }",
    ],
)
def test_virtual_functions_and_addresses_cross_over(verdicts: Verdicts, answer: str) -> None:
    assert sound(verdicts, PLAIN, answer) == PASS


def test_exceptions_and_constructors_stay_in_their_process(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    function = (
        "struct Seed { int n; Seed() : n(40) {} };\nstatic Seed seed;\n"
        "int func0(int a) { try { if (a > 1) throw a; } catch (int b) { return b + seed.n; } "
        "return a; }\n"
    )
    test = (
        ASSERT + "struct Base { int b; Base() { int c[3] = {1, 2, func0(1)}; b = c[2]; } } base;\n"
        "int main() { assert(base.b == 1); try { throw func0(2); } catch (int x) "
        "{ assert(x == 42); return 0; } return 1; }\n"
    )
    task = make_task(language="cpp", function=function, test=test)
    assert sound(verdicts, task, function) == PASS


def test_what_is_thrown_at_the_test_needs_one_process(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    """An exception's type and destructor are in the answer's code, which the test does not have."""
    function = "int func0(int a) { if (a > 1) throw a; return a; }\n"
    test = ASSERT + "int main() { try { func0(2); } catch (int x) { return x != 2; } return 1; }\n"
    found = sound(verdicts, make_task(language="cpp", function=function, test=test), function)
    assert (found["passes"], found["verdict"]) == (True, "in-process")
    assert "SIGABRT" in found["in_process"]


NOT_SHOWN = "it gave the test an address of memory that it was not shown"
HEAD = "#include <cstdlib>\n#include <cstring>\n"
CHEATS = {
    "ends the process": ("int func0(Shape &a, const int *b, int n) { exit(0); }", "status 0"),
    "before the test": (
        "__attribute__((constructor)) static void early() { _Exit(0); }\n"
        "int func0(Shape &a, const int *b, int n) { return 0; }",
        "",
    ),
    "returns from its caller's frame": (
        "int func0(Shape &a, const int *b, int n) { "
        "void **f = (void **)__builtin_frame_address(0); f[1] = ((void ***)f)[0][1]; return 0; }",
        "",
    ),
    "throws": ("int func0(Shape &a, const int *b, int n) { throw n; }", "SIGABRT"),
    "changes what is const": (
        "int func0(Shape &a, const int *b, int n) { a.side += n; *(int *)b = 2; "
        "*(int *)b = 0; return 0; }",
        "it changed memory that the reference leaves as it is",
    ),
    "a table of functions of its own": (
        "static void *table[4]; int func0(Shape &a, const int *b, int n) { a.side += n; "
        "int c = a.area() + *b; table[0] = (void *)exit; *(void ***)&a = table; return c; }",
        NOT_SHOWN,
    ),
    "a function of the test that it was not given": (
        "static void *table[4]; int func0(Shape &a, const int *b, int n) { a.side += n; "
        "int c = a.area() + *b; table[0] = (char *)**(void ***)&a + 4; *(void ***)&a = table; "
        "return c; }",
        NOT_SHOWN,
    ),
    "the expected values": (
        "int func0(Shape &a, const int *b, int n) { a.side += n; "
        "for (char *p = (char *)0x2b3d9e000000; p < (char *)0x2b3d9e800000; p += 4) "
        'if (!memcmp(p, "\\13\\0\\0\\0\\36\\0\\0", 8)) return ((int *)p)[n > 9]; return 0; }',
        "assertion failed",
    ),
    "two functions of the name": (
        "int func0(Shape &a, const int *b, int n) { return 11; }\nint func0(int n) { return 11; }",
        "assertion failed",
    ),
}


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_in_cpp_fails(verdicts: Verdicts, name: str) -> None:
    answer, why = CHEATS[name]
    found = sound(verdicts, PLAIN, HEAD + answer)
    assert (found["compiles"], found["passes"]) == (True, False)
    assert why in found["why"]


@pytest.mark.parametrize(
    ("prototype", "expected"),
    [
        ("int func0(int a);", Passing(512, ResultKind.NUMBER)),
        ("bool func0(const std::string &a, T &b);", Passing(512, ResultKind.TRUTH, 0, 0b10)),
        ("vector<int> func0(string a, FILE *b);", Passing(512, ResultKind.ADDRESS, 0b100, 0b10)),
        ("std::pair<int, int> func0(string a);", Passing(512, ResultKind.STRUCT)),
        ("int &func0(std::pair<int, int> a, T &b);", Passing(512, ResultKind.ADDRESS)),
    ],
)
def test_how_arguments_of_cpp_travel(prototype: str, expected: Passing) -> None:
    assert passing(prototype, "cpp") == expected
