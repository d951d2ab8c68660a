"""What an answer names of its program it is given, and nothing of the test or of the function."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from acidtest.core.errors import InputError
from acidtest.core.records import Sample
from acidtest.lang.elf import read_object
from acidtest.suites.c_decompile.image import make_image, may_name
from acidtest.suites.c_decompile.program import build_program
from acidtest.suites.c_decompile.question import CQuestions, check_form, open_questions
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox
from acidtest.toolchains.target import parse_target

TASK = Task(
    *("toll", "O1", "c", "func0", ""),
    """#include <string.h>
static int calls;
__attribute__((noinline)) static long weigh(int a, long b) { return a * 3 + b; }
long func0(const char *kind, int n)
{
    static const short fee[5] = {11, 22, 33, 44, 55};
    calls++;
    if (n < 0 || n > 4)
        return weigh(n, calls);
    if (strcmp(kind, "lorry") == 0)
        return (long)(fee[n] * 2.75);
    return fee[n] + calls;
}
""",
    """#include <assert.h>
static const int secret = 987654;
const int *volatile kept = &secret;
int main(void)
{
    assert(func0("car", 0) == 12);
    assert(func0("lorry", 4) == 151);
    assert(func0("car", 1) == 25);
    assert(func0("car", 9) == 31);
    const char *volatile expected = "forty-two";
    assert(expected[0] == 'f');
    return 0;
}
""",
)
BODY = """long func0(char *p, int n)
{
  CALLS = CALLS + 1;
  if (n < 0 || 4 < n) { return WEIGH(n, (long)CALLS); }
  if (strcmp(p, LORRY) == 0) { return (long)((double)*(short *)(FEE + (long)n * 2) * RATE); }
  return (long)*(short *)(FEE + (long)n * 2) + (long)CALLS;
}
"""


@pytest.fixture(scope="module")
def addresses() -> dict[str, int]:
    """By name, where the program has things; constants and literals by what they hold."""
    with Sandbox() as sandbox:
        data = build_program(sandbox, TASK).data
    places = {symbol.name: symbol.value for symbol in read_object(data).symbols if symbol.defined}
    # the data sections of a small program lie in the file where they lie in memory
    for name, held in {
        "lorry": b"lorry\0",
        "rate": b"\0\0\0\0\0\0\x06\x40",
        "literal": b"forty-two\0",
    }.items():
        places[name] = data.index(held)
    return places


def written(style: str, at: dict[str, int], fee: str) -> str:
    """The answer as a decompiler writes it that has these names for things."""
    names = {"CALLS": at["calls"], "WEIGH": at["weigh"], "LORRY": at["lorry"], "RATE": at["rate"]}
    styles = {
        "ghidra": ("DAT_{:08x}", "FUN_{:08x}", "s_lorry_{:08x}", "DAT_{:08x}", 0x100000),
        "ida": ("dword_{:X}", "sub_{:X}", "asc_{:X}", "dbl_{:X}", 0),
        "binary ninja": ("data_{:x}", "sub_{:x}", "&data_{:x}", "data_{:x}", 0x400000),
    }
    *forms, base = styles[style]
    text = BODY.replace("FEE", fee)
    for (word, address), form in zip(names.items(), forms, strict=True):
        text = re.sub(rf"\b{word}\b", form.format(address + base), text)
    return text


def verdict(verdicts: Verdicts, answer: str, task: Task = TASK) -> Any:
    return verdicts.sound_verdict(task, answer)


@pytest.mark.parametrize("style", ["ghidra", "ida", "binary ninja"])
def test_data_and_functions_are_given_by_address(
    verdicts: Verdicts, addresses: dict[str, int], style: str
) -> None:
    fee = next(value for name, value in addresses.items() if name.startswith("fee"))
    forms = {"ghidra": f"&DAT_{fee + 0x100000:08x}", "ida": f"(char *)&unk_{fee:X}"}
    text = written(style, addresses, forms.get(style, f"(char *)&data_{fee + 0x400000:x}"))
    made = verdict(verdicts, text)
    assert not made["plain"]["passes"]
    assert not made["with_types"]["passes"]
    assert made["with_program"]["passes"], (made, text)
    assert len(made["with_program"]["given"]) == 5


def test_data_and_functions_are_given_by_symbol(
    verdicts: Verdicts, addresses: dict[str, int]
) -> None:
    fee = next(name for name in addresses if name.startswith("fee"))
    text = BODY.replace("CALLS", "calls").replace("WEIGH", "weigh").replace("FEE", fee)
    made = verdict(verdicts, text.replace("LORRY", '"lorry"').replace("RATE", "2.75"))
    assert made["with_program"]["passes"], made
    assert made["with_program"]["given"] == ["calls", fee.replace(".", "_"), "weigh"]


def test_a_declaration_of_the_answer_s_own_is_used(verdicts: Verdicts) -> None:
    text = "extern int calls;\nextern long weigh();\nlong func0(char *p, int n)\n{ calls++;\n"
    text += " static short fee[] = {11, 22, 33, 44, 55};\n if (n > 4) return weigh(n, (long)calls);"
    text += " return *p == 'l' ? (long)(fee[n] * 2.75) : fee[n] + calls; }\n"
    made = verdict(verdicts, text)
    assert made["with_program"]["passes"], made
    assert made["with_program"]["given"] == ["calls", "weigh"]


def attacks(at: dict[str, int]) -> Iterator[tuple[str, str]]:
    def ghidra(kind: str, name: str) -> str:
        return f"{kind}_{at[name] + 0x100000:08x}"

    head = "long func0(char *p, int n)"
    yield "the function itself", f"{head} {{ return {ghidra('FUN', 'func0')}(p, n); }}"
    yield (
        "the function by symbol",
        f"long other() {{ return func0(); }}\n{head} {{ return other(); }}",
    )
    yield "the test's main", f"{head} {{ return {ghidra('FUN', 'main')}(p, n); }}"
    yield "the test's variable", f"{head} {{ return secret; }}"
    yield "its address", f"{head} {{ return {ghidra('DAT', 'secret')}; }}"
    yield "the test's literal", f"{head} {{ return {ghidra('s', 'literal')}[0]; }}"
    yield "the test's pointer", f"{head} {{ return (long)kept; }}"
    for step in (-64, -32, 16, 32, 48, 64, 96, 112, 128):
        code = f"((long (*)(char *, int))((char *)weigh + {step}))(p, n)"
        yield f"code {step} bytes from a helper", f"long weigh();\n{head} {{ return {code}; }}"


def test_nothing_of_the_test_or_the_function_is_given(
    verdicts: Verdicts, addresses: dict[str, int]
) -> None:
    for name, text in attacks(addresses):
        made = verdict(verdicts, text)
        assert not made["with_program"]["passes"], name
        forbidden = re.compile(r"secret|kept|FUN_|DAT_|s_0")
        assert not any(map(forbidden.match, made["with_program"].get("given", []))), name


def test_no_helper_gives_a_way_to_the_function_s_own_code(verdicts: Verdicts) -> None:
    text = (
        "long weigh();\nlong func0(char *p, int n)\n{\n"
        "  unsigned char *c = (unsigned char *)weigh;\n"
        "  for (int i = -256; i < 256; i++)\n"
        "    if (c[i] == 0xcc && c[i + 1] == 0xcc && c[i + 2] == 0xcc) return 12;\n  return 0;\n}\n"
    )
    short = TASK.test.partition('    assert(func0("lorry')[0] + "    return 0;\n}\n"
    made = verdict(verdicts, text, replace(TASK, test=short))
    assert made["with_program"]["passes"], made  # there are traps instead


MUTUAL = replace(
    TASK,
    opt="O2",
    function="""int func0(int n);
