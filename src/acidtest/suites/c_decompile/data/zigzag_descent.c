// task: zigzag_descent
// topic: dynamic-programming
// exercises: fixed-width two-dimensional array parameter, table indexed by column and last move, memcpy of a local table
// why: one row, no row, forbidden repeated side steps that change the optimum, negative grids and a border-hugging path are asserted
// ---- function ----
#include <limits.h>
#include <string.h>
#define WIDE 4
long func0(const int g[][4], int rows)
{
    long best[WIDE][3], next[WIDE][3], top = LONG_MIN;

    if (rows <= 0)
        return 0;
    for (int c = 0; c < WIDE; c++)
        for (int m = 0; m < 3; m++)
            best[c][m] = g[0][c];
    for (int r = 1; r < rows; r++) {
        for (int c = 0; c < WIDE; c++)
            for (int m = 0; m < 3; m++) {
                int from = c + 1 - m;
                long b = LONG_MIN;
                if (from >= 0 && from < WIDE)
                    for (int k = 0; k < 3; k++)
                        if ((m == 1 || k != m) && best[from][k] > b)
                            b = best[from][k];
                next[c][m] = b == LONG_MIN ? b : b + g[r][c];
            }
        memcpy(best, next, sizeof best);
    }
    for (int c = 0; c < WIDE; c++)
        for (int m = 0; m < 3; m++)
            if (best[c][m] > top)
                top = best[c][m];
    return top;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const int one[][4] = {{-4, -9, -2, -7}};
    static const int slope[][4] = {{9, 0, 0, 0}, {0, 9, 0, 0}, {0, 0, 9, 0}, {0, 0, 0, 9}};
    static const int back[][4] = {{0, 0, 0, 8}, {0, 0, 8, 0}, {0, 8, 0, 0}, {8, 0, 0, 0}};
    static const int weave[][4] = {{0, 5, 0, 0}, {0, 0, 5, 0}, {0, 5, 0, 0}, {5, 0, 0, 0}, {0, 0, 5, 5}};
    static const int wall[][4] = {{50, -99, -99, 1}, {50, -99, -99, 1}, {-200, -300, -99, 1}, {-200, -99, -99, 70}};
    static const int big[][4] = {{2000000000, 0, 0, 0}, {2000000000, 0, 0, 0}, {2000000000, 0, 0, 0}};
    static const int jump[][4] = {{0, 0, 0, 7}, {6, 0, 0, 0}, {0, 0, 0, 7}};
    static const int low[][4] = {{-5, -6, -7, -8}, {-8, -7, -6, -1}, {-9, -3, -9, -9}};
    assert(func0(one, 0) == 0 && func0(one, -3) == 0);
    assert(func0(one, 1) == -2);
    assert(func0(slope, 1) == 9 && func0(slope, 2) == 18);
    assert(func0(slope, 3) == 18);
    assert(func0(slope, 4) == 27 - 9);
    assert(func0(back, 2) == 16 && func0(back, 3) == 16);
    assert(func0(back, 4) == 16);
    assert(func0(weave, 3) == 15);
    assert(func0(weave, 4) == 15 && func0(weave, 5) == 20);
    assert(func0(wall, 2) == 100 && func0(wall, 3) == 3);
    assert(func0(wall, 4) == 73);
    assert(func0(big, 3) == 6000000000L);
    assert(func0(jump, 3) == 14);
    assert(func0(low, 2) == -8 && func0(low, 3) == -15);
    return 0;
}
