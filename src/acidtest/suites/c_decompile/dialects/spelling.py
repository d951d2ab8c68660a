"""Spellings of decompilers that no definition can turn into C: they are written as C has them."""

from __future__ import annotations

import re
from collections.abc import Callable

from acidtest.lang import c_source as source
from acidtest.suites.c_decompile.dialects.references import without_references

_STRING = r'"(?:[^"\\\n]|\\.)*+"?'
_PLACE = r"(?<![\w.>])([A-Za-z_]\w*(?:\.[A-Za-z]\w*)*(?:\[\w{1,20}\])?)"
_OPERAND = r"(?<=[\w)\]])(?<!return)"

# dialect, what it writes, the same in C, and a part of the text without which it is not there
_SPELLINGS: tuple[tuple[str, str, str, str], ...] = (
    ("ghidra", _PLACE + r"\._(\d{1,3})_(\d\d?)_(?!\w)", r"GHIDRA_PART(\1, \2, \3)", "._"),
    ("ghidra", r"\b(?:long|int|undefined[48]|ulong|uint) in_[FG]S_OFFSET;", "", "S_OFFSET"),
    ("ghidra", r"<EXTERNAL>::", "", "<EXTERNAL>"),
    ("ida", r"\b(0[xX][0-9a-fA-F]+|\d+)([uU]?)i64\b", r"\1\2LL", "i64"),
    ("ida", r"@<\w{1,9}>", "", "@<"),
    (
        "ida",
        r"\b__asm \{ ?(?:endbr(?:32|64)|f?nop|pause|[lms]fence|vzeroupper|cld) ?\};?",
        ";",
        "__asm {",
    ),
    ("ida", r"\b(\w{1,80})\.m128[id]?_([fiu])(8|16|32|64)\[", r"IDA_LANES_\2\3(\1)[", ".m128"),
    ("ida", r"\((__m128[id]?)\)0(?:LL|i64)", r"(\1){0}", "(__m128"),
    ("binary_ninja", r"\b([sz]x)\.([wdqo])\(", r"\1_\2(", "x."),
    ("binary_ninja", r"\bvoid ?\* ?[fg]sbase;", "", "sbase;"),
    ("binary_ninja", r"(?<![\w.])(\d{1,20})f\b", r"\1.0f", ""),
    ("binary_ninja", _OPERAND + r" s(<=?|>=?|>>) ", r" \1 ", " s"),
    # wide enough for both operands, so that their order is kept
    ("binary_ninja", _OPERAND + r" u(<=?|>=?) ", r" + 0UL \1 ", " u"),
    ("binary_ninja", r"\) then(?= ?[\n{])", ")", ") then"),
    ("ghidra", r"\b(switchD_\w{1,40}|code_r\w{1,40}|joined_r\w{1,40})::", r"\1_", "::"),
    # C reads such a number as one without a sign
    ("ghidra", r"(?<=[=<>(,?:] )-0x([89a-f][0-9a-f]{7})\b", r"-0x\1L", "-0x"),
    ("r2dec", r"\bsigned (?=int(?:8|16|32|64)_t\b)", "", "signed int"),
    # before `using` is gone
    (
        "c++",
        r"(?<![\w.>:])(?<!int )(?<!long )(?<!float )(?<!double )(?<!char )(?<!_t )(min|max|swap)\(",
        r"CPP_\1(",
        "using namespace std",
    ),
    (
        "c++",
        r"\bauto (\w{1,80})\(([^(){};]{0,400})\) ?(?:noexcept ?)?-> ?(\w[\w:* ]{0,60}?)(?=\s*\{)",
        r"\3 \1(\2)",
        "->",
    ),
    ("c++", r"\b(?:static|reinterpret|const)_cast ?<([^<>;{}()]{1,80})> ?\(", r"(\1)(", "_cast"),
    ("c++", r"\bstd::(min|max|swap)(?:<[\w :]{1,40}>)?\(", r"CPP_\1(", "std::"),
    ("c++", r"\busing (?:namespace )?[\w:]{1,60};", "", "using "),
    ("c++", r"(?<![\w:])(?:std)?::(?=[A-Za-z_])", "", "::"),
    ("c++", r"\b(?:const )?auto (?:const )?[*]? ?(\w{1,80}) ?=", r"__auto_type \1 =", "auto "),
)
_COMPILED = tuple(
    (dialect, re.compile(pattern), re.compile(rf"({_STRING})|{pattern}"), to, part)
    for dialect, pattern, to, part in _SPELLINGS
)

