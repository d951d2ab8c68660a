// task: keyed_insertion
// topic: function-pointers
// exercises: insertion sort by a key callback with context, keys cached beside the items, shifts counted
// why: sorted, reversed and equal keys, stability, a context that changes the key and the callback count are asserted
// ---- function ----
int func0(int *item, int n, long (*key)(int, const void *), const void *ctx)
{
    long cache[16];
    int shifts = 0;

    if (n > 16)
        return -1;
    for (int i = 0; i < n; i++) {
        int v = item[i], j = i;
        long k = key(v, ctx);
        while (j > 0 && cache[j - 1] > k) {
            cache[j] = cache[j - 1];
            item[j] = item[j - 1];
            j--;
            shifts++;
        }
        cache[j] = k;
        item[j] = v;
    }
    return shifts;
}
// ---- test ----
#include <assert.h>
#include <string.h>
static int calls;
static long by_mod(int v, const void *m) { calls++; return v % *(const int *)m; }
static long by_table(int v, const void *t) { calls++; return ((const long *)t)[v]; }
#define SAME(...) (memcmp(a, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__})) == 0)
int main(void)
{
    int a[17] = {31, 12, 53, 24, 45}, ten = 10, hundred = 100, two = 2, w[17];
    static const long t[] = {7, -5000000000L, 5000000000L, 0, -1};
    assert(func0(a, 0, by_mod, &ten) == 0 && calls == 0);
    assert(func0(a, 1, by_mod, &ten) == 0 && calls == 1);
    assert(func0(a, 5, by_mod, &ten) == 0 && calls == 6 && SAME(31, 12, 53, 24, 45));
    assert(func0(a, 5, by_mod, &hundred) == 4 && SAME(12, 24, 31, 45, 53));
    memcpy(a, (int[]){31, 12, 53, 24, 45}, 5 * sizeof(int));
    assert(func0(a, 5, by_mod, &two) == 3 && SAME(12, 24, 31, 53, 45));
    assert(func0(a, 5, by_mod, &two) == 0 && SAME(12, 24, 31, 53, 45));
    memcpy(a, (int[]){0, 1, 2, 3, 4}, 5 * sizeof(int));
    assert(func0(a, 5, by_table, t) == 6 && SAME(1, 4, 3, 0, 2));
    memcpy(a, (int[]){9, 8, 7, 6, 5, 4, 3, 2, 1}, 9 * sizeof(int));
    assert(func0(a, 9, by_mod, &ten) == 36 && SAME(1, 2, 3, 4, 5, 6, 7, 8, 9));
    memcpy(a, (int[]){-3, 13, 3, -13, 23, 1}, 6 * sizeof(int));
    assert(func0(a, 6, by_mod, &ten) == 5 && SAME(-3, -13, 1, 13, 3, 23));
    for (int i = 0; i < 17; i++)
        w[i] = 17 - i;
    calls = 0;
    assert(func0(w, 17, by_mod, &hundred) == -1 && calls == 0 && w[0] == 17);
    assert(func0(w, 16, by_mod, &hundred) == 120 && calls == 16 && w[0] == 2 && w[15] == 17 && w[16] == 1);
    return 0;
}
