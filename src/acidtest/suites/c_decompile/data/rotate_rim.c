// task: rotate_rim
// topic: matrices
// exercises: two-dimensional indexing through a flat pointer with stride, walking a rectangle border, nested conditions
// why: square, wide, tall, single row, single column and single cell matrices plus a stride wider than the row are asserted cell by cell
// ---- function ----
int func0(int *m, int rows, int cols, int stride)
{
    int r = 0, c = 0, moved = 0;

    if (rows < 2 || cols < 2)
        return 0;
    int carry = m[stride];
    do {
        int old = m[r * stride + c];
        m[r * stride + c] = carry;
        carry = old;
        moved++;
        if (r == 0 && c < cols - 1)
            c++;
        else if (c == cols - 1 && r < rows - 1)
            r++;
        else if (r == rows - 1 && c > 0)
            c--;
        else
            r--;
    } while (r != 0 || c != 0);
    return moved;
}
// ---- test ----
#include <assert.h>
#include <string.h>
#define SAME(a, ...) (memcmp(a, (int[]){__VA_ARGS__}, sizeof(int[]){__VA_ARGS__}) == 0)
int main(void)
{
    int a[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, b[] = {1, 2, 3, 4}, c[] = {1, 2, 3, 4, 5, 6};
    int d[] = {1, 2, 3, 4, 5, 6}, e[] = {1, 2, 99, 3, 4, 98, 5, 6, 97}, f[] = {1, 2, 3};
    int g[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    assert(func0(a, 3, 3, 3) == 8);
    assert(SAME(a, 4, 1, 2, 7, 5, 3, 8, 9, 6));
    assert(func0(b, 2, 2, 2) == 4 && SAME(b, 3, 1, 4, 2));
    assert(func0(c, 2, 3, 3) == 6 && SAME(c, 4, 1, 2, 5, 6, 3));
    assert(func0(d, 3, 2, 2) == 6 && SAME(d, 3, 1, 5, 2, 6, 4));
    assert(func0(e, 3, 2, 3) == 6 && SAME(e, 3, 1, 99, 5, 2, 98, 6, 4, 97));
    assert(func0(f, 1, 3, 3) == 0 && SAME(f, 1, 2, 3));
    assert(func0(f, 3, 1, 1) == 0 && SAME(f, 1, 2, 3));
    assert(func0(f, 0, 5, 5) == 0 && SAME(f, 1, 2, 3));
    assert(func0(g, 3, 4, 4) == 10);
    assert(SAME(g, 5, 1, 2, 3, 9, 6, 7, 4, 10, 11, 12, 8));
    return 0;
}
