// task: run_mod_seven
// topic: arrays
// exercises: prefix residues, a small first-seen table on the stack, modulo by a constant (multiply-shift)
// why: runs at start, end and middle, the whole array, no such run, and an empty array pin the table and the off-by-one of run length
// ---- function ----
#include <string.h>
int func0(const unsigned char *v, int n)
{
    int first[7];
    int best = 0;
    unsigned sum = 0;

    memset(first, -1, sizeof first);
    first[0] = 0;
    for (int i = 1; i <= n; i++) {
        sum = (sum + v[i - 1]) % 7;
        int want = (int)((sum + 4) % 7);
        if (first[want] >= 0 && i - first[want] > best)
            best = i - first[want];
        if (first[sum] < 0)
            first[sum] = i;
    }
    return best;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    unsigned char a[] = {1, 1, 1, 7, 14, 2};
    unsigned char b[] = {7, 7, 7, 0};
    unsigned char c[] = {3};
    unsigned char d[] = {255, 255, 255};
    unsigned char e[] = {6, 6, 6, 6, 6, 6, 6, 6};
    unsigned char f[] = {5, 0, 0, 3};
    unsigned char h[] = {7, 3};
    unsigned char g[] = {2, 2, 2, 2, 2, 2};
    assert(func0(a, 6) == 5);
    assert(func0(a, 5) == 5);
    assert(func0(a, 3) == 3);
    assert(func0(a, 2) == 0);
    assert(func0(a, 0) == 0);
    assert(func0(b, 4) == 0);
    assert(func0(c, 1) == 1);
    assert(func0(d, 1) == 1);
    assert(func0(d, 3) == 1);
    assert(func0(e, 3) == 0);
    assert(func0(e, 4) == 4);
    assert(func0(e, 8) == 4);
    assert(func0(f, 4) == 3);
    assert(func0(f, 3) == 0);
    assert(func0(h, 2) == 2);
    assert(func0(g, 6) == 5);
    assert(func0(g + 1, 4) == 0);
    return 0;
}
