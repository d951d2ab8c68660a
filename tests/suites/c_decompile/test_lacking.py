"""Honest answers in odd forms are accepted, and what uses the same forms to cheat is not."""

from __future__ import annotations

import json

import pytest

from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts

INCLUDES = "#include <assert.h>\n#include <string.h>\n"
TASKS = {
    "clamp": Task(
        *("clamp", "O2", "c", "func0", ""),
        "int func0(int v, int lo, int hi) {\n"
        "  if (v < lo) return lo;\n  return v > hi ? hi : v;\n}\n",
        INCLUDES
        + "int main(void) {\n  assert(func0(5, 1, 3) == 3);\n  assert(func0(-9, -4, 3) == -4);"
        "\n  assert(func0(2, 1, 3) == 2);\n  return 0;\n}\n",
    ),
    "mean": Task(
        *("mean", "O2", "c", "func0", ""),
        "float func0(const float *v, int n) {\n  float sum = 0;\n"
        "  for (int i = 0; i < n; i++) sum += v[i];\n  return n ? sum / n : 0;\n}\n",
        "#include <assert.h>\nint main(void) {\n  float v[] = {1.5f, 2.5f, -1.0f, 5.0f};\n"
        "  assert(func0(v, 4) == 2.0f);\n  assert(func0(v, 1) == 1.5f);\n"
        "  assert(func0(v, 0) == 0);\n  return 0;\n}\n",
    ),
    "scale": Task(
        *("scale", "O2", "c", "func0", ""),
        "float func0(float x, int k) {\n  return x * k + 0.5f;\n}\n",
        INCLUDES + "int main(void) {\n  assert(func0(1.5f, 2) == 3.5f);\n"
        "  assert(func0(-2.0f, 3) == -5.5f);\n  return 0;\n}\n",
    ),
    "upper": Task(
        *("upper", "O2", "c", "func0", ""),
        "char *func0(char *s) {\n  for (char *p = s; *p; p++)\n"
        "    if (*p >= 'a' && *p <= 'z') *p -= 32;\n  return s;\n}\n",
        INCLUDES + 'int main(void) {\n  char a[] = "aZ9-q", b[] = "";\n'
        '  assert(!strcmp(func0(a), "AZ9-Q"));\n  assert(!strcmp(func0(b), ""));\n  return 0;\n}\n',
    ),
    "mix": Task(
        *("mix", "O2", "c", "func0", "#include <stdint.h>\n"),
        "uint64_t func0(uint32_t a, uint32_t b) {\n"
        "  return (uint64_t)(a ^ b) << 32 | (uint32_t)(a + b);\n}\n",
        "#include <assert.h>\nint main(void) {\n"
        "  assert(func0(1, 2) == 0x300000003);\n"
        "  assert(func0(0xfffffffe, 3) == 0xfffffffd00000001);\n  return 0;\n}\n",
    ),
}
CLAMP = "int func0(int v, int lo, int hi)\n{\n  return v < lo ? lo : v > hi ? hi : v;\n}\n"
WRONG = "int func0(int v, int lo, int hi)\n{\n  return lo;\n}\n"
UPPER = (
    "char *func0(char *s)\n{\n  int i;\n  for (i = 0; s[i] != '\\0'; i++) {\n"
    "    if (s[i] >= 'a' && s[i] <= 'z') {\n      s[i] = s[i] - 'a' + 'A';\n    }\n  }\n"
    "  return s;\n}\n"
)

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
WITH_TYPES: dict[str, tuple[str, str, set[str]]] = {
    "fixed-width types": (
        "clamp",
        "int32_t func0(int32_t v, int32_t a, int32_t b) { return v < a ? a : v > b ? b : v; }",
        {"headers"},
    ),
    "limits": (
        "clamp",
        "int func0(int v, int lo, int hi) { int r = INT_MAX;\n"
        "  if (v < lo) r = lo; else if (v < hi) r = v; return r < hi ? r : hi; }",
        {"headers"},
    ),
    "bool": (
        "clamp",
        "int func0(int v, int lo, int hi) { bool a = v < lo; return a ? lo : v > hi ? hi : v; }",
        {"headers"},
    ),
    "NULL and size_t": (
        "mean",
        "float func0(float *v, int n) { float s = 0; if (v == NULL) return 0;\n"
        "  for (size_t i = 0; i < (size_t)n; i++) s += v[i]; return n == 0 ? 0 : s / n; }",
        {"headers"},
    ),
    "prose, fixed-width types": (
        "clamp",
        "The result:\n\nint32_t func0(int32_t v, int32_t lo, int32_t hi)\n{\n"
        "  return v < lo ? lo : v > hi ? hi : v;\n}\n\nIt clamps.",
        {"headers", "prose"},
    ),
    "Ghidra": (
        "clamp",
        "\n/* WARNING: Unknown convention */\n\nundefined8 func0(uint param_1,int param_2,"
        "int param_3)\n\n{\n  if ((int)param_1 < param_2) {\n"
        "    return ZEXT48((uint)param_2);\n  }\n"
        "  if (SBORROW4(param_3,param_1) != (int)(param_3 - param_1) < 0) {\n"
        "    param_1 = param_3;\n  }\n  return CONCAT44(0,param_1);\n}\n",
        {"dialect"},
    ),
    "Ghidra's stack guard and another name": (
        "upper",
        "char * FUN_00101189(char *param_1)\n\n{\n  char *pcVar1;\n  long in_FS_OFFSET;\n"
        "  long local_10;\n  \n  local_10 = *(long *)(in_FS_OFFSET + 0x28);\n"
        "  for (pcVar1 = param_1; *pcVar1 != '\\0'; pcVar1 = pcVar1 + 1) {\n"
        "    if ((byte)(*pcVar1 + 0x9fU) < 0x1a) {\n      *pcVar1 = *pcVar1 + -0x20;\n    }\n  }\n"
        "  if (local_10 != *(long *)(in_FS_OFFSET + 0x28)) {\n"
        "                    /* WARNING: Subroutine does not return */\n    __stack_chk_fail();\n"
        "  }\n  return param_1;\n}\n",
        {"dialect", "renamed_from"},
    ),
    "Ghidra's pieces": (
        "mix",
        "ulong func0(uint param_1,uint param_2)\n\n{\n  undefined8 local_10;\n  \n"
        "  local_10._0_4_ = param_1 + param_2;\n  local_10._4_4_ = param_1 ^ param_2;\n"
        "  return local_10;\n}\n",
        {"dialect"},
    ),
    "IDA": (
        "mix",
        "unsigned __int64 __fastcall func0(unsigned int a1, int a2)\n{\n"
        "  return __PAIR64__(a1 ^ a2, a1 + a2);\n}\n",
        {"dialect"},
    ),
    "IDA's halves and another name": (
        "mix",
        "//----- (0000000000001139) --------\n"
        "__int64 __fastcall sub_1139(int a1, int a2)\n{\n  unsigned __int64 v3; // [rsp+8h]\n"
        "  __int64 v4; // rax\n\n  v3 = __readfsqword(0x28u);\n  LODWORD(v4) = a1 + a2;\n"
        "  HIDWORD(v4) = a1 ^ a2;\n  if ( v3 != __readfsqword(0x28u) )\n    v4 = 0i64;\n"
        "  return v4;\n}\n",
        {"dialect", "renamed_from"},
    ),
    "IDA's types, in a fence, with its header": (
        "upper",
        '```c\n#include "defs.h"\n_BYTE *__fastcall func0(_BYTE *a1)\n{\n  _BYTE *i;\n'
        "  for ( i = a1; *i; ++i )\n  {\n    if ( (unsigned __int8)(*i - 97) <= 0x19u )\n"
        "      *i -= 32;\n  }\n  return a1;\n}\n```\n",
        {"dialect", "fences", "headers_left_out"},
    ),
    "IDA's registers": (
        "clamp",
        "__int64 __usercall func0@<rax>(int a1@<edi>, int a2@<esi>, int a3@<edx>)\n{\n"
        "  if ( a1 < a2 )\n    return (unsigned int)a2;\n"
        "  return (unsigned int)(a1 > a3 ? a3 : a1);\n}\n",
        {"dialect"},
    ),
    "Binary Ninja": (
        "mix",
        "uint64_t func0(int32_t arg1, int32_t arg2)\n{\n    void* fsbase;\n"
        "    int64_t rax = *(uint64_t*)((char*)fsbase + 0x28);\n"
        "    uint64_t rdx = zx.q(arg1 ^ arg2) << 0x20 | (uint64_t)(uint32_t)(arg1 + arg2);\n"
        "    if (rax == *(uint64_t*)((char*)fsbase + 0x28))\n        return rdx;\n"
        "    __stack_chk_fail();\n    /* no return */\n}\n",
        {"dialect"},
    ),
    "RetDec": (
        "scale",
        "float32_t function_1139(float32_t a1, int32_t a2) {\n    // 0x1139\n"
        "    int64_t v1 = __readfsqword(40);\n    float32_t v2 = (float32_t)a2 * a1;\n"
        "    if (v1 != __readfsqword(40)) {\n        return 0.0f;\n    }\n"
        "    return v2 + 0.5f;\n}\n",
        {"dialect", "headers", "renamed_from"},
    ),
    "angr": (
        "mix",
        "unsigned long long func0(unsigned int a0, unsigned int a1)\n{\n"
        "    return (unsigned long long)CONCAT(a0 ^ a1, a0 + a1);\n}\n",
        {"dialect"},
    ),
    "types of Windows": (
        "clamp",
        "#include <windows.h>\nLONG WINAPI func0(LONG v, LONG lo, LONG hi)\n"
        "{ return v < lo ? lo : v > hi ? hi : v; }",
        {"dialect", "headers_left_out"},
    ),
    "short names of types": (
        "mix",
        "u64 func0(u32 a, u32 b) { return (u64)(a ^ b) << 32 | (u32)(a + b); }",
        {"dialect"},
    ),
    "a dialect with some types of its own": (
        "clamp",
        "typedef unsigned int uint;\ntypedef long long __int64;\n"
        "undefined4 func0(__int64 v, uint lo, int hi) {\n"
        "  return (int)v < (int)lo ? lo : (int)v > hi ? hi : (uint)v;\n}\n",
        {"dialect"},
    ),
    "draft and final in a dialect": (
        "clamp",
        "```c\nundefined4 func0(int a,int b,int c)\n{\n  return 0;\n}\n```\nCorrected:\n```c\n"
        "undefined4 func0(int a,int b,int c)\n{\n  if (a < b) {\n    return b;\n  }\n"
        "  return a <= c ? a : c;\n}\n```\n",
        {"dialect", "drafts", "fences"},
    ),
}


