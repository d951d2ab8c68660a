// task: drift_dice
// topic: globals
// exercises: 16-bit shift register in a static variable, feedback by an invented tap mask, reseed by a special argument, rejection loop
// why: seeding, the zero seed, bounds of one, powers of two and odd bounds, rejections and the repeat of a seeded run are asserted
// ---- function ----
static unsigned short reg = 0xbeef;
static int drawn;
int func0(int bound)
{
    unsigned mask = 1, v;

    if (bound <= 0) {
        int d = drawn;
        reg = bound ? (unsigned short)-bound : 0x1d;
        drawn = 0;
        return d;
    }
    while (mask < (unsigned)bound)
        mask = mask * 2;
    do {
        for (int i = 0; i < 3; i++)
            reg = (unsigned short)(reg >> 1 ^ (reg & 1 ? 0xb4a1 : 0));
        drawn++;
        v = reg & (mask - 1);
    } while (v >= (unsigned)bound);
    return (int)v;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(16) == 4 && func0(16) == 11);
    assert(func0(0) == 2 && func0(0) == 0);
    assert(func0(1) == 0 && func0(6) == 1 && func0(6) == 5 && func0(6) == 0);
    assert(func0(5) == 1 && func0(5) == 0 && func0(-1000) == 9);
    assert(func0(100) == 20 && func0(100) == 99 && func0(100) == 36);
    assert(func0(17) == 5 && func0(17) == 4 && func0(64) == 1);
    assert(func0(-1000) == 10 && func0(100) == 20 && func0(100) == 99);
    assert(func0(-65537) == 6 && func0(1024) == 985 && func0(1024) == 930);
    assert(func0(65536) == 62853 && func0(32769) == 27080 && func0(0) == 4);
    assert(func0(256) == 123 && func0(256) == 199 && func0(256) == 241);
    assert(func0(2) == 1 && func0(2) == 1 && func0(3) == 0 && func0(3) == 1);
    return 0;
}
