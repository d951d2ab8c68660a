// task: setting_value
// topic: parsing
// exercises: search for a key in a semicolon list with doubled separators as escapes, signed value with limits, last one wins
// why: first, middle, repeated and prefix keys, escaped separators, sign, limits and missing values are asserted
// ---- types ----
#include <string.h>
// ---- function ----
int func0(const char *list, const char *key, int *value)
{
    size_t klen = strlen(key);
    int found = 0;

    while (*list) {
        size_t n = 0, eq = 0;
        while (list[n] && (list[n] != ';' || list[n + 1] == ';')) {
            if (list[n] == '=' && eq == 0)
                eq = n + 1;
            n += list[n] == ';' ? 2 : 1;
        }
        if (eq == klen + 1 && memcmp(list, key, klen) == 0) {
            const char *p = list + eq;
            int neg = *p == '-', v = 0;
            p += neg;
            if (p == list + n)
                return -1;
            for (; p < list + n; p++) {
                if (*p < '0' || *p > '9')
                    return -2;
                v = v * 10 + (*p - '0');
                if (v > 5000)
                    return -3;
            }
            *value = neg ? -v : v;
            found++;
        }
        list += n;
        if (*list)
            list++;
    }
    return found;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    int v = 77;
    assert(func0("", "a", &v) == 0 && v == 77);
    assert(func0("a=5", "a", &v) == 1 && v == 5);
    assert(func0("b=1;a=-25;c=3", "a", &v) == 1 && v == -25);
    assert(func0("b=1;a=-25;c=3", "c", &v) == 1 && v == 3);
    assert(func0("a=1;a=2;a=30", "a", &v) == 3 && v == 30);
    assert(func0("ab=1;xa=2;aa=4", "a", &v) == 0 && v == 30);
    assert(func0("x=q;;a=9;a=4", "a", &v) == 1 && v == 4);
    assert(func0("x;;y=8", "x;;y", &v) == 1 && v == 8);
    assert(func0("a", "a", &v) == 0 && func0("a;b", "b", &v) == 0);
    assert(func0("a=", "a", &v) == -1 && func0("a=-;b=2", "a", &v) == -1);
    assert(func0("a=1=2", "a", &v) == -2 && func0("a=4 ", "a", &v) == -2 && v == 8);
    assert(func0("a=/", "a", &v) == -2 && func0("a=:", "a", &v) == -2 && func0("a=--1", "a", &v) == -2);
    assert(func0("a=5000", "a", &v) == 1 && v == 5000);
    assert(func0("a=5001", "a", &v) == -3 && func0("a=-5001", "a", &v) == -3 && v == 5000);
    assert(func0("=6", "", &v) == 1 && v == 6);
    assert(func0("a=7;", "a", &v) == 1 && v == 7);
    assert(func0("x=q;;;a=390", "a", &v) == 1 && v == 390);
    return 0;
}
