// task: packed_triangle_solve
// topic: matrices
// exercises: packed lower triangle addressed by i(i+1)/2, forward substitution in doubles, early return at a zero pivot
// why: sizes 0 to 4 with exact halves, a zero pivot at the start and at the end, and entries behind the stop left untouched are asserted
// ---- function ----
int func0(const double *tri, int n, double *x)
{
    for (int i = 0; i < n; i++) {
        const double *row = tri + i * (i + 1) / 2;
        double s = x[i];
        for (int j = 0; j < i; j++)
            s -= row[j] * x[j];
        if (row[i] == 0.0)
            return s == 0.0 ? i : -1 - i;
        x[i] = s / row[i];
    }
    return n;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const double t[] = {2, 1, 4, -3, 0.5, 1, 2, -1, 3, 0.25};
    static const double z[] = {0, 1, 1}, late[] = {1, 2, 0, 9};
    double x[4] = {6, 7, 8, 9};
    assert(func0(t, 0, x) == 0 && x[0] == 6);
    assert(func0(t, 1, x) == 1 && x[0] == 3 && x[1] == 7);
    x[0] = 6;
    assert(func0(t, 2, x) == 2 && x[0] == 3 && x[1] == 1 && x[2] == 8);
    x[0] = 6, x[1] = 7;
    assert(func0(t, 3, x) == 3 && x[0] == 3 && x[1] == 1);
    assert(x[2] == 16.5 && x[3] == 9);
    x[0] = 2, x[1] = 1, x[2] = 0, x[3] = 1;
    assert(func0(t, 4, x) == 4 && x[0] == 1 && x[1] == 0);
    assert(x[2] == 3 && x[3] == -40);
    x[0] = 5, x[1] = 5;
    assert(func0(z, 2, x) == -1 && x[0] == 5 && x[1] == 5);
    x[0] = 0;
    assert(func0(z, 2, x) == 0 && x[0] == 0 && x[1] == 5);
    x[0] = 3, x[1] = 6;
    assert(func0(late, 2, x) == 1 && x[1] == 6);
    x[0] = 3, x[1] = 5;
    assert(func0(late, 2, x) == -2 && x[0] == 3 && x[1] == 5);
    x[0] = -1, x[1] = -2;
    assert(func0(late, 3, x) == 1 && x[0] == -1);
    return 0;
}
