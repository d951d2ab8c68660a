// task: jagged_spread
// topic: arrays
// exercises: pointer to pointer rows ending in a null pointer, zero terminated rows, pointer into the data handed back
// why: empty rows, single elements, equal spreads, extremes at both ends and an empty table are asserted with the pointer found
// ---- function ----
int func0(const int *const *rows, const int **hit)
{
    int best = -1;

    *hit = 0;
    for (; *rows; rows++) {
        const int *p = *rows, *top = p;
        int lo = *p;
        if (lo == 0)
            continue;
        while (*++p) {
            if (*p < lo)
                lo = *p;
            if (*p > *top)
                top = p;
        }
        if (*top - lo > best) {
            best = *top - lo;
            *hit = top;
        }
    }
    return best;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const int none[] = {0, 50, 0}, one[] = {-7, 0}, up[] = {1, 4, 9, 0}, down[] = {9, 4, 1, 0},
        dup[] = {2, 8, 8, -1, 0}, low[] = {-90, -100, -95, 0}, two[] = {3, 4, 0};
    const int *h = up;
    assert(func0((const int *const[]){0}, &h) == -1 && h == 0);
    assert(func0((const int *const[]){none, 0}, &h) == -1 && h == 0);
    assert(func0((const int *const[]){one, 0}, &h) == 0 && h == one);
    assert(func0((const int *const[]){none, two, 0, up}, &h) == 1 && h == two + 1);
    assert(func0((const int *const[]){up, 0}, &h) == 8 && h == up + 2);
    assert(func0((const int *const[]){down, 0}, &h) == 8 && h == down);
    assert(func0((const int *const[]){up, down, 0}, &h) == 8 && h == up + 2);
    assert(func0((const int *const[]){one, down, up, 0}, &h) == 8 && h == down);
    assert(func0((const int *const[]){up, dup, 0}, &h) == 9 && h == dup + 1);
    assert(func0((const int *const[]){low, up, none, dup, 0}, &h) == 10 && h == low);
    assert(func0((const int *const[]){two, none, low, 0}, &h) == 10 && h == low);
    assert(func0((const int *const[]){none, none, one, 0, low}, &h) == 0 && h == one);
    return 0;
}
