// task: sorted_stretch
// topic: function-pointers
// exercises: generic element access by byte stride, comparison callback, size_t arithmetic
// why: runs at start, middle and end, ties, descending input, element sizes 1, 4 and a struct and the empty array are asserted with the start index
// ---- types ----
#include <stddef.h>
// ---- function ----
size_t func0(const void *base, size_t n, size_t size, int (*cmp)(const void *, const void *), size_t *start)
{
    const char *p = base;
    size_t best = n > 0, from = 0;

    *start = 0;
    for (size_t i = 1; i < n; i++) {
        if (cmp(p + (i - 1) * size, p + i * size) > 0) {
            from = i;
        } else if (i - from + 1 > best) {
            best = i - from + 1;
            *start = from;
        }
    }
    return best;
}
// ---- test ----
#include <assert.h>
struct pair { short a; long b; };
static int by_int(const void *x, const void *y)
{
    int a = *(const int *)x, b = *(const int *)y;
    return (a > b) - (a < b);
}
static int by_char(const void *x, const void *y) { return *(const char *)x - *(const char *)y; }
static int by_b(const void *x, const void *y)
{
    return (int)(((const struct pair *)y)->b - ((const struct pair *)x)->b);
}
int main(void)
{
    size_t s = 7;
    int a[] = {3, 1, 2, 2, 9, 0, 4, 5}, d[] = {4, 3, 2};
    struct pair q[] = {{1, 5}, {2, 9}, {3, 7}, {4, 7}, {5, -1}, {6, 0}};
    assert(func0(a, 0, sizeof *a, by_int, &s) == 0 && s == 0);
    assert(func0(a, 1, sizeof *a, by_int, &s) == 1 && s == 0);
    assert(func0(a, 8, sizeof *a, by_int, &s) == 4 && s == 1);
    assert(func0(a + 2, 6, sizeof *a, by_int, &s) == 3 && s == 0);
    assert(func0(a + 4, 4, sizeof *a, by_int, &s) == 3 && s == 1);
    assert(func0(d, 3, sizeof *d, by_int, &s) == 1 && s == 0);
    assert(func0("zabcab", 6, 1, by_char, &s) == 3 && s == 1);
    assert(func0("aaaa", 4, 1, by_char, &s) == 4 && s == 0);
    assert(func0("bacabc", 6, 1, by_char, &s) == 3 && s == 3);
    assert(func0(q, 6, sizeof *q, by_b, &s) == 4 && s == 1);
    assert(func0(q, 2, sizeof *q, by_b, &s) == 1 && s == 0);
    assert(func0(a, 4, 2 * sizeof *a, by_int, &s) == 2 && s == 1);
    return 0;
}
