// task: lonely_peaks
// topic: matrices
// exercises: fixed-width two-dimensional array parameter, neighbour loops with bounds checks, early exit
// why: corner, border and inner peaks, plateaus, equal diagonal neighbours, one row and all-equal grids are asserted with the coordinate sum
// ---- function ----
int func0(int (*g)[5], int rows, int *where)
{
    int peaks = 0;

    *where = 0;
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < 5; c++) {
            int higher = 0;
            for (int dr = -1; dr <= 1; dr++)
                for (int dc = -1; dc <= 1; dc++) {
                    int y = r + dr, x = c + dc;
                    if ((dr == 0 && dc == 0) || y < 0 || y >= rows || x < 0 || x >= 5)
                        continue;
                    if (g[y][x] >= g[r][c])
                        higher++;
                }
            if (higher == 0) {
                peaks++;
                *where += r * 10 + c;
            }
        }
    }
    return peaks;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    int w = 9;
    int a[3][5] = {{9, 1, 1, 1, 8}, {1, 1, 1, 1, 1}, {7, 1, 5, 1, 6}};
    int flat[2][5] = {{2, 2, 2, 2, 2}, {2, 2, 2, 2, 2}};
    int row[1][5] = {{-5, -1, -3, -3, -2}};
    int diag[3][5] = {{4, 0, 0, 0, 0}, {0, 4, 0, 3, 0}, {0, 0, 0, 0, 3}};
    int mid[4][5] = {{0, 0, 0, 0, 0}, {0, 5, 4, 5, 0}, {0, 4, 6, 4, 0}, {1, 0, 0, 0, 2}};
    int far[3][5] = {{3, 0, 3, 0, 3}, {0, 0, 0, 0, 0}, {5, 0, 3, 0, 3}};
    int up[2][5] = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}};
    assert(func0(a, 0, &w) == 0 && w == 0);
    assert(func0(a, 3, &w) == 5 && w == 70);
    assert(func0(a, 1, &w) == 2 && w == 4);
    assert(func0(a + 1, 1, &w) == 0 && w == 0);
    assert(func0(flat, 2, &w) == 0 && w == 0);
    assert(func0(row, 1, &w) == 2 && w == 5);
    assert(func0(diag, 3, &w) == 0);
    assert(func0(diag, 1, &w) == 1 && w == 0);
    assert(func0(diag, 2, &w) == 1 && w == 13);
    assert(func0(mid, 4, &w) == 1 && w == 22);
    assert(func0(mid, 2, &w) == 2 && w == 24);
    assert(func0(far, 3, &w) == 6 && w == 0 + 2 + 4 + 20 + 22 + 24);
    assert(func0(up, 2, &w) == 1 && w == 14);
    assert(func0(up, 1, &w) == 1 && w == 4);
    return 0;
}
