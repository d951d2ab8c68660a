// task: product_triple
// topic: goto
// exercises: three nested loops left by goto, a restart label that shrinks the range, packed result
// why: first and last possible triples, the poison restart, no solution, overflow-free wide products and short arrays are asserted
// ---- function ----
int func0(const int *v, int n)
{
    int i, j, k, lo = 0;

again:
    for (i = lo; i < n; i++) {
        for (j = i + 1; j < n; j++) {
            for (k = j + 1; k < n; k++) {
                if (v[k] == -99) {
                    lo = k + 1;
                    goto again;
                }
                if ((long long)v[i] * v[j] == v[k])
                    goto found;
            }
        }
    }
    return -1 - lo;
found:
    return i * 10000 + j * 100 + k;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    int a[] = {2, 3, 6, 18}, b[] = {5, 7, 1, 4, 4}, c[] = {2, 9, 3, 27, -99, 4, 5, 20};
    int d[] = {65536, 65536, 0}, e[] = {1, 2, -99, 2, 3, -99, 4}, f[] = {-3, 8, -5, 15};
    int g[] = {2, 3, -99, 6}, h[] = {0, 5, -5, 0};
    assert(func0(a, 4) == 102);
    assert(func0(a, 3) == 102);
    assert(func0(a, 2) == -1);
    assert(func0(a, 0) == -1);
    assert(func0(a + 1, 3) == 102);
    assert(func0(b, 5) == 20304);
    assert(func0(b, 4) == -1);
    assert(func0(c, 8) == 50607);
    assert(func0(c, 4) == 10203);
    assert(func0(d, 3) == -1);
    assert(func0(e, 7) == -7);
    assert(func0(f, 4) == 203);
    assert(func0(g, 4) == -4);
    assert(func0(h, 4) == 103);
    return 0;
}
