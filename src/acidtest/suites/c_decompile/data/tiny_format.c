// task: tiny_format
// topic: variadic
// exercises: bounded formatter driven by its own letters, negative int min printed through unsigned, text and repeat directives
// why: each directive, zero, int min, exact fit, cut output, a bare sign at the end and unknown letters are asserted with the text
// ---- types ----
#include <stddef.h>
// ---- function ----
#include <stdarg.h>
size_t func0(char *out, size_t cap, const char *f, ...)
{
    char digits[sizeof "-2147483648"];
    size_t n = 0;
    va_list ap;

    va_start(ap, f);
    for (; *f; f++) {
        const char *text = digits;
        int times = 1, k = (int)sizeof digits - 1;
        unsigned u;
        digits[1] = digits[k] = 0;
        digits[0] = *f;
        if (*f == '!' && f[1]) {
            switch (*++f) {
            case 'n':
                times = va_arg(ap, int);
                u = times < 0 ? 0u - (unsigned)times : (unsigned)times;
                do
                    digits[--k] = (char)('0' + u % 10);
                while (u /= 10);
                if (times < 0)
                    digits[--k] = '-';
                text = digits + k;
                times = 1;
                break;
            case 't': text = va_arg(ap, const char *); break;
            case 'r': times = va_arg(ap, int); digits[0] = (char)va_arg(ap, int); break;
            default: digits[0] = *f;
            }
        }
        for (; times > 0; times--)
            for (const char *p = text; *p; p++, n++)
                if (n + 1 < cap)
                    out[n] = *p;
    }
    va_end(ap);
    if (cap)
        out[n < cap ? n : cap - 1] = 0;
    return n;
}
// ---- test ----
#include <assert.h>
#include <string.h>
#define IS(s) (strcmp(b, s) == 0)
int main(void)
{
    char b[32] = "old";
    assert(func0(b, 0, "abc") == 3 && IS("old"));
    assert(func0(b, 32, "") == 0 && IS(""));
    assert(func0(b, 32, "abc") == 3 && IS("abc"));
    assert(func0(b, 4, "abc") == 3 && IS("abc") && func0(b, 3, "abc") == 3 && IS("ab"));
    assert(func0(b, 1, "abc!n", 5) == 4 && IS(""));
    assert(func0(b, 32, "!n", 0) == 1 && IS("0"));
    assert(func0(b, 32, "<!n>", -2147483647 - 1) == 13 && IS("<-2147483648>"));
    assert(func0(b, 32, "!n!n", 2147483647, -7) == 12 && IS("2147483647-7"));
    assert(func0(b, 32, "!t=!n", "depth", 19) == 8 && IS("depth=19"));
    assert(func0(b, 32, "!r|!r|", 3, 'x', 0, 'y') == 5 && IS("xxx||"));
    assert(func0(b, 8, "!r", 20, '*') == 20 && IS("*******"));
    assert(func0(b, 32, "a!!b!zc!") == 6 && IS("a!bzc!"));
    assert(func0(b, 32, "!r!r!n", -4, 'q', 1, 'w', 10) == 3 && IS("w10"));
    assert(func0(b, 6, "!t!t", "", "longer") == 6 && IS("longe"));
    assert(func0(b, 32, "!t !t !n !t !n", "a", "b", 3, "d", 5) == 9 && IS("a b 3 d 5"));
    return 0;
}
