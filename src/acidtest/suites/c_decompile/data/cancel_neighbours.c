// task: cancel_neighbours
// topic: arrays
// exercises: in-place stack inside the array being read, 64-bit sum to dodge overflow, look-back of two elements
// why: nested cancelling, triples folding into one, zeros, both int limits and the cleared tail are asserted
// ---- function ----
int func0(int *a, int n)
{
    int top = 0;

    for (int i = 0; i < n; i++) {
        int v = a[i];
        if (v == 0)
            continue;
        if (top > 0 && (long long)a[top - 1] + v == 0) {
            top--;
            continue;
        }
        if (top > 1 && a[top - 1] == v && a[top - 2] == v) {
            top--;
            continue;
        }
        a[top++] = v;
    }
    for (int i = top; i < n; i++)
        a[i] = 0;
    return top;
}
// ---- test ----
#include <assert.h>
#include <limits.h>
#include <string.h>
#define TRY(want, ...) do { \
        int in_[] = {4, 4, __VA_ARGS__, 7}; \
        int n_ = sizeof in_ / sizeof *in_ - 3; \
        r = func0(in_ + 2, n_); \
        memset(o, 0, sizeof o); \
        memcpy(o, in_ + 2, n_ * sizeof *o); \
        assert(r == want && in_[0] == 4 && in_[1] == 4 && in_[n_ + 2] == 7); \
    } while (0)
int main(void)
{
    int r, o[16];
    TRY(0, 1, -1);
    assert(o[0] == 0 && o[1] == 0);
    TRY(1, 5);
    assert(o[0] == 5);
    TRY(1, 0, 0, 3);
    assert(o[0] == 3 && o[2] == 0);
    TRY(1, 1, 2, -2, -1, 9);
    assert(o[0] == 9 && o[1] == 0 && o[4] == 0);
    TRY(2, 7, 7);
    TRY(1, 7, 7, 7);
    assert(o[0] == 7 && o[1] == 0 && o[2] == 0);
    TRY(2, 7, 7, 7, 7);
    TRY(1, 7, 7, -7);
    TRY(2, INT_MIN, INT_MIN);
    assert(o[0] == INT_MIN && o[1] == INT_MIN);
    TRY(2, INT_MIN, INT_MAX);
    TRY(0, 3, 3, 3, -3);
    TRY(2, 4, 4);
    assert(o[0] == 4 && o[1] == 4);
    TRY(1, -4);
    TRY(1, 2, 2, 5, 5, 5, -5, 2);
    assert(o[0] == 2 && o[1] == 0);
    TRY(3, 2, 3, 2);
    TRY(3, 3, 3, 2);
    TRY(3, 2, 3, 3);
    assert(o[0] == 2 && o[1] == 3 && o[2] == 3 && o[3] == 0);
    r = 8;
    assert(func0(&r, 0) == 0 && r == 8);
    return 0;
}
