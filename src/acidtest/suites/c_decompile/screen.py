"""Examines an answer's object file before any of it runs.

Some rules say what an answer in C is: it defines the function, and it is not assembly or machine
code, which would be the question given back. The others only guard the verdict in one process,
where an answer could end the test early, replace its tools or reach the system; in a process of its
own it can do none of that. A broken rule is named in the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from acidtest.lang.elf import (
    EM_ARM,
    EM_MIPS,
    EM_RISCV,
    SHF_ALLOC,
    SHF_EXEC,
    SHF_TLS,
    SHF_WRITE,
    STB_GLOBAL,
    STT_IFUNC,
    STT_OBJECT,
    STT_TLS,
    Object,
)

RULES = {
    "no-entry": "the object does not define the function that was asked for",
    "weak-entry": "the function is a weak or unusual symbol that something else may replace",
    "second-main": "it defines main",
    "harness-name": "it defines a name of the test harness",
    "shadows-import": "it defines a name that the test uses from the C library",
    "forbidden-import": "it uses a name outside the list of plain computing functions",
    "constructor": "it holds code that runs before or after the test",
    "ifunc": "it holds an indirect function, resolved by its own code at load time",
    "tls": "it holds thread-local storage",
    "odd-name": "it holds a symbol with a name that C cannot give",
    "section": "it places something in a section of its own making",
    "inline-assembly": "it holds inline assembly",
    "system-call": "it holds a system call instruction",
}

_SECTIONS = re.compile(
    r"\.(text|data|bss|rodata|tbss|tdata)(\.|$)|\.eh_frame$|\.note\.|\.data\.rel\.|\.gcc_except_table"
)
# where compilers of other machines place small variables, and what they note about the code
_SECTIONS_OF = {
    EM_MIPS: re.compile(r"\.(reginfo|MIPS\.abiflags)$|\.s(data|bss)(\.|$)"),
    EM_ARM: re.compile(r"\.ARM\.(exidx|extab)(\.|$)"),
    EM_RISCV: re.compile(r"\.s(data|bss|rodata)(\.|$)"),
}
_NAME = re.compile(r"[\w.$]+")  # "strcmp@" would be linked instead of strcmp
_STARTERS = re.compile(r"\.(preinit_array|init_array|fini_array|ctors|dtors|init|fini)(\.|$)")
_ASSEMBLY = b"\n#APP"  # at a line's start: a string may hold it too
_CALL_BYTES = (b"\x0f\x05", b"\x0f\x34", b"\xcd\x80")
_CALL_MNEMONIC = re.compile(rb"\t(syscall|sysenter|sysret|int +\$0x80|svc)\b", re.MULTILINE)

# Pure computing, memory, formatting and printing. Nothing that ends or forks a process, opens
# a file, waits, jumps out of the call or changes how signals are taken.
_BASE = frozenset(
    """
    _GLOBAL_OFFSET_TABLE_ __stack_chk_fail __assert_fail __errno_location
    malloc calloc realloc free aligned_alloc reallocarray
    memcpy memmove memset memcmp memchr memrchr memmem mempcpy rawmemchr bcmp bcopy bzero
    strlen strnlen strcpy strncpy stpcpy stpncpy strcat strncat strcmp strncmp strcasecmp
    strncasecmp strcoll strchr strrchr strchrnul strstr strcasestr strspn strcspn strpbrk strtok
    strtok_r strsep strdup strndup strerror index rindex ffs ffsl ffsll strxfrm
    __memcpy_chk __memmove_chk __memset_chk __strcpy_chk __strncpy_chk __strcat_chk
    __strncat_chk __sprintf_chk __snprintf_chk __printf_chk __fprintf_chk __vsnprintf_chk
    __stpcpy_chk
    isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper
    isxdigit tolower toupper __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc
    atoi atol atoll atof strtol strtoul strtoll strtoull strtod strtof strtold
    __isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull
    abs labs llabs div ldiv lldiv rand srand random srandom rand_r qsort bsearch
    printf puts putchar putc fputc fputs fprintf fwrite vprintf vfprintf sprintf snprintf
    vsprintf vsnprintf sscanf __isoc99_sscanf __isoc23_sscanf asprintf fflush stdout stderr perror
    towlower towupper iswalpha iswdigit iswspace wcslen wcscpy wcscmp
    __fpclassify __fpclassifyf __isnan __isnanf __isinf __isinff __finite __finitef __signbit
    __signbitf __popcountdi2 __udivti3 __divti3 __umodti3 __modti3 __muldc3 __mulsc3 __divdc3
    __divsc3 __powidf2 __powisf2 __fixunsdfti __floattidf __floatuntidf
    """.split()
)
_MATH = frozenset(
    name + suffix
    for suffix in ("", "f", "l")
    for name in """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 exp10
    expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb ldexp lgamma llrint llround log
    log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder
    remquo rint round roundeven scalbln scalbn sin sincos sinh sqrt tan tanh tgamma trunc isnan
    isinf finite drem significand j0 j1 jn y0 y1 yn
    """.split()
)
ALLOWED = _BASE | _MATH
_CPP_ALLOWED = re.compile(
    r"_ZN?K?S[tabsiod]|_ZNVKSt|_ZS[tabsiod]|_Zn[wa]|_Zd[la]|_ZT[VIS]|__cxa_|__gxx_personality|"
    r"_Unwind_Resume|__dso_handle|_ZGV"
)


def foreign_imports(candidate: Object, language: str) -> set[str]:
    """Names the candidate imports that are not on the base list."""
    foreign = candidate.undefined() - ALLOWED
    if language == "cpp":
        foreign = {name for name in foreign if not _CPP_ALLOWED.match(name)}
    return foreign


def suspects_system_call(candidate: Object) -> bool:
    """Whether code bytes could be a system call; a disassembly then decides."""
    code = [section.data for section in candidate.sections if section.data]
    return any(mark in data for data in code for mark in _CALL_BYTES)


def holds_system_call(disassembly: bytes) -> bool:
    """Whether objdump's text of the candidate shows a system call instruction."""
    return bool(_CALL_MNEMONIC.search(disassembly))


