// task: polynomial_terms
// topic: parsing
// exercises: signed terms with optional coefficient and power, coefficients summed in an array, repeated powers, error position returned
// why: missing coefficients, repeated powers, signs, the highest power, each syntax error and blanks are asserted with every coefficient
// ---- function ----
int func0(const char *s, int coef[5])
{
    const char *p = s;

    for (int i = 0; i < 5; i++)
        coef[i] = 0;
    do {
        int sign = 1, c = 0, digits = 0, power = 0;
        if (*p == '-')
            sign = -1;
        if (*p == '-' || (*p == '+' && p > s))
            p++;
        else if (p > s)
            return -(int)(p - s) - 1;
        for (; *p >= '0' && *p <= '9'; p++, digits++)
            c = c * 10 + (*p - '0');
        if (*p == 'x') {
            power = 1;
            if (*++p == '^') {
                p++;
                if (*p < '0' || *p > '4')
                    return -(int)(p - s) - 1;
                power = *p++ - '0';
            }
            if (digits == 0)
                c = 1;
        } else if (digits == 0) {
            return -(int)(p - s) - 1;
        }
        coef[power] += sign * c;
    } while (*p);
    for (int i = 4; i > 0; i--)
        if (coef[i])
            return i;
    return 0;
}
// ---- test ----
#include <assert.h>
static int c[6];
static int is(int a, int b, int d, int e, int f)
{
    return c[0] == a && c[1] == b && c[2] == d && c[3] == e && c[4] == f && c[5] == 42;
}
int main(void)
{
    c[5] = c[0] = 42;
    assert(func0("0", c) == 0 && is(0, 0, 0, 0, 0));
    assert(func0("17", c) == 0 && is(17, 0, 0, 0, 0));
    assert(func0("-x", c) == 1 && is(0, -1, 0, 0, 0));
    assert(func0("3x^2-x+4", c) == 2 && is(4, -1, 3, 0, 0));
    assert(func0("x^4+10x^3-x^4", c) == 3 && is(0, 0, 0, 10, 0));
    assert(func0("x^0+x^1+x+09", c) == 1 && is(10, 2, 0, 0, 0));
    assert(func0("-2x^4-3", c) == 4 && is(-3, 0, 0, 0, -2));
    assert(func0("0x", c) == 0 && is(0, 0, 0, 0, 0));
    assert(func0("", c) == -1 && func0("+x", c) == -1 && func0("-", c) == -2);
    assert(func0("x^5", c) == -3 && func0("x^", c) == -3 && func0("x^/", c) == -3);
    assert(func0("2x3", c) == -3 && func0("xx", c) == -2 && func0("x^22", c) == -4);
    assert(func0("4+", c) == -3 && func0("4--1", c) == -3 && func0("4 +1", c) == -2);
    assert(func0("1+:", c) == -3 && func0("1+/", c) == -3 && is(1, 0, 0, 0, 0));
    assert(func0("5x^3-2y", c) == -7 && is(-2, 0, 0, 5, 0));
    return 0;
}
