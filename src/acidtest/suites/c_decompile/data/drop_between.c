// task: drop_between
// topic: arrays
// exercises: in-place compaction that must remember the original neighbour, strict comparisons both ways
// why: rising, falling, flat and zigzag inputs, lengths 0 to 3 and INT_MIN/INT_MAX pin the strictness and that original neighbours are used
// ---- types ----
#include <stddef.h>
// ---- function ----
size_t func0(int *v, size_t n)
{
    size_t out = 1;

    if (n < 3)
        return n;
    int prev = v[0];
    for (size_t i = 1; i + 1 < n; i++) {
        int cur = v[i];
        int next = v[i + 1];
        int inside = (prev < cur && cur < next) || (prev > cur && cur > next);
        if (!inside)
            v[out++] = cur;
        prev = cur;
    }
    v[out++] = v[n - 1];
    return out;
}
// ---- test ----
#include <assert.h>
#include <limits.h>
#include <string.h>
int main(void)
{
    int a[] = {1, 2, 3, 4, 5}, b[] = {5, 3, 1}, c[] = {1, 1, 1, 1};
    int d[] = {1, 5, 2, 6, 3}, e[] = {INT_MIN, 0, INT_MAX, -1, INT_MIN};
    int f[] = {1, 2, 2, 3}, g[] = {4, 9, 7, 7, 2, 1, 0, 8};
    int h[] = {3, 2, 2, 1}, k[] = {9, 1, 3, 8, 8};
    assert(func0(a, 0) == 0);
    assert(func0(a, 1) == 1 && a[0] == 1);
    assert(func0(a, 2) == 2 && a[1] == 2);
    assert(func0(a, 5) == 2 && a[0] == 1 && a[1] == 5);
    assert(func0(b, 3) == 2 && b[0] == 5 && b[1] == 1);
    assert(func0(c, 4) == 4 && c[3] == 1);
    assert(func0(d, 5) == 5 && memcmp(d, (int[]){1, 5, 2, 6, 3}, sizeof d) == 0);
    assert(func0(e, 5) == 3 && e[0] == INT_MIN && e[1] == INT_MAX && e[2] == INT_MIN);
    assert(func0(f, 4) == 4 && memcmp(f, (int[]){1, 2, 2, 3}, sizeof f) == 0);
    assert(func0(g, 8) == 6);
    assert(memcmp(g, (int[]){4, 9, 7, 7, 0, 8}, 6 * sizeof(int)) == 0);
    assert(func0(h, 4) == 4 && memcmp(h, (int[]){3, 2, 2, 1}, sizeof h) == 0);
    assert(func0(k, 5) == 4 && memcmp(k, (int[]){9, 1, 8, 8}, 4 * sizeof(int)) == 0);
    return 0;
}
