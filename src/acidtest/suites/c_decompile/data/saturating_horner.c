// task: saturating_horner
// topic: unsigned-64
// exercises: polynomial by Horner's rule with saturating multiply and add, overflow tests by division and comparison, two overflow counters in one int
// why: exact limits, first overflow in the product and in the sum, repeated overflows, the points zero and one, and no terms are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
uint64_t func0(const uint64_t *coef, int n, uint64_t x, int *overflows)
{
    uint64_t r = 0;

    *overflows = 0;
    for (int i = 0; i < n; i++) {
        if (x != 0 && r > UINT64_MAX / x) {
            r = UINT64_MAX;
            ++*overflows;
        } else {
            r *= x;
        }
        if (coef[i] > ~r) {
            r = UINT64_MAX;
            *overflows += 100;
        } else {
            r += coef[i];
        }
    }
    return r;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const uint64_t c[] = {3, 0, 5, 7}, top[] = {1, 0, UINT64_MAX}, edge[] = {0x5555555555555555ull, 0, 1};
    static const uint64_t many[] = {UINT64_MAX, 1, 1};
    int o = -1;
    assert(func0(c, 0, 9, &o) == 0 && o == 0);
    assert(func0(c, 1, 9, &o) == 3 && o == 0);
    assert(func0(c, 4, 2, &o) == 41 && o == 0 && func0(c, 4, 10, &o) == 3057 && o == 0);
    assert(func0(c, 4, 0, &o) == 7 && o == 0 && func0(c, 4, 1, &o) == 15 && o == 0);
    assert(func0(top, 3, 0, &o) == UINT64_MAX && o == 0);
    assert(func0(top, 3, 1, &o) == UINT64_MAX && o == 100);
    assert(func0(top, 2, UINT64_MAX, &o) == UINT64_MAX && o == 0);
    assert(func0(edge, 2, 3, &o) == UINT64_MAX && o == 0);
    assert(func0(edge, 2, 4, &o) == UINT64_MAX && o == 1);
    assert(func0(edge + 1, 2, 4, &o) == 1 && o == 0 && func0(edge, 3, 3, &o) == UINT64_MAX && o == 101);
    assert(func0(many, 3, 1, &o) == UINT64_MAX && o == 200);
    assert(func0(many, 3, 2, &o) == UINT64_MAX && o == 202);
    assert(func0(many, 3, 0, &o) == 1 && o == 0);
    assert(func0(c, 4, 1ull << 32, &o) == UINT64_MAX && o == 202 && func0(c, 3, 1ull << 31, &o) == 0xc000000000000005ull && o == 0);
    return 0;
}
