// task: quad_leaves
// topic: recursion
// exercises: self recursion into four quadrants, a 64-bit bitmap addressed by row and column, shifts by variable amounts
// why: uniform maps, a single pixel in different corners, checkerboards, aligned and unaligned blocks and the size-1 base are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int func0(uint64_t map, int row, int col, int size)
{
    int ones = 0;

    for (int r = row; r < row + size; r++)
        for (int c = col; c < col + size; c++)
            ones += (int)(map >> (r * 8 + c) & 1u);
    if (ones == 0)
        return 1;
    if (ones == size * size)
        return 100;
    int half = size / 2;
    return func0(map, row, col, half) + func0(map, row, col + half, half)
         + func0(map, row + half, col, half) + func0(map, row + half, col + half, half);
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 0, 0, 8) == 1);
    assert(func0(~0ull, 0, 0, 8) == 100);
    assert(func0(1, 0, 0, 8) == 109);
    assert(func0(1, 0, 0, 1) == 100);
    assert(func0(1, 0, 1, 1) == 1);
    assert(func0(1ull << 63, 0, 0, 8) == 109);
    assert(func0(1ull << 63, 4, 4, 4) == 106);
    assert(func0(1ull << 63, 6, 6, 2) == 103);
    assert(func0(1ull << 63, 4, 0, 4) == 1);
    assert(func0(0x00000000ffffffffull, 0, 0, 8) == 202);
    assert(func0(0x0f0f0f0f0f0f0f0full, 0, 0, 8) == 202);
    assert(func0(0x3c3c3c3c3c3c3c3cull, 0, 0, 8) == 808);
    assert(func0(0xaa55aa55aa55aa55ull, 0, 0, 8) == 3232);
    assert(func0(0x0000001818000000ull, 0, 0, 8) == 424);
    assert(func0(1ull << 56, 0, 0, 8) == 109);
    assert(func0(~0x10ull, 0, 4, 4) == 601);
    return 0;
}
