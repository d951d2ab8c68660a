// task: stutter_align
// topic: dynamic-programming
// exercises: two-row edit table, ternary minimum chains, neighbour dependent cost
// why: empty operands, free stutters on either side, replacements, pure insertions and the over-long guard are asserted with hand-made distances
// ---- function ----
#include <string.h>
int func0(const char *a, const char *b)
{
    int row[2][33];
    size_t n = strlen(a), m = strlen(b);

    if (n > 32 || m > 32)
        return -1;
    row[0][0] = 0;
    for (size_t j = 1; j <= m; j++)
        row[0][j] = row[0][j - 1] + (j > 1 && b[j - 1] == b[j - 2] ? 0 : 2);
    for (size_t i = 1; i <= n; i++) {
        int *up = row[(i - 1) & 1], *cur = row[i & 1];
        int del = i > 1 && a[i - 1] == a[i - 2] ? 0 : 2;
        cur[0] = up[0] + del;
        for (size_t j = 1; j <= m; j++) {
            int ins = j > 1 && b[j - 1] == b[j - 2] ? 0 : 2;
            int best = up[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 3);
            if (up[j] + del < best)
                best = up[j] + del;
            if (cur[j - 1] + ins < best)
                best = cur[j - 1] + ins;
            cur[j] = best;
        }
    }
    return row[n & 1][m];
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("", "") == 0);
    assert(func0("abc", "abc") == 0);
    assert(func0("", "abc") == 6);
    assert(func0("abc", "") == 6);
    assert(func0("aaa", "") == 2);
    assert(func0("", "bbb") == 2);
    assert(func0("a", "b") == 3);
    assert(func0("helllo", "helo") == 0);
    assert(func0("helo", "hhellloo") == 0);
    assert(func0("cat", "cut") == 3);
    assert(func0("cart", "cat") == 2);
    assert(func0("cat", "cart") == 2);
    assert(func0("ab", "ba") == 4);
    assert(func0("aab", "abb") == 0);
    assert(func0("xy", "ab") == 6);
    assert(func0("abcdefghijklmnopqrstuvwxyz012345", "abcdefghijklmnopqrstuvwxyz01234") == 2);
    assert(func0("abcdefghijklmnopqrstuvwxyz0123456", "a") == -1);
    assert(func0("a", "abcdefghijklmnopqrstuvwxyz0123456") == -1);
    assert(func0("a", "abcdefghijklmnopqrstuvwxyz012345") == 62);
    return 0;
}
