// task: tile_strip_cost
// topic: dynamic-programming
// exercises: forward dynamic programming over a byte table with an unreachable mark, per-tile costs in a constant array
// why: unreachable strips, blocked cells at each end, lengths below the smallest long tile and mixed optima worked by hand are asserted
// ---- function ----
int func0(const char *strip)
{
    static const int len[3] = {1, 3, 4};
    static const int fee[3] = {5, 11, 13};
    int cost[41];
    int n = 0;

    while (strip[n])
        if (++n > 40)
            return -2;
    cost[0] = 0;
    for (int i = 1; i <= n; i++) {
        cost[i] = strip[i - 1] == '#' ? cost[i - 1] : -1;
        for (int t = 0; t < 3; t++) {
            int k, ok = i >= len[t] && cost[i - len[t]] >= 0;
            for (k = 0; ok && k < len[t]; k++)
                ok = strip[i - 1 - k] == '.' || (t == 0 && strip[i - 1] == 'x');
            if (ok && (cost[i] < 0 || cost[i - len[t]] + fee[t] < cost[i]))
                cost[i] = cost[i - len[t]] + fee[t];
        }
    }
    return cost[n];
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("") == 0);
    assert(func0(".") == 5);
    assert(func0("..") == 10);
    assert(func0("...") == 11);
    assert(func0("....") == 13);
    assert(func0(".....") == 18);
    assert(func0("......") == 22);
    assert(func0(".......") == 24);
    assert(func0("..x..") == 25);
    assert(func0("#...#....#") == 24);
    assert(func0(".?.") == -1);
    assert(func0("?") == -1);
    assert(func0("...?") == -1);
    assert(func0("xxx") == 15);
    assert(func0("x...") == 16);
    assert(func0("..#..") == 20);
    assert(func0("........................................") == 130);
    assert(func0(".........................................") == -2);
    return 0;
}
