// task: purse_pay
// topic: structs
// exercises: small struct of bytes passed and returned by value, greedy choice over an array member, change flag in the struct
// why: exact payment, payment short by one coin, skipped coin sizes, too little money and zero or negative prices are asserted for every member
// ---- types ----
struct purse { unsigned char n[4]; short owed; };
// ---- function ----
struct purse func0(struct purse p, int price)
{
    static const unsigned char worth[] = {50, 20, 5, 1};
    struct purse left = p;

    if (price <= 0) {
        p.owed = -1;
        return p;
    }
    for (int i = 0; i < 4; i++) {
        int use = price / worth[i];
        if (use > left.n[i])
            use = left.n[i];
        left.n[i] -= use;
        price -= use * worth[i];
    }
    if (price == 0) {
        left.owed = 0;
        return left;
    }
    for (int i = 3; i >= 0; i--) {
        if (left.n[i] && worth[i] > price) {
            left.n[i]--;
            left.owed = worth[i] - price;
            if (left.owed > 30)
                left.owed -= 2;
            return left;
        }
    }
    p.owed = 100 + price;
    return p;
}
// ---- test ----
#include <assert.h>
static int is(struct purse p, int a, int b, int c, int d, int owed)
{
    return p.n[0] == a && p.n[1] == b && p.n[2] == c && p.n[3] == d && p.owed == owed;
}
int main(void)
{
    struct purse p = {{1, 3, 2, 4}, 77}, few = {{2, 0, 0, 1}, 5}, none = {{0, 0, 0, 0}, 3};
    assert(is(func0(p, 0), 1, 3, 2, 4, -1) && is(func0(p, -5), 1, 3, 2, 4, -1));
    assert(is(func0(p, 1), 1, 3, 2, 3, 0));
    assert(is(func0(p, 76), 0, 2, 1, 3, 0));
    assert(is(func0(p, 124), 0, 0, 0, 0, 0));
    assert(is(func0(p, 125), 1, 3, 2, 4, 101));
    assert(is(func0(p, 130), 1, 3, 2, 4, 106));
    assert(is(func0(p, 50), 0, 3, 2, 4, 0));
    assert(is(func0(p, 49), 1, 1, 1, 0, 0));
    assert(is(func0(p, 19), 1, 2, 0, 0, 15));
    assert(is(func0(few, 3), 1, 0, 0, 0, 46));
    assert(is(func0(few, 51), 1, 0, 0, 0, 0));
    assert(is(func0(few, 52), 0, 0, 0, 0, 47));
    assert(is(func0(few, 102), 2, 0, 0, 1, 101));
    assert(is(func0(none, 9), 0, 0, 0, 0, 109));
    assert(is(func0((struct purse){{0, 0, 1, 0}, 0}, 4), 0, 0, 0, 0, 1));
    assert(is(func0((struct purse){{0, 1, 0, 0}, 0}, 20), 0, 0, 0, 0, 0));
    assert(is(func0((struct purse){{1, 0, 0, 0}, 0}, 20), 0, 0, 0, 0, 30));
    assert(is(func0((struct purse){{1, 0, 0, 0}, 0}, 19), 0, 0, 0, 0, 29));
    return 0;
}
