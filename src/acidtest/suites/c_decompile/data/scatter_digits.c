// task: scatter_digits
// topic: variadic
// exercises: number taken apart in a base given at run time, digits stored through int pointers, null pointer skips, count of digits dropped
// why: more digits than places, fewer, zero, skipped places, base two and sixteen and bad bases are asserted with untouched targets
// ---- function ----
#include <stdarg.h>
int func0(unsigned long long value, int base, int places, ...)
{
    va_list ap;
    int stored = 0, dropped = 0;

    if (base < 2 || base > 36)
        return -1;
    va_start(ap, places);
    while (places-- > 0) {
        int *to = va_arg(ap, int *);
        if (to) {
            *to = value ? (int)(value % (unsigned)base) : -1;
            stored++;
        }
        value /= (unsigned)base;
    }
    va_end(ap);
    for (; value; value /= (unsigned)base)
        dropped++;
    return stored * 100 + dropped;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    int a = 50, b = 50, c = 50, d = 50, e = 50, f = 50;
    assert(func0(7, 1, 1, &a) == -1 && func0(7, 37, 1, &a) == -1 && a == 50);
    assert(func0(0, 10, 0) == 0 && func0(123, 10, 0) == 3 && func0(9, 10, -2) == 1);
    assert(func0(0, 10, 1, &a) == 100 && a == -1);
    assert(func0(7, 10, 2, &a, &b) == 200 && a == 7 && b == -1);
    assert(func0(305, 10, 2, &a, &b) == 201 && a == 5 && b == 0);
    assert(func0(305, 10, 3, &a, (int *)0, &c) == 200 && a == 5 && c == 3);
    assert(func0(6, 2, 3, &a, &b, &c) == 300 && a == 0 && b == 1 && c == 1);
    assert(func0(0xfedcba9876543210ull, 16, 6, &a, &b, &c, &d, &e, &f) == 610);
    assert(a == 0 && b == 1 && c == 2 && d == 3 && e == 4 && f == 5);
    assert(func0(~0ull, 36, 1, &a) == 112 && a == 15);
    assert(func0(~0ull, 2, 1, (int *)0) == 63 && func0(~0ull, 10, 2, &a, &b) == 218 && a == 5 && b == 1);
    assert(func0(35, 36, 1, &d) == 100 && d == 35);
    return 0;
}