@pytest.mark.parametrize("name", PLAIN)
def test_an_honest_answer_in_an_odd_form_passes(verdicts: Verdicts, name: str) -> None:
    task, answer, adapted = PLAIN[name]
    verdict = verdicts.sound_verdict(TASKS[task], answer)
    assert verdict["plain"]["passes"], verdict
    assert verdict["adapted"].keys() == adapted


@pytest.mark.parametrize("name", WITH_TYPES)
def test_an_answer_that_lacks_something_passes_only_with_it(verdicts: Verdicts, name: str) -> None:
    task, answer, adapted = WITH_TYPES[name]
    verdict = verdicts.sound_verdict(TASKS[task], answer)
    assert not verdict["plain"]["passes"]
    assert verdict["with_types"]["passes"], verdict
    assert verdict["adapted"].keys() == adapted


def test_the_evidence_names_dialect_and_headers(verdicts: Verdicts) -> None:
    verdict = verdicts.sound_verdict(TASKS["scale"], WITH_TYPES["RetDec"][1])
    assert verdict["adapted"] == {
        "renamed_from": "function_1139",
        "headers": ["stdint.h"],
        "dialect": ["retdec"],
    }


HOSTILE = {
    "a wrong answer in prose": f"It is:\n\n{WRONG}\nDone.",
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
