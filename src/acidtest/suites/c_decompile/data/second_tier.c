// task: second_tier
// topic: arrays
// exercises: one pass keeping two ranked values with their counts, chained comparisons, out parameter written only on success
// why: rising, falling and repeated data, the int minimum as a real value and arrays without a second value are asserted
// ---- function ----
int func0(const int *a, int n, int *value)
{
    int first = 0, second = 0;
    int nfirst = 0, nsecond = 0;

    for (int i = 0; i < n; i++) {
        int v = a[i];
        if (nfirst == 0 || v > first) {
            second = first;
            nsecond = nfirst;
            first = v;
            nfirst = 1;
        } else if (v == first) {
            nfirst++;
        } else if (nsecond == 0 || v > second) {
            second = v;
            nsecond = 1;
        } else if (v == second) {
            nsecond++;
        }
    }
    if (nsecond > 0)
        *value = second;
    return nsecond;
}
// ---- test ----
#include <assert.h>
#include <limits.h>
#define L(...) (const int[]){__VA_ARGS__}, sizeof((int[]){__VA_ARGS__}) / sizeof(int)
int main(void)
{
    int v = 77;
    assert(func0(&v, 0, &v) == 0 && v == 77);
    assert(func0(L(5), &v) == 0 && v == 77);
    assert(func0(L(4, 4, 4), &v) == 0 && v == 77);
    assert(func0(L(1, 2), &v) == 1 && v == 1);
    assert(func0(L(2, 1), &v) == 1 && v == 1);
    assert(func0(L(3, 3, 8), &v) == 2 && v == 3);
    assert(func0(L(8, 3, 5, 3, 5), &v) == 2 && v == 5);
    assert(func0(L(1, 2, 3, 2, 2), &v) == 3 && v == 2);
    assert(func0(L(-5, -9, -5, -9, -9, -20), &v) == 3 && v == -9);
    assert(func0(L(INT_MIN, INT_MIN + 1), &v) == 1 && v == INT_MIN);
    assert(func0(L(INT_MAX, INT_MIN, INT_MIN), &v) == 2 && v == INT_MIN);
    assert(func0(L(5, 5, 9, 9, 7, 5, 7, 9), &v) == 2 && v == 7);
    assert(func0(L(6, 1, 1, 7), &v) == 1 && v == 6);
    return 0;
}
