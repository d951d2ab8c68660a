// task: variant_join
// topic: structs
// exercises: tagged union of 16 bytes passed and returned by value, mixed int and double members, short text in the union
// why: each pair of tags, text that no longer fits, int overflow turned into a double and unknown tags are asserted
// ---- types ----
#include <string.h>
enum tag { T_NONE, T_INT, T_REAL, T_TEXT };
struct variant { enum tag tag; union { int i; double d; char text[8]; } u; };
// ---- function ----
struct variant func0(struct variant a, struct variant b)
{
    struct variant r = {T_NONE, {0}};

    if (a.tag == T_NONE)
        return b;
    if (a.tag == T_INT && b.tag == T_INT) {
        long sum = (long)a.u.i + b.u.i;
        if (sum == (int)sum) {
            a.u.i = (int)sum;
        } else {
            a.tag = T_REAL;
            a.u.d = (double)sum;
        }
        return a;
    }
    if (a.tag == T_TEXT && b.tag == T_TEXT) {
        if (strlen(a.u.text) + strlen(b.u.text) < 8)
            r.tag = T_TEXT, strcat(strcpy(r.u.text, a.u.text), b.u.text);
        return r;
    }
    if (a.tag == T_TEXT || b.tag == T_TEXT || b.tag == T_NONE)
        return b.tag == T_NONE ? a : r;
    r.tag = T_REAL;
    r.u.d = (a.tag == T_INT ? a.u.i : a.u.d) + (b.tag == T_INT ? b.u.i : b.u.d);
    return r;
}
// ---- test ----
#include <assert.h>
#include <limits.h>
static struct variant I(int i) { struct variant v = {T_INT, {.i = i}}; return v; }
static struct variant D(double d) { struct variant v = {T_REAL, {.d = d}}; return v; }
static struct variant S(const char *s) { struct variant v = {T_TEXT, {0}}; strcpy(v.u.text, s); return v; }
static int isd(struct variant v, double d) { return v.tag == T_REAL && v.u.d == d; }
int main(void)
{
    struct variant none = {T_NONE, {0}}, r;
    r = func0(I(5), I(-9));
    assert(r.tag == T_INT && r.u.i == -4);
    r = func0(I(INT_MAX), I(0));
    assert(r.tag == T_INT && r.u.i == INT_MAX);
    assert(isd(func0(I(INT_MAX), I(1)), 2147483648.0));
    assert(isd(func0(I(INT_MIN), I(-1)), -2147483649.0));
    assert(isd(func0(I(2), D(0.5)), 2.5));
    assert(isd(func0(D(0.5), I(-2)), -1.5));
    assert(isd(func0(D(0.25), D(0.5)), 0.75));
    r = func0(S("abc"), S("defg"));
    assert(r.tag == T_TEXT && strcmp(r.u.text, "abcdefg") == 0);
    assert(func0(S("abcd"), S("efgh")).tag == T_NONE);
    r = func0(S(""), S("z"));
    assert(r.tag == T_TEXT && strcmp(r.u.text, "z") == 0);
    assert(func0(S("a"), I(1)).tag == T_NONE && func0(D(1), S("a")).tag == T_NONE);
    r = func0(none, S("q"));
    assert(r.tag == T_TEXT && r.u.text[0] == 'q');
    r = func0(S("q"), none);
    assert(r.tag == T_TEXT && r.u.text[0] == 'q');
    assert(isd(func0(none, D(3)), 3.0) && isd(func0(D(4), none), 4.0));
    r = func0(I(6), none);
    assert(r.tag == T_INT && r.u.i == 6 && func0(none, none).tag == T_NONE);
    return 0;
}
