// task: parity_change
// topic: dynamic-programming
// exercises: in-place table over sums with subtraction, coins skipped by sign, long long entries on the stack
// why: sums paid by one, two and three coin kinds counted by hand, cancelling ways, unusable coins and both range limits are asserted
// ---- function ----
long long func0(const int *coin, int kinds, int total)
{
    long long lead[121] = {1};

    if (total < 0 || total > 120)
        return -1000000;
    for (int k = 0; k < kinds; k++) {
        if (coin[k] <= 0)
            continue;
        for (int s = coin[k]; s <= total; s++)
            lead[s] -= lead[s - coin[k]];
    }
    return lead[total];
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const int c125[] = {1, 2, 5}, odd[] = {3, 0, -4, 5}, same[] = {2, 2, 2}, one[] = {1};
    static const int many[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    assert(func0(c125, 3, 0) == 1);
    assert(func0(c125, 0, 0) == 1 && func0(c125, 0, 4) == 0);
    assert(func0(one, 1, 7) == -1 && func0(one, 1, 120) == 1);
    assert(func0(c125, 2, 2) == 0);
    assert(func0(c125, 2, 3) == 0 && func0(c125, 2, 4) == 1);
    assert(func0(c125, 3, 5) == -2);
    assert(func0(c125, 3, 10) == 2);
    assert(func0(odd, 4, 15) == -2 && func0(odd, 4, 8) == 1 && func0(odd, 4, 7) == 0);
    assert(func0(odd, 1, 9) == -1 && func0(odd, 3, 6) == 1);
    assert(func0(same, 3, 2) == -3 && func0(same, 3, 4) == 6 && func0(same, 3, 5) == 0);
    assert(func0(c125, 3, 121) == -1000000 && func0(c125, 3, -1) == -1000000);
    assert(func0(many, 10, 120) == 20492404684400ll);
    return 0;
}
