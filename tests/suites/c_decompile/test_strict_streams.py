"""A stream of the test in the answer's process: it is read and written where it belongs."""

from __future__ import annotations

import pytest

from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts

from .judging import PASS, MakeTask, sound

HEAD = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"

# what is asked, and the body of the test's main
STREAMS = {
    "formatted output into an array": (
        'int func0(FILE *to, int n) { return fprintf(to, "%d!", n); }',
        'char b[40] = ""; FILE *f = fmemopen(b, 40, "w"); assert(func0(f, 42) == 3); '
        'fputc(63, f); fclose(f); assert(!strcmp(b, "42!?"));',
    ),
    "input that stops at a wrong word": (
        'int func0(FILE *from) { int n, s = 0; while (fscanf(from, "%d", &n) == 1) s += n; '
        "return s; }",
        'char b[] = "1 2 30 x 5"; FILE *f = fmemopen(b, 10, "r"); assert(func0(f) == 33); '
        "assert(fgetc(f) == 'x' && func0(f) == 5 && feof(f)); fclose(f);",
    ),
    "lines, and the mark of the end": (
        "int func0(FILE *from, char *to) { int n = 0; char b[9]; *to = 0; "
        "while (!feof(from) && fgets(b, 9, from)) { strcat(to, b); n++; } return n; }",
        'char b[] = "first\\na second one\\nlast", to[30]; '
        'FILE *f = fmemopen(b, sizeof b - 1, "r"); '
        "assert(func0(f, to) == 4 && !strcmp(to, b)); assert(func0(f, to) == 0 && !*to); "
        "rewind(f); assert(func0(f, to) == 4);",
    ),
    "a text that grows, and a temporary file": (
        'void func0(FILE *to) { fputs("one\\n", to); fflush(to); fwrite("two", 1, 3, to); }',
        "char *b; size_t n; FILE *f = open_memstream(&b, &n); func0(f); fclose(f); "
        'assert(n == 7 && !strcmp(b, "one\\ntwo")); free(b); f = tmpfile(); func0(f); rewind(f); '
        "b = 0; n = 0; assert(getline(&b, &n, f) == 4); free(b); func0(stdout); func0(stderr);",
    ),
    "places, what is put back, and the stream as result": (
        "FILE *func0(FILE *f) { if (!f) return f; fseek(f, -2, SEEK_END); int c = fgetc(f); "
        "ungetc(c + 1, f); return f; }",
        'FILE *f = tmpfile(); fputs("abcd", f); assert(func0(f) == f && ftell(f) == 2); '
        "assert(fgetc(f) == 'd' && fgetc(f) == 'd' && fgetc(f) == EOF); "
        "assert(!func0(NULL) && func0(stdout) == stdout);",
    ),
    "two streams": (
        "long func0(FILE *from, FILE *to) { int c; "
        "while ((c = getc(from)) != EOF) putc(c ^ 32, to); return ftell(to); }",
        'char a[] = "Some", b[9] = ""; FILE *f = fmemopen(a, 4, "r"), *g = fmemopen(b, 9, "w"); '
        'assert(func0(f, g) == 4); fclose(g); assert(!strcmp(b, "sOME"));',
    ),
    "an array that is shown as well": (
        "int func0(FILE *to, char *at) { fputs(\"new\", to); fflush(to); return at[0] == 'n'; }",
        'char b[9] = "old"; FILE *f = fmemopen(b, 9, "w"); assert(func0(f, b) == 1);',
    ),
    "one that it closes": (
        'int func0(FILE *to) { fputs("end", to); return fclose(to); }',
        "char *b; size_t n; FILE *f = open_memstream(&b, &n); assert(func0(f) == 0); "
        'assert(n == 3 && !strcmp(b, "end"));',
    ),
}


def _task(make_task: MakeTask, name: str) -> tuple[Task, str]:
    function, body = STREAMS[name]
    test = f"{HEAD}int main(void) {{ {body} return 0; }}\n"
    return make_task(function=f"{HEAD}{function}\n", test=test), HEAD + function


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_is_the_same_for_both(verdicts: Verdicts, make_task: MakeTask, name: str) -> None:
    task, function = _task(make_task, name)
    assert sound(verdicts, task, function) == PASS


@pytest.mark.parametrize("name", STREAMS)
def test_a_stub_does_not_pass(verdicts: Verdicts, make_task: MakeTask, name: str) -> None:
    task, _ = _task(make_task, name)
    verdict = sound(verdicts, task, "long func0() { return 0; }")
    assert (verdict["passes"], verdict["verdict"]) == (False, "strict")


@pytest.mark.parametrize(
    ("cheat", "why"),
    [
        # its place, for the case that it is an address of the test's
        ("int func0(char *to, int n) { return to[0x90] == 42; }", "assertion failed"),
        # the stream of an earlier call
        (
            "int func0(FILE *to, int n) { static FILE *kept; FILE *now = kept ? kept : to; "
            'kept = to; fclose(to); return fprintf(now, "%d!", n); }',
            "",
        ),
        ("int func0(FILE *to, int n) { exit(0); }", "the answer ended its process with status 0"),
        # what the C library calls for it
        (
            "int func0(FILE *to, int n) { ((long *)to)[27] = (long)exit; return fputc(42, to); }",
            "the answer was ended by SIGABRT",
        ),
    ],
)
def test_a_cheat_with_a_stream_fails(
    verdicts: Verdicts, make_task: MakeTask, cheat: str, why: str
) -> None:
    task, _ = _task(make_task, "formatted output into an array")
    verdict = sound(verdicts, task, HEAD + cheat)
    assert (verdict["passes"], verdict["verdict"]) == (False, "strict")
    assert why in verdict["why"]


def test_an_answer_may_know_no_more_than_an_address(
    verdicts: Verdicts, make_task: MakeTask
) -> None:
    """As decompilers write it: the stream is a number, and functions are not declared."""
    task, _ = _task(make_task, "formatted output into an array")
    answer = "undefined4 func0(undefined8 param_1,uint param_2)\n\n{\n  undefined4 uVar1;\n  \n"
    answer += '  uVar1 = fprintf(param_1,"%d!",(ulong)param_2);\n  return uVar1;\n}\n'
    assert verdicts.sound_verdict(task, answer)["with_types"]["passes"]
