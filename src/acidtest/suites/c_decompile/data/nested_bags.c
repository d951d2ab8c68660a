// task: nested_bags
// topic: recursion
// exercises: recursion over an index tree in an array of structs, depth maximum shared through a pointer, sum with a bursting limit
// why: leaves, single and several children, the heaviest child counted again, bursting at the limit and shared sub-bags are asserted
// ---- types ----
struct bag { unsigned char weight, n, kid[3]; };
// ---- function ----
int func0(const struct bag *bags, int i, int depth, int *deepest)
{
    const struct bag *b = &bags[i];
    int sum = b->weight, heavy = 0;

    if (depth > *deepest)
        *deepest = depth;
    for (int k = 0; k < b->n; k++) {
        int w = func0(bags, b->kid[k], depth + 1, deepest);
        sum += w;
        if (w > heavy)
            heavy = w;
    }
    if (b->n >= 2)
        sum += heavy;
    if (b->n == 3)
        sum++;
    if (sum > 100) {
        sum = b->weight;
        *deepest += 10;
    }
    return sum;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const struct bag b[] = {
        {5, 0, {0}}, {7, 1, {0}}, {2, 2, {0, 1}}, {0, 3, {0, 0, 0}}, {1, 2, {2, 2}}, {8, 1, {4}},
        {9, 1, {5}}, {40, 0, {0}}, {20, 2, {7, 0}}, {100, 0, {0}}, {101, 0, {0}}, {1, 1, {9}},
        {3, 2, {11, 0}}, {60, 1, {7}}, {61, 1, {7}}, {0, 0, {0}}, {0, 2, {15, 15}}};
    int d = 0;
    assert(func0(b, 0, 1, &d) == 5 && d == 1);
    assert(func0(b, 1, 1, &d) == 12 && d == 2);
    d = 7;
    assert(func0(b, 1, 1, &d) == 12 && d == 7);
    d = 0;
    assert(func0(b, 2, 0, &d) == 31 && d == 2);
    assert(func0(b, 3, 1, &d) == 21 && d == 2);
    assert(func0(b, 4, 1, &d) == 94 && d == 4);
    d = 0;
    assert(func0(b, 5, 1, &d) == 8 && d == 15);
    d = 0;
    assert(func0(b, 6, 1, &d) == 17 && d == 16);
    d = -3;
    assert(func0(b, 8, -2, &d) == 20 && d == 9);
    d = 0;
    assert(func0(b, 9, 1, &d) == 100 && d == 1);
    assert(func0(b, 10, 1, &d) == 101 && d == 11);
    d = 0;
    assert(func0(b, 11, 1, &d) == 1 && d == 12);
    d = 0;
    assert(func0(b, 12, 1, &d) == 14 && d == 13);
    d = 0;
    assert(func0(b, 13, 1, &d) == 100 && d == 2);
    assert(func0(b, 14, 1, &d) == 61 && d == 12);
    assert(func0(b, 15, 1, &d) == 0 && func0(b, 16, 1, &d) == 0 && d == 12);
    return 0;
}
