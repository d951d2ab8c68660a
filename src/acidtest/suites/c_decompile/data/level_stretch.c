// task: level_stretch
// topic: arrays
// exercises: nested loops with running minimum and maximum of shorts, later of equal results kept, index through a pointer
// why: tolerances at and beside the decisive spread, equal stretches, negative tolerance, an empty array and the full 16-bit spread are asserted
// ---- function ----
int func0(const short *a, int n, int tol, int *start)
{
    int best = 0;

    *start = -1;
    for (int i = 0; i < n; i++) {
        int lo = a[i], hi = a[i], j = i + 1;
        for (; j < n; j++) {
            if (a[j] < lo)
                lo = a[j];
            else if (a[j] > hi)
                hi = a[j];
            if (hi - lo > tol)
                break;
        }
        if (j - i >= best) {
            best = j - i;
            *start = i;
        }
    }
    return best;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const short a[] = {1, 2, 3, 9, 9, 9}, b[] = {-32768, 32767}, c[] = {5, 4, 3, 2, 1, 7};
    int s = 9;
    assert(func0(a, 0, 3, &s) == 0 && s == -1);
    assert(func0(a, 1, 0, &s) == 1 && s == 0);
    assert(func0(a, 6, 0, &s) == 3 && s == 3);
    assert(func0(a, 3, 1, &s) == 2 && s == 1);
    assert(func0(a, 6, 2, &s) == 3 && s == 3);
    assert(func0(a, 4, 2, &s) == 3 && s == 0);
    assert(func0(a, 6, 7, &s) == 5 && s == 1);
    assert(func0(a, 6, 8, &s) == 6 && s == 0);
    assert(func0(a, 6, -1, &s) == 1 && s == 5);
    assert(func0(b, 2, 65535, &s) == 2 && s == 0);
    assert(func0(b, 2, 65534, &s) == 1 && s == 1);
    assert(func0(c, 6, 3, &s) == 4 && s == 1);
    assert(func0(c, 6, 5, &s) == 5 && s == 0);
    assert(func0(c, 6, 6, &s) == 6 && s == 0);
    return 0;
}
