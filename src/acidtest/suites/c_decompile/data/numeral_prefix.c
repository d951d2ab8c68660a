// task: numeral_prefix
// topic: goto
// exercises: automaton written as labels and gotos, longest accepted prefix remembered, irreducible-looking control flow
// why: signs, separators, fraction and scale parts, dangling parts that must be given back and rejected starts are asserted by length
// ---- function ----
#define DIGIT(c) ((c) >= '0' && (c) <= '9')
int func0(const char *s)
{
    const char *p = s;
    int good = 0;

    if (*p == '+' || *p == '-')
        p++;
whole:
    if (!DIGIT(*p))
        goto out;
    p++;
    good = (int)(p - s);
    if (*p == '_') {
        p++;
        goto whole;
    }
    if (DIGIT(*p))
        goto whole;
    if (*p == '.')
        goto fraction;
    goto scale;
fraction:
    p++;
    if (!DIGIT(*p))
        goto out;
    while (DIGIT(*p))
        p++;
    good = (int)(p - s);
scale:
    if (*p != 'k' && *p != 'M')
        goto out;
    p++;
    good = (int)(p - s);
    if (p[-1] == 'k' && *p == 'M')
        goto scale;
out:
    return good;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("") == 0);
    assert(func0("7") == 1 && func0("123x") == 3);
    assert(func0("+7") == 2 && func0("-19") == 3 && func0("+-7") == 0);
    assert(func0("+") == 0 && func0("x1") == 0 && func0("_1") == 0);
    assert(func0("1_000") == 5 && func0("1_") == 1 && func0("1__0") == 1);
    assert(func0("2.5") == 3 && func0("2.") == 1 && func0("2.x") == 1 && func0(".5") == 0);
    assert(func0("2.55.5") == 4 && func0("2.5_5") == 3);
    assert(func0("9k") == 2 && func0("9M") == 2 && func0("9K") == 1);
    assert(func0("9kM") == 3 && func0("9kk") == 2 && func0("9Mk") == 2 && func0("9kMM") == 3);
    assert(func0("-1_2.75kM!") == 9);
    assert(func0("k") == 0 && func0("2.k") == 1 && func0("1_k") == 1);
    assert(func0("0.0") == 3 && func0("9.9") == 3 && func0("/") == 0 && func0(":") == 0);
    return 0;
}
