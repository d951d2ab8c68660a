// task: stair_collapse
// topic: goto
// exercises: in-place stack-like reduction with restart labels, three kinds of collapse, count of passes
// why: no collapse, each kind alone, cascades, collapse to one element, zero removal and empty input are asserted with contents
// ---- function ----
int func0(int *a, int n)
{
    int moves = 0, i, cut;

restart:
    i = 1;
step:
    if (i >= n)
        goto done;
    cut = 1;
    if (a[i] == a[i - 1]) {
        a[i - 1] = a[i] + 1;
        goto remove;
    }
    if (a[i] == -a[i - 1]) {
        cut = 2;
        i--;
        n -= 2;
        goto shift;
    }
    if (a[i] == 0)
        goto remove;
    i++;
    goto step;
remove:
    n--;
shift:
    moves++;
    for (int k = i; k < n; k++)
        a[k] = a[k + cut];
    goto restart;
done:
    return n * 100 + moves;
}
// ---- test ----
#include <assert.h>
#include <string.h>
static int a[8];
static int go(int n, const int *in) { memcpy(a, in, (size_t)n * sizeof *in); return func0(a, n); }
#define L(...) (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), (const int[]){__VA_ARGS__}
int main(void)
{
    assert(go(0, a) == 0 && go(L(5)) == 100 && a[0] == 5);
    assert(go(L(1, 2, 3)) == 300 && a[2] == 3);
    assert(go(L(4, 4)) == 101 && a[0] == 5);
    assert(go(L(4, 4, 5)) == 102 && a[0] == 6);
    assert(go(L(3, -3)) == 1 && go(L(3, -3, 8)) == 101 && a[0] == 8);
    assert(go(L(8, 3, -3)) == 101 && a[0] == 8 && go(L(8, 3, -3, 8)) == 102 && a[0] == 9);
    assert(go(L(7, 0)) == 101 && a[0] == 7 && go(L(7, 0, 7, 2)) == 202 && a[0] == 8 && a[1] == 2);
    assert(go(L(0, 7)) == 200 && a[0] == 0 && a[1] == 7);
    assert(go(L(0, 0)) == 101 && a[0] == 1 && go(L(-1, -1, 5)) == 201 && a[0] == 0 && a[1] == 5);
    assert(go(L(1, 1, 2, 3, 4)) == 104 && a[0] == 5);
    assert(go(L(2, 5, 5, -6, -2)) == 3 && go(L(9, 2, 5, 5, -6, -2)) == 103 && a[0] == 9);
    assert(go(L(1, 2, 2, 0, 3, 9)) == 303 && a[0] == 1 && a[1] == 4 && a[2] == 9);
    assert(go(L(6, -6, 6, 6, 1, -1)) == 103 && a[0] == 7);
    return 0;
}
