// task: blend_weights
// topic: variadic
// exercises: doubles and ints mixed in one argument list, weights negative or zero, division with a guard, double returned in a vector register
// why: zero terms, one term, cancelling weights, negative weights and more than eight doubles are asserted exactly
// ---- function ----
#include <stdarg.h>
double func0(int terms, double fallback, ...)
{
    double sum = 0.0, last = fallback;
    int weight = 0;
    va_list ap;

    va_start(ap, fallback);
    while (terms-- > 0) {
        double v = va_arg(ap, double);
        int w = va_arg(ap, int);
        if (w < 0) {
            v = last - v;
            w = -w;
        } else if (w == 0) {
            last = v;
        }
        sum += v * w;
        weight += w;
    }
    va_end(ap);
    return weight ? sum / weight : last;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 2.5) == 2.5 && func0(-3, 1.25) == 1.25);
    assert(func0(1, 0.0, 7.5, 1) == 7.5);
    assert(func0(1, 0.0, 7.5, 3) == 7.5);
    assert(func0(2, 0.0, 1.0, 1, 2.0, 3) == 1.75);
    assert(func0(1, 9.0, 4.0, 0) == 4.0);
    assert(func0(2, 9.0, 4.0, 0, 6.0, 2) == 6.0);
    assert(func0(1, 9.0, 4.0, -1) == 5.0);
    assert(func0(2, 9.0, 100.0, 0, 4.0, -2) == 96.0);
    assert(func0(3, 1.0, 8.0, 1, 8.0, -1, 4.0, 2) == 2.25);
    assert(func0(1, 0.0, 3.0, 5, 99.0, 5) == 3.0);
    assert(func0(2, 0.0, 1.0, -2147483647, 0.5, 0) == -1.0);
    assert(func0(10, 0.0, 1., 1, 2., 1, 3., 1, 4., 1, 5., 1, 6., 1, 7., 1, 8., 1, 9., 1, 10., 6) == 7.0);
    assert(func0(9, .5, 1., 0, 2., 0, 3., 0, 4., 0, 5., 0, 6., 0, 7., 0, 8., 0, 9.5, 0) == 9.5);
    return 0;
}
