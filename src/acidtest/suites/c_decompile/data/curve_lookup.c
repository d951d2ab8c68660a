// task: curve_lookup
// topic: floating-point
// exercises: search in a table of doubles, linear interpolation, clamping outside, slope returned through a pointer
// why: points on, between and outside the knots, a vertical step, a one-point table and the slope of each part are asserted with exact values
// ---- function ----
double func0(const double *xs, const double *ys, int n, double x, double *slope)
{
    int i = 0;

    *slope = 0.0;
    if (n <= 0)
        return -1.0;
    if (x < xs[0])
        return ys[0];
    while (i + 1 < n && x >= xs[i + 1])
        i++;
    if (i == n - 1)
        return ys[i];
    *slope = (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]);
    return ys[i] + *slope * (x - xs[i]);
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const double xs[] = {0.0, 4.0, 4.0, 6.0, 14.0, 99.0}, ys[] = {1.0, 3.0, 10.0, 7.0, 9.0, -50.0};
    double s = 5.0;
    assert(func0(xs, ys, 0, 1.0, &s) == -1.0 && s == 0.0);
    assert(func0(xs, ys, -1, 1.0, &s) == -1.0 && s == 0.0);
    assert(func0(xs, ys, 1, 1.0, &s) == 1.0 && s == 0.0);
    assert(func0(xs, ys, 5, -0.5, &s) == 1.0 && s == 0.0);
    assert(func0(xs, ys, 5, 0.0, &s) == 1.0 && s == 0.5);
    assert(func0(xs, ys, 5, 1.0, &s) == 1.5 && s == 0.5);
    assert(func0(xs, ys, 5, 3.5, &s) == 2.75 && s == 0.5);
    assert(func0(xs, ys, 5, 4.0, &s) == 10.0 && s == -1.5);
    assert(func0(xs, ys, 5, 5.0, &s) == 8.5 && s == -1.5);
    assert(func0(xs, ys, 5, 6.0, &s) == 7.0 && s == 0.25);
    assert(func0(xs, ys, 5, 13.0, &s) == 8.75 && s == 0.25);
    assert(func0(xs, ys, 5, 14.0, &s) == 9.0 && s == 0.0);
    assert(func0(xs, ys, 5, 20.0, &s) == 9.0 && s == 0.0);
    assert(func0(xs, ys, 5, 100.0, &s) == 9.0 && s == 0.0);
    assert(func0(xs, ys, 3, 4.0, &s) == 10.0 && s == 0.0);
    assert(func0(xs + 3, ys + 3, 2, 8.0, &s) == 7.5 && s == 0.25);
    return 0;
}
