// task: bearing_text
// topic: parsing
// exercises: degree and minute fields with range checks, hemisphere letter sets the sign, thousandths by a counted loop, result by pointer
// why: whole and fractional minutes, all hemispheres, the last valid and first invalid value of each field and trailing text are asserted
// ---- function ----
int func0(const char *s, long *out)
{
    long deg = 0, milli = 0, scale = 1000;
    int n = 0;

    for (; *s >= '0' && *s <= '9'; s++, n++)
        deg = deg * 10 + (*s - '0');
    if (n == 0 || n > 3 || *s++ != 'd')
        return 1;
    for (n = 0; *s >= '0' && *s <= '9'; s++, n++)
        milli = milli * 10 + (*s - '0') * 1000;
    if (n != 2 || milli >= 60000)
        return 2;
    if (*s == '.') {
        while (*++s >= '0' && *s <= '9') {
            scale /= 10;
            milli += (*s - '0') * scale;
        }
        if (scale == 1000)
            return 3;
    }
    milli += deg * 60000;
    if (*s == 'S' || *s == 'W')
        milli = -milli;
    else if (*s != 'N' && *s != 'E')
        return 4;
    if (deg >= (*s == 'N' || *s == 'S' ? 90 : 180))
        return 5;
    if (s[1])
        return 6;
    *out = milli;
    return 0;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    long v = 7;
    assert(func0("1d00N", &v) == 0 && v == 60000);
    assert(func0("12d34.5E", &v) == 0 && v == 754500);
    assert(func0("12d34.5W", &v) == 0 && v == -754500);
    assert(func0("089d59.999S", &v) == 0 && v == -5399999);
    assert(func0("179d59N", &v) == 5 && func0("90d00S", &v) == 5 && v == -5399999);
    assert(func0("179d59E", &v) == 0 && v == 10799000 && func0("180d00W", &v) == 5);
    assert(func0("90d00W", &v) == 0 && v == -5400000);
    assert(func0("0d01.2349N", &v) == 0 && v == 1234);
    assert(func0("0d09.06N", &v) == 0 && v == 9060);
    assert(func0("", &v) == 1 && func0("d00N", &v) == 1 && func0("0001d00N", &v) == 1 && func0("5", &v) == 1);
    assert(func0("1d0N", &v) == 2 && func0("1d000N", &v) == 2 && func0("1d60N", &v) == 2 && func0("1d", &v) == 2);
    assert(func0("1d00.N", &v) == 3 && func0("1d00.", &v) == 3);
    assert(func0("1d00", &v) == 4 && func0("1d00n", &v) == 4 && func0("1d00.1", &v) == 4);
    assert(func0("1d00N ", &v) == 6 && func0("1d/0N", &v) == 2 && func0("1d:0N", &v) == 2);
    assert(func0("/d00N", &v) == 1 && func0(":d00N", &v) == 1 && func0("1d00.:N", &v) == 3 && v == 9060);
    assert(func0("1d00./N", &v) == 3);
    return 0;
}
