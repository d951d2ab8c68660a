// task: recent_median
// topic: globals
// exercises: file-level static ring and counter kept over calls, median by comparisons, reset through a magic argument
// why: the first three calls, eviction order, ties, negative values, the reset and its return value are asserted in sequence
// ---- function ----
#include <limits.h>
static int ring[3];
static unsigned seen;
int func0(int x)
{
    if (x == INT_MIN) {
        unsigned old = seen;
        seen = 0;
        return (int)old;
    }
    ring[seen++ % 3] = x;
    if (seen == 1)
        return x;
    if (seen == 2)
        return ring[0] < ring[1] ? ring[0] : ring[1];
    int a = ring[0], b = ring[1], c = ring[2];
    if ((a <= b && b <= c) || (c <= b && b <= a))
        return b;
    if ((b <= a && a <= c) || (c <= a && a <= b))
        return a;
    return c;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(-2147483647 - 1) == 0);
    assert(func0(40) == 40);
    assert(func0(10) == 10);
    assert(func0(30) == 30);
    assert(func0(50) == 30);
    assert(func0(60) == 50);
    assert(func0(-5) == 50);
    assert(func0(-5) == -5);
    assert(func0(-6) == -5 && func0(7) == -5 && func0(9) == 7);
    assert(func0(8) == 8 && func0(1) == 8 && func0(2) == 2);
    assert(func0(-2147483647 - 1) == 13);
    assert(func0(-1) == -1);
    assert(func0(4) == -1);
    assert(func0(2147483647) == 4);
    assert(func0(3) == 4 && func0(3) == 3 && func0(5) == 3 && func0(6) == 5);
    assert(func0(-2147483647 - 1) == 7 && func0(50) == 50 && func0(60) == 50);
    assert(func0(-2147483647 - 1) == 2 && func0(-2147483647 - 1) == 0);
    return 0;
}
