// task: round_to_step
// topic: floating-point
// exercises: division and multiplication of doubles, conversion to long and back, ties to the even multiple, sign handling
// why: ties above even and odd multiples, both signs, steps below one, refused huge inputs and steps that leave the value alone are asserted
// ---- function ----
double func0(double x, double step)
{
    int neg = x < 0.0;
    double q;
    long whole;

    if (!(step > 0.0))
        return x;
    q = (neg ? -x : x) / step;
    if (!(q < 1e15))
        return -1.0;
    whole = (long)q;
    q -= (double)whole;
    if (q > 0.5 || (q == 0.5 && (whole & 1)))
        whole++;
    return (double)(neg ? -whole : whole) * step;
}
// ---- test ----
#include <assert.h>
#include <math.h>
int main(void)
{
    assert(func0(7.0, 5.0) == 5.0);
    assert(func0(8.0, 5.0) == 10.0);
    assert(func0(-8.0, 5.0) == -10.0);
    assert(func0(2.5, 1.0) == 2.0);
    assert(func0(3.5, 1.0) == 4.0);
    assert(func0(0.5, 1.0) == 0.0);
    assert(func0(-1.5, 1.0) == -2.0 && func0(-2.5, 1.0) == -2.0);
    assert(func0(0.375, 0.25) == 0.5);
    assert(func0(0.625, 0.25) == 0.5);
    assert(func0(0.3125, 0.25) == 0.25);
    assert(func0(6.0, 4.0) == 8.0 && func0(2.0, 4.0) == 0.0);
    assert(func0(3.3, 0.0) == 3.3 && func0(3.3, -1.0) == 3.3 && func0(3.3, NAN) == 3.3);
    assert(func0(1e15, 1.0) == -1.0 && func0(4e15, 2.0) == -1.0);
    assert(func0(999999999999999.5, 1.0) == 1e15);
    assert(func0(-INFINITY, 2.0) == -1.0 && func0(NAN, 2.0) == -1.0);
    assert(func0(0.75, 0.5) == 1.0 && func0(0.5, 0.75) == 0.75);
    return 0;
}
