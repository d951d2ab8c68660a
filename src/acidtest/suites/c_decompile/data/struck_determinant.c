// task: struck_determinant
// topic: matrices
// exercises: four by four array parameter, gathering a minor by skipping a row and a column, cofactor sign, long products
// why: each parity of the struck place, singular and permutation matrices, large entries and places outside are asserted
// ---- function ----
long func0(int m[4][4], int row, int col)
{
    long k[3][3], d;
    int y = 0;

    if (row < 0 || row > 3 || col < 0 || col > 3)
        return -1;
    for (int i = 0; i < 4; i++) {
        int x = 0;
        if (i == row)
            continue;
        for (int j = 0; j < 4; j++)
            if (j != col)
                k[y][x++] = m[i][j];
        y++;
    }
    d = k[0][0] * (k[1][1] * k[2][2] - k[1][2] * k[2][1]);
    d -= k[0][1] * (k[1][0] * k[2][2] - k[1][2] * k[2][0]);
    d += k[0][2] * (k[1][0] * k[2][1] - k[1][1] * k[2][0]);
    return (row + col) % 2 ? -d : d;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    int id[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    int a[4][4] = {{2, 7, 1, 8}, {3, 1, 4, 1}, {5, 9, 2, 6}, {-5, 3, -5, 8}};
    int seq[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
    int big[4][4] = {{0, 100000, 0, 0}, {100000, 0, 0, 0}, {0, 0, 0, 100000}, {0, 0, 100000, 0}};
    assert(func0(id, 0, 0) == 1 && func0(id, 3, 3) == 1 && func0(id, 1, 2) == 0);
    assert(func0(a, 0, 0) == -221 && func0(a, 0, 1) == 157);
    assert(func0(a, 0, 2) == 152 && func0(a, 0, 3) == -102);
    assert(func0(a, 1, 0) == 140 && func0(a, 1, 3) == 63);
    assert(func0(a, 2, 1) == -85 && func0(a, 2, 2) == -81);
    assert(func0(a, 3, 0) == 115 && func0(a, 3, 3) == 52);
    assert(func0(seq, 0, 0) == 0 && func0(seq, 2, 3) == 0);
    assert(func0(big, 0, 1) == 1000000000000000L && func0(big, 3, 2) == 1000000000000000L);
    assert(func0(big, 0, 0) == 0);
    assert(func0(a, -1, 0) == -1 && func0(a, 4, 0) == -1);
    assert(func0(a, 0, -1) == -1 && func0(a, 0, 4) == -1);
    return 0;
}
