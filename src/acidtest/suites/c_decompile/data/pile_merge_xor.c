// task: pile_merge_xor
// topic: dynamic-programming
// exercises: triangular interval table on the stack, prefix sums, cost by exclusive or
// why: one to five piles with every split worked out by a model, equal piles that merge free, and the size limits are asserted
// ---- function ----
int func0(const unsigned short *w, int n)
{
    int cost[10][10] = {{0}}, sum[11];

    if (n < 1 || n > 10)
        return -1;
    sum[0] = 0;
    for (int i = 0; i < n; i++)
        sum[i + 1] = sum[i] + w[i];
    for (int len = 2; len <= n; len++)
        for (int a = 0; a + len <= n; a++) {
            int best = -1, b = a + len;
            for (int cut = a + 1; cut < b; cut++) {
                int c = cost[a][cut - 1] + cost[cut][b - 1];
                c += (sum[cut] - sum[a]) ^ (sum[b] - sum[cut]);
                if (best < 0 || c < best)
                    best = c;
            }
            cost[a][b - 1] = best;
        }
    return cost[0][n - 1];
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const unsigned short a[] = {5, 3, 8, 1, 7, 7, 2, 9, 4, 6, 1};
    static const unsigned short eq[] = {4, 4, 4, 4, 4, 4, 4, 4}, hi[] = {65535, 0, 65535, 1};
    static const unsigned short d[] = {1, 2, 4, 8, 16}, z[] = {0, 0, 0};
    assert(func0(a, 0) == -1 && func0(a, -5) == -1 && func0(a, 11) == -1);
    assert(func0(a, 1) == 0);
    assert(func0(a, 2) == 6);
    assert(func0(a, 3) == 6);
    assert(func0(a, 4) == 16);
    assert(func0(a, 5) == 36);
    assert(func0(a + 1, 10) == 54);
    assert(func0(a, 10) == 71);
    assert(func0(eq, 2) == 0 && func0(eq, 3) == 12 && func0(eq, 4) == 0);
    assert(func0(eq, 5) == 16 && func0(eq, 8) == 0);
    assert(func0(hi, 2) == 65535 && func0(hi, 3) == 65535 && func0(hi, 4) == 196606);
    assert(func0(d, 5) == 56 && func0(d + 2, 3) == 40);
    assert(func0(z, 3) == 0);
    return 0;
}
