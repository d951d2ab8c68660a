// task: resume_scan
// topic: goto
// exercises: jump into the middle of nested loops to resume a search, position kept by the caller, flat grid
// why: fresh scans, resumed scans over rows, no more hits, positions at the ends and out of range are asserted
// ---- function ----
int func0(const unsigned char *grid, int rows, int cols, int want, int *pos)
{
    int r = 0, c = 0, sum = 0;

    if (*pos < -1 || *pos >= rows * cols)
        return -2;
    if (*pos >= 0) {
        r = *pos / cols;
        c = *pos % cols;
        goto resume;
    }
    for (; r < rows; r++) {
        for (c = 0; c < cols; c++) {
            sum += grid[r * cols + c];
            if (grid[r * cols + c] == want)
                goto found;
resume:;
        }
        sum *= 2;
    }
    *pos = -1;
    return -1;
found:
    *pos = r * cols + c;
    return sum;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const unsigned char g[] = {4, 1, 7, 2, 7, 3, 7, 7, 5, 0, 1, 9};
    int p = -1;
    assert(func0(g, 3, 4, 7, &p) == 12 && p == 2);
    assert(func0(g, 3, 4, 7, &p) == 11 && p == 4);
    assert(func0(g, 3, 4, 7, &p) == 10 && p == 6);
    assert(func0(g, 3, 4, 7, &p) == 7 && p == 7);
    assert(func0(g, 3, 4, 7, &p) == -1 && p == -1);
    assert(func0(g, 3, 4, 9, &p) == 119 && p == 11);
    assert(func0(g, 3, 4, 9, &p) == -1 && p == -1);
    assert(func0(g, 4, 3, 5, &p) == 91 && p == 8);
    assert(func0(g, 4, 3, 9, &p) == 10 && p == 11);
    p = -1;
    assert(func0(g, 1, 12, 1, &p) == 5 && p == 1 && func0(g, 1, 12, 1, &p) == 39 && p == 10);
    p = 12;
    assert(func0(g, 3, 4, 7, &p) == -2 && p == 12);
    p = -2;
    assert(func0(g, 3, 4, 7, &p) == -2 && p == -2);
    p = 3;
    assert(func0(g, 12, 1, 0, &p) == 366 && p == 9);
    p = -1;
    assert(func0(g, 0, 4, 7, &p) == -1 && func0(g, 3, 4, 8, &p) == -1 && func0(g, 3, 4, 4, &p) == 4 && p == 0);
    return 0;
}
