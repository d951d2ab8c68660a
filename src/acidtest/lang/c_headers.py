"""Which standard header declares a name."""

from __future__ import annotations

import re
from collections.abc import Iterable

_DECLARES = {
    "stdbool.h": "bool true false",
    "stdint.h": """
        int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t
        intmax_t uintmax_t int_fast8_t int_fast16_t int_fast32_t int_fast64_t int_least8_t
        int_least16_t int_least32_t int_least64_t uint_fast8_t uint_fast16_t uint_fast32_t
        uint_fast64_t uint_least8_t uint_least16_t uint_least32_t uint_least64_t INT8_MAX INT8_MIN
        INT16_MAX INT16_MIN INT32_MAX INT32_MIN INT64_MAX INT64_MIN UINT8_MAX UINT16_MAX UINT32_MAX
        UINT64_MAX INTPTR_MAX INTPTR_MIN UINTPTR_MAX INTMAX_MAX INTMAX_MIN UINTMAX_MAX SIZE_MAX
        INT8_C INT16_C INT32_C INT64_C UINT8_C UINT16_C UINT32_C UINT64_C
        """,
    "stddef.h": "size_t ptrdiff_t wchar_t NULL offsetof max_align_t",
    "limits.h": """
        CHAR_BIT CHAR_MAX CHAR_MIN SCHAR_MAX SCHAR_MIN UCHAR_MAX SHRT_MAX SHRT_MIN USHRT_MAX INT_MAX
        INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN ULLONG_MAX
        """,
    "float.h": """
        FLT_MAX FLT_MIN FLT_EPSILON FLT_DIG FLT_MANT_DIG DBL_MAX DBL_MIN DBL_EPSILON DBL_DIG
        DBL_MANT_DIG LDBL_MAX LDBL_MIN LDBL_EPSILON
        """,
    "stdarg.h": "va_list va_start va_arg va_end va_copy",
    "assert.h": "assert static_assert",
    "errno.h": "errno EINVAL ERANGE ENOMEM EDOM",
    "ctype.h": """
        isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper
        isxdigit tolower toupper __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc
        """,
    "string.h": """
        memcpy memmove memset memcmp memchr strlen strnlen strcpy strncpy strcat strncat strcmp
        strncmp strcoll strchr strrchr strstr strspn strcspn strpbrk strtok strtok_r strdup strndup
        strerror strsep stpcpy
        """,
    "strings.h": "strcasecmp strncasecmp bzero bcopy ffs",
    "stdlib.h": """
        malloc calloc realloc free aligned_alloc abs labs llabs div ldiv lldiv div_t ldiv_t atoi
        atol atoll atof strtol strtoul strtoll strtoull strtod strtof strtold rand srand RAND_MAX
        qsort bsearch abort exit EXIT_SUCCESS EXIT_FAILURE
        """,
    "stdio.h": """
        FILE EOF BUFSIZ stdin stdout stderr printf fprintf sprintf snprintf vprintf vfprintf
        vsprintf vsnprintf scanf fscanf sscanf puts fputs putchar putc fputc getchar getc fgetc
        fgets fwrite fread fflush perror
        """,
    "math.h": """
        M_PI M_E M_SQRT2 M_LN2 M_PI_2 HUGE_VAL INFINITY NAN isnan isinf isfinite signbit acos acosh
        asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf exp exp2 expm1 fabs fdim floor
        fma fmax fmin fmod frexp hypot ldexp log log10 log1p log2 logb lrint lround llround modf
        nearbyint nextafter pow remainder rint round scalbn sin sinh sqrt tan tanh tgamma trunc
        acosf asinf atanf atan2f cbrtf ceilf copysignf cosf expf fabsf fdimf floorf fmaf fmaxf fminf
        fmodf hypotf ldexpf logf log10f log2f modff powf rintf roundf sinf sqrtf tanf truncf fabsl
        sqrtl powl floorl ceill roundl
        """,
    "inttypes.h": "PRId32 PRIu32 PRIx32 PRId64 PRIu64 PRIx64 imaxabs strtoimax strtoumax",
    "wchar.h": "wint_t wcslen wcscpy wcscmp",
    "time.h": "time_t clock_t",
    "complex.h": "complex creal cimag cabs conj",
    "sys/types.h": "ssize_t off_t u_char u_short u_int u_long __int32_t __uint32_t",
    "sys/param.h": "MIN MAX",
}
_OTHERS = frozenset(
    "alloca byteswap endian fenv getopt iso646 libgen locale malloc memory regex search setjmp "
    "signal stdalign stdatomic stdnoreturn tgmath threads uchar unistd values wctype".split()
)
_HEADER = {name: header for header, names in reversed(_DECLARES.items()) for name in names.split()}
_WORD = re.compile(r"[A-Za-z_]\w*")
_VECTOR = re.compile(r"_mm(?:256)?_\w+|__m(?:128|256)[id]?")
_INCLUDED = re.compile(r"#[ \t]*include[ \t]*<([\w/.]+)>")


def headers_for(words: Iterable[str]) -> list[str]:
    """The standard headers that declare any of these words."""
    needed = {_HEADER[word] for word in words if word in _HEADER}
    ordered = [header for header in _DECLARES if header in needed]
    return [*ordered, *(["immintrin.h"] if any(map(_VECTOR.fullmatch, words)) else [])]


def included(lines: Iterable[str]) -> set[str]:
    """The headers that these include lines name."""
    return {match[1] for line in lines if (match := _INCLUDED.match(line))}


def is_standard(header: str) -> bool:
    """Whether C, POSIX or gcc has this header."""
    name = header.removesuffix(".h")
    return (
        header in _DECLARES
        or (header.endswith(".h") and name in _OTHERS)
        or bool(re.fullmatch(r"(?:sys|arpa|netinet)/\w{1,20}\.h|[a-z0-9]{0,8}intrin\.h", header))
    )
