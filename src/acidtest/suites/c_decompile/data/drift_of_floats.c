// task: drift_of_floats
// topic: floating-point
// exercises: the same sum in float and in double, conversions between both widths, last index of disagreement
// why: sums that stay exact, values lost below the float precision, recovery by cancelling and negative data are asserted
// ---- function ----
int func0(const float *a, int n, double *error)
{
    float narrow = 0.0f;
    double wide = 0.0;
    int last = -1;

    for (int i = 0; i < n; i++) {
        narrow += a[i];
        wide += a[i];
        if ((double)narrow != wide)
            last = i;
    }
    *error = wide - narrow;
    return last;
}
// ---- test ----
#include <assert.h>
#define A(...) (const float[]){__VA_ARGS__}
int main(void)
{
    double e = 9.0;
    assert(func0(A(1), 0, &e) == -1 && e == 0.0);
    assert(func0(A(1.5f, 2.25f, -8.0f), 3, &e) == -1 && e == 0.0);
    assert(func0(A(16777216.0f, 1.0f), 2, &e) == 1 && e == 1.0);
    assert(func0(A(1.0f, 16777216.0f), 2, &e) == 1 && e == 1.0);
    assert(func0(A(16777216.0f, 1.0f, 1.0f), 3, &e) == 2 && e == 2.0);
    assert(func0(A(16777216.0f, 2.0f), 2, &e) == -1 && e == 0.0);
    assert(func0(A(16777216.0f, 3.0f), 2, &e) == 1 && e == -1.0);
    assert(func0(A(16777216.0f, 1.0f, -1.0f), 3, &e) == 2 && e == 1.0);
    assert(func0(A(16777216.0f, 1.0f, -16777216.0f), 3, &e) == 2 && e == 1.0);
    assert(func0(A(16777216.0f, 1.0f, 3.0f, 64.0f), 4, &e) == 1 && e == 0.0);
    assert(func0(A(-16777216.0f, -1.0f), 2, &e) == 1 && e == -1.0);
    assert(func0(A(-16777216.0f, -1.0f), 1, &e) == -1 && e == 0.0);
    assert(func0(A(0.5f, 8388608.0f, 0.25f), 3, &e) == 2 && e == 0.75);
    return 0;
}
