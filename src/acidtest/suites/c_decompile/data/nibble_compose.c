// task: nibble_compose
// topic: function-pointers
// exercises: table of eight function pointers indexed by nibbles of a program word, second table reached by a mode bit
// why: each entry alone, chains, the mode switch back and forth, the stop nibble and the empty program are asserted
// ---- function ----
static int inc(int x) { return x + 1; }
static int dbl(int x) { return x * 2; }
static int neg(int x) { return -x; }
static int sqr(int x) { return x * x; }
static int half(int x) { return x / 2; }
static int low(int x) { return x & 15; }
static int (*const table[2][4])(int) = {{inc, dbl, neg, sqr}, {half, low, neg, inc}};
int func0(unsigned prog, int x)
{
    int bank = 0, steps = 0;

    for (; prog != 0; prog >>= 4) {
        unsigned op = prog & 15;
        if (op == 15)
            return -steps;
        if (op & 8)
            bank ^= 1;
        if (op & 4)
            x = table[bank][op & 3](x);
        steps++;
    }
    return x;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 42) == 42);
    assert(func0(4, 41) == 42 && func0(5, 21) == 42);
    assert(func0(6, 21) == -21 && func0(7, -9) == 81);
    assert(func0(0x12, 5) == 5 && func0(8, 5) == 5);
    assert(func0(12, 9) == 4 && func0(12, -9) == -4);
    assert(func0(13, 0x73) == 3 && func0(14, 8) == -8);
    assert(func0(0x74, 2) == 9 && func0(0x47, 2) == 5);
    assert(func0(0xc, 100) == 50 && func0(0x4c, 100) == 25 && func0(0xcc, 100) == 51);
    assert(func0(0x78, 9) == 10 && func0(0x788, 9) == 81);
    assert(func0(15, 9) == 0 && func0(0xf4, 9) == -1 && func0(0xff444, 9) == -3);
    assert(func0(0x50004, 3) == 8 && func0(0x88888884, 3) == 4);
    assert(func0(0x45674567, 3) == -577);
    assert(func0(0x5d5e4c55, 50) == 12);
    return 0;
}
