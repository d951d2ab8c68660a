// task: spec_sum
// topic: variadic
// exercises: va_arg of int, long, double and pointer types driven by a format string, general and vector register save areas
// why: each letter alone, mixes with more arguments than registers, sign flips, truncation of doubles and the unknown letter are asserted
// ---- function ----
#include <stdarg.h>
#include <string.h>
long func0(const char *spec, ...)
{
    va_list ap;
    long sum = 0;
    int sign = 1;

    va_start(ap, spec);
    for (; *spec; spec++) {
        long v;
        switch (*spec) {
        case '-': sign = -sign; continue;
        case 'i': v = va_arg(ap, int); break;
        case 'l': v = va_arg(ap, long); break;
        case 'd': v = (long)(va_arg(ap, double) * 4.0); break;
        case 's': v = (long)strlen(va_arg(ap, const char *)) + 1; break;
        case 'p': v = *va_arg(ap, const short *); break;
        default: va_end(ap); return -7777;
        }
        sum += sign * v;
    }
    va_end(ap);
    return sum;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    short h = -300;
    assert(func0("") == 0);
    assert(func0("i", -5) == -5);
    assert(func0("l", 5000000000L) == 5000000000L);
    assert(func0("d", 1.3) == 5);
    assert(func0("d", -1.3) == -5);
    assert(func0("s", "abc") == 4 && func0("s", "") == 1);
    assert(func0("p", &h) == -300);
    assert(func0("i-i", 10, 3) == 7);
    assert(func0("-i-i", 10, 3) == -7);
    assert(func0("--i", 10) == 10);
    assert(func0("ix", 10) == -7777);
    assert(func0("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
    assert(func0("dddddddddd", 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.5) == 46);
    assert(func0("idlsp-d", 1, 0.5, 100L, "four", &h, 0.25) == -193);
    assert(func0("ididididididi", 1, .25, 2, .25, 3, .25, 4, .25, 5, .25, 6, .25, 7) == 34);
    return 0;
}
