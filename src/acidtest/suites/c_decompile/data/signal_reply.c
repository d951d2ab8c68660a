// task: signal_reply
// topic: switch
// exercises: switch on an enum-like code whose arms share tails by fall-through, 64-bit case constants, unsigned arithmetic in the arms
// why: each arm with plain and extreme operands, shared tails entered at both places, and codes that differ only above bit 31 are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
uint32_t func0(uint64_t code, uint32_t x)
{
    uint32_t r = 0;

    switch (code) {
    case 0x100000001:
        r = x >> 16;
        __attribute__((fallthrough));
    case 1:
        r += x & 0xffff;
        break;
    case 0x100000002:
        x = ~x;
        __attribute__((fallthrough));
    case 2:
        r = x * 9;
        __attribute__((fallthrough));
    case 3:
        r ^= x << 4;
        break;
    case 0xffffffffffffffff:
        return x ? x - 1 : 77;
    case 0x8000000000000000:
        r = x / 10 + x % 10;
        break;
    case 40: case 41: case 42: case 43:
        r = x + (uint32_t)code * 100;
        break;
    default:
        return (uint32_t)(code >> 32);
    }
    return r + 1;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(1, 0x12345678) == 0x5679 && func0(1, 0xffffffff) == 0x10000);
    assert(func0(0x100000001, 0x12345678) == 0x68ad && func0(0x100000001, ~0u) == 0x1ffff);
    assert(func0(2, 3) == 44 && func0(2, 0x80000001) == 0x8000001a);
    assert(func0(0x100000002, ~3u) == 44 && func0(0x100000002, ~0u) == 1);
    assert(func0(3, 3) == 49 && func0(3, 0x10000001) == 17);
    assert(func0(~0ull, 0) == 77 && func0(~0ull, 78) == 77 && func0(~0ull, 1) == 0);
    assert(func0(1ull << 63, 1234567899) == 123456799 && func0(1ull << 63, 9) == 10);
    assert(func0(40, 1) == 4002 && func0(43, 0) == 4301 && func0(41, ~0u) == 4100 && func0(42, 5) == 4206);
    assert(func0(39, 5) == 0 && func0(44, 5) == 0 && func0(0, 9) == 0 && func0(4, 9) == 0);
    assert(func0(0x100000003, 5) == 1 && func0(0x500000001, 5) == 5);
    assert(func0(0x8000000000000001, 5) == 0x80000000 && func0(0xfffffffffffffffe, 5) == 0xffffffff);
    assert(func0(0x100000028, 5) == 1 && func0(0xffffffff, 5) == 0);
    return 0;
}
