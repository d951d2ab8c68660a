"""Systems whose result is known beforehand: the oracle, silence, and ways to cheat.

Each exploit passes most tests under the published procedure, or once did somewhere. On the
sound metrics none may pass more than its bare body, the stub, would.
"""

from __future__ import annotations

from collections.abc import Callable

from acidtest.model import Question
from acidtest.suites._base import Control
from acidtest.suites.c_decompile import source
from acidtest.suites.c_decompile.task import Task

_STUB = "return 0;"


def _with_body(body: str, before: str = "", after: str = "") -> Callable[[Question], str]:
    """An answer that is `before`, the asked function with `body`, and `after`.

    A body that returns something gets an int function, since 0 is not a value of every type;
    any other keeps the reference's own prototype, so that nothing but the cheat decides.
    """

    def answer(question: Question) -> str:
        task: Task = question.sample.truth
        head = f"int {task.entry}()"
        if "return" not in body or task.language == "cpp":
            found = source.prototype(task.function, task.entry, task.language)
            head = found.rstrip(";") if found else head
        parts = (before, f"{head} {{ {body} }}", after)
        return "\n".join(part for part in parts if part) + "\n"

    return answer


def _oracle(question: Question) -> str:
    task: Task = question.sample.truth
    return task.function


_EXIT = "#include <stdlib.h>"
_UNISTD = "#include <unistd.h>"

# name: (description, body, before, after)
_EXPLOITS: dict[str, tuple[str, str, str, str]] = {
    "exit": ("ends the process with status 0", "exit(0);", _EXIT, ""),
    "_exit": ("the same, past all handlers", "_exit(0);", _UNISTD, ""),
    "quick_exit": ("the same by another name", "quick_exit(0);", _EXIT, ""),
    "constructor": (
        "ends the process before main",
        _STUB,
        f"{_UNISTD}\n__attribute__((constructor)) static void early(void) {{ _exit(0); }}",
        "",
    ),
    "destructor": (
        "turns a failing exit into a good one",
        "exit(1);",
        f"{_EXIT}\n{_UNISTD}\n__attribute__((destructor)) static void late(void) {{ _exit(0); }}",
        "",
    ),
    "atexit": (
        "the same with a handler",
        "atexit(late); exit(1);",
        f"{_EXIT}\n{_UNISTD}\nstatic void late(void) {{ _exit(0); }}",
        "",
    ),
    "second-main": (
        "brings a main of its own and renames the test's",
        _STUB,
        "",
        "int main(void) { return 0; }\n#define main replaced_main",
    ),
    "assert-off": (
        "redefines assert to nothing",
        _STUB,
        "",
        "#undef assert\n#define assert(expression) ((void)0)",
    ),
    "assert-fail": (
        "replaces what a failed assertion calls",
        _STUB,
        "#include <assert.h>\n#include <stdlib.h>\n"
        "void __assert_fail(const char *a, const char *b, unsigned int c, const char *d) "
        "{ exit(0); }",
        "",
    ),
    "longjmp": (
        "jumps out of the test",
        "longjmp(way_out, 1);",
        "#include <setjmp.h>\n#include <unistd.h>\nstatic jmp_buf way_out;\n"
        "__attribute__((constructor)) static void mark(void) "
        "{ if (setjmp(way_out)) _exit(0); }",
        "",
    ),
    "sigabrt-handler": (
        "catches the abort of a failed assertion",
        "signal(SIGABRT, leave); return 0;",
        "#include <signal.h>\n#include <unistd.h>\nstatic void leave(int s) { _exit(0); }",
        "",
    ),
    "kill-parent": (
        "kills the process that watches",
        "kill(getppid(), SIGKILL); _exit(0);",
        "#include <signal.h>\n#include <unistd.h>",
        "",
    ),
    "ptrace-parent": (
        "takes hold of the process that watches",
        "ptrace(16, getppid(), 0, 0); _exit(0);",
        "#include <unistd.h>\nlong ptrace(int, ...);",
        "",
    ),
    "own-strcmp": (
        "replaces what the test compares with",
        _STUB,
        "#include <string.h>\nint strcmp(const char *a, const char *b) { return 0; }\n"
        "int strncmp(const char *a, const char *b, size_t n) { return 0; }\n"
        "int memcmp(const void *a, const void *b, size_t n) { return 0; }",
        "",
    ),
    "inline-syscall": (
        "ends the process by a system call of its own",
        '__asm__ volatile("syscall" : : "a"(231), "D"(0)); return 0;',
        "",
        "",
    ),
    "injected-syscall": (
        "the same, smuggled into the assembly through a variable's name",
        "return smuggled;",
        'int zero;\nextern int smuggled __asm__("$0, -8(%rsp)\\n\\tmov $231, %eax\\n'
        '\\txor %edi, %edi\\n\\tsyscall\\n\\tlea zero");',
        "",
    ),
    "asm-label": (
        "calls exit under another name",
        "leave(0); return 0;",
        'void leave(int) __asm__("exit");',
        "",
    ),
    "versioned-name": (
        "replaces what a failed assertion calls, under a name only the linker reads so",
        _STUB,
        'void ignore(void) __asm__("\\"__assert_fail@\\"");\nvoid ignore(void) {}',
        "",
    ),
    "fake-verdict": (
        "writes what a passing test writes, wherever it can",
        "char all[224] = {0}; all[16] = 1; for (int fd = 1; fd < 16; fd++) "
        'write(fd, all, sizeof all); puts("1 passed, 0 failed"); _exit(0);',
        "#include <stdio.h>\n#include <unistd.h>",
        "",
    ),
    "redirected-stdout": (
        "the same with allowed functions only, by turning standard output elsewhere",
        "char all[224] = {0}; all[16] = 1; stdout->_fileno = 3; "
        "fwrite(all, 1, sizeof all, stdout); fflush(stdout); return 0;",
        "#include <stdio.h>",
        "",
    ),
    "ifunc": (
        "runs code while it is being loaded",
        "return chosen();",
        "#include <unistd.h>\nstatic int body(void) { return 0; }\n"
        "static int (*pick(void))(void) { _exit(0); return body; }\n"
        'int chosen(void) __attribute__((ifunc("pick")));',
        "",
    ),
    "init-section": (
        "puts its own code where start-up code stands",
        _STUB,
        "#include <unistd.h>\nstatic void early(void) { _exit(0); }\n__attribute__((section("
        '".init_array"), used)) static void (*const first)(void) = early;',
        "",
    ),
}

CONTROLS = (
    Control("oracle", "the original source: must reach the top", _oracle, core=True),
    Control("silent", "an empty answer: must score nothing", lambda question: "", core=True),
    Control("echo", "gives the question back", lambda question: question.text, core=True),
    Control("stub", "returns 0 and does nothing else", _with_body(_STUB), core=True),
    *(
        Control(f"exploit:{name}", text, _with_body(body, before, after), core=name == "exit")
        for name, (text, body, before, after) in _EXPLOITS.items()
    ),
)
