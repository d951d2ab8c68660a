"""Which part of an answer is its code. No text makes that raise or take long."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.lang.c_answer import readings

FUNCTION = "int func0(int a) { return a; }\n"


def first(answer: str) -> tuple[list[str], dict[str, object]]:
    """The words of the first reading, and what was adapted."""
    reading = next(readings(answer, "func0"))
    return reading.text.split(), dict(reading.adapted)


def test_plain_code_is_read_as_it_is_and_in_no_other_way() -> None:
    assert [(way.text, way.adapted) for way in readings(FUNCTION, "func0")] == [(FUNCTION, {})]


def test_comments_are_no_prose() -> None:
    text = f"/* a function */\n{FUNCTION}// its end\n"
    assert len(list(readings(text, "func0"))) == 1


def test_the_last_fence_that_defines_the_function_counts() -> None:
    wrong = FUNCTION.replace("return a", "return 0")
    text = f"```c\n{wrong}```\n```c\n{FUNCTION}```\nas in\n```c\nint g(void) {{ return 1; }}\n```"
    words, adapted = first(text)
    assert words == (FUNCTION + "int g(void) { return 1; }").split()
    assert adapted == {"fences": True, "drafts": 1}


def test_a_later_fence_with_another_function_is_no_final_one() -> None:
    text = f"```c\n{FUNCTION}```\n```c\nint g(int a) {{ return a; }}\n```"
    assert "func0(int" in first(text)[0]


def test_ways_are_tried_from_the_most_literal_on() -> None:
    text = f"See:\n```c\n{FUNCTION}```\n```c\nx = 1;\n```\n"
    kinds = [sorted(way.adapted) for way in readings(text, "func0")]
    assert kinds[:2] == [["fences"], ["drafts", "fences"]]


PIECES = st.lists(
    st.sampled_from(
        ["int ", "func0", "f", "main", "(", ")", "{", "}", ";", "```c\n", "```\n", "~~~\n", "\n",
         "<think>", "</think>", "inline ", "static ", "float ", "a", ", ", '"', "'", "//", "/*",
         "*/", "\ufeff", "\u00a0", "\ud800", 'extern "C" ', "text. "]
    ),
    max_size=50,
).map("".join)  # fmt: skip


@given(st.one_of(st.text(), PIECES), st.sampled_from(["c", "cpp"]))
def test_no_text_makes_it_raise_and_there_is_always_a_way(text: str, language: str) -> None:
    ways = list(readings(text, "func0", language))
    assert 1 <= len(ways) <= 6
    assert len({way.text for way in ways}) == len(ways)


@pytest.mark.parametrize(
    "piece",
    [
        *("```c\nint func0(int a) { return a; }\n```\n", "int func0(int a) { return a; }\n"),
        *("int main() { }\n", "inline int f(int a) { return a; }\n", "f(a) float a; {\n", "float "),
        *("<think>", "</think>", 'extern "C" ', "\ufeff", "func0 ", "/* ", "// ", "'", "*f(a) "),
    ],
)
def test_long_answers_take_time_in_proportion(piece: str) -> None:
    # A megabyte is the longest answer that is read at all. Work that grew with the square and took
    # 30 s for it takes 2.7 s for this.
    text = piece * (300_000 // len(piece)) + FUNCTION
    start = time.process_time()
    list(readings(text, "func0"))
    assert time.process_time() - start < 2.7
