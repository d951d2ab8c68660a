// task: odd_part_splits
// topic: recursion
// exercises: double self recursion with a changing bound and a flag argument
// why: base cases, impossible bounds, both parities and counts worked out by hand up to 8 are asserted
// ---- function ----
int func0(int n, int max, int odd_count)
{
    if (n == 0)
        return odd_count == 0;
    if (n < 0 || max <= 0)
        return 0;
    int with = func0(n - max, max, odd_count ^ (max & 1));
    int without = func0(n, max - 1, odd_count);
    return with + without;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 0, 0) == 1);
    assert(func0(0, 5, 1) == 0);
    assert(func0(-1, 5, 0) == 0);
    assert(func0(4, 0, 0) == 0);
    assert(func0(1, 1, 0) == 0);
    assert(func0(1, 1, 1) == 1);
    assert(func0(4, 4, 0) == 5);
    assert(func0(4, 4, 1) == 0);
    assert(func0(5, 5, 1) == 7);
    assert(func0(5, 2, 1) == 3);
    assert(func0(6, 1, 0) == 1);
    assert(func0(6, 3, 0) == 7);
    assert(func0(8, 8, 0) == 22);
    assert(func0(3, -2, 1) == 0);
    return 0;
}
