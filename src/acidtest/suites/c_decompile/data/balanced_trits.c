// task: balanced_trits
// topic: integers
// exercises: signed remainder and division by three, digit correction with carry, two counters packed in the result
// why: small values of both signs worked by hand, powers of three, half-way sums, zero and both int limits are asserted
// ---- function ----
int func0(int n)
{
    int plus = 0, minus = 0, places = 0;

    while (n != 0) {
        int r = n % 3;
        n /= 3;
        if (r == 2) {
            r = -1;
            n++;
        } else if (r == -2) {
            r = 1;
            n--;
        }
        if (r > 0)
            plus++;
        else if (r < 0)
            minus++;
        places++;
    }
    return places * 10000 + plus * 100 + minus;
}
// ---- test ----
#include <assert.h>
#include <limits.h>
int main(void)
{
    assert(func0(0) == 0);
    assert(func0(1) == 10100);
    assert(func0(-1) == 10001);
    assert(func0(2) == 20101);
    assert(func0(-2) == 20101);
    assert(func0(3) == 20100);
    assert(func0(-4) == 20002);
    assert(func0(5) == 30102);
    assert(func0(-5) == 30201);
    assert(func0(13) == 30300);
    assert(func0(14) == 40103);
    assert(func0(-14) == 40301);
    assert(func0(59049) == 110100);
    assert(func0(100) == 50301);
    assert(func0(INT_MAX) == 210708);
    assert(func0(INT_MIN) == 210907);
    return 0;
}
