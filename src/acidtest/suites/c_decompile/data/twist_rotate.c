// task: twist_rotate
// topic: arrays
// exercises: in-place rotation by three reversals, floor quotient of a signed shift, 16-bit negation with wrap
// why: shifts within, at and beyond the length in both directions, empty and single arrays and the 16-bit minimum are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int func0(int16_t *a, int n, int k)
{
    if (n <= 0)
        return 0;
    int q = k / n, r = k % n;
    if (r < 0) {
        r += n;
        q--;
    }
    for (int part = 0; part < 3; part++) {
        int lo = part == 1 ? r : 0;
        int hi = part == 0 ? r : n;
        for (hi--; lo < hi; lo++, hi--) {
            int16_t t = a[lo];
            a[lo] = a[hi];
            a[hi] = t;
        }
    }
    for (int i = 0; i < n; i++)
        if ((q + (i >= n - r)) & 1)
            a[i] = (int16_t)-a[i];
    return q;
}
// ---- test ----
#include <assert.h>
#include <string.h>
static int trial(int k, int a, int b, int c, int d, int e)
{
    int16_t x[6] = {1, 2, 3, 4, 5, 99};
    int q = func0(x, 5, k);
    if (x[0] != a || x[1] != b || x[2] != c || x[3] != d || x[4] != e || x[5] != 99)
        return -1000;
    return q;
}
int main(void)
{
    int16_t one[2] = {INT16_MIN, 7};
    assert(trial(0, 1, 2, 3, 4, 5) == 0);
    assert(trial(1, 2, 3, 4, 5, -1) == 0);
    assert(trial(4, 5, -1, -2, -3, -4) == 0);
    assert(trial(-1, -5, 1, 2, 3, 4) == -1);
    assert(trial(-4, -2, -3, -4, -5, 1) == -1);
    assert(trial(5, -1, -2, -3, -4, -5) == 1);
    assert(trial(-5, -1, -2, -3, -4, -5) == -1);
    assert(trial(7, -3, -4, -5, 1, 2) == 1);
    assert(trial(-7, 4, 5, -1, -2, -3) == -2);
    assert(trial(10, 1, 2, 3, 4, 5) == 2);
    assert(func0(one, 0, 3) == 0 && func0(one, -2, 3) == 0 && one[0] == INT16_MIN);
    assert(func0(one, 1, 3) == 3 && one[0] == INT16_MIN && one[1] == 7);
    assert(func0(one + 1, 1, -3) == -3 && one[1] == -7);
    return 0;
}
