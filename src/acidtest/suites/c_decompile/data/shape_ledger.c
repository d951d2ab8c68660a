// task: shape_ledger
// topic: function-pointers
// exercises: struct of function pointers per object kind, null method as default, double results summed, context by object pointer
// why: each kind, a missing method, null objects, mixed lists and the early stop are asserted with exact doubles
// ---- types ----
struct shape;
struct shape_ops { double (*area)(const struct shape *); double (*edge)(const struct shape *); };
struct shape { const struct shape_ops *ops; double a, b; };
// ---- function ----
double func0(const struct shape *const *list, int n, double limit, int *used)
{
    double total = 0.0;
    int i;

    for (i = 0; i < n; i++) {
        const struct shape *s = list[i];
        double v = 0.0;
        if (!s)
            continue;
        if (s->ops->area)
            v = s->ops->area(s);
        if (s->ops->edge)
            v -= 0.5 * s->ops->edge(s);
        if (total + v > limit)
            break;
        total += v;
    }
    *used = i;
    return total;
}
// ---- test ----
#include <assert.h>
static double box_area(const struct shape *s) { return s->a * s->b; }
static double box_edge(const struct shape *s) { return 2 * (s->a + s->b); }
static double tri_area(const struct shape *s) { return s->a * s->b / 2; }
static const struct shape_ops box = {box_area, box_edge}, tri = {tri_area, 0}, rod = {0, box_edge}, dot = {0, 0};
int main(void)
{
    struct shape b1 = {&box, 4, 6}, b2 = {&box, 10, 10}, t1 = {&tri, 3, 5}, r1 = {&rod, 1, 1.5}, d1 = {&dot, 9, 9};
    const struct shape *one[] = {&b1}, *all[] = {&b1, 0, &t1, &r1, &d1, &b2}, *gone[] = {0, 0, &d1};
    int u = -1;
    assert(func0(one, 0, 100, &u) == 0.0 && u == 0);
    assert(func0(one, 1, 100, &u) == 14.0 && u == 1);
    assert(func0(one, 1, 14.0, &u) == 14.0 && u == 1);
    assert(func0(one, 1, 13.75, &u) == 0.0 && u == 0);
    assert(func0(all, 2, 100, &u) == 14.0 && u == 2);
    assert(func0(all, 3, 100, &u) == 21.5 && u == 3);
    assert(func0(all, 4, 100, &u) == 19.0 && u == 4);
    assert(func0(all, 5, 100, &u) == 19.0 && u == 5);
    assert(func0(all, 6, 100, &u) == 99.0 && u == 6);
    assert(func0(all, 6, 98.5, &u) == 19.0 && u == 5);
    assert(func0(all, 6, 21.0, &u) == 14.0 && u == 2);
    assert(func0(gone, 3, 0.0, &u) == 0.0 && u == 3);
    assert(func0(gone, 3, -1.0, &u) == 0.0 && u == 2);
    return 0;
}
