// task: anti_transpose
// topic: bits
// exercises: 64-bit shifts by row and column products, reflection on the anti-diagonal, row mask argument
// why: corners, the diagonals, full rows and columns and masked rows are asserted with 64-bit constants
// ---- types ----
#include <stdint.h>
// ---- function ----
uint64_t func0(uint64_t board, unsigned rows)
{
    uint64_t out = 0;

    for (int r = 0; r < 8; r++) {
        if (!(rows >> r & 1))
            continue;
        for (int c = 0; c < 8; c++) {
            uint64_t bit = board >> (8 * r + c) & 1;
            out |= bit << (8 * (7 - c) + 7 - r);
        }
    }
    return out;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 255) == 0);
    assert(func0(~0ull, 255) == ~0ull);
    assert(func0(1, 255) == 1ull << 63);
    assert(func0(1ull << 63, 255) == 1);
    assert(func0(1ull << 7, 255) == 1ull << 7);
    assert(func0(1ull << 56, 255) == 1ull << 56);
    assert(func0(0xff, 255) == 0x8080808080808080ull);
    assert(func0(0x8080808080808080ull, 255) == 0xff);
    assert(func0(0x8040201008040201ull, 255) == 0x8040201008040201ull);
    assert(func0(0x0102040810204080ull, 255) == 0x0102040810204080ull);
    assert(func0(~0ull, 1) == 0x8080808080808080ull);
    assert(func0(~0ull, 0x80) == 0x0101010101010101ull);
    assert(func0(~0ull, 0x100) == 0);
    assert(func0(2, 1) == 1ull << 55);
    assert(func0(0x200, 2) == 1ull << 54);
    assert(func0(0x0f0000000000ull, 0x20) == 0x0404040400000000ull);
    return 0;
}
