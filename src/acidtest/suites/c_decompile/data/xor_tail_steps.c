// task: xor_tail_steps
// topic: switch
// exercises: switch entered by remainder with fall-through arms inside a loop, signed bytes, two accumulators
// why: lengths 0 to 9 hit each entry, negative bytes and the order of the arms are asserted with exact sums
// ---- function ----
int func0(const signed char *p, unsigned n)
{
    int a = n & 3, b = 7;
    unsigned left = (n + 3) / 4;

    switch (n % 4) {
    case 0:
        for (; left > 0; left--) {
            a += *p++ * 3;
            __attribute__((fallthrough));
    case 3:
            b ^= *p++;
            __attribute__((fallthrough));
    case 2:
            a -= *p++;
            __attribute__((fallthrough));
    case 1:
            b = b * 2 + *p++;
        }
    }
    return a * 1000 + b;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const signed char v[] = {5, -3, 9, 2, -8, 1, 7, -1, 4, 6, -128, 127};
    assert(func0(v, 0) == 7);
    assert(func0(v, 1) == 1019);
    assert(func0(v, 2) == -2989);
    assert(func0(v, 3) == 6013);
    assert(func0(v, 4) == 5990);
    assert(func0(v, 5) == -9956);
    assert(func0(v, 6) == 32019);
    assert(func0(v, 7) == 10985);
    assert(func0(v, 8) == -25019);
    assert(func0(v, 9) == -5910);
    assert(func0(v + 8, 4) == 140129);
    assert(func0(v + 10, 2) == 130141 && func0(v + 9, 3) == 131129);
    assert(func0(v, 12) == 115085);
    return 0;
}