__attribute__((noinline)) static int half(int n) { return n < 2 ? 7 : func0(n / 2) + 1; }
int func0(int n) { return n & 1 ? half(n - 1) * 3 : n * 5; }
""",
    test="""#include <assert.h>
int main(void) { assert(func0(4) == 20 && func0(9) == 63 && func0(100) == 500); return 0; }
""",
)


def test_a_helper_that_holds_a_copy_of_the_function_is_not_given(verdicts: Verdicts) -> None:
    """At O2 gcc puts `func0` into `half`: half(2 * n) - 1 would be the function itself."""
    text = "int half();\nint func0(int n) { return half(2 * n) - 1; }\n"
    made = verdict(verdicts, text, MUTUAL)["with_program"]
    assert (made["passes"], made["why"]) == (False, "it could not be loaded: nothing defines half")
    honest = "int half();\nint func0(int n) { return n & 1 ? half(n - 1) * 3 : n * 5; }"
    assert verdict(verdicts, honest, replace(MUTUAL, opt="O0"))["with_program"]["passes"]


def test_names_beyond_any_honest_number_cost_no_time(addresses: dict[str, int]) -> None:
    with Sandbox() as sandbox:
        image = make_image(sandbox, TASK)
    names = [f"a{n}_{addresses['calls']:06x}" for n in range(20_000)]
    text = f"long func0(void) {{ return {' + '.join(names)}; }}"
    assert list(image.named(text)) == names[:256]


def test_what_passes_with_the_program_is_compared_with_the_reference() -> None:
    task = replace(
        TASK,
        function=TASK.function.replace("const char *kind", "int kind").replace(
            'strcmp(kind, "lorry") == 0', "kind == 9"
        ),
        test="#include <assert.h>\nint main(void) { assert(func0(9, 4) == 151); return 0; }\n",
    )
    text = "extern int calls;\nlong func0(int k, int n) { return calls + 151; }"
    with Sandbox({"runner": runner()}) as sandbox:
        made = verdict(Verdicts(find_gcc(), sandbox, compare=True), text, task)
    assert made["with_program"]["passes"], made
    assert made["with_program"]["agrees"]["value"] is False


def test_an_answer_with_very_many_names_is_scored(verdicts: Verdicts) -> None:
    names = [f"a{n}_{0x4010:x}" for n in range(3000)]
    text = f"long func0(void) {{ return {' + '.join(names)}; }}"
    assert not verdict(verdicts, text)["with_program"]["passes"]


def test_a_task_that_cannot_be_built_is_scored_all_the_same(verdicts: Verdicts) -> None:
    broken = Task(
        *("broken", "O9x", "c", "func0", ""),
        "int func0(int a) { return a + 1; }\n",
        "#include <assert.h>\nint main(void) { assert(func0(1) == 2); return 0; }\n",
    )
    made = verdict(verdicts, "int func0(int a) { return DAT_00104010; }", broken)
    assert not made["with_program"]["passes"]


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("long func0(void) { return calls; }", True),
        ("x = DAT_00102004;", True),
        ("int local_1088 = var_2004; goto LAB_00101234;", False),
        ("int my_face(void) { return 1; }", False),
    ],
)
def test_only_what_may_name_the_program_depends_on_the_level(text: str, may: bool) -> None:
    assert may_name(TASK, text) is may


def test_the_question_shows_data_and_functions_and_nothing_of_the_test() -> None:
    with open_questions(symbols=True, bare=False) as questions:
        assert isinstance(questions, CQuestions)
        text = questions.text(Sample("toll-O1", "toll", {}, TASK, {}), "program")
    _, _, around = text.partition("<weigh>:\n")
    assert "ret" in around
    assert "0b 00 16 00 21 00 2c 00 37 00" in around
    assert "|lorry.|" in around
    assert ".bss" in around
    assert "forty" not in text
    assert "06 12 0f" not in text  # the secret


@pytest.mark.parametrize("name", ["x86-64-clang-O1", "aarch64-gcc-O1"])
def test_other_targets_are_given_nothing_and_say_so(verdicts: Verdicts, name: str) -> None:
    there = replace(TASK, target=parse_target(name))
    made = verdict(verdicts, "long func0(char *p, int n) { return calls; }", there)
    why = made["with_program"].pop("not_given")
    assert "for gcc on x86-64 only" in why
    assert made["with_program"] == made["with_types"]
    sample = Sample("toll", "toll", {}, there, {})
    with pytest.raises(InputError, match=r"--question program: 1 of 1 sample.* gcc on x86-64 only"):
        check_form([sample], "program")
    plain = Sample("toll", "toll", {}, replace(TASK, target=parse_target("x86-64-gcc-O1")), {})
    check_form([plain], "program")
