// task: gap_ladder
// topic: dynamic-programming
// exercises: quadratic chain table with two distance limits, long differences, first best remembered
// why: both limits at and past their border, equal values, ties for the best end, extreme ints and lengths 0 and 1 are asserted
// ---- function ----
int func0(const int *a, int n, int reach, long rise)
{
    int len[40], top = 0, at = 0;

    if (n > 40)
        n = 40;
    for (int i = 0; i < n; i++) {
        len[i] = 1;
        for (int j = i - 1; j >= 0 && i - j <= reach; j--) {
            long up = (long)a[i] - a[j];
            if (up > 0 && up <= rise && len[j] + 1 > len[i])
                len[i] = len[j] + 1;
        }
        if (len[i] > top) {
            top = len[i];
            at = i;
        }
    }
    return top * 100 + at;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const int up[] = {1, 2, 3, 4, 5}, mix[] = {10, 3, 12, 4, 20, 5, 14, 6, 15}, eq[] = {7, 7, 7};
    static const int ext[] = {-2147483647 - 1, 2147483647}, tie[] = {5, 6, 1, 2};
    int many[60];
    assert(func0(up, 0, 9, 9) == 0);
    assert(func0(up, 1, 9, 9) == 100);
    assert(func0(up, 5, 1, 1) == 504);
    assert(func0(up, 5, 0, 1) == 100 && func0(up, 5, 1, 0) == 100);
    assert(func0(up, 5, 2, 2) == 504 && func0(up, 5, 9, 1) == 504);
    assert(func0(mix, 9, 2, 1) == 407);
    assert(func0(mix, 9, 1, 9) == 202);
    assert(func0(mix, 9, 4, 3) == 408 - 1 && func0(mix, 9, 4, 9) == 508);
    assert(func0(mix, 9, 4, 2) == 407);
    assert(func0(mix, 9, 3, 8) == 407 && func0(mix, 3, 1, 9) == 202);
    assert(func0(eq, 3, 5, 5) == 100);
    assert(func0(ext, 2, 1, 4294967295L) == 201 && func0(ext, 2, 1, 4294967294L) == 100);
    assert(func0(tie, 4, 3, 3) == 201);
    for (int i = 0; i < 60; i++)
        many[i] = i * 3;
    assert(func0(many, 60, 1, 3) == 4039 && func0(many, 60, 3, 9) == 4039 && func0(many, 60, 1, 2) == 100);
    assert(func0(many, 41, 1, 3) == 4039 && func0(many, 40, 1, 3) == 4039 && func0(many, 39, 1, 3) == 3938);
    return 0;
}
