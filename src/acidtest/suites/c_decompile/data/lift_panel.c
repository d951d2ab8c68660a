// task: lift_panel
// topic: state-machine
// exercises: struct with an enum state and a floor request bit set, timers counted down, one tick per call
// why: opening, waiting, travel in both directions, the nearest request and calls at the present floor are asserted tick by tick
// ---- types ----
enum lift_state { REST, UP, DOWN, OPEN };
struct lift { enum lift_state st; unsigned char floor, wait, calls; };
// ---- function ----
int func0(struct lift *l, unsigned char pressed)
{
    unsigned here;

    l->calls |= pressed;
    switch (l->st) {
    case OPEN:
        if (pressed & 1u << l->floor)
            l->wait = 2;
        else if (l->wait > 0)
            l->wait--;
        else
            l->st = REST;
        break;
    case UP:
        l->floor++;
        break;
    case DOWN:
        l->floor--;
        break;
    case REST:
        break;
    }
    here = 1u << l->floor;
    if (l->calls & here) {
        if (l->st != OPEN)
            l->wait = 2;
        l->calls &= ~here;
        l->st = OPEN;
    } else if (l->st != OPEN) {
        int above = l->calls > here, below = (l->calls & (here - 1)) != 0;
        if (l->st == DOWN)
            l->st = below ? DOWN : above ? UP : REST;
        else
            l->st = above ? UP : below ? DOWN : REST;
    }
    return l->st * 100 + l->floor * 10 + l->wait;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    struct lift l = {REST, 2, 0, 0};
    assert(func0(&l, 0) == 20);
    assert(func0(&l, 1 << 4) == 120);
    assert(func0(&l, 1 << 0) == 130 && l.calls == 17);
    assert(func0(&l, 0) == 342 && l.calls == 1);
    assert(func0(&l, 0) == 341);
    assert(func0(&l, 1 << 4) == 342 && l.calls == 1);
    assert(func0(&l, 0) == 341 && func0(&l, 0) == 340);
    assert(func0(&l, 1 << 4) == 342 && func0(&l, 1 << 5) == 341 && func0(&l, 0) == 340);
    assert(func0(&l, 0) == 140 && func0(&l, 0) == 352);
    assert(func0(&l, 0) == 351 && func0(&l, 0) == 350 && func0(&l, 0) == 250);
    assert(func0(&l, 1 << 7) == 240 && func0(&l, 1 << 2) == 230 && l.calls == 133);
    assert(func0(&l, 0) == 322 && func0(&l, 0) == 321 && func0(&l, 0) == 320);
    l.st = DOWN;
    assert(func0(&l, 0) == 210 && func0(&l, 0) == 302);
    assert(func0(&l, 0) == 301 && func0(&l, 0) == 300 && func0(&l, 0) == 100 && func0(&l, 0) == 110);
    l = (struct lift){DOWN, 3, 0, 128};
    assert(func0(&l, 0) == 120);
    l = (struct lift){REST, 7, 0, 0};
    assert(func0(&l, 128) == 372 && l.calls == 0);
    l = (struct lift){REST, 3, 0, 2};
    assert(func0(&l, 0) == 230 && func0(&l, 0) == 220);
    l = (struct lift){DOWN, 5, 0, 0};
    assert(func0(&l, 0) == 40);
    return 0;
}
