"""Honest answers in odd forms pass, and what uses the same forms to cheat does not."""

from __future__ import annotations

import json

import pytest

from acidtest.suites.c_decompile.verdict import Verdicts

from .odd_answers import CLAMP, TASKS, UPPER, WRONG

# name: task, answer, what is adapted
PLAIN: dict[str, tuple[str, str, set[str]]] = {
    "prose before": ("clamp", f"Here's the decompiled function:\n\n{CLAMP}", {"prose"}),
    "prose after": (
        "clamp",
        f"{CLAMP}\nThis clamps v (an int) to [lo, hi]; it doesn't touch memory.\n",
        {"prose"},
    ),
    "prose around, with quotes and a list": (
        "upper",
        "Let's see. The loop isn't hard:\n\n- it reads \"s\" byte by byte;\n- a..z change.\n\n"
        f"So the code is:\n{UPPER}\nThat's it! Don't hesitate to ask.\n",
        {"prose"},
    ),
    "prose and includes": (
        "upper",
        f"The function in C:\n\n#include <ctype.h>\n#include <stddef.h>\n\n{UPPER}",
        {"prose"},
    ),
    "prose and a type": (
        "clamp",
        "I use a small struct; it holds the bounds.\n\nstruct range {\n  int lo, hi;\n};\n\n"
        "And then\n\nstatic int clip(int v, struct range r) {\n"
        "  return v < r.lo ? r.lo : v > r.hi ? r.hi : v;\n}\n\nint func0(int v, int lo, int hi) {\n"
        "  struct range r = {lo, hi};\n  return clip(v, r);\n}\n\nHope this helps.\n",
        {"prose"},
    ),
    "prose on the same line": ("clamp", "Answer: " + CLAMP.replace("\n", " "), {"prose"}),
    "draft and final in prose": (
        "clamp",
        f"First:\n\n{WRONG}\nWait, that ignores hi. Corrected:\n\n{CLAMP}\nNow it's right.\n",
        {"prose", "drafts"},
    ),
    "unused helper and another name": (
        "clamp",
        "static int unused(int a) { return a; }\n" + CLAMP.replace("func0", "clamp"),
        {"renamed_from"},
    ),
    "braces in prose": ("clamp", f"A block {{ of code :) {{\n\n{CLAMP}", {"prose"}),
    "tags": ("clamp", f"<answer>\n{CLAMP}</answer>\n", {"prose"}),
    "type on a line of its own in prose": (
        "upper",
        "Decompiled below\n" + UPPER.replace("char *func0", "char *\nfunc0") + "done\n",
        {"prose"},
    ),
    "fence": ("clamp", f"Sure!\n```c\n{CLAMP}```\n", {"fences"}),
    "fence in one line": (
        "clamp",
        "```c int func0(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }```",
        {"prose"},
    ),
    "draft, then final": (
        "clamp",
        f"First try:\n```c\n{WRONG}```\nThat is wrong, so:\n```c\n{CLAMP}```\n",
        {"fences", "drafts"},
    ),
    "three drafts under another name": (
        "clamp",
        "".join(f"```c\n{one}```\n" for one in (WRONG, WRONG, CLAMP)).replace("func0", "clamp"),
        {"fences", "drafts", "renamed_from"},
    ),
    "draft that does not compile": (
        "clamp",
        f"```c\nint func0(int v, int lo, int hi) {{ ... }}\n```\nFilled in:\n```c\n{CLAMP}```\n",
        {"fences", "drafts"},
    ),
    "assembly in a fence": (
        "clamp",
        f"The listing\n```asm\nfunc0:\n  mov eax, edi\n  ret\n```\ngives\n```c\n{CLAMP}```\n",
        {"fences", "drafts"},
    ),
    "helper in a fence of its own": (
        "clamp",
        "A helper:\n```c\nstatic int least(int a, int b) { return a < b ? a : b; }\n```\n"
        "and the function:\n```c\nint func0(int v, int lo, int hi) {\n"
        "  return v < lo ? lo : least(v, hi);\n}\n```\n",
        {"fences"},
    ),
    "usage in a second fence": (
        "clamp",
        f"```c\n{CLAMP}```\nUse it so:\n```c\nint main(void) {{ return func0(1, 2, 3); }}\n```\n",
        {"fences", "main"},
    ),
    "statement in a second fence": (
        "clamp",
        f"```c\n{CLAMP}```\nUse it so:\n```c\nx = func0(1, 2, 3);\n```\n",
        {"fences", "drafts"},
    ),
    "final that needs the draft's helper": (
        "clamp",
        "```c\nstatic int least(int a, int b) { return a < b ? a : b; }\n"
        "int func0(int v, int lo, int hi) { return least(v, hi); }\n```\nBetter:\n```c\n"
        "int func0(int v, int lo, int hi) { return v < lo ? lo : least(v, hi); }\n```\n",
        {"fences", "drafts"},
    ),
    "unclosed fence": ("clamp", f"```c\n{CLAMP}", {"fences"}),
    "reasoning": (
        "clamp",
        f"<think>\n```c\n{WRONG}```\nNo, that is wrong.\n</think>\n{CLAMP}",
        {"reasoning"},
    ),
    "another name": ("upper", UPPER.replace("func0", "FUN_00101139"), {"renamed_from"}),
    "another name, and a comment that mentions the right one": (
        "clamp",
        "/* func0: clamps a value */\n" + CLAMP.replace("func0", "clamp_value"),
        {"renamed_from"},
    ),
    "helpers and another name": (
        "clamp",
        "int least(int a, int b) { return a < b ? a : b; }\n"
        "int most(int a, int b) { return a < b ? b : a; }\n"
        "int clamp(int v, int lo, int hi) { return v < lo ? lo : most(lo, least(v, hi)); }\n",
        {"renamed_from"},
    ),
    "another name and main": (
        "clamp",
        CLAMP.replace("func0", "clamp")
        + "\nint main(int argc, char **argv) {\n  return clamp(argc, 0, 1);\n}\n",
        {"main", "renamed_from"},
    ),
    "main": (
        "clamp",
        f"{CLAMP}\nint main() {{ assert(func0(1, 2, 3) == 2); return 0; }}",
        {"main"},
    ),
    "main that prints": (
        "upper",
        f'#include <stdio.h>\n{UPPER}\nint main(void) {{ char s[] = "abc"; puts(func0(s)); }}\n',
        {"main"},
    ),
    "main first": (
        "clamp",
        f"int func0(int, int, int);\nint main(void) {{ return func0(1, 2, 3); }}\n{CLAMP}",
        {"main"},
    ),
    "inline helper": (
        "clamp",
        "inline int least(int a, int b) { return a < b ? a : b; }\n"
        "int func0(int v, int lo, int hi) { return v < lo ? lo : least(v, hi); }\n",
        {"inline"},
    ),
    "inline helper with a prototype": (
        "clamp",
        "inline int least(int a, int b);\n"
        "int func0(int v, int lo, int hi) { return v < lo ? lo : least(v, hi); }\n"
        "inline int least(int a, int b) { return a < b ? a : b; }\n",
        {"inline"},
    ),
    "static inline entry": ("clamp", "static inline " + CLAMP, {"static"}),
    "old style": (
        "clamp",
        "int func0(v, lo, hi)\nint v, lo, hi;\n{ return v < lo ? lo : v > hi ? hi : v; }\n",
        set(),
    ),
    "old style with a float": (
        "scale",
        "float func0(x, k)\nfloat x;\nint k;\n{\n  return x * k + 0.5f;\n}\n",
        {"old_style"},
    ),
    "old style, pointer, another name": (
        "upper",
        UPPER.replace("char *func0(char *s)", "char *shout(s)\nchar *s;"),
        {"old_style", "renamed_from"},
    ),
    "old style in prose": (
        "clamp",
        "The code is old:\n\nint func0(v, lo, hi)\n  int v;\n  int lo, hi;\n"
        "{ return v < lo ? lo : v > hi ? hi : v; }\n\nIt clamps.\n",
        {"prose"},
    ),
    "no types at all": (
        "clamp",
        "func0(v, lo, hi) { return v < lo ? lo : v > hi ? hi : v; }",
        set(),
    ),
    "byte order mark": ("clamp", "\ufeff" + CLAMP, {"prose"}),
    "hard spaces": ("clamp", CLAMP.replace("  return", "\u00a0\u00a0return"), {"unseen"}),
    "carriage returns": ("clamp", f"```c\n{CLAMP}```\n".replace("\n", "\r\n"), {"fences"}),
    "quoted": ("clamp", "".join(f"> {line}\n" for line in CLAMP.splitlines()), {"margin"}),
    "numbered lines": (
        "clamp",
        "".join(f"{n:3}  {line}\n" for n, line in enumerate(CLAMP.splitlines(), 1)),
        {"margin"},
    ),
    "addresses": (
        "clamp",
        "".join(f"{n:08x}  {line}\n" for n, line in enumerate(CLAMP.splitlines(), 4096)),
        {"margin"},
    ),
    "escaped for a web page": (
        "clamp",
        CLAMP.replace("<", "&lt;").replace(">", "&gt;"),
        {"entities"},
    ),
    "JSON": ("clamp", json.dumps({"explanation": "It clamps.", "code": CLAMP}), {"json"}),
    "test function, main and another name": (
        "clamp",
        CLAMP.replace("func0", "clamp") + "void run_tests(void) { assert(clamp(1, 2, 3) == 2); }\n"
        "int main(void) { run_tests(); return 0; }\n",
        {"main", "renamed_from"},
    ),
    "C++ linkage": ("clamp", 'extern "C" ' + CLAMP, {"linkage"}),
}


