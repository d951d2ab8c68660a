// task: crossing_lamps
// topic: state-machine
// exercises: enum-driven phase table in a static array of structs, remaining time, pending request, packed lamps output
// why: the full cycle, a request that shortens green, a late request, several ticks at once and the packed lamps are asserted
// ---- types ----
struct lamps { unsigned char phase, left, wanted; };
// ---- function ----
int func0(struct lamps *l, int ticks, int button)
{
    enum { GREEN, AMBER, RED, WALK, PHASES };
    static const struct { unsigned char time, lights; } plan[] = {{6, 1}, {2, 2}, {1, 4}, {4, 12}};

    if (l->phase >= PHASES)
        *l = (struct lamps){GREEN, plan[GREEN].time, 0};
    if (button && l->phase != WALK)
        l->wanted = 1;
    if (l->wanted && l->phase == GREEN && l->left > 2)
        l->left = 2;
    while (ticks-- > 0) {
        if (--l->left > 0)
            continue;
        if (l->phase == GREEN && !l->wanted) {
            l->left = 1;
            continue;
        }
        l->phase = (l->phase + 1) % PHASES;
        l->left = plan[l->phase].time;
        if (l->phase == WALK)
            l->wanted = 0;
    }
    return plan[l->phase].lights * 100 + l->left * 10 + l->wanted;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    struct lamps l = {9, 9, 9};
    assert(func0(&l, 0, 0) == 160 && l.phase == 0);
    assert(func0(&l, 1, 0) == 150);
    assert(func0(&l, 3, 0) == 120);
    assert(func0(&l, 20, 0) == 110);
    assert(func0(&l, 0, 1) == 111);
    assert(func0(&l, 1, 0) == 221 && l.phase == 1);
    assert(func0(&l, 2, 0) == 411 && l.phase == 2);
    assert(func0(&l, 1, 0) == 1240 && l.phase == 3);
    assert(func0(&l, 3, 1) == 1210);
    assert(func0(&l, 1, 1) == 160 && l.phase == 0);
    assert(func0(&l, 0, 5) == 121);
    assert(func0(&l, 2, 0) == 221 && func0(&l, 1, 1) == 211);
    assert(func0(&l, 6, 0) == 160);
    assert(func0(&l, 4, 0) == 120 && func0(&l, 1, 1) == 111);
    assert(func0(&l, -3, 0) == 111);
    l = (struct lamps){4, 3, 1};
    assert(func0(&l, 0, 0) == 160);
    l = (struct lamps){0, 3, 0};
    assert(func0(&l, 0, 1) == 121);
    return 0;
}
