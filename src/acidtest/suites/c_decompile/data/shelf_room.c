// task: shelf_room
// topic: structs
// exercises: nested structs with an array of inner structs, member writes through a pointer, best fit over two levels
// why: best fit across shelves, ties, shelf load limits, full slots and refused boxes are asserted with the changed members
// ---- types ----
struct size { short w, h; };
struct slot { struct size room; signed char box; };
struct shelf { struct slot slot[3]; struct { int load, limit; } weight; };
// ---- function ----
int func0(struct shelf *s, int n, struct size box, int weight, int id)
{
    struct slot *best = 0;
    int least = 0, where = -1;

    if (box.w <= 0 || box.h <= 0)
        return -2;
    for (int i = 0; i < n; i++) {
        if (s[i].weight.load + weight > s[i].weight.limit)
            continue;
        for (int k = 0; k < 3; k++) {
            struct slot *t = &s[i].slot[k];
            int waste = t->room.w * t->room.h - box.w * box.h;
            if (t->box >= 0 || t->room.w < box.w || t->room.h < box.h)
                continue;
            if (!best || waste < least) {
                best = t;
                least = waste;
                where = i;
            }
        }
    }
    if (best) {
        best->box = (signed char)id;
        s[where].weight.load += weight;
        return where * 10000 + least;
    }
    return -1;
}
// ---- test ----
#include <assert.h>
#define E -1
int main(void)
{
    struct shelf s[3] = {
        {{{{10, 10}, E}, {{4, 6}, E}, {{4, 6}, 2}}, {0, 20}},
        {{{{5, 5}, E}, {{4, 6}, E}, {{9, 3}, E}}, {5, 30}},
        {{{{4, 4}, E}, {{4, 4}, E}, {{4, 4}, E}}, {0, 1000}}};
    assert(func0(s, 2, (struct size){0, 3}, 1, 1) == -2 && func0(s, 2, (struct size){3, 0}, 1, 1) == -2);
    assert(func0(s, 0, (struct size){1, 1}, 1, 1) == -1);
    assert(func0(s, 2, (struct size){4, 5}, 10, 7) == 4);
    assert(s[0].slot[1].box == 7 && s[0].weight.load == 10 && s[1].weight.load == 5);
    assert(func0(s, 2, (struct size){4, 5}, 10, 8) == 10004);
    assert(s[1].slot[1].box == 8 && s[1].weight.load == 15);
    assert(func0(s, 2, (struct size){5, 5}, 10, 9) == 10000 && s[1].slot[0].box == 9);
    assert(func0(s, 2, (struct size){5, 5}, 10, 10) == 75 && s[0].slot[0].box == 10);
    assert(s[0].weight.load == 20 && s[1].weight.load == 25 && s[0].slot[2].box == 2);
    assert(func0(s, 2, (struct size){9, 3}, 6, 11) == -1 && s[1].slot[2].box == E);
    assert(func0(s, 2, (struct size){3, 9}, 5, 11) == -1 && func0(s, 2, (struct size){10, 2}, 5, 11) == -1);
    assert(func0(s, 2, (struct size){9, 3}, 5, 0) == 10000 && s[1].slot[2].box == 0);
    assert(func0(s, 2, (struct size){1, 1}, 0, 12) == -1);
    assert(func0(s, 3, (struct size){1, 1}, 1000, 12) == 20015 && s[2].slot[0].box == 12);
    assert(s[2].slot[1].box == E && s[2].weight.load == 1000);
    assert(func0(s, 3, (struct size){1, 1}, 0, 13) == 20015 && s[2].slot[1].box == 13);
    return 0;
}
