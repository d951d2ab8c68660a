"""What is put over C is taken off step by step, and C itself is left alone."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.lang.c_wrapping import unwrapped, without_diff

CODE = (
    'char *f(char *s)\n{\n    if (s[0] == \'\\n\' || s[1] < 2)\n        s = "\\tx; \\"y\\"";\n}\n'
)


def last(text: str) -> tuple[str, list[str]]:
    return list(unwrapped(text))[-1]


@pytest.mark.parametrize(
    ("wrapped", "names"),
    [
        (CODE.replace("if", "\x1b[33mif\x1b[0m"), ["unseen"]),
        (CODE.replace("    ", "\u00a0\u00a0\u00a0\u00a0"), ["unseen"]),
        (CODE.replace("'", "\u2019").replace(";\n", "\uff1b\n"), ["signs"]),
        (json.dumps({"note": "short {}", "code": CODE, "other": CODE * 3}), ["json"]),
        (json.dumps([{"role": "user", "x": [{"arguments": json.dumps({"c": CODE})}]}]), ["json"]),
        (json.dumps({"lines": CODE.splitlines()}), ["json"]),
        (CODE.replace("<", "&lt;").replace('"', "&quot;").replace("'", "&#39;"), ["entities"]),
        (repr(CODE), ["escapes"]),
        (CODE.replace("*", "\\*").replace("[", "\\["), ["escapes"]),
        ("".join(f"{n:4}: {line}\n" for n, line in enumerate(CODE.splitlines(), 7)), ["margin"]),
        ("So:\n" + "".join(f"> {line}\n" for line in CODE.splitlines()), ["margin"]),
        ("".join(f"+{line}\n" for line in CODE.splitlines()), ["diff"]),
        (
            "".join(f"{16 * n:04x}: {line}\n" for n, line in enumerate(CODE.splitlines())),
            ["margin"],
        ),
        ("".join(f"0x{n + 9:x}\t{line}\n" for n, line in enumerate(CODE.splitlines())), ["margin"]),
    ],
)
def test_a_wrapping_is_taken_off(wrapped: str, names: list[str]) -> None:
    text, taken = last(wrapped)
    assert text.strip("\n") == CODE.strip("\n")
    assert taken == names


def test_line_ends_in_a_json_text_are_read() -> None:
    code = "int f(int a)\n{\n\treturn a;\n}\n"
    assert last(f'{{"note": "a {{b}}", "code": "{code}"}}') == (code, ["json"])
    assert last(f'{{"code": `{code}"x"`}}') == (f'{code}"x"', ["json"])


def test_the_json_value_with_a_body_is_taken() -> None:
    lines = [{"thought": "like {this}"}, {"code": CODE}]
    assert last("\n".join(map(json.dumps, lines))) == (CODE, ["json"])


def test_plain_code_has_one_reading() -> None:
    assert list(unwrapped(CODE)) == [(CODE, [])]


def test_literals_keep_their_signs() -> None:
    text = "puts(“a”)； puts(\"，\u201c\"); c = '\\u2019';"
    assert last(text)[0] == 'puts("a"); puts("，\u201c"); c = \'\\u2019\';'


def test_a_diff_gives_the_new_side() -> None:
    text = (
        "Subject: x\n\n--- a\n+++ b\n@@ -1,3 +1,3 @@\n int f(void)\n-{ return 1; }\n"
        "+{ return 2; }\n-- \n2.39\n"
    )
    assert without_diff(text) == "int f(void)\n{ return 2; }\n"


@pytest.mark.parametrize("text", ["x = a\n+ b;\ny;\n", "- one\n- two\n"])
def test_what_is_no_diff_stays(text: str) -> None:
    assert without_diff(text) == text


@given(st.text(alphabet="{}[]\"'\\n\n<>&;#|`+-@ x1:\u201c\uff1b\x1b", max_size=200))
def test_any_text_has_readings_and_the_first_is_itself(text: str) -> None:
    made = list(unwrapped(text))
    assert made[0] == (text, [])
    assert all(isinstance(one, str) for one, _ in made)


@pytest.mark.parametrize(
    "unit", ['\\"', "'\\", '{"', '[{"a":', "&lt", "<br", "  <- ", "> ", "+", "1 ", "\x1b[1", "“"]
)
@pytest.mark.parametrize("before", ['"', '{"a": "'])
def test_a_long_hostile_text_is_read_in_linear_time(before: str, unit: str) -> None:
    text = before + unit * (400_000 // len(unit))
    assert next(unwrapped(text)) == (text, [])
    for _ in unwrapped(text):  # would not end in any reasonable time if it were quadratic
        pass