_VECTOR = re.compile(r"\b__m128[id]? (\w{1,80});")
_ZERO = re.compile(r"(?<![\w.>])(\w{1,80}) = 0(?:LL|i64)?;")
_TAG = re.compile(r"^(struct|union|enum) (\w{1,80})(?=\s*\{)", re.MULTILINE)
_TAGS = 64
_CONDITION = re.compile(r"\bcond:(\d+)")

# Ghidra shows a register of up to 16 bytes as an array, which C can neither assign nor return.
_WIDE = r"undefined1? +"
_WIDE_VARIABLE = re.compile(_WIDE + r"(\w{1,80}) \[(\d|1[0-6])\];")
_WIDE_VALUE = re.compile(rf"\({_WIDE}\[(\d|1[0-6])\]\)|^{_WIDE}\[(\d|1[0-6])\](?=\s+\w+\()", re.M)
_WIDE_PLACE = re.compile(rf"\({_WIDE}\(\*\) ?\[(\d|1[0-6])\]\)")
_WIDE_USE = re.compile(r"(?<![\w.&])([A-Za-z_]\w*)( =(?!=)|\[\w{1,20}\])?")


def respell(text: str, language: str = "c") -> tuple[str, tuple[str, ...]]:
    """`text` in C's spelling, and the dialects whose spelling it had. Strings are left alone.

    Where C++ is asked for, its spelling stays.
    """
    dialects: list[str] = []
    for dialect, anywhere, pattern, to, part in _COMPILED:
        if part not in text or (dialect == "c++" and language == "cpp"):
            continue
        if not anywhere.search(text):
            continue
        changed = pattern.sub(_replacing(to), text)
        if changed != text:
            text = changed
            dialects.append(dialect)
    if "bool cond:" in text:  # elsewhere it may be the end of a condition
        text = _CONDITION.sub(r"cond_\1", text)
        dialects.append("binary_ninja")
    for dialect, rewrite in _REWRITES:
        changed = rewrite(text) if dialect != "c++" or language != "cpp" else text
        if changed != text:
            text = changed
            dialects.append(dialect)
    return text, tuple(dict.fromkeys(dialects))


def _zero_vectors(text: str) -> str:
    """IDA's `v2 = 0LL;` for a vector register, which C cannot assign a number to."""
    names = set(_VECTOR.findall(text))
    if not names:
        return text
    return _ZERO.sub(
        lambda match: (
            f"{match[1]} = (__typeof__({match[1]})){{0}};" if match[1] in names else match[0]
        ),
        text,
    )


def _name_tags(text: str) -> str:
    """C++ names a type by its tag alone, which C does if a typedef says so."""

    def named(match: re.Match[str]) -> str:
        kind, tag = match[1], match[2]
        alone = rf"(?<!struct )(?<!union )(?<!enum )\b{tag}\b(?=[ *]+\w|\))"
        ends = rf"\}}\s*\*?{tag}\s*;|\btypedef {kind} {tag}\b"
        if not re.search(alone, text) or re.search(ends, text):
            return match[0]
        return f"typedef {kind} {tag} {tag}; {match[0]}"

    return _TAG.sub(named, text, _TAGS) if len(text) <= source.PARSED_MAX else text


def _as_integers(text: str) -> str:
    """Ghidra's short arrays of bytes as integers, where they are used as values."""
    if "undefined " not in text and "undefined1 " not in text:
        return text
    text = _WIDE_PLACE.sub(r"(ghidra_loose\1 *)", text)
    text = _WIDE_VALUE.sub(
        lambda match: f"(undefined{match[1]})" if match[1] else f"undefined{match[2]}", text
    )
    sizes = dict(_WIDE_VARIABLE.findall(text))

    def use(match: re.Match[str]) -> str:
        name, after = match[1], match[2] or ""
        size = sizes.get(name)
        if size is None:
            return match[0]
        if name.startswith("auVar"):  # a register
            return f"GHIDRA_PART({name}, {after[1:-1]}, 1)" if after[:1] == "[" else match[0]
        return f"GHIDRA_PART({name}, 0, {size}) =" if after == " =" else match[0]

    text = _WIDE_VARIABLE.sub(
        lambda match: f"undefined{match[2]} {match[1]};" if match[1][:5] == "auVar" else match[0],
        text,
    )
    return _WIDE_USE.sub(use, text) if sizes else text


_REWRITES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("ida", _zero_vectors),
    ("ghidra", _as_integers),
    ("c++", without_references),
    ("c++", _name_tags),
)


def _replacing(to: str) -> Callable[[re.Match[str]], str]:
    """Puts groups into `to`, counted after the one that holds a string."""

    def replace(match: re.Match[str]) -> str:
        if match[1] is not None:
            return match[1]
        return re.sub(r"\\(\d)", lambda group: match[int(group[1]) + 1], to)

    return replace
