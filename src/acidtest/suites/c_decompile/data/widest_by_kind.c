// task: widest_by_kind
// topic: variadic
// exercises: pairs of kind and value with long long, double and int pointer, kinds remembered, maximum in double
// why: each kind as the winner, ties, unknown kind, null pointer and more pairs than registers are asserted with the index
// ---- function ----
#include <stdarg.h>
int func0(double *best, int pairs, ...)
{
    va_list ap;
    int win = -1;

    va_start(ap, pairs);
    for (int i = 0; i < pairs; i++) {
        int kind = va_arg(ap, int);
        double v = 0.0;
        if (kind == 'q') {
            v = (double)va_arg(ap, long long);
        } else if (kind == 'd') {
            v = va_arg(ap, double);
        } else if (kind == 'p') {
            const int *p = va_arg(ap, const int *);
            if (!p)
                continue;
            v = *p / 2.0;
        } else {
            win = -2 - i;
            break;
        }
        if (win < 0 || v > *best) {
            *best = v;
            win = i;
        }
    }
    va_end(ap);
    return win;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    double b = -1;
    int seven = 7, low = -2147483647 - 1;
    assert(func0(&b, 0) == -1 && b == -1);
    assert(func0(&b, 1, 'q', 5000000000LL) == 0 && b == 5e9);
    assert(func0(&b, 1, 'd', -2.5) == 0 && b == -2.5);
    assert(func0(&b, 1, 'p', &seven) == 0 && b == 3.5);
    assert(func0(&b, 2, 'q', 3LL, 'p', &seven) == 1 && b == 3.5);
    assert(func0(&b, 2, 'd', 3.5, 'p', &seven) == 0);
    assert(func0(&b, 2, 'p', (const int *)0, 'd', -9.0) == 1 && b == -9);
    assert(func0(&b, 1, 'p', (const int *)0) == -1 && b == -9);
    assert(func0(&b, 3, 'p', &low, 'd', -1e10, 'q', -1073741823LL) == 2 && b == -1073741823.0);
    assert(func0(&b, 1, 'x', 1) == -2 && func0(&b, 3, 'q', 1LL, 'd', 2.0, 0) == -4 && b == 2.0);
    assert(func0(&b, 6, 'q', 1LL, 'd', 2.0, 'q', 3LL, 'd', 4.0, 'q', 9LL, 'd', 5.0) == 4 && b == 9);
    assert(func0(&b, 10, 'd', 1., 'd', 2., 'd', 3., 'd', 4., 'd', 5., 'd', 6., 'd', 7., 'd', 8., 'd', 9., 'd', 10.) == 9 && b == 10);
    assert(func0(&b, 2, 'q', -1LL, 'q', -2LL, 'q', 7LL) == 0 && b == -1);
    return 0;
}
