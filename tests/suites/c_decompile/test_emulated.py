"""Verdicts under another platform's ABI: honest answers pass there, hostile ones do not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.suites.c_decompile.emulated import EmulatedVerdicts, open_emulated
from acidtest.toolchains.cross import MissingTools, find_emulator
from acidtest.toolchains.target import Target
from tests.suites.c_decompile.judging import INCLUDES, MakeTask
from tests.toolchains.test_target import toolchain

NARROW = ("i386", "armhf", "mips")
BIG = "mips"


@pytest.fixture(scope="module")
def platforms() -> Iterator[dict[str, EmulatedVerdicts]]:
    """Verdicts by architecture, opened on first use."""
    with ExitStack() as stack:

        class Opened(dict[str, EmulatedVerdicts]):
            def __missing__(self, name: str) -> EmulatedVerdicts:
                platform = Target("gcc", name).platform
                toolchain(Target("gcc", name))
                try:
                    find_emulator(platform)
                except MissingTools as error:
                    pytest.skip(str(error))
                self[name] = stack.enter_context(open_emulated(platform))
                return self[name]

        yield Opened()


@pytest.fixture(scope="module")
def verdicts(platforms: dict[str, EmulatedVerdicts]) -> EmulatedVerdicts:
    """Of a platform with 32 bits and the other byte order."""
    return platforms[BIG]


LONG = "long func0(long a) { return a * 2; }\n"
LONG_TEST = INCLUDES + (
    "int main() { assert(sizeof(long) == 4); assert(func0(0x40000000) == -0x7fffffff - 1); }\n"
)


@pytest.mark.parametrize("name", NARROW)
def test_the_test_and_the_answer_have_the_platforms_abi(
    platforms: dict[str, EmulatedVerdicts], make_task: MakeTask, name: str
) -> None:
    task = make_task(function=LONG, test=LONG_TEST)
    assert platforms[name].sound_verdict(task, LONG)["plain"] == {
        "compiles": True,
        "passes": True,
        "why": "the test's main returned 0",
        "verdict": "emulated",
        "platform": name,
    }


SHAPES = """
typedef struct { double x; char tag; long long big; } pair;
"""
SHAPED = """
pair func0(pair p, float f, const char *s, unsigned char out[3], double *const *rows, _Bool on) {
    p.x += f + rows[1][0]; p.tag = s[1]; p.big += on; out[2] = (unsigned char)s[2];
    return p;
}
"""
SHAPED_TEST = (
    INCLUDES
    + """
int main() {
    pair p = {1.5, 'a', 1LL << 40}; unsigned char out[3] = {7, 8, 9};
    double one[1] = {1}, two[1] = {2}; double *rows[2] = {one, two};
    pair q = func0(p, 0.25f, "xyz", out, rows, 1);
    assert(q.x == 3.75 && q.tag == 'y' && q.big == (1LL << 40) + 1);
    assert(out[0] == 7 && out[2] == 'z');
    return 0;
}
"""
)


def test_structs_floats_arrays_and_tables_are_passed_on(
    verdicts: EmulatedVerdicts, make_task: MakeTask
) -> None:
    task = make_task(dependencies=SHAPES, function=SHAPED, test=SHAPED_TEST)
    assert verdicts.sound_verdict(task, SHAPED)["plain"]["passes"]
    wrong = SHAPED.replace("p.big += on", "p.big += 2")
    verdict = verdicts.sound_verdict(task, wrong)["plain"]
    assert verdict["why"] == "assertion failed at line 10 of the test"


TEXTS = """
#include <stdlib.h>
#include <string.h>
char *func0(const char *s) {
    char *r = malloc(strlen(s) + 1);
    for (size_t i = 0, n = strlen(s); i <= n; i++) r[i] = i < n ? s[n - 1 - i] : 0;
    return r;
}
"""
TEXTS_TEST = (
    INCLUDES
    + """
