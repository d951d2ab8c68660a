// task: rank_mod_five
// topic: matrices
// exercises: elimination in a flat byte matrix modulo five, inverse from a small constant table, row swap, pivot columns as a bit mask
// why: zero, full-rank, dependent rows only modulo five, wide and tall shapes and a needed row swap are asserted with rank and pivot mask
// ---- function ----
int func0(unsigned char *m, int rows, int cols)
{
    static const unsigned char inverse[5] = {0, 1, 3, 2, 4};
    int rank = 0, mask = 0;

    for (int c = 0; c < cols; c++) {
        int p = rank;
        while (p < rows && m[p * cols + c] % 5 == 0)
            p++;
        if (p >= rows)
            continue;
        for (int j = 0; j < cols; j++) {
            unsigned char t = m[p * cols + j];
            m[p * cols + j] = m[rank * cols + j];
            m[rank * cols + j] = t;
        }
        int inv = inverse[m[rank * cols + c] % 5];
        for (int i = rank + 1; i < rows; i++) {
            int f = m[i * cols + c] * inv % 5;
            for (int j = c; j < cols; j++)
                m[i * cols + j] = (unsigned char)((m[i * cols + j] + (5 - f) * m[rank * cols + j]) % 5);
        }
        mask |= 1 << c;
        rank++;
    }
    return rank << 8 | mask;
}
// ---- test ----
#include <assert.h>
#define M(r, c, ...) ((unsigned char[]){__VA_ARGS__}), r, c
int main(void)
{
    unsigned char k[9] = {2, 1, 4, 3, 3, 1, 4, 0, 2}, q[6] = {0, 3, 1, 3, 1, 2};
    assert(func0(M(2, 2, 0, 0, 5, 10)) == 0);
    assert(func0(M(1, 1, 3)) == 0x101);
    assert(func0(M(2, 2, 1, 0, 0, 1)) == 0x203);
    assert(func0(M(2, 2, 0, 1, 1, 0)) == 0x203);
    assert(func0(M(2, 2, 1, 2, 3, 1)) == 0x101);
    assert(func0(M(2, 2, 2, 1, 4, 3)) == 0x203);
    assert(func0(M(2, 3, 0, 0, 4, 0, 3, 1)) == 0x206);
    assert(func0(M(3, 2, 5, 2, 0, 4, 0, 3)) == 0x102);
    assert(func0(M(3, 3, 1, 2, 3, 2, 4, 1, 3, 1, 4)) == 0x101);
    assert(func0(M(3, 3, 1, 2, 3, 4, 0, 1, 2, 2, 2)) == 0x203u);
    assert(func0(M(3, 4, 250, 6, 7, 8, 0, 3, 1, 4, 0, 1, 2, 3)) == 0x102u);
    assert(func0(k, 3, 3) == 0x307u && k[0] == 2 && k[3] == 0 && k[4] == 4 && k[5] == 0 && k[7] == 0 && k[8] == 4);
    assert(func0(q, 2, 3) == 0x203 && q[0] == 3 && q[1] == 1 && q[2] == 2 && q[3] == 0 && q[4] == 3 && q[5] == 1);
    assert(func0(M(2, 2, 3, 1, 2, 4)) == 0x101 && func0(M(2, 2, 4, 1, 3, 2)) == 0x101);
    assert(func0(M(2, 4, 1, 1, 1, 1, 1, 1, 1, 2)) == 0x209);
    return 0;
}
