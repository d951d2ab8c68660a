// task: bounce_point
// topic: structs
// exercises: structs of two doubles passed and returned in vector registers, reflection loop, negation of a member
// why: free flight, one and several bounces at either wall, a touch exactly at a wall and zero width are asserted exactly
// ---- types ----
struct vec { double x, y; };
// ---- function ----
struct vec func0(struct vec p, struct vec v, double t, double width)
{
    struct vec q = {p.x + v.x * t, p.y + v.y * t};
    int bounces = 0;

    if (width <= 0.0)
        return p;
    while (q.x < 0.0 || q.x > width) {
        q.x = q.x < 0.0 ? -q.x : 2.0 * width - q.x;
        if (++bounces == 5)
            break;
    }
    q.y -= 0.125 * bounces;
    return q;
}
// ---- test ----
#include <assert.h>
static int is(struct vec q, double x, double y) { return q.x == x && q.y == y; }
int main(void)
{
    struct vec p = {1.0, 2.0}, r = {1.0, 0.5}, l = {-2.0, 0.25}, z = {0.0, 0.0};
    assert(is(func0(p, r, 0.0, 4.0), 1.0, 2.0));
    assert(is(func0(p, r, 2.0, 4.0), 3.0, 3.0));
    assert(is(func0(p, r, 3.0, 4.0), 4.0, 3.5));
    assert(is(func0(p, r, 4.0, 4.0), 3.0, 3.875));
    assert(is(func0(p, l, 0.5, 4.0), 0.0, 2.125));
    assert(is(func0(p, l, 1.0, 4.0), 1.0, 2.125));
    assert(is(func0(p, l, 4.0, 4.0), 1.0, 2.75));
    assert(is(func0(p, r, 9.0, 4.0), 2.0, 6.25));
    assert(is(func0(p, r, 15.0, 4.0), 0.0, 9.125));
    assert(is(func0(p, r, 47.0, 4.0), -24.0, 24.875));
    assert(is(func0(p, r, 9.0, 0.0), 1.0, 2.0));
    assert(is(func0(p, r, 9.0, -1.0), 1.0, 2.0));
    assert(is(func0(z, l, 1.0, 0.5), 0.0, 0.25 - 0.5));
    return 0;
}
