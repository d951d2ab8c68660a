// task: strike_multiset
// topic: arrays
// exercises: two sorted short arrays walked together, in-place compaction, out counter for misses
// why: duplicates on both sides, misses below, between and above, empty operands and everything struck are asserted with contents
// ---- function ----
int func0(short *a, int na, const short *b, int nb, int *misses)
{
    int i = 0, j = 0, out = 0;

    *misses = 0;
    while (i < na && j < nb) {
        if (a[i] < b[j]) {
            a[out++] = a[i++];
        } else if (a[i] > b[j]) {
            ++*misses;
            j++;
        } else {
            i++;
            j++;
        }
    }
    *misses += nb - j;
    while (i < na)
        a[out++] = a[i++];
    return out;
}
// ---- test ----
#include <assert.h>
#include <string.h>
#define SAME(a, ...) (memcmp(a, (short[]){__VA_ARGS__}, sizeof(short[]){__VA_ARGS__}) == 0)
int main(void)
{
    short a[] = {1, 3, 3, 5, 8}, b[] = {3, 8}, c[] = {-4, 0, 2, 2, 9, 11};
    short d[] = {-32768, -1, 32767}, e[] = {-32768, 32767}, f[] = {7, 7, 7}, g[] = {7, 7, 7, 7};
    short h[] = {1, 2, 3};
    int m = 5;
    assert(func0(a, 5, b, 0, &m) == 5 && m == 0 && SAME(a, 1, 3, 3, 5, 8));
    assert(func0(a, 0, b, 2, &m) == 0 && m == 2);
    assert(func0(a, 5, b, 2, &m) == 3 && m == 0 && SAME(a, 1, 3, 5));
    assert(func0(a, 3, b, 2, &m) == 2 && m == 1 && SAME(a, 1, 5));
    assert(func0(a, 2, c, 6, &m) == 2 && m == 6 && SAME(a, 1, 5));
    assert(func0(d, 3, e, 2, &m) == 1 && m == 0 && d[0] == -1);
    assert(func0(f, 3, g, 2, &m) == 1 && m == 0 && f[0] == 7);
    assert(func0(f, 1, g, 4, &m) == 0 && m == 3);
    assert(func0(c, 6, h, 3, &m) == 5 && m == 2 && SAME(c, -4, 0, 2, 9, 11));
    assert(func0(c, 5, (short[]){12, 12}, 2, &m) == 5 && m == 2 && c[4] == 11);
    return 0;
}
