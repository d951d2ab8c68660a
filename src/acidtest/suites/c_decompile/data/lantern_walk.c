// task: lantern_walk
// topic: dynamic-programming
// exercises: bounded look-back window over a stack table, maximum of candidates, long long sums
// why: forced and free starts, penalty larger than gain, window borders, all negative lamps and n of 0 and 1 are asserted
// ---- function ----
long long func0(const int *oil, int n, int reach, int toll)
{
    long long best[64];
    long long top = 0;

    if (n > 64)
        return -1;
    for (int i = 0; i < n; i++) {
        long long b = i < reach ? 0 : -toll;
        for (int k = 2; k <= reach && k <= i; k++) {
            long long via = best[i - k] - (long long)toll * (k - 2);
            if (via > b)
                b = via;
        }
        best[i] = b + oil[i];
        if (best[i] > top)
            top = best[i];
    }
    return top;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    int a[] = {5, 9, 4, 1, 8, 2}, neg[] = {-3, -1, -2}, one[] = {7};
    int far[] = {10, 0, 0, 0, 10, 0, 0, 0, 30}, big[] = {2147483647, 0, 2147483647};
    static int wide[65];
    int hop[] = {10, 0, 0, 10}, pit[] = {10, -50, -50, -50, 10};
    int late[] = {0, 0, 0, 6};
    assert(func0(a, 0, 3, 1) == 0);
    assert(func0(wide, 65, 3, 1) == -1);
    wide[63] = 4;
    assert(func0(wide, 64, 3, 1) == 4);
    assert(func0(one, 1, 3, 1) == 7);
    assert(func0(one, 1, 0, 2) == 5);
    assert(func0(neg, 3, 2, 1) == 0);
    assert(func0(a, 6, 2, 1) == 17);
    assert(func0(a, 6, 3, 1) == 17);
    assert(func0(a, 2, 3, 1) == 9);
    assert(func0(a, 5, 3, 0) == 17);
    assert(func0(far, 9, 4, 1) == 50);
    assert(func0(far, 9, 3, 20) == 50);
    assert(func0(big, 3, 2, 0) == 4294967294LL);
    assert(func0(hop, 4, 3, 1) == 19);
    assert(func0(hop, 4, 3, 2) == 18);
    assert(func0(pit, 5, 4, 3) == 14);
    assert(func0(late, 4, 3, 5) == 6);
    assert(func0(late, 4, 1, 5) == 1);
    return 0;
}