static const char *kept = "behind";
int main() {
    char given[8] = "abc"; int expected = 77;
    char *r = func0(given); assert(!strcmp(r, "cba")); free(r);
    r = func0("level"); assert(!strcmp(r, "level")); free(r);
    assert(!strcmp(kept, "behind") && expected == 77 && !strcmp(given, "abc"));
    return 0;
}
"""
)
HEAD = "#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n#include <stdio.h>\n"
HOSTILE = {
    "_exit(0); return 0;": "the answer ended its process with status 0",
    "abort(); return 0;": "the answer was ended by SIGABRT",
    "const char *e = s + strlen(s) + 1; while (!*e) e++; return (char *)e;": "assertion",
    "return (char *)s + 64;": "not shown",
    "static char *t[2]; t[0] = (char *)s + 64; return (char *)t;": "not shown",
    'strcpy((char *)s, ""); return strdup("cba");': "changed memory",
    'long *f = __builtin_frame_address(0); f[0] = 0; return strdup("no");': "assertion",
    "return (char *)*(long *)(s + 32);": "",
    "char *p = (char *)0x13600000; for (int i = 0; i < 4096; i++) p[i] = 1; return p;": "",
    # where the answer has the call: the test has nothing there
    "char **t = (char **)0x3ffef000; for (int i = 300; i < 2000; i++) t[i] = (char *)s + 64; "
    "return (char *)(t + 400);": "the test was ended by SIGSEGV",
    "free((void *)s); return (char *)s;": "SIGABRT",
    "while (malloc(1 << 20)); return 0;": "SIGSEGV",
    "return 0;": "the test was ended by SIGSEGV",
}


@pytest.mark.parametrize("body", HOSTILE)
def test_hostile_answers_fail(verdicts: EmulatedVerdicts, make_task: MakeTask, body: str) -> None:
    task = make_task(function=TEXTS, test=TEXTS_TEST)
    verdict = verdicts.sound_verdict(task, f"{HEAD}char *func0(const char *s) {{ {body} }}")
    assert verdict["plain"]["compiles"]
    assert not verdict["plain"]["passes"]
    assert HOSTILE[body] in verdict["plain"]["why"]


REACHING = {
    "file": 'FILE *f = fopen("test", "r"); if (f) return fgets(malloc(9), 9, f); return 0;',
    "memory": 'FILE *f = fopen("/proc/self/mem", "r+"); return f ? strdup("cba") : 0;',
    "process": 'if (fork() >= 0 || vfork() >= 0) return strdup("cba"); return 0;',
    "program": 'execl("/bin/true", "true", (char *)0); return 0;',
    "signal": "kill(getppid(), 9); kill(-1, 9); return 0;",
}


@pytest.mark.parametrize("what", REACHING)
def test_the_system_refuses_what_is_no_computing(
    verdicts: EmulatedVerdicts, make_task: MakeTask, what: str
) -> None:
    task = make_task(function=TEXTS, test=TEXTS_TEST)
    text = f"{HEAD}#include <signal.h>\nchar *func0(const char *s) {{ {REACHING[what]} }}"
    verdict = verdicts.sound_verdict(task, text)["plain"]
    assert (verdict["compiles"], verdict["passes"]) == (True, False)
    assert verdict["why"] == "the test was ended by SIGSEGV"  # it was given no text


@pytest.mark.parametrize("size", ["40 << 20", "600 << 20", "2000000000"])
def test_an_answer_too_large_to_begin_fails_and_is_counted(
    verdicts: EmulatedVerdicts, make_task: MakeTask, size: str
) -> None:
    task = make_task(function=TEXTS, test=TEXTS_TEST)
    huge = f"{TEXTS}static char huge[{size}];\nchar *also(void) {{ return huge; }}\n"
    assert not verdicts.sound_verdict(task, huge)["plain"]["passes"]


def test_shared_memory_is_refused_for_nothing_bounds_it(
    verdicts: EmulatedVerdicts, make_task: MakeTask
) -> None:
    task = make_task(function=TEXTS, test=TEXTS_TEST)
    body = "mmap(0, 1 << 30, PROT_READ | PROT_WRITE, FLAGS | MAP_ANONYMOUS, -1, 0) != MAP_FAILED"
    text = HEAD + "#include <sys/mman.h>\nchar *func0(const char *s) { if (%s) abort(); return 0; }"
    shared = verdicts.sound_verdict(task, text % body.replace("FLAGS", "MAP_SHARED"))["plain"]
    assert shared["why"] == "the test was ended by SIGSEGV"  # it was given no text
    private = body.replace("FLAGS", "MAP_PRIVATE").replace("1 << 30", "1 << 20")
    assert verdicts.sound_verdict(task, text % private)["plain"]["why"].endswith("SIGABRT")


def test_what_runs_before_the_call_is_confined_too(
    verdicts: EmulatedVerdicts, make_task: MakeTask
) -> None:
    early = (
        HEAD + "static int got; __attribute__((constructor)) static void early(void)"
        '{ got = fopen("test", "r") != 0; }\n'
        'char *func0(const char *s) { return strdup(got ? "cba" : "no"); }'
    )
    task = make_task(function=TEXTS, test=TEXTS_TEST)
    verdict = verdicts.sound_verdict(task, early)["plain"]
    assert verdict["why"] == "assertion failed at line 9 of the test"


def test_names_of_the_c_library_are_an_answers_own(
    verdicts: EmulatedVerdicts, make_task: MakeTask
) -> None:
    own = TEXTS + "int open(void) { return 3; }\nvoid *mmap(void) { return 0; }\nint call, heap;\n"
    task = make_task(function=TEXTS, test=TEXTS_TEST)
    assert verdicts.sound_verdict(task, own)["plain"]["passes"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("char *func0(const char *s) { __asm__(\"nop\"); return 0; }", "inline-assembly"),
        ('char *g(void) __attribute__((section(".mine")));\nchar *g(void) { return 0; }\n'
         "char *func0(const char *s) { return g(); }", "section"),
        ("__thread int each = 3;\nchar *func0(const char *s) { return 0; }", "tls"),
        ("int value = 3;", "no-entry"),
    ],
)  # fmt: skip
def test_what_is_no_answer_in_c_breaks_a_rule(
    verdicts: EmulatedVerdicts, make_task: MakeTask, text: str, rule: str
) -> None:
    task = make_task(function=TEXTS, test=TEXTS_TEST)
    assert verdicts.sound_verdict(task, text)["plain"]["rule"] == rule


def test_a_name_that_nothing_defines_is_named(
    verdicts: EmulatedVerdicts, make_task: MakeTask
) -> None:
    text = "char *nowhere(void);\nchar *func0(const char *s) { return nowhere(); }"
    verdict = verdicts.sound_verdict(make_task(function=TEXTS, test=TEXTS_TEST), text)["plain"]
    assert verdict["why"] == "it could not be loaded: nothing defines nowhere"


def test_a_decompilers_text_gets_its_types(
    platforms: dict[str, EmulatedVerdicts], make_task: MakeTask
) -> None:
    task = make_task(
        function="long long func0(unsigned a, unsigned b) { return ((long long)a << 32) | b; }\n",
        test=INCLUDES + "int main() { assert(func0(1, 2) == 0x100000002LL); }\n",
    )
    text = (
        "undefined8 func0(uint param_1,undefined4 param_2)\n{ return CONCAT44(param_1,param_2); }"
    )
    for name in ("i386", BIG):
        verdict = platforms[name].sound_verdict(task, text)
        assert not verdict["plain"]["passes"]
        assert verdict["with_types"]["passes"]
        assert verdict["adapted"] == {"dialect": ["ghidra"]}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"function": "int func0(int n, ...) { return n; }\n"}, "a variable number of arguments"),
        ({"function": "int func0(int (*f)(int)) { return f(1); }\n",
          "test": "int one(int a) { return a; }\nint main() { return func0(one) != 1; }\n"},
         "it is given a function to call"),
        ({"function": "int func0(int a) { return sizeof(long) + a; }\n",
          "test": INCLUDES + "int main() { assert(func0(1) == 9); }\n"},
         "its reference does not pass there: assertion failed at line 5 of the test"),
        ({"function": "__int128 func0(int a) { return a; }\n",
          "test": "int main() { return func0(0); }\n"}, "does not compile"),
        ({"dependencies": "int shared;\n", "function": "int func0(int a) { return shared + a; }\n",
          "test": "int main() { shared = 1; return func0(-1); }\n"}, "share a variable"),
        ({"language": "cpp"}, "it is C++"),
    ],
)  # fmt: skip
def test_a_task_that_the_platform_cannot_judge_is_left_out(
    verdicts: EmulatedVerdicts, make_task: MakeTask, changes: dict[str, str], reason: str
) -> None:
    task = make_task(**changes)
    assert reason in (verdicts.why_left_out(task) or "")
    with pytest.raises(InfrastructureError, match="task increment cannot be judged for mips"):
        verdicts.sound_verdict(task, task.function)


def test_a_task_with_a_verdict_is_not_left_out(
    verdicts: EmulatedVerdicts, make_task: MakeTask
) -> None:
    assert verdicts.why_left_out(make_task(function=TEXTS, test=TEXTS_TEST)) is None
    assert verdicts.identity["verdict"] == "emulated"
    assert verdicts.identity["target"] == "mips-linux-gnu"
