"""Stubs that pass a call from a test's program to an answer's, written in C from the prototype.

The compiler of the platform knows how arguments are passed, so the stubs need not: the test's
copies its arguments into a struct, the answer's makes the call with them (native/judge/emulated.h).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from acidtest.suites.c_decompile.passing import NotStrict, passing, read_prototype
from acidtest.suites.c_decompile.wire import ResultKind

# one for each function; `{at}` is its number
_TYPES = """\
struct acid_call_{at} {{ {fields} char end; }};
struct acid_back_{at} {{ {back} }};
_Static_assert(sizeof(struct acid_call_{at}) <= {most}, "its arguments are too large");
_Static_assert(sizeof(struct acid_back_{at}) <= {most}, "its result is too large");
"""
_IN_TEST = """\
{head}
{{
    struct acid_call_{at} acid_call;
    struct acid_back_{at} acid_back;
    __builtin_memset(&acid_call, {poison}, sizeof acid_call);
    {copies}
    acid_pass({at}, &acid_call, sizeof acid_call, &acid_back, sizeof acid_back, {kind},
              __builtin_frame_address(0));
    {leave}
}}
"""
_IN_ANSWER = """\
static void acid_invoke_{at}(const void *acid_given, void *acid_result)
{{
    const struct acid_call_{at} *acid_call = acid_given;
    struct acid_back_{at} acid_back;
    {take}{name}({values});
    __builtin_memcpy(acid_result, &acid_back, sizeof acid_back);
}}
"""
_PASS = "void acid_pass(unsigned, const void *, unsigned, void *, unsigned, unsigned, void *);\n"
_REGISTER = re.compile(r"\bregister\b")
_POISON = 0x5A
_MOST = 4096  # MOST_PASSED in emulated.h


@dataclass(frozen=True, slots=True)
class Stubs:
    """The code to link with a test and with an answer."""

    test: str
    answer: str


def make_stubs(prototypes: Mapping[str, str]) -> Stubs:
    """The stubs of these functions, by name; raises `NotStrict` if one cannot be called so."""
    test, answer = [_PASS], []
    for at, (name, prototype) in enumerate(prototypes.items()):
        types, in_test, in_answer = _stub(at, name, prototype)
        test += [types, in_test]
        answer += [types, in_answer]
    listed = ", ".join(f"acid_invoke_{at}" for at in range(len(prototypes)))
    answer.append(f"void (*const acid_functions[])(const void *, void *) = {{ {listed} }};\n")
    return Stubs("\n".join(test), "\n".join(answer))


def _stub(at: int, name: str, prototype: str) -> tuple[str, str, str]:
    """The types of a call, the function in the test's program, and who calls it in the answer's."""
    how = passing(prototype)
    if how.streams or how.result is ResultKind.STREAM:
        raise NotStrict("it is given a stream")
    kind = int(how.result)
    listed, result, pointers, data = read_prototype(prototype)
    types, fields, names = [], [], []
    for number, (before, own, after) in enumerate(_parameters(listed, data)):
        # of an array the second type is an address, of a function too: as a value, like an argument
        types.append(f"typedef {_REGISTER.sub('', before)} acid_{at}_{number}_declared {after};\n")
        value = f"((void)0, *(acid_{at}_{number}_declared *)0)"
        types.append(f"typedef __typeof__({value}) acid_{at}_{number};\n")
        fields.append(f"acid_{at}_{number} a{number};")
        names.append(own)
    nothing = result == "void" and not pointers
    made = f"{name}({', '.join(f'*(acid_{at}_{n} *)0' for n in range(len(names)))})"
    shared = {"at": at, "name": name, "most": _MOST, "poison": _POISON, "kind": kind}
    shared |= {
        "fields": " ".join(fields),
        "back": "char none;" if nothing else f"__typeof__({made}) value;",
        "head": prototype.rstrip().removesuffix(";"),
        "copies": " ".join(f"acid_call.a{n} = {own};" for n, own in enumerate(names)),
        "leave": "" if nothing else "return acid_back.value;",
        "take": "" if nothing else "acid_back.value = ",
        "values": ", ".join(f"acid_call->a{n}" for n in range(len(names))),
    }
    types.append(_TYPES.format(**shared))
    return "".join(types), _IN_TEST.format(**shared), _IN_ANSWER.format(**shared)


def _parameters(listed: Node, data: bytes) -> Iterator[tuple[str, str, str]]:
    """Of each parameter what stands before its name, the name, and what stands behind it."""
    for child in listed.named_children:
        shown = data[child.start_byte : child.end_byte].decode("utf-8", "replace")
        if child.type == "comment" or shown.strip() == "void":
            continue
        if child.type == "variadic_parameter":
            raise NotStrict("it takes a variable number of arguments")
        name = child.child_by_field_name("declarator")
        while name is not None and name.type != "identifier":
            inner = name.child_by_field_name("declarator")
            name = inner or next(
                (c for c in name.named_children if c.type.endswith(("declarator", "identifier"))),
                None,
            )
        if name is None:
            raise NotStrict("a parameter has no name")
        if _is_function(child):
            raise NotStrict("it is given a function to call")
        before, own, after = (
            data[start:end].decode("utf-8", "replace")
            for start, end in (
                (child.start_byte, name.start_byte),
                (name.start_byte, name.end_byte),
                (name.end_byte, child.end_byte),
            )
        )
        yield before, own, after


def _is_function(node: Node) -> bool:
    declarator = node.child_by_field_name("declarator")
    while declarator is not None:
        if declarator.type == "function_declarator":
            return True
        inner = declarator.child_by_field_name("declarator")
        declarator = inner or next(
            (c for c in declarator.named_children if c.type.endswith("declarator")), None
        )
    return False
