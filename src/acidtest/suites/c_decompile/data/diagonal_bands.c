// task: diagonal_bands
// topic: matrices
// exercises: flat square matrix, band index by absolute difference, sums into a caller array, strongest band returned
// why: sizes 1 to 4, ties, all-negative entries, signs above and below the diagonal and the untouched tail of the output are asserted
// ---- function ----
int func0(const int *m, int n, long *band)
{
    int top = 0;

    for (int d = 0; d < n; d++)
        band[d] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int d = i - j;
            if (d < 0)
                band[-d] += 2L * m[i * n + j];
            else
                band[d] -= m[i * n + j];
        }
    for (int d = 1; d < n; d++)
        if (band[d] > band[top])
            top = d;
    return top;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const int a[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, one[] = {-2147483647 - 1};
    static const int b[] = {3, 1, 0, 9, 4, 1, 5, 0, 0, 8, 2, 6, 9, 0, 7, 1};
    static const int neg[] = {-1, -1, -2, -1}, big[] = {0, 2147483647, 0, 0};
    long s[5] = {7, 7, 7, 7, 7};
    assert(func0(a, 0, s) == 0 && s[0] == 7);
    assert(func0(one, 1, s) == 0 && s[0] == 2147483648L && s[1] == 7);
    assert(func0(a, 2, s) == 1 && s[0] == -5 && s[1] == 1 && s[2] == 7);
    assert(func0(a, 3, s) == 1 && s[0] == -15);
    assert(s[1] == 4 && s[2] == -1 && s[3] == 7);
    assert(func0(b, 4, s) == 3 && s[0] == -7);
    assert(s[1] == 5 && s[2] == 0 && s[3] == 9 && s[4] == 7);
    assert(func0(neg, 2, s) == 0 && s[0] == 2 && s[1] == 0);
    assert(func0(big, 2, s) == 1 && s[1] == 4294967294L && s[0] == 0);
    assert(func0((const int[]){0, 0, 0, 0}, 2, s) == 0 && s[0] == 0 && s[1] == 0);
    assert(func0((const int[]){-6, 5, 4, 0}, 2, s) == 0 && s[1] == 6);
    assert(func0((const int[]){-6, 5, 3, 0}, 2, s) == 1 && s[1] == 7);
    return 0;
}
