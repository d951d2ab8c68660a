// task: list_hop_ledger
// topic: linked
// exercises: doubly linked nodes, unlinking at both ends, walking in two directions from a signed step count
// why: steps to both sides, running off either end, removal of first, last, middle and only node are asserted on links and return value
// ---- types ----
struct stop { short fare; struct stop *left, *right; };
struct route { struct stop *first, *last; int total; };
// ---- function ----
int func0(struct route *r, struct stop *from, int hops)
{
    struct stop *p = from;

    while (p && hops > 0) {
        p = p->right;
        hops--;
    }
    while (p && hops < 0) {
        p = p->left;
        hops++;
    }
    if (!p)
        return -1;
    if (p->left)
        p->left->right = p->right;
    else
        r->first = p->right;
    if (p->right)
        p->right->left = p->left;
    else
        r->last = p->left;
    p->left = p->right = 0;
    r->total -= p->fare;
    return p->fare;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    struct stop s[5] = {{10, 0, &s[1]}, {20, &s[0], &s[2]}, {-30, &s[1], &s[3]}, {40, &s[2], &s[4]}, {50, &s[3], 0}};
    struct route r = {&s[0], &s[4], 90};
    assert(func0(&r, 0, 0) == -1 && r.total == 90);
    assert(func0(&r, &s[0], 5) == -1 && r.total == 90);
    assert(func0(&r, &s[3], -4) == -1 && r.first == &s[0]);
    assert(func0(&r, &s[0], 2) == -30 && r.total == 120);
    assert(s[1].right == &s[3] && s[3].left == &s[1] && s[2].left == 0 && s[2].right == 0);
    assert(func0(&r, &s[4], -3) == 10 && r.first == &s[1] && s[1].left == 0 && r.total == 110);
    assert(func0(&r, &s[1], 2) == 50 && r.last == &s[3] && s[3].right == 0 && r.total == 60);
    assert(func0(&r, &s[3], -1) == 20 && r.first == &s[3] && r.last == &s[3] && r.total == 40);
    assert(func0(&r, &s[3], 1) == -1 && r.first == &s[3]);
    assert(func0(&r, &s[3], 0) == 40 && r.first == 0 && r.last == 0 && r.total == 0);
    return 0;
}
