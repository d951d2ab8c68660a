"""Which C types that differ from platform to platform does a text depend on?"""

from __future__ import annotations

import re
from collections.abc import Iterator

LONG, LONG_DOUBLE, WCHAR = "long", "long double", "wchar_t"

_TOKEN = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | L?"(?:\\.|[^"\\\n])*" | L?'(?:\\.|[^'\\\n])*'"""
    r"""| [A-Za-z_]\w* | \.?\d(?:[eEpP][+-]|[\w.])* | \S""",
    re.DOTALL | re.VERBOSE,
)
_SPECIFIERS = frozenset("long double int unsigned signed const volatile static register".split())
_NAMES = (
    (LONG, re.compile(r"U?LONG_M(AX|IN)|strtou?l|atol|labs|ldiv(_t)?|l(round|rint)[fl]?")),
    (LONG, re.compile(r"u?int_fast(16|32)_t|U?INT_FAST(16|32)_M(AX|IN)")),
    (LONG_DOUBLE, re.compile(r"LDBL_\w+|strtold|HUGE_VALL")),
    (
        LONG_DOUBLE,
        re.compile(
            r"(a?(sin|cos|tan)h?|atan2|exp2?|expm1|log(10|2|1p|b)?|pow|sqrt|cbrt|hypot|fabs|ceil"
            r"|floor|trunc|l?l?r(ound|int)|nearbyint|f(mod|dim|max|min|ma)|remainder|copysign|nan"
            r"|nextafter|[lt]gamma|erfc?|ldexp|scalbl?n|frexp|modf)l"
        ),
    ),
    (WCHAR, re.compile(r"wchar_t|wint_t|WCHAR_M(AX|IN)|(wcs|wmem|mbs?r?to?wc|isw|tow)\w+")),
)
_FORMATS = (
    (LONG, re.compile(r"%[-+ #0-9.*]*l[diouxXn]")),
    (LONG_DOUBLE, re.compile(r"%[-+ #0-9.*]*L[aAeEfFgG]")),
    (WCHAR, re.compile(r"%[-+ #0-9.*]*l[cs]")),
)
_FLOATING = re.compile(r"(?!0[xX])[^.eE]*[.eE].*|0[xX].*[.pP].*")


def platform_types(text: str) -> frozenset[str]:
    """Of `long`, `long double` and `wchar_t`, those that code uses, by name, literal, library
    function or format.
    """
    return frozenset(_uses(text))


def _uses(text: str) -> Iterator[str]:
    words: list[str] = []  # specifiers of one type
    for token in [*_TOKEN.findall(text), ";"]:
        if token.startswith(("//", "/*")):
            continue
        if token in _SPECIFIERS:
            words.append(token)
            continue
        if words.count("long") == 1:
            yield LONG_DOUBLE if "double" in words else LONG
        words = []
        if token[0] in "L\"'" and token[-1] in "\"'":
            if token[0] == "L":
                yield WCHAR
            yield from (name for name, shape in _FORMATS if shape.search(token))
        elif token[0].isdigit() or (token[0] == "." and len(token) > 1):
            yield from _literal(token)
        else:
            yield from (name for name, shape in _NAMES if shape.fullmatch(token))


def _literal(token: str) -> Iterator[str]:
    ending = re.search(r"[uUlL]*$", token)
    longs = ending.group().lower().count("l") if ending else 0
    if longs == 1:
        yield LONG_DOUBLE if _FLOATING.fullmatch(token) else LONG
