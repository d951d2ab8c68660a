// task: board_parity
// topic: bits
// exercises: xor folding by halves, multiplication used to collect spaced bits, 64-bit masks, three parities packed
// why: single squares in each corner, a full row, a full column, both diagonals and mixed boards are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
unsigned func0(uint64_t board)
{
    uint64_t rows = board, cols = board;
    uint64_t diag = board & 0x8040201008040201ull;

    rows ^= rows >> 4;
    rows ^= rows >> 2;
    rows ^= rows >> 1;
    rows &= 0x0101010101010101ull;
    cols ^= cols >> 32;
    cols ^= cols >> 16;
    cols ^= cols >> 8;
    diag ^= diag >> 32;
    diag ^= diag >> 16;
    diag ^= diag >> 8;
    diag ^= diag >> 4;
    diag = 0x6996 >> (diag & 15) & 1;
    rows = rows * 0x0102040810204080ull >> 56;
    return (unsigned)(diag << 16 | rows << 8 | (cols & 255));
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0) == 0);
    assert(func0(~0ull) == 0);
    assert(func0(1) == 0x10101);
    assert(func0(1ull << 63) == 0x18080);
    assert(func0(1ull << 7) == 0x00180);
    assert(func0(1ull << 56) == 0x08001);
    assert(func0(0xff) == 0x100ff);
    assert(func0(0x7f) == 0x1017f);
    assert(func0(0x0101010101010101ull) == 0x1ff00);
    assert(func0(0x8040201008040201ull) == 0x0ffff);
    assert(func0(0x0102040810204080ull) == 0x0ffff);
    assert(func0(0x8040201008040200ull) == 0x1fefe);
    assert(func0(0x0000001818000000ull) == 0);
    assert(func0(0x0000001000000000ull) == 0x11010);
    assert(func0(0x0000000000030307ull) == 0x00107);
    assert(func0(0x00f0000000000000ull) == 0x100f0);
    return 0;
}
