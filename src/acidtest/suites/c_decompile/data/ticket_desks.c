// task: ticket_desks
// topic: globals
// exercises: static arrays in .data and .bss changed over calls, operation code dispatch, wraparound of numbers
// why: numbering per desk, wrap after the fifth ticket, the shared counter, desk reset and bad desks are asserted in one long session
// ---- function ----
int func0(unsigned desk, int op)
{
    static unsigned short base[3] = {100, 250, 900};
    static unsigned char issued[3];
    static int total;

    if (desk >= 3)
        return -1;
    switch (op) {
    case 0:
        total++;
        if (issued[desk] == 5) {
            issued[desk] = 0;
            base[desk] += 1000;
        }
        return base[desk] + issued[desk]++;
    case 1:
        return total * 10 + issued[desk];
    case 2:
        total -= issued[desk];
        issued[desk] = 0;
        return base[desk];
    }
    return -2;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(3, 0) == -1 && func0(~0u, 1) == -1);
    assert(func0(0, 9) == -2 && func0(0, -1) == -2 && func0(0, 3) == -2);
    assert(func0(0, 1) == 0);
    assert(func0(0, 0) == 100 && func0(0, 0) == 101);
    assert(func0(1, 0) == 250 && func0(2, 0) == 900);
    assert(func0(0, 1) == 42 && func0(1, 1) == 41);
    assert(func0(0, 0) == 102 && func0(0, 0) == 103 && func0(0, 0) == 104);
    assert(func0(0, 1) == 75);
    assert(func0(0, 0) == 1100 && func0(0, 1) == 81);
    assert(func0(0, 2) == 1100 && func0(0, 1) == 70);
    assert(func0(0, 0) == 1100 && func0(1, 0) == 251);
    assert(func0(1, 2) == 250 && func0(1, 1) == 70 && func0(2, 1) == 71);
    for (int i = 0; i < 320; i++)
        assert(func0(2, 0) >= 0);
    assert(func0(2, 1) == 3271);
    assert(func0(2, 0) == 64901);
    for (int i = 0; i < 3; i++)
        assert(func0(2, 0) == 64902 + i);
    assert(func0(2, 0) == 364);
    return 0;
}
