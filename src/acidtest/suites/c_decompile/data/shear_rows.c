// task: shear_rows
// topic: matrices
// exercises: flat matrix with runtime width, in-place rotation by three reversals per row, negative shift normalised
// why: shift zero, positive, negative and larger than the width, one column, one row and empty shapes are asserted cell by cell
// ---- function ----
static void flip(int *p, int n)
{
    for (int i = 0; i < n / 2; i++) {
        int t = p[i];
        p[i] = p[n - 1 - i];
        p[n - 1 - i] = t;
    }
}
int func0(int *m, int rows, int cols, int shear)
{
    int moved = 0;

    if (cols <= 0)
        return -1;
    for (int r = 0; r < rows; r++, m += cols) {
        int k = (int)((long)r * shear % cols);
        if (k < 0)
            k += cols;
        if (k == 0)
            continue;
        flip(m, cols);
        flip(m, k);
        flip(m + k, cols - k);
        moved++;
    }
    return moved;
}
// ---- test ----
#include <assert.h>
#include <string.h>
#define SAME(...) (memcmp(m, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__})) == 0)
int main(void)
{
    int m[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    assert(func0(m, 3, 4, 0) == 0 && SAME(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    assert(func0(m, 3, 4, 1) == 2 && SAME(1, 2, 3, 4, 8, 5, 6, 7, 11, 12, 9, 10));
    assert(func0(m, 3, 4, -1) == 2 && SAME(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    assert(func0(m, 3, 4, 2) == 1 && SAME(1, 2, 3, 4, 7, 8, 5, 6, 9, 10, 11, 12));
    assert(func0(m, 3, 4, 4) == 0 && func0(m, 3, 4, -8) == 0);
    assert(func0(m, 3, 4, -2) == 1 && SAME(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    assert(func0(m, 4, 3, 7) == 2 && SAME(1, 2, 3, 6, 4, 5, 8, 9, 7, 10, 11, 12));
    assert(func0(m, 4, 3, -4) == 2 && SAME(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    assert(func0(m, 12, 1, 5) == 0 && func0(m, 1, 12, 5) == 0 && func0(m, 0, 4, 1) == 0);
    assert(func0(m, 3, 0, 1) == -1 && func0(m, 3, -1, 1) == -1);
    assert(SAME(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    assert(func0(m, 2, 5, 3) == 1 && SAME(1, 2, 3, 4, 5, 8, 9, 10, 6, 7, 11, 12));
    assert(func0(m, 3, 4, 2147483647) == 2 && SAME(1, 2, 3, 4, 8, 9, 10, 5, 11, 12, 6, 7));
    return 0;
}
