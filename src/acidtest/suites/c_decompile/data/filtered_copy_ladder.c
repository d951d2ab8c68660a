// task: filtered_copy_ladder
// topic: goto
// exercises: error ladder with goto cleanup, two heap blocks, memory handed to the caller only on success
// why: success with and without duplicates, each failure code, the untouched output pointer and order of kept items are asserted
// ---- function ----
#include <stdlib.h>
int func0(const int *src, int n, int limit, int **out)
{
    unsigned char *mark = 0;
    int *copy = 0;
    int rc = -1, kept = 0;

    if (n <= 0 || limit <= 0 || limit > 4096)
        goto done;
    mark = calloc((size_t)limit, 1);
    copy = malloc((size_t)n * sizeof *copy);
    if (!mark || !copy)
        goto done;
    for (int i = 0; i < n; i++) {
        rc = -2;
        if (src[i] < 0)
            goto done;
        if (src[i] >= limit)
            continue;
        rc = -3;
        if (mark[src[i]] == 2)
            goto done;
        if (mark[src[i]]++ == 0)
            copy[kept++] = src[i];
    }
    rc = kept;
    if (kept == 0)
        goto done;
    *out = copy;
    copy = 0;
done:
    free(copy);
    free(mark);
    return rc;
}
// ---- test ----
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int x = 0, *p = &x;
    int a[] = {5, 3, 5, 9, 0, 3}, neg[] = {1, -1}, tri[] = {2, 2, 2}, hi[] = {10, 11}, late[] = {99, 2, 2, 7};
    assert(func0(a, 0, 10, &p) == -1 && p == &x);
    assert(func0(a, -1, 10, &p) == -1 && p == &x);
    assert(func0(a, 6, 0, &p) == -1 && func0(a, 6, 4097, &p) == -1 && p == &x);
    assert(func0(neg, 2, 10, &p) == -2 && p == &x);
    assert(func0(tri, 3, 10, &p) == -3 && p == &x);
    assert(func0(hi, 2, 10, &p) == 0 && p == &x);
    assert(func0(a, 6, 10, &p) == 4 && p != &x);
    assert(p[0] == 5 && p[1] == 3 && p[2] == 9 && p[3] == 0);
    free(p);
    assert(func0(a, 6, 9, &p) == 3 && p[2] == 0);
    free(p);
    assert(func0(late, 4, 8, &p) == 2 && p[0] == 2 && p[1] == 7);
    free(p);
    assert(func0(hi, 2, 4096, &p) == 2 && p[0] == 10 && p[1] == 11);
    free(p);
    assert(func0(&x, 1, 1, &p) == 1 && p[0] == 0);
    free(p);
    p = &x;
    assert(func0(neg, 1, 2, &p) == 1 && p[0] == 1);
    free(p);
    return 0;
}