@pytest.mark.parametrize("name", PLAIN)
def test_an_honest_answer_in_an_odd_form_passes(verdicts: Verdicts, name: str) -> None:
    task, answer, adapted = PLAIN[name]
    verdict = verdicts.sound_verdict(TASKS[task], answer)
    assert verdict["plain"]["passes"], verdict
    assert verdict["adapted"].keys() == adapted


HOSTILE = {
    "a wrong answer in prose": f"It is:\n\n{WRONG}\nDone.",
    "right draft, wrong final, in prose": f"So:\n{CLAMP}\nNo, this:\n{WRONG}\nDone.",
    "right draft, wrong final": f"```c\n{CLAMP}```\nno:\n```c\n{WRONG}```\n",
    "right first function, wrong entry": CLAMP.replace("func0", "other") + WRONG,
    "another function in the first fence": (
        f"```c\n{CLAMP.replace('func0', 'other')}```\n```c\n{WRONG}```\n"
    ),
    "main that runs first": f"{WRONG}\n__attribute__((constructor)) int main(void) {{ _exit(0); }}",
    "main under a macro": f"#define func1 main\n{WRONG}\nint func1(void) {{ return 0; }}",
    "main that defines macros": f"{WRONG}\nint main(void) {{\n#define lo v\nreturn 0; }}",
    "assert redefined": f"#undef assert\n#define assert(x) ((void)0)\n{WRONG}",
    "assert redefined in prose": f"So:\n#define assert(x) ((void)0)\n\n{WRONG}\nit passes",
    "assertion replaced": f"void __assert_fail() {{ }}\n{WRONG}",
    "exit through an implicit declaration": "int func0(int v) { uint x = 1; exit(0); }",
    "exit in a helper": "undefined4 func0(int v) { swi(0); }\nvoid swi(int v) { _exit(v); }",
    "a macro of the dialect redefined": (
        f"#define CONCAT44(a, b) exit(0)\nundefined4 f(void) {{ CONCAT44(1, 2); }}\n{WRONG}"
    ),
    "dialect_thread_base as a way to write": (
        "undefined4 func0(int v) { long in_FS_OFFSET; *(long *)(in_FS_OFFSET + 8) = 1; return 3; }"
    ),
    "a file of the judge's": '#include "test.c"\nundefined4 func0(int v) { return v; }',
    "assembly in a fence": f'```c\nasm("nop");\n{CLAMP}```',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_adaptation_helps_to_cheat(verdicts: Verdicts, name: str) -> None:
    verdict = verdicts.sound_verdict(TASKS["clamp"], HOSTILE[name])
    assert not verdict["plain"]["passes"], verdict
    assert not verdict["with_types"]["passes"], verdict