def broken_rule(
    candidate: Object,
    *,
    assembly: bytes,
    entries: Collection[str],
    test_imports: Collection[str],
    language: str,
    apart: bool,
) -> tuple[str, str] | None:
    """The first rule the candidate breaks, with what breaks it, or None.

    With `apart` it is judged in a process of its own. Imports are checked separately
    (`foreign_imports`): the reference's own may extend the list.
    """
    broken = _not_c(candidate, assembly, language)
    if broken is None and not apart:
        broken = _reaches_out(candidate, entries, test_imports, language)
    return broken or _no_entry(candidate, entries)


def _not_c(candidate: Object, assembly: bytes, language: str) -> tuple[str, str] | None:
    """Assembly, machine code, and what a loader of plain C does not know."""
    if _ASSEMBLY in b"\n" + assembly:
        return "inline-assembly", "asm"
    more = _SECTIONS_OF.get(candidate.machine)
    for section in candidate.sections:
        if section.flags & SHF_TLS:
            return "tls", section.name
        if section.flags & SHF_WRITE and section.flags & SHF_EXEC:
            return "section", section.name
        if section.flags & (SHF_ALLOC | SHF_EXEC) and not _SECTIONS.match(section.name):
            if _STARTERS.match(section.name) or (more and more.match(section.name)):
                continue
            return "section", section.name
    code = {at for at, section in enumerate(candidate.sections) if section.flags & SHF_EXEC}
    for symbol in candidate.symbols:
        if symbol.kind == STT_IFUNC:
            return "ifunc", symbol.name
        if symbol.kind == STT_TLS:
            return "tls", symbol.name
        if symbol.kind == STT_OBJECT and symbol.section in code:
            return "section", symbol.name  # machine code as an array: a disassembly skips it
    return None


def _reaches_out(
    candidate: Object, entries: Collection[str], test_imports: Collection[str], language: str
) -> tuple[str, str] | None:
    """What would reach the test or the runner in the same process."""
    for section in candidate.sections:
        if _STARTERS.match(section.name) and section.size and language != "cpp":
            return "constructor", section.name
    defined = candidate.defined()
    for symbol in candidate.symbols:
        if not _NAME.fullmatch(symbol.name):
            return "odd-name", symbol.name
        if symbol.defined and symbol.name in entries and symbol.binding != STB_GLOBAL:
            return "weak-entry", symbol.name
    if "main" in defined:
        return "second-main", "main"
    for name in sorted(defined):
        if name.startswith("acid_"):
            return "harness-name", name
        if name in ("_init", "_fini"):
            return "constructor", name
        if name in test_imports and name not in entries:
            return "shadows-import", name
    return None


def _no_entry(candidate: Object, entries: Collection[str]) -> tuple[str, str] | None:
    if candidate.defined().isdisjoint(entries):
        return "no-entry", ", ".join(sorted(entries))
    return None
