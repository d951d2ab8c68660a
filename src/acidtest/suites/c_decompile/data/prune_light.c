// task: prune_light
// topic: recursion
// exercises: binary tree rewritten in place, post-order recursion returning the new root, pointer to a counter
// why: leaves dropped, chains lifted, whole trees dropped, exact limits and negative weights are asserted by node identity
// ---- types ----
struct tree { int weight; struct tree *left, *right; };
// ---- function ----
struct tree *func0(struct tree *t, int limit, int *sum)
{
    int l, r;

    *sum = 0;
    if (!t)
        return 0;
    t->left = func0(t->left, limit, &l);
    t->right = func0(t->right, limit, &r);
    if (l + r + t->weight < limit)
        return 0;
    if (t->weight == 0 && (!t->left || !t->right)) {
        *sum = l + r;
        return t->left ? t->left : t->right;
    }
    *sum = l + r + t->weight;
    return t;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    int s = 9;
    assert(func0(0, 1, &s) == 0 && s == 0);
    struct tree a = {5, 0, 0};
    assert(func0(&a, 5, &s) == &a && s == 5);
    assert(func0(&a, 6, &s) == 0 && s == 0);
    struct tree b = {1, 0, 0}, c = {2, 0, 0}, d = {3, &b, &c};
    assert(func0(&d, 2, &s) == &d && s == 5 && d.left == 0 && d.right == &c);
    struct tree e = {0, &c, 0}, f = {0, 0, &e}, g = {7, &f, 0};
    assert(func0(&g, 1, &s) == &g && s == 9 && g.left == &c && g.right == 0);
    struct tree h = {0, &a, &c};
    assert(func0(&h, 1, &s) == &h && s == 7 && h.left == &a && h.right == &c);
    assert(func0(&h, 3, &s) == &a && s == 5);
    assert(h.left == &a && h.right == 0);
    struct tree n = {-4, 0, 0}, o = {6, &n, &b}, z = {0, 0, 0};
    assert(func0(&o, -4, &s) == &o && s == 3 && o.left == &n);
    assert(func0(&o, 0, &s) == &o && s == 7 && o.left == 0 && o.right == &b);
    assert(func0(&z, 0, &s) == 0 && s == 0);
    struct tree p = {-4, &a, &z};
    assert(func0(&p, 1, &s) == &p && s == 1 && p.right == 0);
    assert(func0(&p, 2, &s) == 0 && s == 0 && p.left == &a);
    return 0;
}
