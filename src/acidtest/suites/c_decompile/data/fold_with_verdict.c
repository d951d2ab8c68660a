// task: fold_with_verdict
// topic: function-pointers
// exercises: indirect call through a parameter with a context pointer, rollback of caller state, loop index changed by the callback's result
// why: full pass, early stop, rollback on refusal, skipping inside and past the end, and the call count on empty input are asserted
// ---- function ----
int func0(const int *v, int n, int (*step)(long *, int, void *), void *ctx, long *acc)
{
    int calls = 0;

    for (int i = 0; i < n; i++) {
        long before = *acc;
        int verdict = step(acc, v[i], ctx);
        calls++;
        if (verdict < 0) {
            *acc = before;
            return -calls;
        }
        if (verdict == 0)
            return calls;
        i += verdict - 1;
    }
    return 1000 + calls;
}
// ---- test ----
#include <assert.h>
static int sum(long *acc, int x, void *ctx)
{
    *acc += x * *(int *)ctx;
    return x < 0 ? -1 : x == 0 ? 0 : x > 100 ? 3 : 1;
}
static int tag(long *acc, int x, void *ctx)
{
    (void)ctx;
    *acc = *acc * 10 + x;
    return x;
}
int main(void)
{
    int a[] = {1, 2, 3, 0, 5}, b[] = {4, -9, 4}, c[] = {1, 200, 7, 8, 9}, d[] = {2, 9, 3, 9, 9, 1};
    int k = 1, m = -2;
    long acc = 10;
    assert(func0(a, 0, sum, &k, &acc) == 1000 && acc == 10);
    assert(func0(a, 3, sum, &k, &acc) == 1003 && acc == 16);
    assert(func0(a, 5, sum, &k, &acc) == 4 && acc == 22);
    assert(func0(b, 3, sum, &k, &acc) == -2 && acc == 26);
    assert(func0(b + 1, 2, sum, &k, &acc) == -1 && acc == 26);
    assert(func0(c, 5, sum, &k, &acc) == 1003 && acc == 236);
    assert(func0(c, 3, sum, &k, &acc) == 1002 && acc == 437);
    acc = 0;
    assert(func0(a, 3, sum, &m, &acc) == 1003 && acc == -12);
    acc = 0;
    assert(func0(d, 6, tag, 0, &acc) == 1003 && acc == 231);
    assert(func0(a, -4, tag, 0, &acc) == 1000 && acc == 231);
    acc = 0;
    assert(func0(a + 3, 1, tag, 0, &acc) == 1 && acc == 0);
    return 0;
}
