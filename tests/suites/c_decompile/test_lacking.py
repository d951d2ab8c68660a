"""Answers that lack headers, or speak a dialect, pass with what they lack and only so."""

from __future__ import annotations

import pytest

from acidtest.suites.c_decompile.verdict import Verdicts

from .odd_answers import CLAMP, TASKS

# name: task, answer, what is adapted
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
    "IDA's pointer result and another name": (
        "upper",
        "_BYTE *__fastcall sub_1139(_BYTE *a1)\n{\n  char v1; // al\n  _BYTE *v2; // rdx\n\n"
        "  for ( v2 = a1; ; ++v2 )\n  {\n    v1 = *v2;\n    if ( !*v2 )\n      break;\n"
        "    if ( (unsigned __int8)(v1 - 97) <= 0x19u )\n      *v2 = v1 - 32;\n  }\n"
        "  return a1;\n}\n",
        {"dialect", "renamed_from"},
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
    "Binary Ninja's condition": (
        "clamp",
        "int32_t sub_401136(int32_t arg1, int32_t arg2, int32_t arg3) __pure\n{\n"
        "    if (arg1 < arg2)\n        return arg2;\n    bool cond:0 = arg1 > arg3;\n"
        "    if (cond:0)\n        return arg3;\n    return arg1;\n}\n",
        {"dialect", "headers", "renamed_from"},
    ),
    "C++ headers": (
        "clamp",
        f"#include <iostream>\n#include <cstdint>\nusing namespace std;\n{CLAMP}",
        {"dialect", "headers_left_out"},
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
