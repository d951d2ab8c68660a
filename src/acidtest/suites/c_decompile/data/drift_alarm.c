// task: drift_alarm
// topic: floating-point
// exercises: running average and deviation in doubles, absolute value, a result written through a pointer
// why: silent series, alarm at the warm-up border, upward and downward drift, the stored average and short inputs are asserted
// ---- function ----
#include <math.h>
int func0(const double *v, int n, double gain, double *mean_out)
{
    double mean, dev = 0.5;

    if (n <= 0) {
        *mean_out = 0.0;
        return -2;
    }
    mean = v[0];
    for (int i = 1; i < n; i++) {
        double d = v[i] - mean;
        if (i > 2 && fabs(d) > gain * dev) {
            *mean_out = mean;
            return i;
        }
        mean += 0.25 * d;
        dev = 0.75 * dev + 0.25 * fabs(d);
    }
    *mean_out = mean;
    return -1;
}
// ---- test ----
#include <assert.h>
static int near(double a, double b) { double d = a - b; return d < 1e-12 && d > -1e-12; }
int main(void)
{
    double m = 99.0;
    double flat[] = {2, 2, 2, 2, 2, 2};
    double up[] = {1, 1, 1, 5, 9};
    double early[] = {0, 100, 0, 0};
    double down[] = {4, 8, 4, -40};
    double edge[] = {0, 0, 0, 0.5625, 0.5625};
    assert(func0(flat, 0, 3.0, &m) == -2 && m == 0.0);
    assert(func0(flat, -1, 3.0, &m) == -2 && m == 0.0);
    assert(func0(flat, 1, 3.0, &m) == -1 && m == 2.0);
    assert(func0(flat, 6, 3.0, &m) == -1 && m == 2.0);
    assert(func0(up, 5, 3.0, &m) == 3 && near(m, 1.0));
    assert(func0(up, 3, 3.0, &m) == -1 && near(m, 1.0));
    assert(func0(up, 5, 20.0, &m) == -1 && near(m, 3.75));
    assert(func0(early, 3, 1.0, &m) == -1 && near(m, 18.75));
    assert(func0(early, 4, 1.0, &m) == -1 && near(m, 14.0625));
    assert(func0(early, 4, 0.9, &m) == -1 && near(m, 14.0625));
    assert(func0(down, 4, 3.0, &m) == 3 && near(m, 4.75));
    assert(func0(edge, 4, 2.0, &m) == -1 && near(m, 0.140625));
    assert(func0(edge, 4, 1.99, &m) == 3 && near(m, 0.0));
    assert(func0(edge, 5, 2.0, &m) == -1 && near(m, 0.24609375));
    return 0;
}
