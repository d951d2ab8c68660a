// task: express_search
// topic: linked
// exercises: two-level list with express pointers, hop counting with different prices, pointer out for the predecessor
// why: keys on and off the express row, keys before the first and after the last, ties and the prices are asserted
// ---- types ----
struct stop { int key; struct stop *next, *express; };
// ---- function ----
int func0(struct stop *head, int key, struct stop **before)
{
    struct stop *at = head;
    int price = 0;

    *before = 0;
    if (!at || at->key > key)
        return -1;
    while (at->express && at->express->key <= key) {
        at = at->express;
        price += 3;
    }
    while (at->next && at->next->key <= key) {
        *before = at;
        at = at->next;
        price++;
    }
    return at->key == key ? price : -2 - price;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    struct stop s[8], *b = s;
    static const int keys[8] = {2, 4, 7, 9, 9, 12, 20, 21};
    for (int i = 0; i < 8; i++)
        s[i] = (struct stop){keys[i], i < 7 ? &s[i + 1] : 0, 0};
    s[0].express = &s[3];
    s[3].express = &s[6];
    assert(func0(0, 5, &b) == -1 && b == 0);
    assert(func0(s, 1, &b) == -1 && b == 0);
    assert(func0(s, 2, &b) == 0 && b == 0);
    assert(func0(s, 3, &b) == -2 && b == 0);
    assert(func0(s, 4, &b) == 1 && b == s);
    assert(func0(s, 7, &b) == 2 && b == s + 1);
    assert(func0(s, 8, &b) == -4 && b == s + 1);
    assert(func0(s, 9, &b) == 4 && b == s + 3);
    assert(func0(s, 12, &b) == 5 && b == s + 4);
    assert(func0(s, 19, &b) == -7 && b == s + 4);
    assert(func0(s, 20, &b) == 6 && b == 0);
    assert(func0(s, 21, &b) == 7 && b == s + 6);
    assert(func0(s, 99, &b) == -9 && b == s + 6);
    assert(func0(s + 7, 21, &b) == 0 && b == 0);
    assert(func0(s + 1, 20, &b) == 5 && b == s + 5);
    return 0;
}
