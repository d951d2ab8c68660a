// task: digit_seesaw
// topic: integers
// exercises: signed to unsigned magnitude, division and modulo by ten, alternating loop phase
// why: zero, single digits, both phases, zero digits in product places, negative sign and INT_MIN are pinned
// ---- function ----
long func0(int n)
{
    unsigned m = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    long acc = 0;
    int phase = 0;

    while (m != 0) {
        unsigned d = m % 10;
        m /= 10;
        switch (phase) {
        case 0: acc += d; break;
        case 1: acc *= d == 0 ? 10 : d; break;
        default: acc -= d; break;
        }
        phase = (phase + 1) % 3;
    }
    return n < 0 ? -acc : acc;
}
// ---- test ----
#include <assert.h>
#include <limits.h>
int main(void)
{
    assert(func0(0) == 0);
    assert(func0(7) == 7);
    assert(func0(-7) == -7);
    assert(func0(43) == 12);
    assert(func0(13) == 3);
    assert(func0(20) == 0);
    assert(func0(105) == 49);
    assert(func0(543) == 7);
    assert(func0(-543) == -7);
    assert(func0(2111) == 2);
    assert(func0(32101) == 33);
    assert(func0(654321) == 9);
    assert(func0(INT_MAX) == 813);
    assert(func0(INT_MIN) == -941);
    assert(func0(900) == -9);
    assert(func0(-900) == 9);
    return 0;
}
