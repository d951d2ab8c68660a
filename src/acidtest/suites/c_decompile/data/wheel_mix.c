// task: wheel_mix
// topic: unsigned-64
// exercises: rotates by data-dependent amounts, xor and multiply rounds, state of two words, result folded
// why: zero keys, one-bit changes in either word, several round counts and full rotates by zero are pinned by exact words
// ---- types ----
#include <stdint.h>
// ---- function ----
uint64_t func0(uint64_t a, uint64_t b, int rounds)
{
    for (int i = 1; i <= rounds; i++) {
        unsigned turn = (unsigned)(b >> 58);
        a = turn ? a << turn | a >> (64 - turn) : a;
        a += b ^ (uint64_t)i * 0x9e3b7f4a7c15d6e1ull;
        turn = (unsigned)a & 31;
        b = (b >> (turn + 1) | b << (63 - turn)) * 5 + 0x33;
        b ^= a;
    }
    return a ^ (b >> 32 | b << 32);
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 0, 0) == 0);
    assert(func0(0x0123456789abcdefull, 0, 0) == 0x0123456789abcdefull);
    assert(func0(1, 0x0123456789abcdefull, -3) == 0x89abcdef01234566ull);
    assert(func0(0, 0, 1) == 0xe22ea998e22ea9abull);
    assert(func0(1, 0, 1) == 0xe22ea99be22ea9a8ull);
    assert(func0(0, 1, 1) == 0xe22ea999622ea9aaull);
    assert(func0(1ull << 63, 0, 1) == 0x622ea998622ea9abull);
    assert(func0(0, 1ull << 63, 1) == 0x622ea998c22ea9abull);
    assert(func0(3, 0xfc00000000000000ull, 1) == 0x9e2ea99b03aea9a8ull);
    assert(func0(~0ull, ~0ull, 1) == 0xe22ea986e22ea9a8ull);
    assert(func0(0x0123456789abcdefull, 0xfedcba9876543210ull, 2) == 0xe47ea9e773b69acull);
    assert(func0(0x0123456789abcdefull, 0xfedcba9876543210ull, 8) == 0x70f586e6474a5e19ull);
    assert(func0(5, 9, 40) == 0x4ee712c19b599016ull);
    return 0;
}
