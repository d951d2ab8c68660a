// task: above_mean_twice
// topic: variadic
// exercises: va_copy and two passes over the same arguments, long sum against a product instead of division, sentinel list
// why: one value, all equal, values on the mean, negative means, early sentinel and extreme ints are asserted with both counts
// ---- function ----
#include <limits.h>
#include <stdarg.h>
int func0(int first, ...)
{
    va_list ap, again;
    long sum = 0, n = 0;
    int above = 0, below = 0;

    va_start(ap, first);
    va_copy(again, ap);
    for (int v = first; v != INT_MIN; v = va_arg(ap, int)) {
        sum += v;
        n++;
    }
    va_end(ap);
    for (int v = first; v != INT_MIN; v = va_arg(again, int)) {
        if (v * n > sum)
            above++;
        else if (v * n < sum)
            below++;
    }
    va_end(again);
    return above * 100 + below;
}
// ---- test ----
#include <assert.h>
#define END (-2147483647 - 1)
int main(void)
{
    assert(func0(END) == 0);
    assert(func0(5, END) == 0);
    assert(func0(5, 6, END) == 101);
    assert(func0(4, 4, 4, END) == 0);
    assert(func0(1, 2, 3, END) == 101);
    assert(func0(1, 2, 4, END) == 102);
    assert(func0(-1, -2, -4, END) == 201);
    assert(func0(0, 0, 0, 10, END) == 103);
    assert(func0(7, END, 100, END) == 0);
    assert(func0(2147483647, -2147483647, 0, END) == 101);
    assert(func0(2147483647, 2147483647, 2147483646, END) == 201);
    assert(func0(1, 1, 1, 1, 1, 1, 1, 1, 1, 11, 2, 2, END) == 109 && func0(1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, END) == 111);
    assert(func0(9, 9, 9, 9, 9, 9, 9, 1, END) == 701);
    return 0;
}
